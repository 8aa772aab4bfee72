import { DEFAULT_CALENDAR } from '#kit/model/time.ts';
import { weekdayOf, workCalendar } from '../model/work-calendar.ts';

export interface TypedCalendar {
  workdays: number[];
  holidays: string[];
  /** 调休上班日. */
  makeups: string[];
}

/** A stored calendar as it is edited: what it does not say is as deadlines take it. */
export function typedCalendar(value: unknown): TypedCalendar {
  const stored = typeof value === 'object' ? value : null;
  const { workdays, holidays, makeups = [] } = workCalendar(stored, DEFAULT_CALENDAR.cutoffTime);
  return { workdays: [...workdays], holidays: [...holidays], makeups: [...makeups] };
}

/**
 * A calendar after a change, as it is stored: days in order and once. A day is a holiday or one that makes up
 * for one, whichever was chosen last.
 */
export function changedCalendar(before: TypedCalendar, more: Partial<TypedCalendar>): TypedCalendar {
  const { workdays, holidays, makeups } = { ...before, ...more };
  const without = (days: readonly string[], others: readonly string[] | undefined): string[] =>
    [...new Set(days)].filter((day) => !others?.includes(day)).sort();
  return {
    workdays: [...workdays].sort((a, b) => a - b),
    holidays: more.holidays ? without(holidays, []) : without(holidays, more.makeups),
    makeups: more.holidays ? without(makeups, holidays) : without(makeups, []),
  };
}

/** What a click on a day makes of it: the opposite of what it is, and back to what its week says. */
export function flippedDay(calendar: TypedCalendar, day: string): Partial<TypedCalendar> {
  const flip = (days: readonly string[]): string[] =>
    days.includes(day) ? days.filter((one) => one !== day) : [...days, day];
  const isPlain = !calendar.holidays.includes(day) && !calendar.makeups.includes(day);
  const isWorkday = calendar.workdays.includes(weekdayOf(day));
  return calendar.holidays.includes(day) || (isPlain && isWorkday)
    ? { holidays: flip(calendar.holidays) }
    : { makeups: flip(calendar.makeups) };
}
