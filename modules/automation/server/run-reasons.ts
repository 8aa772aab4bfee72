import { may } from '#kit/server/actor.ts';
import type { Tx } from '#kit/server/database.ts';
import { isOrderSeen } from '#modules/orders/server/index.ts';
import { SUBJECTS } from '../model/subject.ts';

const REMITTANCE_LIST = `${SUBJECTS.remittance.resource}:list`;

/**
 * Reasons of what came after an order say what that is like: they are for those who may see it too. Those of a
 * remittance say what was paid.
 */
export async function reasonsSeen(tx: Tx, row: Record<string, unknown>): Promise<Record<string, unknown>> {
  const { orderId, returnId, partOrderId, remittanceId } = row;
  if (remittanceId && !may(tx.actor, REMITTANCE_LIST)) return { why: null, isWhyHidden: true };
  if (typeof orderId !== 'string' || !(returnId ?? partOrderId)) return {};
  return (await isOrderSeen(tx, orderId)) ? {} : { why: null, isWhyHidden: true };
}
