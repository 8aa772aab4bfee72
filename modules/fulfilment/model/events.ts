import { defineEvent } from '#kit/model/event.ts';

interface AboutShipment {
  shipmentId: string;
  orderId: string;
  /** The shop of the order. */
  accountId: string;
}

/** A label is asked for; the channel is to make it. */
export const shipmentRegistering = defineEvent<AboutShipment>('shipment.registering');
/** The goods have left. */
export const shipmentShipped = defineEvent<AboutShipment>('shipment.shipped');
/** The goods have not left after all, whether their channel heard of them or not. */
export const shipmentTakenBack = defineEvent<AboutShipment>('shipment.takenBack');
/** The goods of which the channel was notified have not left after all. */
export const shipmentUnshipped = defineEvent<AboutShipment>('shipment.unshipped');
/** The channel made the labels of goods that had left without: it can be notified of them now. */
export const shipmentRegistered = defineEvent<AboutShipment>('shipment.registered');
