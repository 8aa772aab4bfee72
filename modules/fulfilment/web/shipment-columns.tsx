import type { ReactNode } from 'react';
import { text } from '#kit/model/field.ts';
import type { WireRow } from '#kit/model/row.ts';
import { HiddenRowTag, cellOf, TimeLeft, TimeThere, type ColumnSpec, type FilterSpec } from '#kit/web/index.ts';
import { numbersShown } from '#modules/orders/model/numbers-shown.ts';
import { goodsCodesOf, goodsCodeShown, goodsNamesOf } from '#modules/orders/model/order-goods.ts';
import type { ShipmentFace } from '../model/shipment-face.ts';
import { shipment } from '../model/shipment.ts';
import './packing/packing.css';

export type ShipmentRow = WireRow<typeof shipment> & Partial<ShipmentFace>;

const fault = (key: 'labelError' | 'labelHold' | 'noticeError', title: string): ColumnSpec<ShipmentRow> => ({
  key,
  title,
  width: 150,
  isBlank: (row) => !row[key],
  text: (row) => row[key] ?? '',
  render: (row) =>
    row[key] ? (
      <span className="pk-missing" title={row[key]}>
        {row[key]}
      </span>
    ) : (
      <span className="wb-none">—</span>
    ),
});

/** What presses more than usual says so; what does not says nothing. */
const PRIORITY: ColumnSpec<ShipmentRow> = {
  key: 'priority',
  width: 72,
  isBlank: (row) => row.priority === 'normal',
  render: (row) => (row.priority === 'normal' ? '—' : <span className="pk-missing">{row.priority_dictText}</span>),
};

/** How long the goods may still wait, and when that ends where they stand. */
const LEAVES_BY: ColumnSpec<ShipmentRow> = {
  key: 'leaveBy',
  width: 136,
  isBlank: (row) => row.leaveBy === null,
  text: (row) => row.leaveBy ?? '',
  render: (row) => <TimeLeft until={row.leaveBy} nearHours={24} />,
  under: [
    {
      key: 'shipByThere',
      title: '仓库时间',
      width: 136,
      isBlank: (row) => row.leaveBy === null,
      render: (row) => row.leaveBy && <TimeThere at={row.leaveBy} zone={row.warehouseZone} />,
    },
    {
      key: 'shippedAt',
      width: 136,
      isBlank: (row) => row.shippedAt === null,
      text: (row) => (row.shippedAt ? `出库 ${row.shippedAt.slice(5, 16)}` : ''),
      render: (row) => (row.shippedAt ? `出库 ${row.shippedAt.slice(5, 16)}` : ''),
    },
    {
      key: 'isScanLate',
      width: 84,
      isBlank: (row) => !row.isScanLate,
      render: () => <span className="pk-missing">揽收超时</span>,
    },
  ],
};

const codesOf = (row: ShipmentRow): string => goodsCodeShown(row.goods ?? [], row.kinds ?? 0);

const GOODS: ColumnSpec<ShipmentRow> = {
  key: 'goods',
  title: '商品',
  width: 190,
  text: (row) => goodsNamesOf(row.goods ?? []),
  render: (row) => goodsNamesOf(row.goods ?? []),
  pictureOf: (row) => row.goods?.[0]?.picture ?? null,
  under: [
    {
      key: 'goodsCodes',
      title: 'SKU × 数量',
      isWhole: true,
      text: codesOf,
      render: (row) => <span title={goodsCodesOf(row.goods ?? [], row.kinds ?? 0)}>{codesOf(row)}</span>,
    },
  ],
};

const jointText = (row: ShipmentRow): string => {
  if (row.leadId) return `随 ${row.leadId_dictText ?? ''}`;
  return row.partnerCount > 0 ? `合并 ${row.partnerCount + 1} 单` : '';
};

/** Nobody is to take a test order's parcel for one that is sold. */
function OrderNumber({ row }: { row: ShipmentRow }): ReactNode {
  const { Show } = cellOf('link');
  return (
    <>
      <HiddenRowTag of={shipment} row={row} />
      <Show field={shipment.fields.orderId} name="orderId" value={row.orderId} row={row} />
    </>
  );
}

/** Goods first, then which shipment it is, how far, until when, and how it travels. */
export const SHIPMENT_COLUMNS: readonly ColumnSpec<ShipmentRow>[] = [
  GOODS,
  {
    key: 'shipmentNo',
    width: 148,
    under: [
      {
        key: 'orderId',
        title: 'PO号',
        width: 156,
        isWhole: true,
        render: (row) => <OrderNumber row={row} />,
        text: (row) => row.orderId_dictText ?? '',
      },
    ],
  },
  {
    key: 'status',
    under: [
      PRIORITY,
      fault('labelError', '面单错误'),
      fault('labelHold', '面单待处理'),
      fault('noticeError', 'ASN错误'),
    ],
  },
  LEAVES_BY,
  { key: 'warehouseId', under: [{ key: 'shipMethodId', isWhole: true }] },
  {
    key: 'trackingNo',
    width: 170,
    isWhole: true,
    text: (row) => numbersShown(row.trackingNo),
    isBlank: (row) => !row.trackingNo,
    render: (row) =>
      row.trackingNo ? (
        <span title={row.trackingNo}>{numbersShown(row.trackingNo)}</span>
      ) : (
        <span className="wb-none">—</span>
      ),
    under: ['carrierCode', { key: 'class', width: 84 }],
  },
  {
    key: 'boxCount',
    width: 96,
    under: [{ key: 'unitCount', width: 64, render: (row) => `${row.unitCount} 件` }, 'weightG'],
  },
  { key: 'noticeStatus', width: 90, under: ['pickupDate'] },
  { key: 'accountId', width: 140, hiddenByDefault: true },
  { key: 'waveId', title: '波次', width: 140, under: ['waveSlot'], hiddenByDefault: true },
  { key: 'handoverId', width: 140, under: ['handoverStatus'], hiddenByDefault: true },
  { key: 'createTime', hiddenByDefault: true },
  {
    key: 'leadId',
    title: '合并',
    width: 132,
    hiddenByDefault: true,
    text: (row) => jointText(row),
    render: (row) => jointText(row) || <span className="wb-none">—</span>,
    isBlank: (row) => jointText(row) === '',
  },
  { key: 'environment', width: 72, hiddenByDefault: true },
];

/** What is looked for among them. */
export const SHIPMENT_FILTERS: readonly FilterSpec<ShipmentRow>[] = [
  { key: 'keyword', field: text('查找', { hint: '发货单号、PO号、运单号、箱号' }) },
  'warehouseId',
  'shipMethodId',
  'accountId',
  'environment',
  'status',
  'orderType',
  'trackingNo',
  'class',
  'waveId',
  'handoverStatus',
  'handoverId',
  'noticeStatus',
  'labelError',
  'labelHold',
  'isScanLate',
  'leaveBy',
  'pickupDate',
  'shippedAt',
  'createTime',
  'leadId',
];
