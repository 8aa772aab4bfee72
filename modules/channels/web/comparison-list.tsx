import { Button } from 'antd';
import type { ReactNode } from 'react';
import { BlankState, ListPage, usePage, usePermission, type ColumnSpec, type ListHandle } from '#kit/web/index.ts';
import { listingComparison, listingGap, MOST_ADOPTED } from '../model/listing-comparison.ts';
import { adopt, useComparisonActs, type Compared } from './comparison-acts.ts';
import { Gap, Side } from './compared-cells.tsx';
import { GapChips } from './gap-chips.tsx';
import './channels.css';

/** 平台对比: the fields of our listings, here and at the marketplaces, differences first at hand. */
export function ComparisonList(): ReactNode {
  const mayAdd = usePermission('channels:channelProduct:add');
  const actsOf = useComparisonActs();
  return (
    <ListPage
      of={listingComparison}
      columns={COLUMNS}
      filters={['channelSku', 'accountId', 'item', 'gap', 'skuId']}
      startFilters={DIFFERENT}
      emptyAtStart={<NothingDiffers />}
      isSelectable={mayAdd}
      rowActions={actsOf}
      quick={{
        names: () => ['gap'],
        show: (list) => <GapChips list={list} names={listingGap.items} meanings={MEANINGS} />,
      }}
      chosen={(list) => mayAdd && <AdoptButton list={list} />}
    />
  );
}

const DIFFERENT = { gap: 'differs' };

/** Nothing differs, which is as it should be, unless nothing was read yet. */
function NothingDiffers(): ReactNode {
  const page = usePage();
  return (
    <BlankState
      title="没有差异"
      text="读取过的商品都和平台一致。店铺的商品每天自动读取一次，也可在“店铺账号”点“同步商品”。"
      actions={<Button onClick={() => page.setQuery({ gap: '*' })}>查看全部项目</Button>}
    />
  );
}

const side = (key: 'ours' | 'theirs', width: number): ColumnSpec<Compared> => ({
  key,
  width,
  sortable: false,
  ellipsis: true,
  text: (row) => row[key] ?? '',
  render: (row) => <Side row={row} side={key} />,
});

const COLUMNS: readonly ColumnSpec<Compared>[] = [
  { key: 'channelSku', width: 190, isWhole: true, under: ['accountId'] },
  { key: 'item', width: 110, sortable: false, under: ['storefront'] },
  side('ours', 220),
  side('theirs', 260),
  { key: 'gap', width: 110, sortable: false, render: (row) => <Gap row={row} /> },
  { key: 'skuId', isFaced: true, isWhole: true, width: 190 },
  { key: 'readAt', width: 150, sortable: false },
];

const MEANINGS = {
  differs: '我们的和平台的不同',
  onlyTheirs: '平台在售，这里还没有这个渠道产品',
  untold: '我们没有可比的值：不是从这里刊登的，或没有填平台ID',
  same: '我们的和平台的相同',
};

/** For what is ticked and stands at the marketplace alone. */
function AdoptButton({ list: { selection, clearSelection } }: { list: ListHandle<Compared> }): ReactNode {
  const rows = selection.mode === 'rows' ? selection.rows.filter(({ gap }) => gap === 'onlyTheirs') : [];
  const reason =
    rows.length === 0
      ? '请逐行勾选“仅平台有”的商品'
      : rows.length > MOST_ADOPTED
        ? `一次最多 ${MOST_ADOPTED} 个`
        : undefined;
  return (
    <Button
      disabled={reason !== undefined}
      title={reason}
      onClick={() => void adopt(rows).then((isDone) => isDone && clearSelection())}
    >
      加入渠道产品
    </Button>
  );
}
