import { date, link, price, text, type Values } from '#kit/model/field.ts';
import { MOST_AMOUNT } from '#kit/model/money.ts';

/** 回款单 by a sheet: a row for each line; what belongs to the remittance may stand in each of its rows or in one. */
export const REMITTANCE_SHEET = {
  accountId: link('店铺', 'base:channelAccount', { hint: '留空则按PO号和发票号找' }),
  channelRemitNo: text('平台回款号', { required: true, max: 64 }),
  payDate: date('付款日'),
  currency: text('币种', { max: 3, rule: 'currencyCode', hint: '留空则同店铺的结算币种' }),
  netAmount: price('净额', { min: -MOST_AMOUNT, max: MOST_AMOUNT, hint: '银行实际到账的金额' }),
  bankRef: text('银行流水号', { max: 64 }),
  kind: text('类型', { max: 255, hint: '留空则按说明和正负判断' }),
  poNo: text('PO号', { max: 64 }),
  invoiceNo: text('发票号', { max: 64 }),
  amount: price('金额', { required: true, min: -MOST_AMOUNT, max: MOST_AMOUNT, hint: '付给我们的为正，扣掉的为负' }),
  code: text('平台代码', { max: 64 }),
  description: text('说明', { max: 500 }),
} as const;

/** What files of channels call the columns; names are matched whatever their case and spaces. */
export const REMITTANCE_TITLES = {
  accountId: ['Store', 'Store Name', 'Shop'],
  channelRemitNo: [
    'Remittance Number',
    'Remittance No',
    'Remittance ID',
    'Payment Number',
    'Payment No',
    'Check Number',
    'Check No',
    'EFT Number',
    '回款号',
  ],
  payDate: ['Payment Date', 'Pay Date', 'Check Date', 'Remittance Date', '付款日期', '回款日期'],
  currency: ['Currency', 'Currency Code'],
  netAmount: ['Net Amount', 'Payment Amount', 'Check Amount', 'Total Paid', 'Net Payment', '到账金额', '回款净额'],
  bankRef: ['Bank Reference', 'Bank Ref', 'Trace Number', 'Wire Reference', '流水号'],
  kind: ['Type', 'Line Type', 'Transaction Type', 'Document Type', 'Category'],
  poNo: ['PO Number', 'PO', 'Purchase Order', 'Purchase Order Number', 'Order Number'],
  invoiceNo: ['Invoice Number', 'Invoice No', 'Invoice', 'Invoice #'],
  amount: ['Amount', 'Line Amount', 'Paid Amount', 'Amount Paid', 'Net Line Amount', '行金额', '付款金额'],
  code: ['Code', 'Reason Code', 'Adjustment Code', 'Fee Code'],
  description: ['Description', 'Reason', 'Comment', 'Comments', 'Memo', '备注', '原因'],
} as const satisfies Partial<Record<keyof typeof REMITTANCE_SHEET, readonly string[]>>;

export type RemittanceSheetRow = Values<typeof REMITTANCE_SHEET>;

/** What is said of the remittance, not of a line: its rows say the same, or nothing. */
export const REMITTANCE_HEAD_KEYS = [
  'payDate',
  'currency',
  'netAmount',
  'bankRef',
] as const satisfies readonly (keyof RemittanceSheetRow)[];
