import type { Tx } from './database.ts';
import { delayOf, spend, type Bucket, type ThrottleRate } from './throttle.ts';

/** How a call asks for its turn. */
export interface TurnWish {
  /** Tokens kept back for more urgent calls; none by default. */
  reserve?: number;
  /** Longest wait that is worth a token still to come; 0 by default: now or not at all. */
  maxWaitMs?: number;
}

/** A token taken: the call may go after `waitMs`. None taken: it fits in so much time. */
export interface Turn {
  isTaken: boolean;
  waitMs: number;
}

interface StoredBucket {
  fullAt: Date;
  closedUntil: Date | null;
}

/**
 * Asks for one call under a rate that all nodes share. Nothing waits here: the row is locked for the
 * length of the transaction, which should do little else.
 */
export async function takeTurn(
  tx: Tx,
  key: string,
  rate: ThrottleRate,
  { reserve = 0, maxWaitMs = 0 }: TurnWish = {},
): Promise<Turn> {
  const now = tx.now.getTime();
  const bucket = await lockBucket(tx, key);
  const waitMs = delayOf(bucket, rate, now, reserve);
  if (waitMs > maxWaitMs) return { isTaken: false, waitMs };
  spend(bucket, rate, now);
  await tx.run`
    update rate_bucket set full_at = ${new Date(bucket.fullAt)}
    where tenant_id = ${tx.tenant} and key = ${key}`;
  return { isTaken: true, waitMs };
}

/** After a 429: no call under this key for `ms` from now, on any node. Never shortens a closing. */
export async function closeRate(tx: Tx, key: string, ms: number): Promise<void> {
  const until = new Date(tx.now.getTime() + ms);
  await tx.run`
    insert into rate_bucket as b (tenant_id, key, full_at, closed_until)
    values (${tx.tenant}, ${key}, ${tx.now}, ${until})
    on conflict (tenant_id, key) do update set
      closed_until = greatest(b.closed_until, excluded.closed_until)`;
}

async function lockBucket(tx: Tx, key: string): Promise<Bucket> {
  const row = await tx.one<StoredBucket>`
    insert into rate_bucket as b (tenant_id, key, full_at) values (${tx.tenant}, ${key}, ${tx.now})
    on conflict (tenant_id, key) do update set key = excluded.key
    returning b.full_at, b.closed_until`;
  return { fullAt: row.fullAt.getTime(), closedUntil: row.closedUntil?.getTime() ?? 0 };
}
