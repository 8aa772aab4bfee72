import { dict } from '#kit/model/dict.ts';

/** How much of what was sent of an order has come back; 退货中 while goods are awaited or judged. */
export const orderReturnStatus = dict('order_return_status', {
  none: '无',
  returning: '退货中',
  partial: '部分退',
  full: '全退',
});
export type OrderReturnStatus = keyof typeof orderReturnStatus.items;
