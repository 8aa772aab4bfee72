import { parseWireTime, toWireTime, workdayDeadline, type WorkCalendar } from '#kit/model/time.ts';

const HOUR_MS = 3_600_000;
const DAY_HOURS = 24;

/**
 * Until when an order is to be accepted, by the calendar and cut-off of its warehouse: what arrives
 * after the cut-off or on a day off counts from the next workday. Whole days end with the last of
 * them; less than a day is counted in hours of workdays.
 */
export function acceptDeadline(orderedAt: Date, hours: number, calendar: WorkCalendar, zone: string): Date {
  const endOf = (days: number): Date => workdayDeadline(orderedAt, days, calendar, zone);
  if (hours >= DAY_HOURS) return endOf(Math.floor(hours / DAY_HOURS));
  const firstEnd = endOf(0);
  const isSameDay = dayOf(firstEnd, zone) === dayOf(orderedAt, zone);
  const start = isSameDay ? orderedAt : startOfDay(firstEnd, zone);
  const due = new Date(start.getTime() + hours * HOUR_MS);
  if (due <= firstEnd) return due;
  const over = due.getTime() - firstEnd.getTime() - 1000;
  return new Date(startOfDay(endOf(1), zone).getTime() + over);
}

const dayOf = (instant: Date, zone: string): string => toWireTime(instant, zone).slice(0, 10);

const startOfDay = (instant: Date, zone: string): Date => parseWireTime(dayOf(instant, zone), zone) ?? instant;
