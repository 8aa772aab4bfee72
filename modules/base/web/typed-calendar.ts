import { DEFAULT_CALENDAR } from '#kit/model/time.ts';
import { workCalendar } from '../model/work-calendar.ts';

export interface TypedCalendar {
  workdays: number[];
  holidays: string[];
}

/** A stored calendar as it is edited: what it does not say is as deadlines take it. */
export function typedCalendar(value: unknown): TypedCalendar {
  const stored = typeof value === 'object' ? value : null;
  const { workdays, holidays } = workCalendar(stored, DEFAULT_CALENDAR.cutoffTime);
  return { workdays: [...workdays], holidays: [...holidays] };
}
