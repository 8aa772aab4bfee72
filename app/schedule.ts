import { systemActor } from '#kit/server/actor.ts';
import type { Database } from '#kit/server/database.ts';
import { enqueue } from '#kit/server/outbox.ts';
import { pullJob, pushStockJob } from '#modules/channels/model/jobs.ts';

export interface Schedule {
  stop(): Promise<void>;
}

const FOLD_AT_ONCE = 5000;
const SWEEP_EVERY_MS = 3_600_000;
const SWEEP_AT_ONCE = 5000;
/** How long work that comes with the clock is kept once it is done. */
const DONE_KEPT_MS = 14 * 86_400_000;
/** Handlers whose deliveries come with the clock, some hundred a day and shop. */
const PERIODIC = [pullJob.name, pushStockJob.name];

/**
 * Work that comes with the clock. Several nodes may look at once: a pull is stored once per shop
 * and slot (its dedupe key), folding locks what it folds.
 */
export function startSchedule(options: {
  db: Database;
  clock: () => Date;
  wake: () => void;
  /** Removes sessions, counters and pictures that have expired. */
  sweepSessions: () => Promise<unknown>;
  /** 0 = never. */
  everyMs: number;
  log: (level: 'info' | 'warn' | 'error', about: object, message: string) => void;
}): Schedule {
  let running: Promise<void> = Promise.resolve();
  let sweptAt = -Infinity;
  const sweepInTime = async (): Promise<void> => {
    const now = options.clock();
    if (now.getTime() - sweptAt < SWEEP_EVERY_MS) return;
    sweptAt = now.getTime();
    await options.sweepSessions();
    await sweepDone(options.db, now);
  };
  const look = async (): Promise<void> => {
    try {
      await foldCounts(options.db);
      await enqueuePulls(options.db, options.clock());
      options.wake();
      await sweepInTime();
    } catch (error) {
      options.log('warn', { err: error }, 'schedule could not be read');
    }
  };
  const timer =
    options.everyMs > 0
      ? setInterval(() => {
          running = running.then(look);
        }, options.everyMs)
      : undefined;
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}

/** Folds counter deltas into their base until few are left. */
async function foldCounts(db: Database): Promise<number> {
  let folded = 0;
  for (let round = 0; round < 20; round++) {
    const { n } = await db.platform(
      (tx) => tx.one<{ n: number }>`select work.fold_status_counts(${FOLD_AT_ONCE}) as n`,
    );
    folded += n;
    if (n < FOLD_AT_ONCE) break;
  }
  return folded;
}

/** Removes what came with the clock and was done long ago, in small steps. */
async function sweepDone(db: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - DONE_KEPT_MS);
  for (let swept = SWEEP_AT_ONCE; swept === SWEEP_AT_ONCE;)
    ({ swept } = await db.platform(
      (tx) =>
        tx.one<{ swept: number }>`
          select work.sweep_deliveries(${PERIODIC}::text[], ${before}, ${SWEEP_AT_ONCE}) as swept`,
    ));
}

/** Stores a pull for every shop whose turn has come. */
async function enqueuePulls(db: Database, now: Date): Promise<void> {
  const due = await db.platform(
    (tx) =>
      tx.rows<{
        tenantId: number;
        id: string;
        slot: bigint;
      }>`select * from work.accounts_due(${now})`,
  );
  for (const account of due)
    await db.tx(systemActor(account.tenantId, '定时任务'), (tx) =>
      enqueue(tx, pullJob, {
        aggregate: account.id,
        dedupeKey: `pull:${account.id}:${account.slot}`,
        payload: { accountId: account.id, trigger: '定时' },
      }),
    );
}
