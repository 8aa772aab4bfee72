import { dict } from '#kit/model/dict.ts';
import { choice, date, datetime, link, rate } from '#kit/model/field.ts';
import { defineView } from '#kit/model/resource.ts';

/** Days back that are looked at where nobody asks for others. */
export const CYCLE_DAYS = 30;

/** What is timed: from the moment before to the one at which it was done. */
export const cycleStep = dict('order_cycle_step', {
  accept: '下单→接单',
  ship: '下单→发货',
  deliver: '发货→签收',
});
export type CycleStep = keyof typeof cycleStep.items;

/** 订单时效: a step of an order with the hours it took; what the home page has the middle and the slowest tenth of. */
export const orderCycle = defineView({
  module: 'desk',
  name: 'orderCycle',
  title: '订单时效',
  empty: '这段时间没有接单、发货或签收的订单。',
  fields: {
    day: date('完成日期', { always: true }),
    step: choice('环节', cycleStep, { always: true }),
    orderId: link('订单', 'orders:salesOrder', { always: true }),
    accountId: link('店铺', 'base:channelAccount', { always: true }),
    warehouseId: link('仓库', 'base:warehouse'),
    startedAt: datetime('开始', { always: true }),
    endedAt: datetime('完成', { always: true }),
    hours: rate('时长(小时)', { always: true }),
  },
  label: 'id',
  list: [
    { key: 'day', under: ['step'] },
    { key: 'orderId', under: ['accountId'] },
    'warehouseId',
    'startedAt',
    'endedAt',
    'hours',
  ],
  search: ['day', 'step', 'accountId', 'warehouseId', 'orderId', 'hours'],
  sort: { field: 'hours', order: 'desc' },
});
