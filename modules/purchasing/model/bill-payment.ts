import { dict } from '#kit/model/dict.ts';
import { choice, date, datetime, flag, link, money, price, rate, text } from '#kit/model/field.ts';
import { defineLifecycle } from '#kit/model/lifecycle.ts';
import { defineDocument } from '#kit/model/resource.ts';
import type { RowOf } from '#kit/model/row.ts';

/** What 付款 of a bill asks. */
export const payQuestions = {
  amount: price('付款金额', { min: 0, hint: '账单币种；留空付清余款' }),
  paidOn: date('付款日期', { hint: '留空为今天' }),
  accountId: link('付款账户', 'purchasing:payingAccount', { hint: '可以不选' }),
  bankRef: text('银行流水号', { max: 64 }),
  payRate: rate('付款汇率', { min: 0, hint: '外币账单填银行的汇率；留空取付款日的汇率' }),
  withCredits: flag('先抵扣退款单', { hint: '先用这个供应商同币种的退款单，余下的从账户付' }),
  checkedPayee: flag('已核实收款账号', { hint: '供应商的收款账号第一次付款或改过：先用已知的电话向供应商核实' }),
  withDiscount: flag('享受付款折扣', { hint: '折扣截止日前付清余款时可享' }),
};

/** 付款记录: one payment of one bill. */
export const billPayment = defineDocument({
  module: 'purchasing',
  name: 'billPayment',
  title: '付款记录',
  fields: {
    paymentNo: text('付款单号', { always: true, derived: true }),
    billId: link('应付单', 'purchasing:supplierBill', { required: true }),
    supplierId: link('供应商', 'base:supplier', { required: true }),
    paidOn: date('付款日期', { required: true }),
    currency: text('币种', { always: true, derived: true }),
    amount: money('付款金额', 'currency', { always: true, derived: true }),
    discount: money('折扣', 'currency', { always: true, derived: true }),
    accountId: link('付款账户', 'purchasing:payingAccount'),
    creditId: link('抵扣退款单', 'purchasing:supplierCredit', { derived: true }),
    bankRef: text('银行流水号', { derived: true }),
    payee: text('收款账号', { derived: true, hint: '付款时供应商的开户行、户名和账号' }),
    fxRate: rate('付款汇率', { always: true, derived: true }),
    baseCurrency: text('本位币', { always: true, derived: true }),
    baseAmount: money('实付入账', 'baseCurrency', { always: true, derived: true }),
    discountBase: money('折扣入账', 'baseCurrency', { always: true, derived: true }),
    settledBase: money('冲应付', 'baseCurrency', { always: true, derived: true }),
    fxDifference: money('汇兑损失', 'baseCurrency', {
      always: true,
      derived: true,
      hint: '负数是收益',
    }),
    paidBy: text('付款人', { isPerson: true, always: true, derived: true }),
    reversedBy: text('冲销人', { isPerson: true, derived: true }),
    reversedAt: datetime('冲销时间', { derived: true }),
    reverseReason: text('冲销原因', { derived: true }),
    status: choice('状态', dict('bill_payment_status', { paid: '已付', reversed: '已冲销' }), {
      always: true,
      derived: true,
    }),
  },
  label: 'paymentNo',
  list: [
    { key: 'paymentNo', under: ['bankRef'] },
    'status',
    { key: 'supplierId', under: ['billId'] },
    { key: 'amount', under: ['discount'] },
    { key: 'baseAmount', under: ['fxDifference'] },
    { key: 'paidOn', under: ['accountId'] },
    'paidBy',
    'createTime',
  ],
  search: ['paymentNo', 'supplierId', 'billId', 'accountId', 'creditId', 'bankRef', 'paidOn', 'createTime'],
  form: [
    ['billId', 'supplierId'],
    ['paidOn', 'accountId'],
    ['amount', 'discount'],
    ['fxRate', 'baseAmount'],
    ['settledBase', 'fxDifference'],
    ['bankRef', 'paidBy'],
    ['payee', 'creditId'],
  ],
  masks: {
    cost: ['amount', 'discount', 'fxRate', 'baseAmount', 'discountBase', 'settledBase', 'fxDifference'],
  },
});
export type BillPaymentRow = RowOf<typeof billPayment>;

export const billPaymentLifecycle = defineLifecycle(billPayment, {
  initial: 'paid',
  births: { pay: '付款' },
  states: { paid: ['已付', 'done'], reversed: ['已冲销', 'bad'] },
  tabs: {
    paid: { title: '已付', states: ['paid'] },
    reversed: { title: '已冲销', states: ['reversed'] },
  },
  moves: {
    reverse: {
      title: '冲销',
      from: ['paid'],
      to: 'reversed',
      input: { reason: text('冲销原因', { required: true, max: 255 }) },
      byAnother: '付款人不能冲销自己的付款，请由其他有冲销权限的人冲销',
      orAlone: true,
      warn: '付款退回应付，银行存款和汇兑损益一起冲回。',
      keyed: true,
    },
  },
});
