import { defineEvent } from '#kit/model/event.ts';

interface AboutPartOrder {
  partOrderId: string;
  accountId: string;
  /** Null where it is about an order that we do not have. */
  orderId: string | null;
}

/** Somebody has asked for parts: once for each request, however often it comes back with more information. */
export const partOrderCreated = defineEvent<AboutPartOrder>('partOrder.created');
/** Parts are to be shipped by a day that the channel may hear of. */
export const partOrderConfirmed = defineEvent<AboutPartOrder>('partOrder.confirmed');
/** They will not be shipped, and the channel is to hear why. */
export const partOrderRejected = defineEvent<AboutPartOrder>('partOrder.rejected');
/** They have left. */
export const partOrderShipped = defineEvent<AboutPartOrder>('partOrder.shipped');
