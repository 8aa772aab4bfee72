import type { Tx } from '#kit/server/database.ts';
import { connectedByActor } from '#modules/base/server/index.ts';
import { isOnlyPerson } from '#modules/system/server/index.ts';
import { orderGivingAway } from '../model/events.ts';

/** Which orders have goods that are to be shipped for nothing; what replaces goods that were paid is none. */
async function freeOrders(tx: Tx, orderIds: readonly string[]): Promise<{ id: string; accountId: string }[]> {
  return tx.rows`
    select o.id, o.account_id from sales_order o
    where o.tenant_id = ${tx.tenant} and o.id = any(${[...orderIds]}::uuid[]) and o.order_type <> 'replacement'
      and exists (select 1 from order_line l where l.tenant_id = o.tenant_id and l.order_id = o.id
        and l.unit_price = 0 and l.qty > l.qty_cancelled)
    order by o.id`;
}

/**
 * Orders that give goods away in a shop that the actor, or whom they act for, connected: whoever leads a shop to a
 * marketplace of their own could buy there for nothing. Of a seller of one there are none.
 */
export async function freeInOwnShop(tx: Tx, orderIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (tx.actor.isSystem) return new Set();
  const free = await freeOrders(tx, orderIds);
  if (free.length === 0 || (await isOnlyPerson(tx))) return new Set();
  const own = await connectedByActor(
    tx,
    free.map(({ accountId }) => accountId),
  );
  return new Set(free.flatMap(({ id, accountId }) => (own.has(accountId) ? [id] : [])));
}

/** Asks whoever knows how the goods of free orders were named. @throws Refusal 403 where that was the actor */
export async function askBeforeGivingAway(tx: Tx, orderIds: readonly string[]): Promise<void> {
  if (tx.actor.isSystem) return;
  for (const { id } of await freeOrders(tx, orderIds)) await tx.emit(orderGivingAway, id, { orderId: id });
}
