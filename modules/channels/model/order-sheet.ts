import { address, addressKeys } from '#kit/model/address.ts';
import { datetime, integer, link, price, quantity, text, type Values } from '#kit/model/field.ts';

/**
 * 订单 by a sheet: a row for each line of a PO, in any order. What belongs to the order may stand in
 * each of its rows or in one; where it is missing, it counts as not said.
 */
export const ORDER_SHEET = {
  accountId: link('店铺', 'base:channelAccount', { required: true }),
  channelOrderNo: text('PO号', { required: true, max: 64 }),
  lineNo: integer('行号', { min: 1, max: 9999 }),
  channelSku: text('渠道SKU', { max: 64 }),
  skuCode: text('SKU', { max: 64 }),
  name: text('名称', { max: 255 }),
  qty: quantity('数量', { required: true, min: 1, max: 100_000 }),
  unitPrice: price('单价', { required: true, min: 0 }),
  currency: text('币种', { max: 3, rule: 'currencyCode' }),
  orderedAt: datetime('下单时间'),
  shipBy: datetime('最晚发货'),
  warehouseCode: text('仓库编码', { max: 64 }),
  shipSpeed: text('渠道服务', { max: 64 }),
  carrierCode: text('渠道承运商', { max: 32 }),
  ...address('shipTo'),
} as const;

/** A row as it was read: instants are instants. */
export type OrderSheetRow = Omit<Values<typeof ORDER_SHEET>, 'orderedAt' | 'shipBy'> & {
  orderedAt?: Date | null;
  shipBy?: Date | null;
};

/** What is said of the order, not of a line: rows of one PO say the same, or nothing. */
export const HEAD_KEYS = [
  'currency',
  'orderedAt',
  'shipBy',
  'warehouseCode',
  'shipSpeed',
  'carrierCode',
  ...addressKeys('shipTo'),
] as const satisfies readonly (keyof OrderSheetRow)[];
