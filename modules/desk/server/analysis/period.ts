import { invalid, type FieldError } from '#kit/model/refusal.ts';
import { addDays, dayIn, parseWireDay } from '#kit/model/time.ts';
import type { Tx } from '#kit/server/database.ts';
import {
  analysisPeriod,
  dayMissing,
  MOST_ANALYSED_DAYS,
  periodReversed,
  periodTooLong,
  periodUnknown,
  type AnalysisPeriod,
  type Span,
} from '../../model/analysis.ts';

type Query = Readonly<Partial<Record<string, string>>>;

const DAY_MS = 86_400_000;

const isPeriod = (code: string): code is AnalysisPeriod => Object.hasOwn(analysisPeriod.items, code);

/**
 * The days that are asked about where the reader is, and as many right before them.
 * @throws Refusal 422 at the field that is no day, or of a period that is none
 */
export function readSpan({ now, actor: { zone } }: Pick<Tx, 'now' | 'actor'>, query: Query): Span {
  const today = dayIn(now, zone);
  const period = query['period'] || 'week';
  if (!isPeriod(period)) throw invalid([{ field: 'period', code: 'invalid', message: periodUnknown() }]);
  switch (period) {
    case 'today':
      return spanOf(today, today);
    case 'yesterday':
      return spanOf(addDays(today, -1), addDays(today, -1));
    case 'week':
      return spanOf(addDays(today, -6), today);
    case 'month':
      return spanOf(addDays(today, -29), today);
    case 'custom':
      return customSpan(query, zone);
  }
}

function customSpan(query: Query, zone: string): Span {
  const errors: FieldError[] = [];
  const read = (field: 'from' | 'to'): string => {
    const day = parseWireDay(query[field] ?? '', zone);
    if (day === null) errors.push({ field, code: 'invalid', message: dayMissing() });
    return day ?? '';
  };
  const [from, to] = [read('from'), read('to')];
  if (errors.length === 0 && from > to) errors.push({ field: 'to', code: 'invalid', message: periodReversed() });
  if (errors.length > 0) throw invalid(errors);
  if (daysBetween(from, to) > MOST_ANALYSED_DAYS) throw periodTooLong();
  return spanOf(from, to);
}

function spanOf(from: string, to: string): Span {
  const days = daysBetween(from, to);
  return { from, to, beforeFrom: addDays(from, -days), beforeTo: addDays(from, -1) };
}

/** Both of them counted. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;

/** Every day of a period. */
export const daysOf = (from: string, to: string): string[] =>
  Array.from({ length: daysBetween(from, to) }, (_, at) => addDays(from, at));

/** Days as the filter of a list, by a field of days. */
export const between = (field: string, from: string, to: string): Record<string, string> => ({
  [`${field}_begin`]: from,
  [`${field}_end`]: to,
});

/** As {@link between}, by a field with a time of day. */
export const betweenTimes = (field: string, from: string, to: string): Record<string, string> =>
  between(field, `${from} 00:00:00`, `${to} 23:59:59`);
