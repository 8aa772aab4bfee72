import { dict } from '#kit/model/dict.ts';
import { choice, integer, rate, text } from '#kit/model/field.ts';
import { defineRegister } from '#kit/model/resource.ts';
import { enabledStatus } from './warehouse.ts';

/** From what day the days of a term count. */
export const termBase = dict('payment_term_base', {
  invoiceDate: '开票日',
  shipDate: '发货日',
  deliveryDate: '签收日',
  monthEnd: '开票月末',
});

/** 付款条款: until when an invoice is to be paid, and what is taken off for paying early. */
export const paymentTerm = defineRegister({
  module: 'base',
  name: 'paymentTerm',
  title: '付款条款',
  empty: '新增常用的条款，如“月结30天”，再在供应商和客户上选用。',
  fields: {
    code: text('编码', { required: true, unique: true, max: 32, rule: 'code' }),
    name: text('名称', { required: true, max: 64 }),
    baseDate: choice('起算日', termBase, { required: true, default: 'invoiceDate' }),
    netDays: integer('账期天数', { required: true, default: 30, min: 0, max: 365 }),
    cutoffDay: integer('截止日', {
      min: 1,
      max: 31,
      hint: '起算日晚于当月这一天的，归入下月；留空表示不分',
    }),
    discountDays: integer('折扣天数', { min: 0, max: 365, hint: '在这些天内付清，享受折扣' }),
    discountRate: rate('折扣率', { percent: true, min: 0, max: 1, hint: '最高 50%' }),
    status: choice('状态', enabledStatus, { required: true, default: 'enabled' }),
  },
  label: 'name',
  list: ['code', 'name', 'baseDate', 'netDays', 'cutoffDay', 'discountDays', 'discountRate', 'status'],
  search: ['name', 'status'],
  form: [
    ['code', 'name'],
    ['baseDate', 'netDays'],
    ['cutoffDay', 'status'],
    ['discountDays', 'discountRate'],
  ],
  sort: { field: 'code', order: 'asc' },
});
