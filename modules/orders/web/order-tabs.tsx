import { TimeLeft, TimeThere, type ColumnSpec, type FilterSpec } from '#kit/web/index.ts';
import type { OrderMove } from '../model/order-lifecycle.ts';
import { GoodsCodes, goodsCodes, GoodsNames, goodsNames } from './goods-cells.tsx';
import { HoldTags } from './hold-tags.tsx';
import { nextDeadline } from '../model/next-deadline.ts';
import type { OrderRow } from './order-row.ts';
import { StockCell } from './stock-cell.tsx';

type Columns = readonly ColumnSpec<OrderRow>[];

const goods: ColumnSpec<OrderRow> = {
  key: 'itemSummary',
  title: '商品',
  width: 220,
  text: goodsNames,
  render: (row) => <GoodsNames row={row} />,
  pictureOf: (row) => row.goods?.[0]?.picture ?? null,
  under: [
    {
      key: 'goodsCodes',
      title: 'SKU × 数量',
      width: 200,
      text: goodsCodes,
      render: (row) => <GoodsCodes row={row} />,
    },
  ],
};
/** Orders of one number are distinguished by their turn. */
const split: ColumnSpec<OrderRow> = {
  key: 'splitSeq',
  width: 72,
  text: (row) => splitText(row),
  isBlank: (row) => row.splitSeq <= 0,
  render: (row) => splitText(row),
};
const splitText = ({ splitSeq }: OrderRow): string => (splitSeq > 0 ? `拆分${splitSeq}` : '');
const number: ColumnSpec<OrderRow> = {
  key: 'channelOrderNo',
  width: 190,
  under: [split, { key: 'accountId', width: 140 }, 'shipToName'],
};
const holds: ColumnSpec<OrderRow> = {
  key: 'holds',
  width: 150,
  render: (row) => <HoldTags id={row.id} holds={row.holds} />,
  isBlank: (row) => (row.holds ?? []).length === 0,
};
const stock: ColumnSpec<OrderRow> = {
  key: 'stock',
  title: '预占/待发',
  width: 96,
  render: (row) => <StockCell row={row} />,
};
/** A clock that runs to what waits for us next, and below it which it is and when it ends where the goods stand. */
const countdown = (key: 'acceptDeadline' | 'shipBy'): ColumnSpec<OrderRow> => ({
  key,
  title: '倒计时',
  width: 148,
  isBlank: (row) => nextDeadline(row) === null,
  render: (row) => {
    const next = nextDeadline(row);
    return <TimeLeft until={next?.at} nearHours={next?.nearHours} />;
  },
  under: [
    {
      key: `${key}There`,
      title: '仓库时间',
      width: 150,
      isBlank: (row) => nextDeadline(row) === null,
      render: (row) => {
        const next = nextDeadline(row);
        return (
          next && (
            <>
              {next.what} <TimeThere at={next.at} zone={row.warehouseZone} />
            </>
          )
        );
      },
    },
  ],
});
const place: ColumnSpec<OrderRow> = {
  key: 'shipToState',
  title: '收货地',
  width: 140,
  text: (row) => placeOf(row),
  isBlank: (row) => placeOf(row) === '',
  render: (row) => placeOf(row) || '—',
};
/** What presses more than usual says so; what does not says nothing. */
const priority: ColumnSpec<OrderRow> = {
  key: 'priority',
  width: 72,
  isBlank: (row) => row.priority === 'normal',
  render: (row) =>
    row.priority === 'normal' ? '—' : <span className="or-priority">{row.priority_dictText}</span>,
};
/** Units that were accepted for a later day. */
const backorder: ColumnSpec<OrderRow> = {
  key: 'backorderDate',
  width: 132,
  isBlank: (row) => !row.backorderDate,
  text: (row) => (row.backorderDate ? `缺货待补 ${row.backorderDate.slice(5)}` : ''),
  render: (row) =>
    row.backorderDate ? (
      <span className="or-hold">缺货待补 {row.backorderDate.slice(5)}</span>
    ) : (
      '—'
    ),
};
const state = (...under: Columns): ColumnSpec<OrderRow> => ({
  key: 'status',
  width: 124,
  under: [priority, holds, 'tagIds', ...under],
});
const warehouse = (...under: Columns): ColumnSpec<OrderRow> => ({
  key: 'warehouseId',
  width: 136,
  under,
});
const sync = (
  key: 'acceptSync' | 'shipSync' | 'cancelSync',
  title: string,
  words?: (row: OrderRow) => string | null,
): ColumnSpec<OrderRow> => ({
  key,
  title,
  width: 96,
  isBlank: (row) => row[key] === 'none',
  render: (row) => (
    <span className={row[key] === 'failed' ? 'or-bad' : undefined}>
      {row[key] === 'none'
        ? '—'
        : (words?.(row) ?? `${title.slice(0, -2)}${row[`${key}_dictText`] ?? ''}`)}
    </span>
  ),
});
const boxes: ColumnSpec<OrderRow> = {
  key: 'boxCount',
  width: 64,
  isBlank: (row) => row.boxCount === null,
  render: (row) => (row.boxCount === null ? '—' : `${row.boxCount} 箱`),
};
const amount: ColumnSpec<OrderRow> = { key: 'total', width: 116, under: ['orderType'] };
const ordered: ColumnSpec<OrderRow> = {
  key: 'orderedAt',
  width: 150,
  text: (row) => `下单 ${row.orderedAt.slice(5, 16)}`,
  render: (row) => `下单 ${row.orderedAt.slice(5, 16)}`,
};
/** Until when it may come back; nothing to say before it was delivered. */
const returnable: ColumnSpec<OrderRow> = {
  key: 'returnUntil',
  width: 150,
  isBlank: (row) => row.returnUntil === null,
  text: (row) => (row.returnUntil ? `可退至 ${row.returnUntil.slice(0, 10)}` : ''),
  render: (row) => (row.returnUntil ? `可退至 ${row.returnUntil.slice(0, 10)}` : '—'),
};
const spare = (...columns: Columns): ColumnSpec<OrderRow>[] =>
  columns.map((one) => ({ ...(typeof one === 'string' ? { key: one } : one), isSpare: true }));

const placeOf = ({ shipToCity, shipToState, shipToCountry }: OrderRow): string =>
  [shipToCity, shipToState, shipToCountry].filter(Boolean).join(', ');
const cancelledWho = (row: OrderRow): string =>
  row.cancelledBy ?? row.cancelledSide_dictText ?? '—';

/** What a clerk has to know of a cancellation that the channel does not have: where it is to be done. */
const cancelWords = ({ cancelSync }: OrderRow): string | null =>
  cancelSync === 'failed'
    ? '平台未取消，请到平台处理'
    : cancelSync === 'pending'
      ? '平台取消中'
      : null;

interface OrderTab {
  columns: Columns;
  /** Beside those that every tab has. */
  filters: readonly FilterSpec<OrderRow>[];
  /** Moves of many orders at once. */
  batch: readonly OrderMove[];
  sort?: { field: keyof OrderRow; order: 'asc' | 'desc' };
}

/**
 * What a clerk looks at, asks for and does in each tab. What is urgent stands first: what runs out
 * before what does not, and what is over, latest first.
 */
export const ORDER_TABS: Readonly<Record<string, OrderTab>> = {
  pending: {
    columns: [
      goods,
      number,
      state(),
      countdown('acceptDeadline'),
      warehouse(stock, 'shipSpeed'),
      amount,
      {
        key: 'orderedAt',
        width: 136,
        render: (row) => row.orderedAt.slice(0, 16),
        under: [place],
      },
      ...spare('shipBy', 'orderNo'),
    ],
    filters: ['shipBy', 'acceptDeadline', 'priority', 'orderedAt', 'orderType', 'status'],
    batch: [
      'accept',
      'remark',
      'hold',
      'release',
      'acceptPrice',
      'reallocate',
      'setPriority',
      'setShipMethod',
      'reject',
      'cancel',
      'submit',
      'discard',
    ],
    sort: { field: 'acceptDeadline', order: 'asc' },
  },
  shipping: {
    columns: [
      goods,
      number,
      state(backorder, sync('acceptSync', '接单同步')),
      countdown('shipBy'),
      warehouse(stock, 'shipMethodId'),
      { key: 'trackingNo', width: 150, under: [{ key: 'labelStatus', width: 92 }, boxes] },
      amount,
      ...spare('orderedAt', place, 'shipSpeed', 'orderNo'),
    ],
    filters: [
      'shipBy',
      'status',
      'priority',
      'shipMethodId',
      'trackingNo',
      'acceptSync',
      'backorderDate',
      'orderedAt',
    ],
    batch: [
      'start',
      'setPriority',
      'setShipMethod',
      'remark',
      'hold',
      'release',
      'reallocate',
      'cancel',
    ],
    sort: { field: 'shipBy', order: 'asc' },
  },
  shipped: {
    columns: [
      goods,
      number,
      state(sync('shipSync', 'ASN状态')),
      { key: 'trackingNo', width: 170, under: ['shipMethodId', boxes] },
      { key: 'shippedAt', under: [returnable, ordered] },
      warehouse(place),
      amount,
      ...spare('orderNo'),
    ],
    filters: [
      'shippedAt',
      'status',
      'returnUntil',
      'trackingNo',
      'shipMethodId',
      'shipSync',
      'orderedAt',
    ],
    batch: ['remark', 'deliver', 'complete'],
  },
  cancelled: {
    columns: [
      goods,
      number,
      {
        key: 'status',
        under: ['tagIds', { key: 'cancelledSide', render: cancelledWho, text: cancelledWho }],
      },
      { key: 'cancelledAt', under: [ordered] },
      sync('cancelSync', '平台同步', cancelWords),
      'labelLoss',
      amount,
      ...spare(place, 'orderNo'),
    ],
    filters: ['cancelledAt', 'status', 'cancelSync', 'labelLoss', 'orderedAt'],
    batch: ['reopen', 'remark'],
  },
};
