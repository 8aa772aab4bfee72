import { toWireTime } from '#kit/model/time.ts';
import type { Tx } from '#kit/server/database.ts';
import type { Invariant } from '#kit/server/invariant.ts';
import { scheduledAs, type TenantWork } from '#kit/server/tenant-work.ts';
import { implement, type Route } from '#kit/server/route.ts';
import { reconcileWork } from '../model/clock-works.ts';
import { reconciliationRoute, type Check } from '../model/routes.ts';

/** Whether a truth holds is read off what breaks it. */
type Judged = Omit<Check, 'ok'>;

/** Runs every truth over one tenant, in the caller's transaction: one moment, one picture. */
async function runInvariants(tx: Tx, invariants: readonly Invariant[]): Promise<Judged[]> {
  const checks: Judged[] = [];
  for (const { id, title, find } of invariants) checks.push({ id, title, violations: (await find(tx)).map(printable) });
  return checks;
}

const printable = (row: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(row).map(([key, value]) => [key, typeof value === 'bigint' ? value.toString() : value]),
  );

export interface Reconciler {
  /** Checks now, and remembers. */
  run(tx: Tx): Promise<Judged[]>;
  /** The last picture of this tenant's stock, at most ten minutes old: the checks read whole ledgers. */
  recent(tx: Tx): Promise<Judged[]>;
}

const FRESH_MS = 600_000;
const STOCK = /^I-0/;

/** @param invariants all of the house, asked for when they are needed: modules are still being put together */
export function createReconciler(invariants: () => readonly Invariant[]): Reconciler {
  const remembered = new Map<number, { at: number; checks: Judged[] }>();
  const remember = (tx: Tx, checks: Judged[]): void => {
    const stock = checks.filter(({ id }) => STOCK.test(id));
    remembered.set(tx.tenant, { at: tx.now.getTime(), checks: stock });
  };
  return {
    async run(tx) {
      const checks = await runInvariants(tx, invariants());
      remember(tx, checks);
      return checks;
    },
    async recent(tx) {
      const known = remembered.get(tx.tenant);
      if (known && tx.now.getTime() - known.at < FRESH_MS) return known.checks;
      const stock = invariants().filter(({ id }) => STOCK.test(id));
      const checks = await runInvariants(tx, stock);
      remember(tx, checks);
      return checks;
    },
  };
}

/**
 * 对账 by the clock.
 * @throws Error naming what does not hold: the run failed, and people hear of it
 */
export const reconcileByClock = (reconciler: Reconciler): TenantWork =>
  scheduledAs(reconcileWork, async ({ tx }) => {
    const checks = await tx((one) => reconciler.run(one));
    const broken = checks.filter(({ violations }) => violations.length > 0);
    if (broken.length > 0) throw new Error(`${broken.length} 项对不上：${broken.map(({ title }) => title).join('、')}`);
    return `${checks.length} 项全部对上`;
  });

/** 对账: every truth, and what breaks it. Nothing is repaired silently. */
export const reconciliation = (reconciler: Reconciler): Route =>
  implement(reconciliationRoute, (call) =>
    call.tx(async (tx) => {
      const checks = await reconciler.run(tx);
      return {
        ranAt: toWireTime(tx.now, tx.actor.zone),
        total: checks.length,
        broken: checks.filter(({ violations }) => violations.length > 0).length,
        checks: checks.map((check) => ({ ...check, ok: check.violations.length === 0 })),
      };
    }),
  );
