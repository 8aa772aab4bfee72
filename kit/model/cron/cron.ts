import { CRON_WEEKDAYS } from '../limits.ts';

/**
 * A Quartz cron expression as data. Rules by the documentation of Quartz (CronExpression): seven
 * fields, the year may be left out, weekdays count from SUN=1 to SAT=7.
 */
export const CRON_FIELDS = ['second', 'minute', 'hour', 'day', 'month', 'week', 'year'] as const;
export type CronField = (typeof CRON_FIELDS)[number];

/** Values that a field takes, and how it is called on the screen. */
interface CronBounds {
  title: string;
  least: number;
  most: number;
  mostStep: number;
  /** Names of the values in order, the first for `least`. */
  names?: readonly string[];
}

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN'];
const LATER_MONTHS = ['JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];

export const FIRST_YEAR = 1970;
export const LAST_YEAR = 2199;

export const CRON_BOUNDS: Readonly<Record<CronField, CronBounds>> = {
  second: { title: '秒', least: 0, most: 59, mostStep: 59 },
  minute: { title: '分', least: 0, most: 59, mostStep: 59 },
  hour: { title: '时', least: 0, most: 23, mostStep: 23 },
  day: { title: '日', least: 1, most: 31, mostStep: 31 },
  month: { title: '月', least: 1, most: 12, mostStep: 12, names: [...MONTHS, ...LATER_MONTHS] },
  week: {
    title: '周',
    least: 1,
    most: 7,
    mostStep: 7,
    names: CRON_WEEKDAYS,
  },
  year: { title: '年', least: FIRST_YEAR, most: LAST_YEAR, mostStep: LAST_YEAR - FIRST_YEAR },
};

/** One entry of a list: `*`, `5`, `1-5`, and each with a step; `from` null is the star. */
export interface CronItem {
  from: number | null;
  /** End of a range; before `from` it wraps around (`22-2`). Null without a range. */
  to: number | null;
  /** Null without a step; `5/10` runs from 5 to the end of the field. */
  step: number | null;
}

/** Entries of a field; any of them lets a value through. */
export interface ListRule {
  kind: 'list';
  items: readonly CronItem[];
}

/** `?`: the other one of day and week decides. */
interface UnsetRule {
  kind: 'unset';
}

export type DayRule =
  | ListRule
  | UnsetRule
  /** `L`, `L-3` (three days before the last), `LW` and `L-3W` (its nearest workday). */
  | { kind: 'last'; daysBefore: number; isWorkday: boolean }
  /** `15W`: the workday nearest to a day, within its month. */
  | { kind: 'nearestWorkday'; day: number };

export type WeekRule =
  | ListRule
  | UnsetRule
  /** `6L`: the last Friday of the month. */
  | { kind: 'lastWeekday'; weekday: number }
  /** `2#1`: the first Monday of the month. */
  | { kind: 'nthWeekday'; weekday: number; nth: number };

export interface Cron {
  second: ListRule;
  minute: ListRule;
  hour: ListRule;
  day: DayRule;
  month: ListRule;
  week: WeekRule;
  /** Every year where the expression has six fields. */
  year: ListRule;
}

export const EVERY: ListRule = { kind: 'list', items: [{ from: null, to: null, step: null }] };
export const UNSET: UnsetRule = { kind: 'unset' };

/** Whether a field is the bare star. */
export function isEvery(rule: Cron[CronField]): boolean {
  if (rule.kind !== 'list' || rule.items.length !== 1) return false;
  const [item] = rule.items;
  return item?.from === null && item.step === null;
}

/** The values that a list lets through, ascending, each once. */
export function listedValues(field: CronField, { items }: ListRule): number[] {
  const { least, most } = CRON_BOUNDS[field];
  const count = most - least + 1;
  const isIn = new Uint8Array(count);
  for (const { from, to, step } of items) {
    const start = from ?? least;
    const end = to ?? (from === null || step !== null ? most : start);
    const last = end < start ? end + count : end;
    for (let at = start; at <= last; at += step ?? 1) isIn[(at - least) % count] = 1;
  }
  return [...isIn.keys()].filter((at) => isIn[at] === 1).map((at) => at + least);
}
