/**
 * What the parts of the gate may take on two cores that do nothing else, in seconds. `target` is
 * what a part is held to: one that takes a fifth more says so and fails nothing. At `limit` it is
 * ended: room for a machine that is several times slower, or busy.
 */
export const BUDGETS = {
  check: { target: 60 },
  unit: { target: 40, limit: 5 * 60 },
  database: { target: 330, limit: 45 * 60 },
  secondServer: { target: 70, limit: 18 * 60 },
  browser: { target: 400, limit: 54 * 60 },
  gate: { target: 900 },
} as const;

/** The long edition of the tests asks more of every lane. */
export const LONG_LIMITS = 3;

const PATIENCE = 1.2;

/** What is to be said of a part that took this long, if anything. */
export function overBudget(name: string, seconds: number, target: number): string | null {
  if (seconds <= target * PATIENCE) return null;
  const more = Math.round((seconds / target - 1) * 100);
  return `${name}: took ${Math.round(seconds)} s, ${more} % more than its ${target} s`;
}
