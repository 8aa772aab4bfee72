import { dict } from '#kit/model/dict.ts';
import { choice, date, datetime, integer, link, money, text, textarea } from '#kit/model/field.ts';
import { defineLifecycle } from '#kit/model/lifecycle.ts';
import { MOST_AMOUNT } from '#kit/model/money.ts';
import { defineDocument } from '#kit/model/resource.ts';
import type { RowOf } from '#kit/model/row.ts';

const bankDirection = dict('bank_direction', { in: '收入', out: '支出' });

/** By what a movement found its 收付款, the surest first. */
const bankMatchMethod = dict('bank_match_method', { reference: '流水号+金额', amount: '金额+日期', hand: '手工' });
export type BankMatchMethod = keyof typeof bankMatchMethod.items;

/** How many days a payment and its movement may lie apart, unless somebody says otherwise. */
export const MATCH_DAYS = 3;
export const MOST_MATCH_DAYS = 30;

/** 银行流水: one movement of one of our accounts, as the bank says it, and which 收付款 it is. */
export const bankLine = defineDocument({
  module: 'finance',
  name: 'bankLine',
  title: '银行流水',
  empty: '把银行的对账单（camt.053、MT940 或表格）拖进报表收件箱，流水就在这里，和收付款核对。',
  fields: {
    lineNo: text('流水单号', { always: true, derived: true }),
    accountId: link('账户', 'purchasing:payingAccount', { always: true, derived: true }),
    bookedOn: date('日期', { always: true, derived: true }),
    valueOn: date('起息日', { derived: true }),
    direction: choice('方向', bankDirection, { always: true, derived: true }),
    currency: text('币种', { always: true, derived: true }),
    amount: money('金额', 'currency', { min: -MOST_AMOUNT, always: true, derived: true, hint: '收入为正，支出为负' }),
    counterparty: text('对方', { derived: true }),
    memo: text('摘要', { derived: true }),
    bankRef: text('银行流水号', { derived: true }),
    ourRef: text('我方参考号', { derived: true }),
    ordinal: integer('同样的第几笔', { always: true, derived: true }),
    matched: money('已核对', 'currency', { always: true, derived: true }),
    difference: money('差额', 'currency', {
      min: -MOST_AMOUNT,
      always: true,
      derived: true,
      hint: '流水减核对的收付款；负数是收付款更多',
    }),
    matchedWith: text('核对到', { derived: true }),
    method: choice('核对方式', bankMatchMethod, { derived: true }),
    score: integer('匹配度', { derived: true }),
    matchedBy: text('核对人', { isPerson: true, derived: true }),
    matchedAt: datetime('核对时间', { derived: true }),
    ignoreReason: text('忽略原因', { derived: true }),
    reportFileId: link('报表文件', 'finance:reportFile', { derived: true }),
    status: choice('状态', dict('bank_line_status', { open: '未核对', matched: '已核对', ignored: '忽略' }), {
      always: true,
      derived: true,
    }),
  },
  label: 'lineNo',
  list: [
    { key: 'bookedOn', under: ['lineNo'] },
    'status',
    { key: 'accountId', under: ['bankRef'] },
    { key: 'amount', under: ['direction'] },
    { key: 'counterparty', under: ['memo'] },
    { key: 'matchedWith', under: ['method'] },
    { key: 'difference', under: ['matched'] },
    'createTime',
  ],
  search: [
    'lineNo',
    'accountId',
    'bookedOn',
    'direction',
    'currency',
    'amount',
    'counterparty',
    'bankRef',
    'ourRef',
    'method',
    'createTime',
  ],
  form: [
    ['accountId', 'bookedOn'],
    ['amount', 'counterparty'],
    ['memo', 'bankRef'],
  ],
  lines: { 'finance:bankMatch': 'lineId' },
});
export type BankLineRow = RowOf<typeof bankLine>;

/** 流水核对: which part of a 收付款 a movement is. */
export const bankMatch = defineDocument({
  module: 'finance',
  name: 'bankMatch',
  title: '流水核对',
  fields: {
    lineId: link('银行流水', 'finance:bankLine', { required: true }),
    paymentId: link('收付款', 'finance:payment', { required: true }),
    currency: text('币种', { always: true, derived: true }),
    amount: money('核对金额', 'currency', { always: true, derived: true }),
  },
  label: 'id',
  list: ['lineId', 'paymentId', 'amount', 'createBy', 'createTime'],
  search: ['lineId', 'paymentId'],
  form: [['lineId', 'paymentId']],
  sort: { field: 'createTime', order: 'asc' },
});

/** 银行流水流转: nothing of it books anything; a movement without a 收付款 is entered as one, or left out with a reason. */
export const bankLineLifecycle = defineLifecycle(bankLine, {
  initial: 'open',
  births: { import: '导入' },
  states: {
    open: ['未核对', 'warn'],
    matched: ['已核对', 'done'],
    ignored: ['忽略', 'idle'],
  },
  tabs: {
    open: { title: '未核对', states: ['open'] },
    matched: { title: '已核对', states: ['matched'] },
    ignored: { title: '忽略', states: ['ignored'] },
  },
  moves: {
    match: {
      title: '核对',
      from: ['open'],
      to: 'matched',
      input: {
        payments: textarea('核对到', {
          required: true,
          max: 4000,
          hint: '收付款单号，一行一个；后面可写金额，如 PM26113000001 100.00；不写金额按单子没核对的金额',
        }),
      },
    },
    autoMatch: {
      title: '自动核对',
      from: ['open'],
      to: ['open', 'matched'],
      input: {
        days: integer('日期相差(天)', {
          min: 0,
          max: MOST_MATCH_DAYS,
          hint: `按金额找时，收付款和流水最多差几天；留空为 ${MATCH_DAYS} 天`,
        }),
      },
      ends: false,
    },
    unmatch: { title: '取消核对', from: ['matched'], to: 'open', ends: false },
    ignore: {
      title: '忽略',
      from: ['open'],
      to: 'ignored',
      input: { reason: text('忽略原因', { required: true, max: 255 }) },
    },
    restore: { title: '恢复', from: ['ignored'], to: 'open', ends: false },
    release: { title: '收付款冲销', from: ['matched'], to: 'open', system: true },
  },
});
