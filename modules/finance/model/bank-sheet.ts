import { date, price, text, type Values } from '#kit/model/field.ts';
import { MOST_AMOUNT } from '#kit/model/money.ts';

const amount = (title: string, hint: string) => price(title, { min: -MOST_AMOUNT, max: MOST_AMOUNT, hint });

/** 银行流水 by a sheet of a bank: one column with a sign, or one for what came in and one for what went out. */
export const BANK_SHEET = {
  accountNo: text('账号', { max: 64 }),
  bookedOn: date('交易日期', { required: true }),
  amount: amount('交易金额', '收入为正，支出为负'),
  income: amount('收入金额', '进账的金额'),
  expense: amount('支出金额', '出账的金额'),
  currency: text('币种', { max: 3, rule: 'currencyCode', hint: '留空则同格式里的币种，没有写的按本位币' }),
  counterparty: text('对方户名', { max: 500 }),
  memo: text('摘要', { max: 2000 }),
  bankRef: text('银行流水号', { max: 64 }),
  ourRef: text('我方参考号', { max: 64 }),
  balance: amount('账户余额', '这笔之后的余额'),
} as const;

/** What banks call the columns; names are matched whatever their case and spaces. */
export const BANK_TITLES = {
  accountNo: ['本方账号', '我方账号', 'Account Number', 'IBAN'],
  bookedOn: ['记账日期', '入账日期', '交易时间', 'Booking Date', 'Transaction Date', 'Posting Date'],
  amount: ['发生额', 'Transaction Amount'],
  income: ['收入', '贷方发生额', '贷方金额', '存入金额', 'Credit', 'Credit Amount', 'Paid In', 'Deposits'],
  expense: ['支出', '借方发生额', '借方金额', '支取金额', 'Debit', 'Debit Amount', 'Paid Out', 'Withdrawals'],
  currency: ['Currency'],
  counterparty: ['对方', '对方名称', '对方账户名称', 'Counterparty', 'Payee', 'Beneficiary', 'Payer'],
  memo: ['用途', '附言', '备注', 'Description', 'Details', 'Narrative', 'Memo'],
  bankRef: ['流水号', '交易流水号', '凭证号', 'Bank Reference', 'Transaction ID', 'Reference'],
  ourRef: ['客户参考号', 'Customer Reference', 'End To End ID'],
  balance: ['余额', '本次余额', 'Balance', 'Running Balance'],
} as const satisfies Partial<Record<keyof typeof BANK_SHEET, readonly string[]>>;

export type BankSheetRow = Values<typeof BANK_SHEET>;
