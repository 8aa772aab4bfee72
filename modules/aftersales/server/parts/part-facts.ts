import type { Tx } from '#kit/server/database.ts';
import { setFacts } from '#modules/orders/server/index.ts';
import type { PartOrderRow } from '../../model/part-order.ts';

/**
 * Has the list of orders show what became of parts that were asked for again. Callers hold the orders, and
 * did so before any stock: of two requests of one order the second counts what the first became.
 * @param states what these part orders are about to be, where it is not stored yet
 */
export async function refreshPartFacts(
  tx: Tx,
  rows: readonly Pick<PartOrderRow, 'id' | 'orderId'>[],
  states: ReadonlyMap<string, string> | string,
): Promise<void> {
  const stateOf = (id: string): string => (typeof states === 'string' ? states : (states.get(id) ?? ''));
  const orders = [...new Set(rows.flatMap(({ orderId }) => orderId ?? []))].sort();
  for (const orderId of orders) {
    const others = await tx.rows<{ id: string; status: string }>`
      select id, status from part_order
      where tenant_id = ${tx.tenant} and order_id = ${orderId}::uuid`;
    const moved = new Set(rows.map(({ id }) => id));
    const all = others.map(({ id, status }) => (moved.has(id) ? stateOf(id) : status));
    await setFacts(tx, orderId, { partStatus: partStatusOf(all) });
  }
}

/** What an order shows of its part orders: the one that somebody still has to do something about first. */
export function partStatusOf(states: readonly string[]): 'open' | 'shipped' | 'rejected' | null {
  const has = (...requested: readonly string[]): boolean => states.some((state) => requested.includes(state));
  if (has('new', 'needInfo', 'confirmed', 'breached')) return 'open';
  if (has('shipped', 'closed')) return 'shipped';
  return has('rejected') ? 'rejected' : null;
}
