import type { Tx } from '#kit/server/database.ts';
import { closeHoldsAbout } from './distinct-orders.ts';
import { settleDispute } from './open-disputes.ts';

/** What else comes to its end with an order: the argument about its price, and what was held as its double. */
export async function endAround(tx: Tx, orderId: string, resolution: string): Promise<void> {
  await settleDispute(tx, orderId, 'lapse', resolution.slice(0, 255));
  await closeHoldsAbout(tx, orderId, `重复的另一单：${resolution}`);
}
