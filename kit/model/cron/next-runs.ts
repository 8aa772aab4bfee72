import { offsetAt } from '../time.ts';
import { EVERY, FIRST_YEAR, LAST_YEAR, listedValues } from './cron.ts';
import type { Cron } from './cron.ts';
import { daysInMonth } from './days-in-month.ts';

interface NextRunsOptions {
  /** Runs are later than this. */
  after: Date;
  /** IANA zone whose clock the expression means. */
  zone: string;
  count: number;
  /** Takes the year field for `*`. */
  isYearIgnored?: boolean;
}

const SECOND = 1000;
const DAY = 86_400_000;
const HOURS = 24;

/**
 * The next runs, ascending; fewer than asked when the years end (2199) or no day ever fits.
 *
 * Change of the clocks, as Quartz: a time that the clock leaps over in spring does not run that
 * day. A time that comes twice in autumn runs once, the second time (Quartz reads it as standard
 * time). Better than Quartz, which then pauses for an hour: an expression for every hour of the day
 * runs through both.
 * @throws RangeError for a zone that nobody knows
 */
export function nextRuns(cron: Cron, { after, zone, count, isYearIgnored = false }: NextRunsOptions): Date[] {
  const earliest = (Math.floor(after.getTime() / SECOND) + 1) * SECOND;
  const times = timesOf(cron);
  const runs: Date[] = [];
  if (!(count > 0) || Number.isNaN(earliest)) return runs;
  // No zone is a day away from UTC: its date is this one, the one before or the one after.
  for (const day of days(isYearIgnored ? { ...cron, year: EVERY } : cron, earliest - DAY)) {
    for (const stretch of stretches(day, zone, times.isEveryHour))
      for (const time of times.from(Math.max(stretch.from, earliest + stretch.offset) - day)) {
        if (day + time >= stretch.to) break;
        runs.push(new Date(day + time - stretch.offset));
        if (runs.length >= count) return runs;
      }
  }
  return runs;
}

/** Midnights (as though in UTC) of the days that fit, from the day of a moment on. */
function* days(cron: Cron, from: number): Generator<number> {
  const start = new Date(Math.max(from, Date.UTC(FIRST_YEAR, 0)));
  const months = listedValues('month', cron.month);
  for (const year of listedValues('year', cron.year)) {
    if (year < start.getUTCFullYear() || year > LAST_YEAR) continue;
    for (const month of months)
      for (const day of daysInMonth(cron, year, month)) {
        const midnight = Date.UTC(year, month - 1, day);
        if (midnight > from - DAY) yield midnight;
      }
  }
}

/** Times of day that fit, in ms since midnight. */
function timesOf({ second, minute, hour }: Cron) {
  const hours = listedValues('hour', hour);
  const minutes = listedValues('minute', minute);
  const seconds = listedValues('second', second);
  return {
    isEveryHour: hours.length === HOURS,
    /** From a time of day on. */
    *from(least: number): Generator<number> {
      for (const h of hours) {
        if ((h + 1) * 3600 * SECOND <= least) continue;
        for (const m of minutes) {
          if ((h * 60 + m + 1) * 60 * SECOND <= least) continue;
          for (const s of seconds) {
            const time = ((h * 60 + m) * 60 + s) * SECOND;
            if (time >= least) yield time;
          }
        }
      }
    },
  };
}

/** Part of a day of the wall clock without a change: from, to and offset in ms. */
interface Stretch {
  from: number;
  to: number;
  /** Wall clock ahead of UTC. */
  offset: number;
}

const QUARTER = 900_000;

/**
 * The day between its midnights by the wall clock. Where the clock goes back, its hour stands in
 * both stretches when repeated times run twice, else in the second alone.
 */
function stretches(day: number, zone: string, isRepeated: boolean): Stretch[] {
  const offset = (instant: number): number => offsetAt(new Date(instant), zone) * 60_000;
  const first = offset(day - offset(day) - QUARTER);
  const last = offset(day + DAY - offset(day + DAY));
  if (first === last) return [{ from: day, to: day + DAY, offset: first }];
  // The first quarter with the new offset; zones change on quarters only (see offsetAt).
  let before = Math.floor((day - first) / QUARTER) - 1;
  let changed = Math.ceil((day + DAY - Math.min(first, last)) / QUARTER) + 1;
  while (changed - before > 1) {
    const middle = Math.floor((before + changed) / 2);
    if (offset(middle * QUARTER) === first) before = middle;
    else changed = middle;
  }
  const change = changed * QUARTER;
  const end = change + (isRepeated ? first : Math.min(first, last));
  return [
    { from: day, to: Math.min(end, day + DAY), offset: first },
    { from: Math.max(change + last, day), to: day + DAY, offset: last },
  ];
}
