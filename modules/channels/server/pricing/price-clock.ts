import { systemActor } from '#kit/server/actor.ts';
import { moveInTransaction } from '#kit/server/command.ts';
import type { Database } from '#kit/server/database.ts';
import { inTurn } from '#kit/server/in-turn.ts';
import { priceDue } from './price-moves.ts';

/**
 * Prices whose day has come and that nobody has handed over yet, over all tenants: from then on somebody is asked to.
 * Two nodes that look at once find each of them once.
 * @throws the first fault, once all others were looked at
 */
export async function startDuePrices(db: Database, now: Date): Promise<void> {
  const due = await db.platform(
    (tx) => tx.rows<{ tenantId: number; id: string }>`select * from work.prices_due(${now})`,
  );
  const byTenant = [...Map.groupBy(due, ({ tenantId }) => tenantId)];
  await inTurn(byTenant, ([tenantId, rows]) =>
    db.tx(systemActor(tenantId, '定时任务'), async (tx) => {
      const open = await tx.rows<{ id: string }>`
        select id from price_record where tenant_id = ${tx.tenant} and id = any(${rows.map(({ id }) => id)}::uuid[])
          and status = 'scheduled' order by id for update`;
      await moveInTransaction(
        tx,
        priceDue,
        open.map(({ id }) => id),
      );
    }),
  );
}
