import { defineSlot } from '#kit/web/index.ts';

/** Parts that upper modules add to an order: its shipments, later its invoices and returns. */
export const orderDetailFulfilment = defineSlot<{ orderId: string }>('orders.detail.fulfilment');
