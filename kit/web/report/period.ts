import { addDays } from '#kit/model/time.ts';

/** Days that figures are counted over, both of them among it: `2026-03-01`. */
export interface Period {
  begin: string;
  end: string;
}

/** What a report is about where nobody asks for other days: so many until today, by a field of days. */
export interface PeriodSpec {
  /** Field of the rows whose range (`<field>_begin`, `<field>_end`) is the period. */
  field: string;
  /** What the days are of: 下单日期. */
  title: string;
  days: number;
}

const DAY_MS = 86_400_000;

/** The days that a list is asked about. @param today the tenant's day */
export function periodOf(
  { field, days }: PeriodSpec,
  filters: Readonly<Record<string, unknown>>,
  today: string,
): Period {
  const end = String(filters[`${field}_end`] ?? '') || today;
  const begin = String(filters[`${field}_begin`] ?? '') || addDays(end, 1 - days);
  return { begin, end };
}

/** As many days, ending the day before a period begins. */
export function periodBefore({ begin, end }: Period): Period {
  const days = Math.round((Date.parse(end) - Date.parse(begin)) / DAY_MS) + 1;
  return { begin: addDays(begin, -days), end: addDays(begin, -1) };
}

/** A period as the filter of a list. */
export const periodFilter = (field: string, { begin, end }: Period): Record<string, string> => ({
  [`${field}_begin`]: begin,
  [`${field}_end`]: end,
});

/** As {@link periodFilter}, of a field with a time of day. */
export const periodFilterByTime = (field: string, { begin, end }: Period): Record<string, string> =>
  periodFilter(field, { begin: `${begin} 00:00:00`, end: `${end} 23:59:59` });
