import { systemActor } from '#kit/server/actor.ts';
import { moveInTransaction } from '#kit/server/command.ts';
import type { Database } from '#kit/server/database.ts';
import { carriedOut, type Attempt, type Job } from '#kit/server/deliveries.ts';
import { inTurn } from '#kit/server/in-turn.ts';
import { enqueue } from '#kit/server/outbox.ts';
import { expireReturnsJob } from '../../model/return-jobs.ts';
import { expireReturn } from './request-return.ts';

const AT_ONCE = 100;
/** `YYYY-MM-DDTHH`: of an instant, the hour that it is in. */
const HOUR_LENGTH = 13;

/** Once an hour and tenant, by the dedupe key, where something is due. */
export async function enqueueExpiry(db: Database, now: Date): Promise<void> {
  const tenants = await db.platform(
    (tx) => tx.rows<{ id: number }>`select id from tenant where status = 'active' order by id`,
  );
  await inTurn(tenants, ({ id }) =>
    db.tx(systemActor(id, '定时任务'), async (tx) => {
      const due = await tx.maybe`
        select 1 from return_order where tenant_id = ${tx.tenant} and status = 'approved'
          and due_at < ${now} limit 1`;
      if (!due) return;
      await enqueue(tx, expireReturnsJob, {
        aggregate: `returns:${id}`,
        dedupeKey: `returns:expire:${now.toISOString().slice(0, HOUR_LENGTH)}`,
        payload: {},
      });
    }),
  );
}

export const returnJobs: Job[] = [carriedOut(expireReturnsJob, { rank: 8, run: expireAll })];

/** Some at a time; one that is being received just now, or lies counted at the desk, has come. */
async function expireAll({ tx }: Attempt): Promise<void> {
  for (;;) {
    const count = await tx(async (inner) => {
      const due = await inner.rows<{ id: string }>`
        select id from return_order r where tenant_id = ${inner.tenant} and status = 'approved'
          and due_at < ${inner.now} and coalesce((select sum(c.qty) from return_count c
            where c.tenant_id = r.tenant_id and c.return_id = r.id
              and c.undone_at is null and c.taken_at is null), 0) = 0
        order by id limit ${AT_ONCE} for update skip locked`;
      const ids = due.map(({ id }) => id);
      if (ids.length > 0) await moveInTransaction(inner, expireReturn, ids);
      return ids.length;
    });
    if (count < AT_ONCE) return;
  }
}
