import { within } from '#kit/server/outbox.ts';
import type { Tx } from '#kit/server/tx.ts';
import { shipmentShipped } from '#modules/fulfilment/model/events.ts';

// What must not compile. The check of types fails as soon as one of these lines is taken.

export async function misspeltEvents(tx: Tx): Promise<void> {
  // @ts-expect-error events are values: nobody hears a name made up here
  await tx.emit('shipment.shiped', '1', { shipmentId: '1', orderId: '2' });
  // @ts-expect-error a key that the event does not have
  await tx.emit(shipmentShipped, '1', { shipment: '1', orderId: '2' });
  // @ts-expect-error a key is missing
  await tx.emit(shipmentShipped, '1', { orderId: '2' });
}

export const misspeltReaction = within(
  shipmentShipped,
  'reads what the event does not say',
  // @ts-expect-error a key that the event does not have
  async (_tx, { orderID }) => void orderID,
);
