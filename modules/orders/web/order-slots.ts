import { defineSlot } from '#kit/web/index.ts';

/** Parts that upper modules add to an order: shipments, later invoices and returns. */
export const orderDetailParts = defineSlot<{ orderId: string }>('orders.detail');
