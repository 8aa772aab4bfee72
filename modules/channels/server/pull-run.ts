import type { JobKind } from '#kit/model/job.ts';
import type { Tx } from '#kit/server/database.ts';
import { noteInTransaction, type Attempt, type QueuedHandler } from '#kit/server/deliveries.ts';
import { enqueue } from '#kit/server/outbox.ts';
import { insertInto } from '#kit/server/stored-rows.ts';
import type { Received } from '#modules/orders/server/index.ts';
import { pullRun } from '../model/channel-product.ts';
import type { FeedTrigger } from '../model/feed-trigger.ts';
import { pullJob, pullListingsJob } from '../model/jobs.ts';
import { messageOf } from './channel-work.ts';

/** What is asked of a shop: its orders, or its goods. */
export type PullKind = 'orders' | 'listings';

interface PullPayload {
  accountId: string;
  trigger: FeedTrigger;
  runId?: string;
}

const JOBS: Readonly<Record<PullKind, JobKind<PullPayload>>> = { orders: pullJob, listings: pullListingsJob };

/** Pulls of one kind of one shop follow each other; those of its goods keep its orders waiting for nothing. */
export const lineOf = (kind: PullKind, accountId: string): string =>
  kind === 'orders' ? accountId : `${kind}:${accountId}`;

/** Begins the record of one pull. */
async function addRun(tx: Tx, accountId: string, trigger: FeedTrigger, kind: PullKind): Promise<string> {
  const [id] = await insertInto(tx, pullRun, [{ accountId, kind, trigger, status: 'running' }]);
  return id as string;
}

type PullAttempt = Attempt<PullPayload>;

/** The record of this pull; null where it has none yet. */
export const runOf = (attempt: PullAttempt): string | null =>
  attempt.payload.runId ?? (attempt.progress['runId'] as string | undefined) ?? null;

/** The record of this pull, begun now where it has none: the same for every attempt of it. */
export async function ensureRun(attempt: PullAttempt, kind: PullKind): Promise<string> {
  const known = runOf(attempt);
  if (known) return known;
  const { accountId, trigger } = attempt.payload;
  return attempt.tx(async (tx) => {
    const runId = await addRun(tx, accountId, trigger, kind);
    await noteInTransaction(tx, attempt, { runId });
    return runId;
  });
}

/** One more order read, and what became of it. */
export async function countOrder(tx: Tx, runId: string, outcome: Received['outcome'] | 'quarantined'): Promise<void> {
  await tx.run`
    update pull_run set seen = seen + 1,
      created = created + ${outcome === 'created' ? 1 : 0}, changed = changed + ${outcome === 'changed' ? 1 : 0},
      repeated = repeated + ${outcome === 'repeated' ? 1 : 0},
      quarantined = quarantined + ${outcome === 'quarantined' ? 1 : 0}, update_time = ${tx.now}
    where tenant_id = ${tx.tenant} and id = ${runId}::uuid`;
}

/** Ends a run; one that has ended stays as it is. */
export async function endRun(tx: Tx, runId: string, error: string | null): Promise<void> {
  await tx.run`
    update pull_run set
      status = case when ${error !== null} then 'failed' when quarantined > 0 then 'partial' else 'done' end,
      error = ${error?.slice(0, 1000) ?? null}, finished_at = ${tx.now}, update_time = ${tx.now},
      version = version + 1
    where tenant_id = ${tx.tenant} and id = ${runId}::uuid and status = 'running'`;
}

/** What holds a running pull up, for who watches it. */
async function noteTrouble(tx: Tx, runId: string, trouble: string): Promise<void> {
  await tx.run`
    update pull_run set error = ${trouble.slice(0, 1000)}, update_time = ${tx.now}
    where tenant_id = ${tx.tenant} and id = ${runId}::uuid and status = 'running'`;
}

/**
 * Asks for a pull now. One that has not begun to read is the same pull; behind one that has, another
 * follows: what came to the channel meanwhile may stand on a page that was read before.
 * @returns the run to watch
 */
export async function requestPull(
  tx: Tx,
  accountId: string,
  trigger: FeedTrigger,
  kind: PullKind = 'orders',
): Promise<{ runId: string; isNew: boolean }> {
  // The shop's row makes two askers at once see each other.
  await tx.run`
    select 1 from channel_account
    where tenant_id = ${tx.tenant} and id = ${accountId}::uuid for no key update`;
  const known = await tx.maybe<{ runId: string | null }>`
    select coalesce(payload ->> 'runId', progress ->> 'runId') as run_id from delivery
    where tenant_id = ${tx.tenant} and aggregate = ${lineOf(kind, accountId)} and handler = ${JOBS[kind].name}
      and status = 'pending' and not progress ? 'page'
      and coalesce(payload ->> 'runId', progress ->> 'runId') is not null
    order by id limit 1`;
  if (known?.runId) return { runId: known.runId, isNew: false };
  const runId = await addRun(tx, accountId, trigger, kind);
  await enqueue(tx, JOBS[kind], {
    aggregate: lineOf(kind, accountId),
    dedupeKey: `${kind === 'orders' ? 'pull' : kind}:${accountId}:${runId}`,
    payload: { accountId, trigger, runId },
  });
  return { runId, isNew: true };
}

/** Writes down what went wrong with an attempt, before it rests for the next. */
export const notingTrouble = <T extends PullPayload>(handler: QueuedHandler<T>): QueuedHandler<T> => ({
  ...handler,
  async run(attempt) {
    try {
      await handler.run(attempt);
    } catch (error) {
      const runId = runOf(attempt);
      if (runId) await attempt.tx((tx) => noteTrouble(tx, runId, messageOf(error))).catch(() => undefined);
      throw error;
    }
  },
});
