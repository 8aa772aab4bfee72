import { addDays, dayIn } from '#kit/model/time.ts';
import { systemActor } from '#kit/server/actor.ts';
import { moveInTransaction } from '#kit/server/command.ts';
import type { Database } from '#kit/server/database.ts';
import { inTurn } from '#kit/server/in-turn.ts';
import { settingsOf } from '#kit/server/settings.ts';
import { financeSettings } from '../../model/finance-settings.ts';
import { runShort } from './invoice-moves.ts';

/**
 * Has invoices be 短款 that are past their due day and the days of grace, over all tenants. Two nodes that look at
 * once find each of them short once: whoever comes second finds it moved.
 * @throws the first fault, once all tenants were looked at
 */
export async function shortDueInvoices(db: Database, now: Date): Promise<void> {
  const due = await db.platform(
    (tx) => tx.rows<{ tenantId: number; id: string }>`select * from work.invoices_overdue(${now})`,
  );
  const tenants = [...Map.groupBy(due, ({ tenantId }) => tenantId)];
  await inTurn(tenants, ([tenantId, rows]) =>
    db.tx(systemActor(tenantId, '定时任务'), async (tx) => {
      const { graceDays } = await settingsOf(tx, financeSettings);
      const last = addDays(dayIn(now, tx.actor.zone), -graceDays);
      const late = await tx.rows<{ id: string }>`
        select id from invoice where tenant_id = ${tx.tenant} and id = any(${rows.map(({ id }) => id)}::uuid[])
          and status in ('issued', 'sent', 'part_paid') and due_date < ${last}::date and balance > 0
        order by id for update`;
      if (late.length === 0) return;
      await moveInTransaction(
        tx,
        runShort,
        late.map(({ id }) => id),
      );
    }),
  );
}
