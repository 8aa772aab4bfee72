import { ANY_VALUE } from '#kit/model/report.ts';
import { addDays } from '#kit/model/time.ts';
import type { ReportParam } from './definition.ts';

const DAY = /^today(?:([+-])(\d{1,4}))?$/;

/**
 * A day that is said by that of today: `today`, `today-30`, `monthStart`, `lastMonthStart`, `lastMonthEnd`,
 * `yearStart`. Whatever is none of them stays as it is.
 */
export function relativeDay(text: string, today: string): string {
  const month = `${today.slice(0, 7)}-01`;
  const found = DAY.exec(text);
  if (found) return addDays(today, Number(found[2] ?? 0) * (found[1] === '-' ? -1 : 1));
  if (text === 'monthStart') return month;
  if (text === 'yearStart') return `${today.slice(0, 4)}-01-01`;
  if (text === 'lastMonthEnd') return addDays(month, -1);
  if (text === 'lastMonthStart') return `${addDays(month, -1).slice(0, 7)}-01`;
  return text;
}

/** What a parameter is asked by: what was given, else its default; blank where it binds nothing. */
export function askedValue(
  { paramName, paramValue = '', isFixed = false }: ReportParam,
  given: Readonly<Record<string, string>>,
  today: string,
): string {
  const value = ((isFixed ? undefined : given[paramName]) ?? paramValue).trim();
  return value === ANY_VALUE ? '' : relativeDay(value, today);
}
