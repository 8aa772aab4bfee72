import { notFound, Refusal } from '#kit/model/refusal.ts';
import type { TaskOf } from '#kit/model/job.ts';
import { systemActor } from '#kit/server/actor.ts';
import type { Database, Tx } from '#kit/server/database.ts';
import { Later, type Attempt, type QueuedHandler } from '#kit/server/deliveries.ts';
import { inTurn } from '#kit/server/in-turn.ts';
import { enqueue } from '#kit/server/outbox.ts';
import { insertInto } from '#kit/server/stored-rows.ts';
import { scheduledAs, type TenantWork } from '#kit/server/tenant-work.ts';
import { feedDisabled } from '../../model/supply/supply-errors.ts';
import { readSupplyJob, readSupplyWork } from '../../model/supply/supply-routes.ts';
import { MOST_ROW_ERRORS, supplyRun } from '../../model/supply/supply-run.ts';
import { SupplierError } from '../../model/supply/supplier-port.ts';
import { openFeed, type SupplyServices } from './feeds.ts';
import { readSupply, type SupplyReading } from './read-supply.ts';
import { takeSupply, type TakenSupply } from './take-supply.ts';

type ReadTask = TaskOf<typeof readSupplyJob>;
type Trigger = 'manual' | 'schedule';

/**
 * Asks for a reading of a feed. One that is still waiting or reading is that reading.
 * @returns the run to watch
 */
export async function requestReading(
  tx: Tx,
  feedId: string,
  trigger: Trigger,
  turn?: string,
): Promise<{ runId: string; isNew: boolean }> {
  // The feed's row makes two askers at once see each other.
  const feed = await tx.maybe<{ status: string; name: string }>`
    select status, name from supply_feed
    where tenant_id = ${tx.tenant} and id = ${feedId}::uuid and deleted_at is null for no key update`;
  if (!feed) throw notFound();
  if (feed.status !== 'enabled') throw feedDisabled(feed);
  const known = await tx.maybe<{ runId: string }>`
    select payload ->> 'runId' as run_id from delivery
    where tenant_id = ${tx.tenant} and aggregate = ${feedId} and handler = ${readSupplyJob.name}
      and status = 'pending' order by id limit 1`;
  if (known) return { runId: known.runId, isNew: false };
  const [runId] = (await insertInto(tx, supplyRun, [{ feedId, trigger, status: 'running' }])) as [string];
  await enqueue(tx, readSupplyJob, {
    aggregate: feedId,
    dedupeKey: `supply:${feedId}:${turn ?? runId}`,
    payload: { feedId, runId },
  });
  return { runId, isNew: true };
}

/** Stores a reading of every feed whose hour has come: once a feed and day. */
export async function enqueueDueSupplies(db: Database, now: Date): Promise<void> {
  const due = await db.platform(
    (tx) => tx.rows<{ tenantId: number; id: string; day: string }>`
      select tenant_id, id, day::text as day from work.supply_feeds_due(${now})`,
  );
  await inTurn(due, ({ tenantId, id, day }) =>
    db.tx(systemActor(tenantId, '定时任务'), async (tx) => {
      const known = await tx.maybe`
        select 1 from delivery where tenant_id = ${tx.tenant} and handler = ${readSupplyJob.name}
          and dedupe_key = ${`supply:${id}:${day}`} limit 1`;
      if (!known) await requestReading(tx, id, 'schedule', day);
    }),
  );
}

/** Readings at the hours that a tenant chose. */
export const supplyWorks = ({ wake }: Pick<SupplyServices, 'wake'>): TenantWork[] => [
  scheduledAs(readSupplyWork, ({ params, tx }) =>
    tx(async (one) => {
      const { isNew } = await requestReading(one, params.feedId, 'schedule');
      one.onCommit(wake);
      return isNew ? '已安排拉取' : '已有一次拉取在等待';
    }),
  ),
];

const RETRY_AFTER_MS = 60_000;

/**
 * `purchasing.readSupply`: reads a feed whole, then takes it in one transaction. What a person has to set right ends
 * the run with its reason; a supplier that is away for a while is asked once more later.
 */
export const readSupplyHandler = (services: SupplyServices): QueuedHandler<ReadTask> => ({
  rank: 8,
  isLong: true,
  async run(attempt) {
    const { feedId } = attempt.payload;
    try {
      const { connector, connection, feed } = await attempt.tx((tx) => openFeed(tx, services, feedId));
      const reading = await readSupply(connection, connector.limits.batch);
      await attempt.finish(async (tx) => endRun(tx, attempt, reading, await takeSupply(tx, feed, reading)));
    } catch (error) {
      if (!(error instanceof SupplierError || error instanceof Refusal)) throw error;
      const mayPass = error instanceof SupplierError && (error.kind === 'transient' || error.kind === 'rate');
      if (mayPass && error.kind === 'rate')
        throw new Later(error.message, error.retryAfterMs ?? RETRY_AFTER_MS, !attempt.isLast);
      if (mayPass && !attempt.isLast) throw new Error(error.message, { cause: error });
      await attempt.finish((tx) => failRun(tx, attempt, error.message));
    }
  },
});

async function endRun(tx: Tx, attempt: Attempt<ReadTask>, reading: SupplyReading, taken: TakenSupply): Promise<void> {
  const errors = reading.unread.length;
  const status = taken.refusal !== null ? 'held' : errors > 0 || reading.stockFault !== null ? 'partial' : 'done';
  const words = [
    taken.refusal,
    reading.stockFault && `没有读到库存，原来的库存过期后按 0 计：${reading.stockFault}`,
    errors > MOST_ROW_ERRORS && `读不懂的行只保留前 ${MOST_ROW_ERRORS} 行`,
  ].filter((one): one is string => Boolean(one));
  const message = words.length > 0 ? words.join('；').slice(0, 1000) : null;
  await tx.run`
    update supply_run set status = ${status}, rows_read = ${reading.listed.size}, created = ${taken.created},
      changed = ${taken.changed}, held = ${taken.held}, gone = ${taken.gone}, errors = ${errors}, message = ${message},
      row_errors = ${JSON.stringify(reading.unread.slice(0, MOST_ROW_ERRORS))}::jsonb,
      finished_at = ${tx.now}, update_time = ${tx.now}, version = version + 1
    where tenant_id = ${tx.tenant} and id = ${attempt.payload.runId}::uuid`;
  await noteFeed(tx, attempt.payload.feedId, status, message ?? (errors > 0 ? `${errors} 行读不懂，见供货运行` : null));
}

async function failRun(tx: Tx, attempt: Attempt<ReadTask>, message: string): Promise<void> {
  await tx.run`
    update supply_run set status = 'failed', message = ${message.slice(0, 1000)}, finished_at = ${tx.now},
      update_time = ${tx.now}, version = version + 1
    where tenant_id = ${tx.tenant} and id = ${attempt.payload.runId}::uuid`;
  await noteFeed(tx, attempt.payload.feedId, 'failed', message);
}

const noteFeed = (tx: Tx, feedId: string, status: string, fault: string | null): Promise<unknown> => tx.run`
  update supply_feed set last_run_at = ${tx.now}, last_run_status = ${status}, fault = ${fault?.slice(0, 255) ?? null}
  where tenant_id = ${tx.tenant} and id = ${feedId}::uuid`;
