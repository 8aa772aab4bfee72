import { toWireTime } from '#kit/model/time.ts';
import type { Tx } from '#kit/server/database.ts';
import type { DisputeGlance } from '../model/dispute-glance.ts';

/** Disputes of an order, newest first, for its detail. */
export async function disputesOf(tx: Tx, orderId: string): Promise<DisputeGlance[]> {
  const rows = await tx.rows<Omit<DisputeGlance, 'dueAt'> & { dueAt: Date | null }>`
    select d.id, d.dispute_no, d.status, d.waits_for, d.due_at, d.outcome, d.version, m.content as to_send
    from price_dispute d left join lateral (
      select content from price_dispute_message
      where tenant_id = ${tx.tenant} and dispute_id = d.id and kind = 'toChannel' and sent_at is null
      order by create_time desc, id desc limit 1) m on true
    where d.tenant_id = ${tx.tenant} and d.order_id = ${orderId}::uuid
    order by d.create_time desc, d.id desc limit 20`;
  return rows.map((row) => ({ ...row, dueAt: row.dueAt && toWireTime(row.dueAt, tx.actor.zone) }));
}
