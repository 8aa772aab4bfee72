import { Refusal } from '#kit/model/refusal.ts';
import { MESSAGES } from '#kit/server/messages.ts';
import type { Database } from '#kit/server/database.ts';

/** Statements on platform tables, of either kind of transaction. */
export type PlatformQueries = Pick<
  Parameters<Parameters<Database['platform']>[0]>[0],
  'rows' | 'one' | 'maybe' | 'run'
>;

/**
 * account, address and pair of both: failed sign-ins (sign-in-limits.ts). known: where somebody
 * signed in. The others count calls.
 */
export type AttemptKind =
  | 'pair'
  | 'known'
  | 'ownPassword'
  | 'account'
  | 'address'
  | 'captcha'
  | 'lookup'
  | 'code'
  | 'codeTo'
  | 'codeInAll'
  | 'register'
  | 'join'
  | 'trial'
  | 'reset'
  | 'thirdLogin'
  | 'secondFactor'
  | 'refusal';

export interface Attempted {
  kind: AttemptKind;
  subject: string;
  /** How many one call counts as; one where it says nothing. */
  times?: number;
}

export const WINDOW_MS = 10 * 60_000;

/** Wrong codes or passwords of somebody who is half in, in ten minutes, after which none is looked at. */
export const GUESSES = 5;
export const LOCKED = '登录失败次数过多，请稍后再试';

/** Hits of the current window, per subject asked for. */
export async function attemptsOf(
  db: PlatformQueries,
  now: Date,
  { kind, subject }: Attempted,
  windowMs = WINDOW_MS,
): Promise<number> {
  const row = await db.maybe<{ hits: number }>`
    select hits from attempt_count where kind = ${kind} and subject = ${subject}
      and window_start > ${new Date(now.getTime() - windowMs)}::timestamptz`;
  return row?.hits ?? 0;
}

/** Counts what was attempted and answers the hits of the window. */
export async function countAttempt(
  db: PlatformQueries,
  now: Date,
  { kind, subject, times = 1 }: Attempted,
  windowMs = WINDOW_MS,
): Promise<number> {
  const since = new Date(now.getTime() - windowMs);
  const row = await db.one<{ hits: number }>`
    insert into attempt_count as a (kind, subject, hits, window_start, last_hit)
    values (${kind}, ${subject}, ${times}, ${now}, ${now})
    on conflict (kind, subject) do update set
      hits = case when a.window_start > ${since}::timestamptz then a.hits + ${times} else ${times} end,
      window_start = case when a.window_start > ${since}::timestamptz
        then a.window_start else excluded.window_start end,
      last_hit = excluded.last_hit
    returning hits`;
  return row.hits;
}

const FIRST_PAUSE_MS = 30_000;
const LONGEST_PAUSE_MS = 15 * 60_000;

/** How long to wait after so many tries too many: twice as long after each. */
export const pauseAfter = (beyond: number): number =>
  Math.min(FIRST_PAUSE_MS * 2 ** Math.min(beyond, 10), LONGEST_PAUSE_MS);

/**
 * Counts what was attempted, of which so many are free in the window and each further one waits twice
 * as long for its turn; what comes too early is not counted. One statement: a burst is no way round it.
 * @returns whether it may be done
 */
export async function spacedAttempt(
  db: PlatformQueries,
  now: Date,
  { kind, subject }: Attempted,
  free: number,
): Promise<boolean> {
  const since = new Date(now.getTime() - WINDOW_MS);
  const row = await db.maybe`
    insert into attempt_count as a (kind, subject, hits, window_start, last_hit)
    values (${kind}, ${subject}, 1, ${now}, ${now})
    on conflict (kind, subject) do update set
      hits = case when a.window_start > ${since}::timestamptz then a.hits + 1 else 1 end,
      window_start = case when a.window_start > ${since}::timestamptz
        then a.window_start else excluded.window_start end,
      last_hit = excluded.last_hit
    where a.window_start <= ${since}::timestamptz or a.hits < ${free}
      or a.last_hit <= excluded.last_hit - make_interval(secs => least(
        ${LONGEST_PAUSE_MS / 1000}::float8,
        ${FIRST_PAUSE_MS / 1000}::float8 * 2 ^ least(a.hits - ${free}, 10)))
    returning hits`;
  return row !== undefined;
}

export async function forgetAttempts(db: PlatformQueries, { kind, subject }: Attempted): Promise<void> {
  await db.run`delete from attempt_count where kind = ${kind} and subject = ${subject}`;
}

const MINUTE_MS = 60_000;

/** Lets a caller do something so many times in a window (a minute by default); then 429. */
export async function limitCalls(
  db: Database,
  attempted: Attempted,
  most: number,
  windowMs = MINUTE_MS,
): Promise<void> {
  const hits = await db.platform((tx) => countAttempt(tx, tx.now, attempted, windowMs));
  if (hits > most) throw tooMany(MESSAGES.tooMany);
}

export const tooMany = (message: string): Refusal => new Refusal('tooMany', message, { status: 429 });
