import { defineSlot } from '#kit/web/index.ts';

/** Parts that upper modules add to an order: its shipments, later its invoices and returns. */
export const orderDetailFulfilment = defineSlot<{ orderId: string }>('orders.detail.fulfilment');

/** What clears 未配对 on the spot: the SKU behind a part number that a shop sells. */
export const unmappedPart = defineSlot<{ accountId: string; channelSku: string }>(
  'orders.hold.unmapped',
);

/** What clears 取消申请 on the spot: the answer to what the channel asks for. */
export const cancelRequestHere = defineSlot<{ orderId: string }>('orders.hold.cancelRequest');
