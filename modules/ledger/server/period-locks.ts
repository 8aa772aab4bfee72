import { invalid } from '#kit/model/refusal.ts';
import { toWireTime } from '#kit/model/time.ts';
import type { Tx } from '#kit/server/database.ts';
import type { Guards } from '#kit/server/write.ts';
import type { Book } from '../model/chart.ts';
import { lockedAlready, monthNotOver } from '../model/errors.ts';
import type { periodLock } from '../model/period-lock.ts';

/** A transaction that began in a month may commit so much later. */
const ROOM_MS = 3_600_000;

/** Whoever locks a month waits for those who post into it, and they for the lock. */
const takeTurn = (tx: Tx, isWriter: boolean): Promise<unknown> =>
  isWriter
    ? tx.platform.rows`select pg_advisory_xact_lock(hashtext('period_lock'), ${tx.tenant}::integer)`
    : tx.platform.rows`select pg_advisory_xact_lock_shared(hashtext('period_lock'), ${tx.tenant}::integer)`;

/** Whether nothing is posted into a month (`YYYY-MM`) of a book any more. */
export async function isLocked(tx: Tx, book: Book, month: string): Promise<boolean> {
  await takeTurn(tx, false);
  const row = await tx.maybe`
    select 1 from period_lock
    where tenant_id = ${tx.tenant} and book = ${book} and month = ${month} and deleted_at is null`;
  return row !== undefined;
}

/** The day on which something of a day is posted into the tenant's book: that day, or today where its month is locked. */
export async function postingDay(tx: Tx, day: string): Promise<string> {
  const today = toWireTime(tx.now, tx.actor.zone).slice(0, 10);
  const month = day.slice(0, 7);
  return month < today.slice(0, 7) && (await isLocked(tx, 'tenant', month)) ? today : day;
}

interface Lock {
  id?: string;
  book?: unknown;
  month?: unknown;
}

/** A month of a book is locked once it is over, and once. */
export const periodLockGuards: Guards<typeof periodLock> = {
  add: (tx, values) => judgeLock(tx, values),
  edit: (tx, before, values) => judgeLock(tx, { ...before, ...values, id: before.id }),
};

async function judgeLock(tx: Tx, { id, book, month }: Lock): Promise<void> {
  await takeTurn(tx, true);
  const now = toWireTime(new Date(tx.now.getTime() - ROOM_MS), tx.actor.zone).slice(0, 7);
  if (String(month) >= now)
    throw invalid([{ field: 'month', code: 'invalid', message: monthNotOver({ month: String(month) }) }]);
  const twin = await tx.maybe`
    select 1 from period_lock
    where tenant_id = ${tx.tenant} and book = ${book} and month = ${month} and deleted_at is null
      and id is distinct from ${id ?? null}::uuid`;
  if (twin) throw lockedAlready({ month: String(month) });
}
