import { choice, date, integer, link, price, quantity, text, type Values } from '#kit/model/field.ts';
import { returnType } from '#modules/aftersales/model/return-order.ts';

/**
 * 退货 by a sheet, or by the report file of a marketplace: a row for each line of an RA, in any order. The same
 * RA once more is the same return.
 */
export const RETURN_SHEET = {
  accountId: link('店铺', 'base:channelAccount', { required: true }),
  raNo: text('RA号', { required: true, max: 64 }),
  channelOrderNo: text('PO号', { max: 64 }),
  channelSku: text('渠道SKU', { max: 64 }),
  skuCode: text('SKU', { max: 64 }),
  qty: quantity('数量', { required: true, min: 1, max: 100_000 }),
  reasonCode: text('原因编码', { max: 32 }),
  returnDate: date('退货日期'),
  type: choice('类型', returnType),
  unitCredit: price('单件退款', { min: 0, max: 1_000_000 }),
  carrier: text('退货承运商', { max: 64 }),
  trackingNo: text('退货运单号', { max: 64, written: 'trackingNo', carriedBy: 'carrier' }),
  warehouseCode: text('退回仓编码', { max: 64 }),
  remark: text('备注', { max: 255 }),
  lineNo: integer('行号', { min: 1, max: 9999 }),
} as const;

export type ReturnSheetRow = Values<typeof RETURN_SHEET>;

/** Headings of report files, in English. */
export const RETURN_REPORT: Readonly<Partial<Record<keyof typeof RETURN_SHEET, string[]>>> = {
  accountId: ['Store Name', 'Store'],
  raNo: ['RA Number', 'RA', 'RMA Number', 'RMA', 'Return Authorization'],
  channelOrderNo: ['PO Number', 'PO'],
  channelSku: ['Part Number', 'Supplier Part Number', 'Item Number'],
  qty: ['Quantity', 'Qty', 'Return Quantity'],
  reasonCode: ['Reason Code', 'Return Reason', 'Reason'],
  returnDate: ['Return Date', 'Date'],
  carrier: ['Carrier', 'Carrier Name'],
  trackingNo: ['Tracking Number', 'Tracking'],
  remark: ['Comments', 'Notes'],
};

/** What is said of the return, not of a line: rows of one RA say the same, or nothing. */
export const RETURN_HEAD = [
  'channelOrderNo',
  'reasonCode',
  'returnDate',
  'type',
  'carrier',
  'trackingNo',
  'warehouseCode',
  'remark',
] as const satisfies readonly (keyof ReturnSheetRow)[];
