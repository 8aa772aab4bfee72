import { systemActor } from '#kit/server/actor.ts';
import { moveInTransaction } from '#kit/server/command.ts';
import type { Database } from '#kit/server/database.ts';
import { inTurn } from '#kit/server/in-turn.ts';
import { endPromotion, startPromotion } from './promotion-moves.ts';

/**
 * Begins and ends promotions whose moment has come, over all tenants. One whose whole window has passed meanwhile
 * begins and ends in one go. Two nodes that look at once find each of them once.
 * @throws the first fault, once all others were looked at
 */
export async function movePromotions(db: Database, now: Date): Promise<void> {
  const due = await db.platform(
    (tx) => tx.rows<{ tenantId: number; id: string }>`select * from work.promotions_due(${now})`,
  );
  await inTurn(due, ({ tenantId, id }) =>
    db.tx(systemActor(tenantId, '定时任务'), async (tx) => {
      const row = await tx.maybe<{ status: string }>`
        select status from promotion where tenant_id = ${tx.tenant} and id = ${id}::uuid
          and ((status = 'scheduled' and start_at <= ${now}) or (status = 'running' and end_at <= ${now})) for update`;
      if (row?.status === 'scheduled') await moveInTransaction(tx, startPromotion, [id]);
      const over = await tx.maybe`
        select 1 from promotion where tenant_id = ${tx.tenant} and id = ${id}::uuid and status = 'running'
          and end_at <= ${now}`;
      if (over) await moveInTransaction(tx, endPromotion, [id]);
    }),
  );
}
