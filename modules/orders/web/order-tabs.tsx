import { TimeLeft, type ColumnSpec, type FilterSpec } from '#kit/web/index.ts';
import type { OrderMove } from '../model/order-lifecycle.ts';
import { EnvironmentTag } from './environment-tag.tsx';
import { HoldTags } from './hold-tags.tsx';
import type { OrderRow } from './order-row.ts';
import { StockCell } from './stock-cell.tsx';

type Columns = readonly ColumnSpec<OrderRow>[];

const number: ColumnSpec<OrderRow> = { key: 'channelOrderNo', width: 132 };
const goods: ColumnSpec<OrderRow> = {
  key: 'itemSummary',
  title: '商品（渠道SKU×数量）',
  width: 240,
  render: (row) => <Goods row={row} />,
};
const holds: ColumnSpec<OrderRow> = {
  key: 'holds',
  width: 150,
  render: (row) => <HoldTags id={row.id} holds={row.holds} />,
};
const stock: ColumnSpec<OrderRow> = {
  key: 'stock',
  title: '预占/待发',
  width: 96,
  align: 'right',
  render: (row) => <StockCell row={row} />,
};
const acceptIn: ColumnSpec<OrderRow> = {
  key: 'acceptDeadline',
  title: '接单倒计时',
  width: 122,
  render: (row) => <TimeLeft until={row.acceptDeadline} />,
};
const shipIn: ColumnSpec<OrderRow> = {
  key: 'shipBy',
  title: '发货倒计时',
  width: 122,
  render: (row) => <TimeLeft until={row.shipBy} nearHours={24} />,
};
const place: ColumnSpec<OrderRow> = {
  key: 'shipToState',
  title: '收货地',
  width: 140,
  render: ({ shipToCity, shipToState, shipToCountry }) =>
    [shipToCity, shipToState, shipToCountry].filter(Boolean).join(', ') || '—',
};
const cancelledWho = (row: OrderRow): string =>
  row.cancelledBy ?? row.cancelledSide_dictText ?? '—';
const sync = (
  key: 'acceptSync' | 'shipSync' | 'cancelSync',
  title: string,
): ColumnSpec<OrderRow> => ({
  key,
  title,
  width: 96,
  render: (row) => (
    <span
      className={row[key] === 'failed' ? 'or-bad' : row[key] === 'none' ? 'or-weak' : undefined}
    >
      {row[key] === 'none' ? '—' : String(row[`${key}_dictText`] ?? '')}
    </span>
  ),
});
const shop: ColumnSpec<OrderRow> = { key: 'accountId', width: 140 };
const tail: Columns = ['total', shop, 'orderType', 'orderNo'];

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
      number,
      goods,
      holds,
      stock,
      acceptIn,
      shipIn,
      'total',
      'warehouseId',
      place,
      'orderedAt',
      'status',
      shop,
      'shipSpeed',
      'orderType',
      'orderNo',
    ],
    filters: ['shipBy', 'acceptDeadline', 'orderedAt', 'orderType', 'status'],
    batch: [
      'accept',
      'remark',
      'hold',
      'release',
      'acceptPrice',
      'reallocate',
      'reject',
      'cancel',
      'submit',
      'discard',
    ],
    sort: { field: 'acceptDeadline', order: 'asc' },
  },
  shipping: {
    columns: [
      number,
      goods,
      'status',
      shipIn,
      holds,
      stock,
      'warehouseId',
      'shipMethodId',
      { key: 'boxCount', width: 64 },
      { key: 'labelStatus', width: 92 },
      'trackingNo',
      sync('acceptSync', '接单同步'),
      place,
      'shipSpeed',
      'orderedAt',
      ...tail,
    ],
    filters: ['shipBy', 'status', 'shipMethodId', 'trackingNo', 'acceptSync', 'orderedAt'],
    batch: ['start', 'remark', 'hold', 'release', 'reallocate', 'cancel'],
    sort: { field: 'shipBy', order: 'asc' },
  },
  shipped: {
    columns: [
      number,
      goods,
      'status',
      'trackingNo',
      'shippedAt',
      sync('shipSync', 'ASN状态'),
      'warehouseId',
      'shipMethodId',
      { key: 'boxCount', width: 64 },
      place,
      'orderedAt',
      ...tail,
    ],
    filters: ['shippedAt', 'status', 'trackingNo', 'shipMethodId', 'shipSync', 'orderedAt'],
    batch: ['remark', 'deliver', 'complete'],
  },
  cancelled: {
    columns: [
      number,
      goods,
      'status',
      'cancelledAt',
      { key: 'cancelledSide', render: cancelledWho },
      sync('cancelSync', '平台同步'),
      'labelLoss',
      place,
      'orderedAt',
      ...tail,
    ],
    filters: ['cancelledAt', 'status', 'cancelSync', 'labelLoss', 'orderedAt'],
    batch: ['remark'],
  },
};

/** A part number may be cut off, its quantity never: `×1…` would be another one. */
function Part({ text }: { text: string }) {
  const at = text.lastIndexOf('×');
  return (
    <span className="or-part">
      <span>{text.slice(0, at)}</span>
      <span>{text.slice(at)}</span>
    </span>
  );
}

/** Two part numbers, the others by their count; all of them on pointing. */
function Goods({ row }: { row: OrderRow }) {
  const all = (row.itemSummary ?? '').split(' ').filter(Boolean);
  if (all.length === 0 && row.environment !== 'sandbox') return <span className="wb-none">—</span>;
  return (
    <span className="or-goods" title={all.join('\n')}>
      <EnvironmentTag environment={row.environment} />
      {all.slice(0, 2).map((one) => (
        <Part key={one} text={one} />
      ))}
      {all.length > 2 && <span className="or-weak">等{all.length}种</span>}
    </span>
  );
}
