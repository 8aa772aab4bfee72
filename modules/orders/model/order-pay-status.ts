import { dict } from '#kit/model/dict.ts';

/** How far what was sent of an order has become money, over all its invoices. */
export const orderPayStatus = dict('order_pay_status', {
  none: '未开票',
  invoiced: '已开票',
  part: '部分回款',
  paid: '已回款',
  short: '短款',
});
export type OrderPayStatus = keyof typeof orderPayStatus.items;
