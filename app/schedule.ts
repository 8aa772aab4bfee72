import type { Database } from '#kit/server/database.ts';
import type { Assembled } from '#kit/server/assembled.ts';
import type { Scheduled } from '#kit/server/module.ts';

export interface Schedule {
  stop(): Promise<void>;
}

const FOLD_AT_ONCE = 5000;
const SWEEP_EVERY_MS = 3_600_000;
const SWEEP_AT_ONCE = 5000;
/** How long work that comes with the clock is kept once it is done. */
const DONE_KEPT_MS = 14 * 86_400_000;

/**
 * Work that comes with the clock. Several nodes may look at once: what a module stores has a dedupe
 * key, folding locks what it folds.
 */
export function startSchedule(options: {
  db: Database;
  clock: () => Date;
  wake: () => void;
  assembled: Pick<Assembled, 'scheduled' | 'declared'>;
  /** 0 = never. */
  everyMs: number;
  log: (level: 'info' | 'warn' | 'error', about: object, message: string) => void;
}): Schedule {
  const { db, assembled } = options;
  const periodic = assembled.declared.jobs.flatMap(({ name, isPeriodic }) => (isPeriodic ? [name] : []));
  // What is done at every look comes first: a sweep that fails holds nothing up.
  const work = [
    { run: () => foldCounts(db) },
    ...assembled.scheduled,
    { run: async () => options.wake() },
    { everyMs: SWEEP_EVERY_MS, run: (now: Date) => sweepDone(db, periodic, now) },
  ].sort(({ everyMs: a = 0 }: Scheduled, { everyMs: b = 0 }: Scheduled) => a - b);
  const last = new Map<Scheduled, number>();
  let running: Promise<void> = Promise.resolve();
  const look = async (): Promise<void> => {
    try {
      for (const one of work) {
        const now = options.clock();
        if (now.getTime() - (last.get(one) ?? -Infinity) < (one.everyMs ?? 0)) continue;
        last.set(one, now.getTime());
        await one.run(now);
      }
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
async function sweepDone(db: Database, periodic: readonly string[], now: Date): Promise<void> {
  const before = new Date(now.getTime() - DONE_KEPT_MS);
  for (let swept = SWEEP_AT_ONCE; swept === SWEEP_AT_ONCE;)
    ({ swept } = await db.platform(
      (tx) =>
        tx.one<{ swept: number }>`
          select work.sweep_deliveries(${periodic}::text[], ${before}, ${SWEEP_AT_ONCE}) as swept`,
    ));
}
