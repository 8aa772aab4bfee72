import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import type { WireRow } from '#kit/model/row.ts';
import {
  confirmAction,
  fetchRoute,
  grouped,
  ListPage,
  refreshResource,
  toast,
  toastError,
  usePermission,
  type ColumnSpec,
  type ListHandle,
  type RowAction,
} from '#kit/web/index.ts';
import { inventorySyncRule } from '../model/channel-product.ts';
import {
  channelStock,
  lockStockRoute,
  MOST_STOCK_ROWS,
  resendStockRoute,
  stockGap,
  unlockStockRoute,
  type StockPlaceRef,
} from '../model/channel-stock.ts';
import { stockPush } from '../model/stock-push.ts';
import { FullPush } from './full-push.tsx';
import { QuantityFormula } from './quantity-formula.tsx';
import { GapChips } from './gap-chips.tsx';
import './channels.css';

type StockRow = WireRow<typeof channelStock>;

/** 渠道库存: what each listing should show in each warehouse of its channel, and what it shows. */
export function ChannelStockList(): ReactNode {
  const mayPush = usePermission('channels:account:pushStock');
  const mayLock = usePermission('channels:channelStock:lock');
  const [explained, setExplained] = useState<StockRow | null>(null);
  const [fullOf, setFullOf] = useState<string | null>(null);
  const actionsOf = (row: StockRow): RowAction[] => [
    { key: 'formula', title: '查看计算', onClick: () => setExplained(row) },
    ...(mayPush ? [{ key: 'push', title: '立即同步', onClick: () => void resend([row]) }] : []),
    ...(mayLock && row.rule === 'zero'
      ? [{ key: 'unlock', title: '解除锁定', onClick: () => void unlock([row]) }]
      : []),
    ...(mayLock && row.rule !== 'zero' ? [{ key: 'lock', title: '锁定0', onClick: () => void lock([row]) }] : []),
  ];
  return (
    <>
      <ListPage
        of={channelStock}
        columns={COLUMNS}
        filters={['channelSku', 'accountId', 'skuId', 'channelWarehouseCode', 'gap', 'rule', 'result']}
        isSelectable
        rowActions={actionsOf}
        quick={{
          names: () => ['gap'],
          show: (list) => <GapChips list={list} names={stockGap.items} meanings={MEANINGS} />,
        }}
        toolbar={(list) => mayPush && <Button onClick={() => setFullOf(shopOf(list))}>全量推送</Button>}
        chosen={(list) => (
          <>
            {mayPush && <ForChosen list={list} title="立即同步" run={resend} />}
            {mayLock && <ForChosen list={list} title="锁定0" run={lock} />}
            {mayLock && <ForChosen list={list} title="解除锁定" run={unlock} />}
          </>
        )}
      />
      {explained && <QuantityFormula row={explained} onClose={() => setExplained(null)} />}
      {fullOf !== null && <FullPush start={fullOf} onClose={() => setFullOf(null)} />}
    </>
  );
}

const figure = (key: 'sellable' | 'wantedQty' | 'shownQty', width: number): ColumnSpec<StockRow> => ({
  key,
  width,
  align: 'right',
  sortable: false,
  figure: (row) => grouped(row[key]),
  render: (row) =>
    row[key] === null ? (
      <span className="ch-weak">未推送</span>
    ) : (
      <span className="wb-number">{grouped(row[key])}</span>
    ),
});

const COLUMNS: readonly ColumnSpec<StockRow>[] = [
  { key: 'channelSku', width: 190, isWhole: true, under: ['title'] },
  { key: 'skuId', isFaced: true, isWhole: true, width: 190 },
  { key: 'channelWarehouseCode', width: 120, under: ['accountId'] },
  figure('sellable', 80),
  { key: 'rule', width: 96, isWhole: true, sortable: false, under: ['stopped'] },
  figure('wantedQty', 80),
  figure('shownQty', 80),
  {
    key: 'difference',
    width: 88,
    align: 'right',
    sortable: false,
    figure: (row) => String(row.difference ?? ''),
    render: ({ difference, gap }) =>
      gap === 'same' ? (
        <span className="wb-none">—</span>
      ) : (
        <span className="ch-gap wb-number">{signed(difference ?? 0)}</span>
      ),
  },
  {
    key: 'result',
    width: 170,
    sortable: false,
    under: ['resultError', { key: 'pushedAt', isWhole: true, text: ({ pushedAt }) => pushedAt ?? '' }],
  },
];

/** The one shop that the list is filtered for, or that all its rows are of. */
function shopOf({ params, rows }: ListHandle<StockRow>): string {
  const filtered = params.filters['accountId'] ?? '';
  if (filtered !== '') return filtered.includes(',') ? '' : filtered;
  const shops = new Set(rows.map(({ accountId }) => accountId));
  return shops.size === 1 ? ([...shops][0] ?? '') : '';
}

const signed = (units: number): string => (units > 0 ? `+${grouped(units)}` : grouped(units));

const MEANINGS = {
  differs: '应推数量与平台的不同，或还没有确认平台收到',
  never: '平台还没有收到过数量',
  same: '平台显示的就是应推数量',
};

/** A button for the rows that are ticked. */
function ForChosen({
  list: { selection, clearSelection },
  title,
  run,
}: {
  list: ListHandle<StockRow>;
  title: string;
  run: (rows: readonly StockRow[]) => Promise<boolean>;
}): ReactNode {
  const rows = selection.mode === 'rows' ? selection.rows : [];
  const reason =
    selection.mode === 'all'
      ? '请逐行勾选；整个店铺用“全量推送”'
      : rows.length > MOST_STOCK_ROWS
        ? `一次最多 ${MOST_STOCK_ROWS} 行`
        : undefined;
  return (
    <Button
      disabled={reason !== undefined}
      title={reason}
      onClick={() => void run(rows).then((isDone) => isDone && clearSelection())}
    >
      {title}
    </Button>
  );
}

/** @returns whether it was done */
async function carriedOut(act: () => Promise<string>): Promise<boolean> {
  try {
    toast.done(await act());
    return true;
  } catch (error) {
    toastError(error);
    return false;
  } finally {
    for (const resource of [channelStock, stockPush, inventorySyncRule]) void refreshResource(resource);
  }
}

const placeOf = (row: StockRow): StockPlaceRef => ({
  channelProductId: row.channelProductId,
  code: row.channelWarehouseCode,
});

const resend = (rows: readonly StockRow[]): Promise<boolean> =>
  carriedOut(async () => {
    const { rows: count } = await fetchRoute(resendStockRoute, { body: { rows: rows.map(placeOf) } });
    return `已排队，${count} 行将重新推送并核对`;
  });

const listingsOf = (rows: readonly StockRow[]): string[] => [
  ...new Set(rows.map(({ channelProductId }) => channelProductId)),
];

async function lock(rows: readonly StockRow[]): Promise<boolean> {
  const channelProductIds = listingsOf(rows);
  const isAgreed = await confirmAction({
    title:
      channelProductIds.length === 1
        ? `锁定 ${rows[0]?.channelSku} 为 0？`
        : `锁定 ${channelProductIds.length} 个渠道产品为 0？`,
    content: '该店铺所有渠道仓都推 0，直到解除锁定；一次归零太多会熔断，等待放行。',
    okText: '锁定0',
  });
  if (!isAgreed) return false;
  return carriedOut(async () => {
    const { changed, unchanged } = await fetchRoute(lockStockRoute, { body: { channelProductIds } });
    return unchanged > 0 ? `已锁定 ${changed} 个，${unchanged} 个本来就已锁定` : `已锁定 ${changed} 个`;
  });
}

const unlock = (rows: readonly StockRow[]): Promise<boolean> =>
  carriedOut(async () => {
    const body = { channelProductIds: listingsOf(rows) };
    const { changed, unchanged } = await fetchRoute(unlockStockRoute, { body });
    return unchanged > 0 ? `已解除 ${changed} 个，${unchanged} 个没有单独锁定` : `已解除 ${changed} 个`;
  });
