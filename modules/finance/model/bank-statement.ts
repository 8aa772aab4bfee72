import { date, integer, link, money, text } from '#kit/model/field.ts';
import { MOST_AMOUNT } from '#kit/model/money.ts';
import { defineView } from '#kit/model/resource.ts';

/** 银行对账: a statement of one of our accounts, its closing balance against our books on that day. */
export const bankStatement = defineView({
  module: 'finance',
  name: 'bankStatement',
  title: '银行对账',
  empty: '把带余额的对账单（camt.053、MT940 或有余额列的表格）拖进报表收件箱，期末余额在这里和账上比。',
  fields: {
    statementNo: text('对账单号', { always: true }),
    accountId: link('账户', 'purchasing:payingAccount', { always: true }),
    currency: text('币种', { always: true }),
    openingOn: date('期初日'),
    opening: money('期初余额', 'currency', { min: -MOST_AMOUNT, always: true }),
    closingOn: date('期末日', { always: true }),
    closing: money('期末余额', 'currency', { min: -MOST_AMOUNT, always: true }),
    books: money('账上余额', 'currency', {
      min: -MOST_AMOUNT,
      always: true,
      hint: '本位币账户取总账的银行存款；外币账户按原币的收付款和付款记录合计',
    }),
    difference: money('差异', 'currency', { min: -MOST_AMOUNT, always: true, hint: '期末余额减账上余额' }),
    openCount: integer('未核对笔数', { always: true }),
    openSum: money('未核对金额', 'currency', {
      min: -MOST_AMOUNT,
      always: true,
      hint: '到期末日还没有核对到收付款的流水合计',
    }),
    lineCount: integer('流水笔数', { always: true }),
    reportFileId: link('报表文件', 'finance:reportFile'),
  },
  label: 'statementNo',
  list: [
    { key: 'closingOn', under: ['statementNo'] },
    { key: 'accountId', under: ['currency'] },
    { key: 'opening', under: ['openingOn'] },
    'closing',
    'books',
    'difference',
    { key: 'openSum', under: ['openCount'] },
    'lineCount',
    'reportFileId',
  ],
  search: ['accountId', 'closingOn', 'statementNo', 'currency', 'difference'],
  sort: { field: 'closingOn', order: 'desc' },
});
