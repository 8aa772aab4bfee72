import { systemActor } from '#kit/server/actor.ts';
import type { Database } from '#kit/server/database.ts';
import { inTurn } from '#kit/server/in-turn.ts';
import { enqueue } from '#kit/server/outbox.ts';
import { pullJob } from '../model/jobs.ts';

/** Stores a pull for every shop whose turn has come: once per shop and slot, by its dedupe key. */
export async function enqueuePulls(db: Database, now: Date): Promise<void> {
  const due = await db.platform(
    (tx) =>
      tx.rows<{
        tenantId: number;
        id: string;
        slot: bigint;
      }>`select * from work.accounts_due(${now})`,
  );
  await inTurn(due, (account) =>
    db.tx(systemActor(account.tenantId, '定时任务'), (tx) =>
      enqueue(tx, pullJob, {
        aggregate: account.id,
        dedupeKey: `pull:${account.id}:${account.slot}`,
        payload: { accountId: account.id, trigger: 'schedule' },
      }),
    ),
  );
}
