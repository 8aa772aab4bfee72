import type { Tx } from '#kit/server/database.ts';
import { isOrderSeen } from '#modules/orders/server/index.ts';

/** Reasons of what came after an order say what that is like: they are for those who may see it too. */
export async function reasonsSeen(tx: Tx, row: Record<string, unknown>): Promise<Record<string, unknown>> {
  const { orderId, returnId, partOrderId } = row;
  if (typeof orderId !== 'string' || !(returnId ?? partOrderId)) return {};
  return (await isOrderSeen(tx, orderId)) ? {} : { why: null, isWhyHidden: true };
}
