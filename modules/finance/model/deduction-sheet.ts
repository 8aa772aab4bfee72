import { date, link, price, text, type Values } from '#kit/model/field.ts';
import { MOST_AMOUNT } from '#kit/model/money.ts';
import { defineRoute } from '#kit/model/route.ts';
import { deduction } from './deduction.ts';

/** Rows of a sheet of deductions at most. */
export const MOST_DEDUCTION_ROWS = 20_000;

/** 扣款 by a sheet: a row for each. */
export const DEDUCTION_SHEET = {
  accountId: link('店铺', 'base:channelAccount', { hint: '留空则按PO号找' }),
  channelDeductionNo: text('平台扣款号', { max: 64 }),
  poNo: text('PO号', { max: 64 }),
  kind: text('类型', { max: 255 }),
  amount: price('金额', { required: true, min: -MOST_AMOUNT, max: MOST_AMOUNT, hint: '扣掉的金额；正负都按扣掉的算' }),
  currency: text('币种', { max: 3, rule: 'currencyCode', hint: '留空则同店铺的结算币种' }),
  postedOn: date('公布日', { required: true }),
  channelSku: text('渠道SKU', { max: 64 }),
  reason: text('平台说明', { max: 500 }),
} as const;

/** What files of channels call the columns; names are matched whatever their case and spaces. */
export const DEDUCTION_TITLES = {
  accountId: ['Store', 'Store Name', 'Shop'],
  channelDeductionNo: [
    'Deduction Number',
    'Deduction No',
    'Deduction ID',
    'Chargeback Number',
    'Debit Memo Number',
    'Reference Number',
  ],
  poNo: ['PO Number', 'PO', 'Purchase Order', 'Purchase Order Number', 'Order Number'],
  kind: ['Type', 'Types', 'Deduction Type', 'Category'],
  amount: ['Amount', 'Deduction Amount', 'Total Amount', 'Total', '扣款金额'],
  currency: ['Currency', 'Currency Code'],
  postedOn: ['Date', 'Posted Date', 'Deduction Date', 'Created Date', 'Posting Date', '公布日期', '日期'],
  channelSku: ['Part', 'Part Number', 'Supplier Part Number', 'SKU', 'Item Number'],
  reason: ['Reason', 'Reasons', 'Description', 'Comment', 'Comments', '说明', '原因'],
} as const satisfies Partial<Record<keyof typeof DEDUCTION_SHEET, readonly string[]>>;

export type DeductionSheetRow = Values<typeof DEDUCTION_SHEET>;

const { accountId, channelDeductionNo, type, poNo, currency, amount, postedAt, channelSku, reason } = deduction.fields;

/** What 新增 of a deduction asks. */
export const DEDUCTION_FORM = {
  accountId,
  channelDeductionNo,
  type,
  poNo,
  currency,
  amount,
  postedAt,
  channelSku,
  reason,
} as const;

/** 证据包: one PDF of all that we know of what a deduction is about. */
export const evidencePackRoute = defineRoute({
  method: 'GET',
  path: '/finance/deduction/:id/evidencePack',
  access: { permission: 'finance:deduction:list' },
  summary: '扣款证据包',
  givesFile: true,
});
