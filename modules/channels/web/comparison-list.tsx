import { Button } from 'antd';
import type { ReactNode } from 'react';
import { ListPage, usePermission, type ColumnSpec, type ListHandle } from '#kit/web/index.ts';
import { listingComparison, listingGap, MOST_ADOPTED } from '../model/listing-comparison.ts';
import { adopt, useComparisonActs, type Compared } from './comparison-acts.ts';
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

const COLUMNS: readonly ColumnSpec<Compared>[] = [
  { key: 'channelSku', width: 190, isWhole: true, under: ['accountId'] },
  { key: 'item', width: 110, sortable: false, under: ['storefront'] },
  { key: 'ours', width: 220, sortable: false },
  { key: 'theirs', width: 260, sortable: false },
  { key: 'gap', width: 96, sortable: false },
  { key: 'skuId', isFaced: true, width: 190 },
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
