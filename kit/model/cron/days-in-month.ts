import { listedValues } from './cron.ts';
import type { Cron } from './cron.ts';

const SUNDAY = 1;
const SATURDAY = 7;

/**
 * Days of a month on which an expression runs, ascending; the month field is not asked.
 * @param month 1 to 12
 */
export function daysInMonth({ day, week }: Cron, year: number, month: number): number[] {
  const count = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const isReal = (date: number): boolean => date >= 1 && date <= count;
  const weekdayOf = (date: number): number => new Date(Date.UTC(year, month - 1, date)).getUTCDay() + SUNDAY;

  switch (day.kind) {
    case 'list':
      return listedValues('day', day).filter(isReal);
    case 'last': {
      const date = count - day.daysBefore;
      if (!isReal(date)) return [];
      return [day.isWorkday ? nearestWorkday(date, weekdayOf(date), count) : date];
    }
    case 'nearestWorkday':
      // As a day that the month lacks: no run, rather than one for another day's sake.
      return isReal(day.day) ? [nearestWorkday(day.day, weekdayOf(day.day), count)] : [];
    case 'unset':
      return weekdaysInMonth(week, weekdayOf(1), count);
  }
}

/** Monday to Friday; of a weekend the Friday or Monday beside it, without leaving the month. */
function nearestWorkday(date: number, weekday: number, count: number): number {
  if (weekday === SATURDAY) return date === 1 ? 3 : date - 1;
  if (weekday === SUNDAY) return date === count ? date - 2 : date + 1;
  return date;
}

function weekdaysInMonth(week: Cron['week'], firstWeekday: number, count: number): number[] {
  /** Dates of one weekday. */
  const datesOf = (weekday: number): number[] => {
    const dates: number[] = [];
    for (let date = 1 + ((weekday - firstWeekday + 7) % 7); date <= count; date += 7) dates.push(date);
    return dates;
  };
  switch (week.kind) {
    case 'list':
      return listedValues('week', week)
        .flatMap(datesOf)
        .toSorted((a, b) => a - b);
    case 'lastWeekday':
      return datesOf(week.weekday).slice(-1);
    case 'nthWeekday':
      return datesOf(week.weekday).slice(week.nth - 1, week.nth);
    case 'unset':
      return [];
  }
}
