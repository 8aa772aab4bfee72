import type { Database } from '#kit/server/database.ts';

const DAY_MS = 86_400_000;
/** So long it is known why a rule did not concern an order. */
const RETENTION_DAYS = 30;
const AT_ONCE = 5_000;

/** Removes old traces of rules that did nothing with an order, in small steps. */
export async function sweepRuleRuns(db: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - RETENTION_DAYS * DAY_MS);
  for (let swept = AT_ONCE; swept === AT_ONCE;)
    ({ swept } = await db.platform(
      (tx) => tx.one<{ swept: number }>`select work.sweep_rule_runs(${before}, ${AT_ONCE}) as swept`,
    ));
}
