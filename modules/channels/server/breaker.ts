import type { Tx } from '#kit/server/database.ts';

/** Failures in a row after which a shop rests. */
const OPEN_AFTER = 5;
const FIRST_REST_MS = 30_000;
const LONGEST_REST_MS = 600_000;

interface BreakerState {
  failures: number;
  /** Milliseconds until calls may go again; 0 = now. */
  waitMs: number;
  reason: string | null;
}

const keyOf = (accountId: string): string => `channel:${accountId}`;

/** The breaker of one shop: its faults never touch another. */
export async function readBreaker(tx: Tx, accountId: string): Promise<BreakerState> {
  const row = await tx.maybe<{
    failures: number;
    openUntil: Date | null;
    reason: string | null;
  }>`select failures, open_until, reason from breaker
    where tenant_id = ${tx.tenant} and key = ${keyOf(accountId)}`;
  const waitMs = Math.max(0, (row?.openUntil?.getTime() ?? 0) - tx.now.getTime());
  return { failures: row?.failures ?? 0, waitMs, reason: row?.reason ?? null };
}

/** One more call without an answer; from the fifth on the shop rests, longer each time. */
export async function recordFault(tx: Tx, accountId: string, reason: string): Promise<void> {
  const { failures } = await tx.one<{ failures: number }>`
    insert into breaker as b (tenant_id, key, failures, reason)
    values (${tx.tenant}, ${keyOf(accountId)}, 1, ${reason.slice(0, 255)})
    on conflict (tenant_id, key) do update set failures = b.failures + 1, reason = excluded.reason
    returning failures`;
  if (failures < OPEN_AFTER) return;
  const restMs = Math.min(LONGEST_REST_MS, FIRST_REST_MS * 2 ** (failures - OPEN_AFTER));
  await rest(tx, accountId, restMs, reason);
}

/** No call of the shop for so long, on every node. */
async function rest(tx: Tx, accountId: string, ms: number, reason: string): Promise<void> {
  const until = new Date(tx.now.getTime() + ms);
  await tx.run`
    insert into breaker as b (tenant_id, key, failures, open_until, reason)
    values (${tx.tenant}, ${keyOf(accountId)}, 0, ${until}, ${reason.slice(0, 255)})
    on conflict (tenant_id, key) do update set
      open_until = greatest(b.open_until, excluded.open_until), reason = excluded.reason`;
}

/** The channel answered: the count starts over. */
export async function recordAnswer(tx: Tx, accountId: string): Promise<void> {
  await tx.run`delete from breaker where tenant_id = ${tx.tenant} and key = ${keyOf(accountId)}`;
}
