import { systemActor } from '#kit/server/actor.ts';
import { moveInTransaction } from '#kit/server/command.ts';
import type { Database } from '#kit/server/database.ts';
import { inTurn } from '#kit/server/in-turn.ts';
import { breachPartOrder } from './part-requests.ts';

/**
 * Has every part order whose deadline has passed be late, over all tenants. Two nodes that look at once
 * find each of them late once: whoever comes second finds it moved.
 * @throws the first fault, once all others were looked at
 */
export async function breachDueParts(db: Database, now: Date): Promise<void> {
  const due = await db.platform(
    (tx) => tx.rows<{ tenantId: number; id: string }>`select * from work.part_orders_due(${now})`,
  );
  await inTurn(due, ({ tenantId, id }) =>
    db.tx(systemActor(tenantId, '定时任务'), async (tx) => {
      const late = await tx.maybe`
        select 1 from part_order where tenant_id = ${tx.tenant} and id = ${id}::uuid
          and status in ('new', 'confirmed') and due_at < ${now} for update`;
      if (late) await moveInTransaction(tx, breachPartOrder, [id]);
    }),
  );
}
