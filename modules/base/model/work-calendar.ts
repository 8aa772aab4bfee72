import { DEFAULT_CALENDAR, type WorkCalendar } from '#kit/model/time.ts';

/**
 * What is wrong with a warehouse's calendar as typed: ISO weekdays and holidays by date.
 * @returns the reason in Chinese, or null
 */
export function calendarFault(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return '工作日历格式不正确';
  const { workdays, holidays } = value as { workdays?: unknown; holidays?: unknown };
  const isWeekday = (day: unknown): boolean =>
    Number.isInteger(day) && (day as number) >= 1 && (day as number) <= 7;
  if (workdays !== undefined) {
    if (!Array.isArray(workdays) || !workdays.every(isWeekday)) return '工作日须为 1 至 7';
    if (workdays.length === 0) return '请至少选择一个工作日';
  }
  if (holidays !== undefined) {
    const isDay = (day: unknown): boolean =>
      typeof day === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(day);
    if (!Array.isArray(holidays) || !holidays.every(isDay)) return '节假日须为 YYYY-MM-DD';
  }
  return null;
}

/** The calendar deadlines are computed with: what the warehouse says, the default for the rest. */
export function workCalendar(stored: unknown, cutoffTime: string): WorkCalendar {
  const own = (stored ?? {}) as Partial<WorkCalendar>;
  return {
    workdays: own.workdays ?? DEFAULT_CALENDAR.workdays,
    holidays: own.holidays ?? DEFAULT_CALENDAR.holidays,
    cutoffTime,
  };
}
