import {
  addDays,
  dayIn,
  DEFAULT_CALENDAR,
  parseWireTime,
  workdayDeadline,
  type WorkCalendar,
} from '#kit/model/time.ts';
import { parseWireDate } from '#kit/model/wire-date.ts';

/** Some forty years of holidays, and as many days that make up for them. */
export const MOST_HOLIDAYS = 500;

/**
 * What is wrong with a warehouse's calendar as typed: ISO weekdays, holidays and make-up workdays by date.
 * @returns the reason in Chinese, or null
 */
export function calendarFault(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return '工作日历格式不正确';
  const { workdays, holidays, makeups } = value as Record<string, unknown>;
  const isWeekday = (day: unknown): boolean => Number.isInteger(day) && (day as number) >= 1 && (day as number) <= 7;
  if (workdays !== undefined) {
    if (!Array.isArray(workdays) || !workdays.every(isWeekday)) return '工作日须为 1 至 7';
    if (workdays.length === 0) return '请至少选择一个工作日';
  }
  const fault = daysFault('节假日', holidays) ?? daysFault('调休上班日', makeups);
  if (fault !== null) return fault;
  const both = ((makeups ?? []) as string[]).find((day) => ((holidays ?? []) as string[]).includes(day));
  return both ? `${both} 不能既是节假日又是调休上班日` : null;
}

function daysFault(what: string, days: unknown): string | null {
  if (days === undefined) return null;
  if (!Array.isArray(days)) return `${what}须为 YYYY-MM-DD`;
  if (days.length > MOST_HOLIDAYS) return `${what}最多 ${MOST_HOLIDAYS} 天，请删除过去的`;
  const wrong: unknown = days.find((day) => typeof day !== 'string' || !isRealDay(day));
  if (wrong !== undefined)
    return typeof wrong === 'string'
      ? `${what} ${wrong.slice(0, 20)} 不是真实的日期，须为 YYYY-MM-DD`
      : `${what}须为 YYYY-MM-DD`;
  return null;
}

const isRealDay = (day: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(day) && parseWireDate(day) !== null;

/** The calendar deadlines are computed with: what the warehouse says, the default for the rest. */
export function workCalendar(stored: unknown, cutoffTime: string): WorkCalendar {
  const own = (stored ?? {}) as Partial<WorkCalendar>;
  return {
    workdays: own.workdays ?? DEFAULT_CALENDAR.workdays,
    holidays: own.holidays ?? DEFAULT_CALENDAR.holidays,
    makeups: own.makeups ?? [],
    cutoffTime,
  };
}

/** Days out of a text that was typed or pasted, in whatever way they are parted; and what is none. */
export function readDays(text: string): { days: string[]; wrong: string[] } {
  const parts = text.split(/[\s,，;；、]+/).filter((part) => part !== '');
  const read = parts.map((part) => ({ part, day: parseWireDate(wireDay(part)) }));
  const days = read.flatMap(({ day }) => day ?? []);
  return {
    days: [...new Set(days)].sort(),
    wrong: read.filter(({ day }) => day === null).map(({ part }) => part),
  };
}

/**
 * `2026/10/1`, `2026.10.01`, `20261001`, `2026年10月1日` as a day of the wire. Digits that nothing
 * parts are a day only where there are eight: `2026111` may be either of two.
 */
function wireDay(text: string): string {
  const [, year, month = '', day = ''] =
    /^(\d{4})(\d\d)(\d\d)$/.exec(text) ?? /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/.exec(text) ?? [];
  return year ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : text;
}

/** An order that arrives at a moment there, and until when it is to go. */
export interface DeadlineExample {
  title: string;
  arrivedAt: Date;
  dueAt: Date;
}

const WEEK = 7;
const FRIDAY = 5;

/**
 * What a calendar means for orders due after a workday: one that arrives now, and two of the next
 * Friday there, before and after the usual cut-off (domain.md §4).
 */
export function deadlineExamples(now: Date, calendar: WorkCalendar, zone: string): DeadlineExample[] {
  const today = dayIn(now, zone);
  const ahead = (FRIDAY - weekdayOf(today) + WEEK) % WEEK;
  const friday = addDays(today, ahead);
  const moments = [
    { title: '现在', arrivedAt: now },
    { title: '周五 13:00', arrivedAt: parseWireTime(`${friday} 13:00:00`, zone) },
    { title: '周五 15:30', arrivedAt: parseWireTime(`${friday} 15:30:00`, zone) },
  ];
  return moments.flatMap(({ title, arrivedAt }) =>
    arrivedAt ? [{ title, arrivedAt, dueAt: workdayDeadline(arrivedAt, 1, calendar, zone) }] : [],
  );
}

/** ISO weekday of a day: 1 = Monday. */
export const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay() || WEEK;
