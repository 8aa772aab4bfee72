import { addDays, dayIn, endOfDay, startOfDay } from '#kit/model/time.ts';

/** Goods may leave this many days before the carrier's day. */
const EARLY_DAYS = 1;
/** What channels take of a ship date: in days here, in hours there. */
const PAST_DAYS = 10;
const AHEAD_DAYS = 1;
const DAY_MS = 86_400_000;

/** The days on which a shipment may leave by its own date, as `YYYY-MM-DD` of its warehouse. */
export const shipDays = (now: Date, zone: string): { first: string; last: string } => {
  const today = dayIn(now, zone);
  return { first: addDays(today, -PAST_DAYS), last: addDays(today, AHEAD_DAYS) };
};

/**
 * The moment at which goods left on a day of their warehouse: now, or that of the day nearest to
 * now, for channels count ten days in hours.
 * @returns null where no channel would take it
 */
export function shipMoment(day: string, now: Date, zone: string): Date | null {
  const { first, last } = shipDays(now, zone);
  if (day < first || day > last) return null;
  const today = dayIn(now, zone);
  if (day === today) return now;
  const moment = day < today ? endOfDay(day, zone) : startOfDay(day, zone);
  const age = now.getTime() - moment.getTime();
  // A day of 25 hours in between.
  return age > PAST_DAYS * DAY_MS || age < -AHEAD_DAYS * DAY_MS ? null : moment;
}

/** The first day of the warehouse on which goods may leave that are picked up then. */
export const earliestShipDay = (pickup: Date, zone: string): string => addDays(dayIn(pickup, zone), -EARLY_DAYS);
