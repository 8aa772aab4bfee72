import { dict } from '#kit/model/dict.ts';
import { choice, date, datetime, flag, integer, link, money, price, rate, text } from '#kit/model/field.ts';
import { defineLifecycle } from '#kit/model/lifecycle.ts';
import { defineDocument } from '#kit/model/resource.ts';
import type { RowOf } from '#kit/model/row.ts';

const paymentDirection = dict('payment_direction', { in: '收款', out: '付款' });

const paymentMethod = dict('payment_method', {
  transfer: '银行转账',
  platform: '平台回款',
  other: '其他',
  credit: '退款单抵扣',
});

/** 收付款: money that came from a customer, or went back to one. What settles no invoice yet is 预收. */
export const payment = defineDocument({
  module: 'finance',
  name: 'payment',
  title: '收付款',
  empty: '客户付来的钱新增一张收款单，写明付哪些发票；退给客户的预收新增付款单。',
  fields: {
    paymentNo: text('单号', { always: true, derived: true }),
    direction: choice('方向', paymentDirection, { required: true, default: 'in', hint: '付款只退客户的预收' }),
    customerId: link('往来方', 'base:customer', { required: true }),
    method: choice('方式', paymentMethod, { required: true, default: 'transfer' }),
    accountId: link('账户', 'purchasing:payingAccount', { hint: '钱进出的银行账户，可以不选' }),
    currency: text('币种', { required: true, max: 3, rule: 'currencyCode', default: 'USD' }),
    amount: money('金额', 'currency', { required: true, min: 0 }),
    paidOn: date('日期', { required: true }),
    bankRef: text('银行流水号', { max: 64, hint: '同一账户不能重复' }),
    lineCount: integer('核销发票数', { always: true, derived: true }),
    allocated: money('已核销', 'currency', { always: true, derived: true }),
    unallocated: money('未核销', 'currency', { always: true, derived: true }),
    fxRate: rate('汇率', { derived: true }),
    baseCurrency: text('本位币', { derived: true }),
    baseAmount: money('入账金额', 'baseCurrency', { always: true, derived: true }),
    allocatedBase: money('已核销入账', 'baseCurrency', { always: true, derived: true }),
    unallocatedBase: money('预收余额', 'baseCurrency', { always: true, derived: true }),
    remittanceId: link('回款单', 'finance:remittance', { derived: true }),
    sourceNo: text('来源单号', { derived: true }),
    note: text('备注', { max: 255 }),
    postedBy: text('过账人', { isPerson: true, derived: true }),
    postedAt: datetime('过账时间', { derived: true }),
    reversedBy: text('冲销人', { isPerson: true, derived: true }),
    reversedAt: datetime('冲销时间', { derived: true }),
    reverseReason: text('冲销原因', { derived: true }),
    status: choice(
      '状态',
      dict('payment_status', { draft: '草稿', posted: '已过账', reversed: '已冲销', cancelled: '已取消' }),
      { always: true, derived: true },
    ),
  },
  label: 'paymentNo',
  list: [
    { key: 'paymentNo', under: ['bankRef'] },
    'direction',
    { key: 'customerId', under: ['method'] },
    { key: 'amount', under: ['baseAmount'] },
    { key: 'allocated', under: ['unallocated'] },
    { key: 'paidOn', under: ['accountId'] },
    'status',
    'createTime',
  ],
  search: [
    'paymentNo',
    'direction',
    'customerId',
    'paidOn',
    'bankRef',
    'method',
    'accountId',
    'currency',
    'unallocated',
    'createTime',
  ],
  form: [['direction', 'customerId'], ['amount', 'currency'], ['paidOn', 'method'], ['accountId', 'bankRef'], ['note']],
  scope: { under: ['remittanceId'], holds: { 'ledger:journalEntry': 'refId' } },
  lines: { 'finance:paymentAllocation': 'paymentId' },
  draft: {
    states: ['draft'],
    number: { field: 'paymentNo', prefix: 'PM' },
    brings: { customerId: ['currency'] },
    lines: {
      of: 'finance:paymentAllocation',
      title: '核销发票',
      columns: ['invoiceId', 'portion', 'withDiscount'],
      least: 0,
      most: 1000,
      fromSheet: true,
    },
  },
});
export type PaymentRow = RowOf<typeof payment>;

/** 收款核销: what of a payment is for which invoice. */
export const paymentAllocation = defineDocument({
  module: 'finance',
  name: 'paymentAllocation',
  title: '收款核销',
  fields: {
    paymentId: link('收付款', 'finance:payment', { required: true }),
    invoiceId: link('发票', 'finance:invoice', { required: true }),
    portion: price('核销金额', { required: true, min: 0, hint: '收款的币种' }),
    amount: money('核销金额', 'currency', { always: true, derived: true }),
    withDiscount: flag('享受折扣', { default: false, hint: '折扣截止日前付清，余下的记为提前付款折扣' }),
    discount: money('折扣', 'currency', { always: true, derived: true }),
    currency: text('币种', { always: true, derived: true }),
  },
  label: 'id',
  list: ['invoiceId', 'amount', 'discount'],
  search: ['invoiceId'],
  form: [['invoiceId', 'portion'], ['withDiscount']],
  sort: { field: 'createTime', order: 'asc' },
});

export const paymentLifecycle = defineLifecycle(payment, {
  initial: 'draft',
  births: { add: '新增', credit: '退款单抵扣', remit: '回款单过账' },
  states: {
    draft: ['草稿', 'idle'],
    posted: ['已过账', 'done'],
    reversed: ['已冲销', 'bad'],
    cancelled: ['已取消', 'bad'],
  },
  tabs: {
    draft: { title: '草稿', states: ['draft'] },
    posted: { title: '已过账', states: ['posted'] },
    reversed: { title: '已冲销', states: ['reversed'] },
    cancelled: { title: '已取消', states: ['cancelled'] },
  },
  moves: {
    post: {
      title: '过账',
      from: ['draft'],
      to: 'posted',
      input: { payRate: rate('入账汇率', { min: 0, hint: '外币填银行的汇率；留空取当日汇率' }) },
      keyed: true,
    },
    allocate: {
      title: '核销',
      from: ['posted'],
      to: 'same',
      input: {
        invoiceId: link('发票', 'finance:invoice', { hint: '留空从最早到期的发票开始' }),
        amount: price('核销金额', { min: 0, hint: '这张单的币种；留空为能核销的全部' }),
        withDiscount: flag('享受折扣', { hint: '折扣截止日前付清，余下的记为提前付款折扣' }),
      },
      keyed: true,
    },
    reverse: {
      title: '冲销',
      from: ['posted'],
      to: 'reversed',
      input: { reason: text('冲销原因', { required: true, max: 255 }) },
      byAnother: '录入或过账的人不能冲销这张单，请由其他有冲销权限的人冲销',
      orAlone: true,
      warn: '核销的发票重新待收，银行存款和预收一起冲回。',
      keyed: true,
    },
    cancel: {
      title: '取消',
      from: ['draft'],
      to: 'cancelled',
      input: { reason: text('取消原因', { required: true, max: 255 }) },
    },
  },
});
