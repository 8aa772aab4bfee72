import { systemActor } from '#kit/server/actor.ts';
import type { Database } from '#kit/server/database.ts';
import { inTurn } from '#kit/server/in-turn.ts';
import { enqueue } from '#kit/server/outbox.ts';
import { pullListingsJob } from '../model/jobs.ts';
import type { Connector } from '../model/port.ts';
import { lineOf } from './pull-run.ts';

/** Stores a reading of the goods of every shop whose day has come, once per shop and day, where its channel shows them. */
export async function enqueueListingPulls(db: Database, connectors: readonly Connector[], now: Date): Promise<void> {
  const showing = new Set(connectors.flatMap(({ code, supports }) => (supports.listings === 'yes' ? [code] : [])));
  const due = await db.platform(
    (tx) =>
      tx.rows<{
        tenantId: number;
        id: string;
        channelCode: string;
        slot: bigint;
      }>`select * from work.listing_pulls_due(${now})`,
  );
  await inTurn(
    due.filter(({ channelCode }) => showing.has(channelCode)),
    (account) =>
      db.tx(systemActor(account.tenantId, '定时任务'), (tx) =>
        enqueue(tx, pullListingsJob, {
          aggregate: lineOf('listings', account.id),
          dedupeKey: `listings:${account.id}:${account.slot}`,
          payload: { accountId: account.id, trigger: 'schedule' },
        }),
      ),
  );
}
