import { choice, date, integer, link, money, text } from '#kit/model/field.ts';
import { defineLedger, defineView } from '#kit/model/resource.ts';
import { accountCode, accountType, ledgerBook } from './chart.ts';

/** 科目: opened by the first posting to it, one for each part and currency. */
export const account = defineLedger({
  module: 'ledger',
  name: 'account',
  title: '科目',
  empty: '第一张用到某个科目的凭证会自动开设它，之后在这里。',
  fields: {
    book: choice('账簿', ledgerBook, { always: true }),
    code: choice('科目', accountCode, { always: true }),
    type: choice('类别', accountType, { always: true }),
    part: text('对象编号', { always: true }),
    partName: text('对象'),
    currency: text('币种', { always: true }),
    name: text('科目名称', { always: true }),
  },
  label: 'name',
  list: ['code', 'partName', 'currency', 'type', 'book', 'createTime'],
  search: ['code', 'partName', 'currency', 'book'],
  form: [
    ['code', 'partName'],
    ['type', 'currency'],
  ],
});

/** 凭证: posted once and never changed; what was wrong is reversed by another one. */
export const journalEntry = defineLedger({
  module: 'ledger',
  name: 'journalEntry',
  title: '凭证',
  empty: '库存过账、发货会自动生成凭证，每张凭证借贷相等。',
  fields: {
    entryNo: text('凭证号', { always: true }),
    book: choice('账簿', ledgerBook, { always: true }),
    day: date('记账日期', { always: true }),
    refNo: text('来源单号'),
    memo: text('摘要'),
    amount: money('金额', 'currency', { always: true }),
    currency: text('币种', { always: true }),
    reversesId: link('冲销凭证', 'ledger:journalEntry'),
  },
  label: 'entryNo',
  list: ['entryNo', 'day', 'memo', 'refNo', 'amount', 'currency', 'reversesId', 'book', 'createBy', 'createTime'],
  search: ['entryNo', 'refNo', 'day', 'book', 'createTime'],
  form: [
    ['entryNo', 'day'],
    ['refNo', 'memo'],
    ['amount', 'reversesId'],
  ],
  // About the warehouses whose stock it moves; what moves none is the whole tenant's.
  scope: { allOf: { warehouses: 'warehouseIds' } },
  masks: { cost: ['amount'] },
  lines: { 'ledger:posting': 'entryId' },
});

/** 分录: one debit and one credit of the same amount. */
export const posting = defineLedger({
  module: 'ledger',
  name: 'posting',
  title: '分录',
  fields: {
    entryId: link('凭证', 'ledger:journalEntry', { always: true }),
    lineNo: integer('行号', { always: true }),
    debitAccountId: link('借方科目', 'ledger:account', { always: true }),
    creditAccountId: link('贷方科目', 'ledger:account', { always: true }),
    amount: money('金额', 'currency', { always: true }),
    currency: text('币种', { always: true }),
    balanceAfterDebit: money('借方结存', 'currency'),
    balanceAfterCredit: money('贷方结存', 'currency'),
  },
  label: 'id',
  list: ['lineNo', 'debitAccountId', 'creditAccountId', 'amount', 'currency'],
  search: ['debitAccountId', 'creditAccountId'],
  form: [['debitAccountId', 'creditAccountId'], ['amount']],
  sort: { field: 'lineNo', order: 'asc' },
  masks: { cost: ['amount'] },
});

/** 科目余额: the sums of every account, out of its postings. */
export const accountBalance = defineView({
  module: 'ledger',
  name: 'accountBalance',
  title: '科目余额',
  empty: '有凭证之后，每个科目的借方、贷方和余额在这里。',
  fields: {
    book: choice('账簿', ledgerBook, { always: true }),
    code: choice('科目', accountCode, { always: true }),
    type: choice('类别', accountType, { always: true }),
    partName: text('对象'),
    currency: text('币种', { always: true }),
    debit: money('借方合计', 'currency', { always: true }),
    credit: money('贷方合计', 'currency', { always: true }),
    balance: money('余额', 'currency', { always: true }),
  },
  label: 'id',
  list: ['code', 'partName', 'type', 'currency', 'debit', 'credit', 'balance', 'book'],
  search: ['code', 'partName', 'currency', 'type', 'book'],
  sort: { field: 'code', order: 'asc' },
  masks: { cost: ['debit', 'credit', 'balance'] },
});
