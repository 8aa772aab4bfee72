import type { JobKind } from '#kit/model/job.ts';
import type { Database } from '#kit/server/database.ts';

const FOLD_AT_ONCE = 5000;
const MOST_FOLDS = 20;
const SWEEP_AT_ONCE = 5000;
/** How long work that comes with the clock is kept once it is done. */
const DONE_KEPT_MS = 14 * 86_400_000;

/** Folds counter deltas into their base until few are left. Several nodes may: each locks what it folds. */
export async function foldCounts(db: Database): Promise<void> {
  for (let round = 0; round < MOST_FOLDS; round++) {
    const { n } = await db.platform(
      (tx) => tx.one<{ n: number }>`select work.fold_status_counts(${FOLD_AT_ONCE}) as n`,
    );
    if (n < FOLD_AT_ONCE) break;
  }
}

/** Removes what came with the clock and was done long ago, in small steps. */
export async function sweepDeliveries(db: Database, jobs: readonly JobKind[], now: Date): Promise<void> {
  const periodic = jobs.flatMap(({ name, isPeriodic }) => (isPeriodic ? [name] : []));
  const before = new Date(now.getTime() - DONE_KEPT_MS);
  for (let swept = SWEEP_AT_ONCE; swept === SWEEP_AT_ONCE;)
    ({ swept } = await db.platform(
      (tx) =>
        tx.one<{ swept: number }>`
          select work.sweep_deliveries(${periodic}::text[], ${before}, ${SWEEP_AT_ONCE}) as swept`,
    ));
}
