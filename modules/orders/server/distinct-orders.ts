import { newId, type Tx } from '#kit/server/database.ts';
import { refreshHolds } from './refresh-holds.ts';

/**
 * Somebody has said that an order is no double: neither it nor the order it was taken for is asked
 * about the other again.
 */
export async function rememberDistinct(tx: Tx, orderId: string, reason: string | null): Promise<void> {
  const others = await tx.rows<{ otherId: string }>`
    select distinct case when order_id = ${orderId}::uuid then other_order_id else order_id end as other_id
    from order_hold
    where tenant_id = ${tx.tenant} and type = 'duplicate' and closed_at is null
      and other_order_id is not null and ${orderId}::uuid in (order_id, other_order_id)`;
  for (const { otherId } of others) {
    const [one = '', other = ''] = [orderId, otherId].sort();
    await tx.run`
      insert into order_distinct (tenant_id, id, one_order_id, other_order_id, reason, create_by, create_time)
      values (${tx.tenant}, ${newId()}, ${one}::uuid, ${other}::uuid, ${reason}, ${tx.actor.username}, ${tx.now})
      on conflict (tenant_id, one_order_id, other_order_id) do nothing`;
  }
  await closeHoldsAbout(tx, orderId, reason ?? '不是重复');
}

/** Nobody waits any more for what becomes of this order: as a double of it others are held no longer. */
export async function closeHoldsAbout(tx: Tx, otherOrderId: string, resolution: string): Promise<void> {
  const closed = await tx.rows<{ orderId: string }>`
    update order_hold set closed_at = ${tx.now}, closed_by = ${tx.actor.username},
      resolution = ${resolution.slice(0, 255)}, update_time = ${tx.now}, version = version + 1
    where tenant_id = ${tx.tenant} and other_order_id = ${otherOrderId}::uuid and type = 'duplicate'
      and closed_at is null
    returning order_id`;
  for (const id of [...new Set(closed.map(({ orderId }) => orderId))].sort()) await refreshHolds(tx, id);
}
