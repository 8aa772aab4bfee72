import { choice, text } from '#kit/model/field.ts';
import { defineRegister } from '#kit/model/resource.ts';
import { ledgerBook } from './chart.ts';

/** 锁账: nothing is posted on a day of this month any more. */
export const periodLock = defineRegister({
  module: 'ledger',
  name: 'periodLock',
  title: '锁账',
  empty: '月份结束、核对无误后在这里锁账：之后没有凭证能记入那个月。',
  fields: {
    book: choice('账簿', ledgerBook, { required: true, default: 'tenant' }),
    month: text('月份', { required: true, rule: 'month', max: 7 }),
    note: text('说明', { max: 255 }),
  },
  label: 'month',
  list: ['month', 'book', 'note', 'createBy', 'createTime'],
  search: ['month', 'book'],
  form: [['book', 'month'], ['note']],
  sort: { field: 'month', order: 'desc' },
});
