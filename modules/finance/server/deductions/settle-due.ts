import { systemActor } from '#kit/server/actor.ts';
import { moveInTransaction } from '#kit/server/command.ts';
import type { Database } from '#kit/server/database.ts';
import { inTurn } from '#kit/server/in-turn.ts';
import { timeOutDeduction } from './deduction-moves.ts';

/**
 * Settles every deduction whose days are over, over all tenants. Two nodes that look at once find each of them
 * once: whoever comes second finds it moved.
 * @throws the first fault, once all others were looked at
 */
export async function settleDueDeductions(db: Database, now: Date): Promise<void> {
  const due = await db.platform(
    (tx) => tx.rows<{ tenantId: number; id: string }>`select * from work.deductions_due(${now})`,
  );
  await inTurn(due, ({ tenantId, id }) =>
    db.tx(systemActor(tenantId, '定时任务'), async (tx) => {
      const open = await tx.maybe`
        select 1 from deduction where tenant_id = ${tx.tenant} and id = ${id}::uuid
          and status = 'posted' and auto_settle_at <= ${now} for update`;
      if (open) await moveInTransaction(tx, timeOutDeduction, [id]);
    }),
  );
}
