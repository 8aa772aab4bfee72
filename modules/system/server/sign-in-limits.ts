import type { PlatformTx } from '#kit/server/database.ts';
import { networkOf } from '#platform/outbound/network-of.ts';
import { sql, type Sql } from '#kit/server/sql.ts';
import { countAttempt, forgetAttempts, pauseAfter, WINDOW_MS, type AttemptKind } from './attempts.ts';

/**
 * How failed sign-ins are counted, so that neither an account nor an address locks the other out.
 *
 * Each failure counts for the pair of account and address (an IPv6 network of 64 bits is one
 * address), which is closed after five. Failures of
 * one account at many addresses, and of many accounts at one address, have counters of their own:
 * they make everybody wait longer after each failure. Where a person signed in lately those two do
 * not count: strangers elsewhere keep nobody out, nor does an office in which others fail.
 *
 * No picture code stands in between: a script of a few lines reads one, so that it kept out people alone.
 */

interface Limit {
  kind: AttemptKind;
  windowMs: number;
  /** Failures after which it is closed: the whole window, or for a while that doubles. */
  closedAfter: number;
}

const DAY_MS = 86_400_000;
const PAIR: Limit = { kind: 'pair', windowMs: WINDOW_MS, closedAfter: 5 };
const ACCOUNT: Limit = { kind: 'account', windowMs: DAY_MS, closedAfter: 8 };
const ADDRESS: Limit = { kind: 'address', windowMs: WINDOW_MS, closedAfter: 20 };

/** So long an address at which somebody signed in stays known for them. */
export const KNOWN_MS = 30 * DAY_MS;

/** One way in: what failures are counted by. */
export interface Door {
  /** The account as it was named, whether or not there is one. */
  account: string;
  ip: string;
  /** The person behind it signed in at this address lately. */
  isKnown: boolean;
}

/** Whether a door is closed to the next try. */
export async function isDoorClosed(tx: PlatformTx, door: Door): Promise<boolean> {
  const limits = limitsOf(door);
  const rows = await tx.rows<{ kind: string; hits: number; windowStart: Date; lastHit: Date }>`
    select kind, hits, window_start, coalesce(last_hit, window_start) as last_hit
    from attempt_count where (kind, subject) in (
      select * from unnest(${limits.map(({ limit }) => limit.kind)}::text[],
        ${limits.map(({ subject }) => subject)}::text[]))`;
  const now = tx.now.getTime();
  return limits.some(({ limit }) => {
    const row = rows.find(({ kind }) => kind === limit.kind);
    if (!row || now - row.windowStart.getTime() >= limit.windowMs) return false;
    return isClosed(limit, row.hits, now - row.lastHit.getTime());
  });
}

/** Counts a failure. */
export async function countFailure(tx: PlatformTx, door: Door): Promise<void> {
  for (const { limit, subject } of limitsOf(door))
    await countAttempt(tx, tx.now, { kind: limit.kind, subject }, limit.windowMs);
}

/**
 * Somebody has passed a door. The wide counters stay: a sign-in of the owner gives those who guess
 * at the account no new tries.
 */
export const forgetPair = (tx: PlatformTx, { account, ip }: Door): Promise<void> =>
  forgetAttempts(tx, { kind: 'pair', subject: pairOf(account, ip) });

/** An account has a new password: whatever was counted for it, at whichever address, is over. */
export async function forgetAccount(
  tx: Pick<PlatformTx, 'rows' | 'one' | 'maybe' | 'run'>,
  account: string,
): Promise<void> {
  await forgetAttempts(tx, { kind: 'account', subject: account });
  await tx.run`delete from attempt_count
    where kind = 'pair' and starts_with(subject, ${pairOf(account, '')}::text)`;
}

/** A person has signed in at an address. */
export async function noteKnown(tx: PlatformTx, userId: string, ip: string): Promise<void> {
  await tx.run`
    insert into attempt_count (kind, subject, hits, window_start)
    values ('known', ${pairOf(userId, ip)}, 1, ${tx.now})
    on conflict (kind, subject) do update set window_start = excluded.window_start`;
}

/** Whether the person `u` signed in at an address lately. */
export const knownAt = (tx: PlatformTx, ip: string): Sql => sql`
  exists (select 1 from attempt_count k where k.kind = 'known'
    and k.subject = u.id::text || ' ' || ${networkOf(ip)}::text
    and k.window_start > ${new Date(tx.now.getTime() - KNOWN_MS)}::timestamptz)`;

const pairOf = (account: string, ip: string): string => `${account} ${networkOf(ip)}`;

function limitsOf({ account, ip, isKnown }: Door): { limit: Limit; subject: string }[] {
  const pair = { limit: PAIR, subject: pairOf(account, ip) };
  if (isKnown) return [pair];
  return [pair, { limit: ACCOUNT, subject: account }, { limit: ADDRESS, subject: networkOf(ip) }];
}

function isClosed(limit: Limit, hits: number, sinceMs: number): boolean {
  if (hits < limit.closedAfter) return false;
  if (limit === PAIR) return true;
  return sinceMs < pauseAfter(hits - limit.closedAfter);
}
