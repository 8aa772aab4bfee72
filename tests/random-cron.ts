import fc from 'fast-check';

/* Random Quartz expressions for tests, with the meaning of each field by its definition. */

/** A moment as the fields see it, in UTC. */
interface Moment {
  year: number;
  month: number;
  day: number;
  week: number;
  daysInMonth: number;
}

/** A field as text, and by definition what it lets through. */
interface Field {
  text: string;
  fits: (value: number, moment: Moment) => boolean;
  kind: string;
}

export const DAY = 86_400_000;
const WEEK_NAMES = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];

export function momentOf(midnight: number): Moment {
  const date = new Date(midnight);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + 1];
  return {
    year,
    month,
    day: date.getUTCDate(),
    week: date.getUTCDay() + 1,
    daysInMonth: new Date(Date.UTC(year, month, 0)).getUTCDate(),
  };
}

const every: Field = { text: '*', fits: () => true, kind: 'every' };

interface Entries {
  /** Longest list. */
  longest: number;
  /** Whether a range may end before it begins. */
  mayWrap?: boolean;
  /** Where a star with a step begins. */
  starAt?: number;
}

/** Lists of entries over the numbers of a field. */
function entries(
  least: number,
  most: number,
  { longest, mayWrap = true, starAt = least }: Entries,
): fc.Arbitrary<Field> {
  const value = fc.integer({ min: least, max: most });
  const step = fc.integer({ min: 1, max: Math.min(most - least, 20) });
  const count = most - least + 1;
  /** Steps are taken from the start of a range, also past the end of the field. */
  const inRange = (at: number, from: number, to: number, by: number): boolean => {
    const reach = (to - from + count) % count;
    const gone = (at - from + count) % count;
    return gone <= reach && gone % by === 0;
  };
  const single = value.map((of): Field => ({
    text: `${of}`,
    fits: (at) => at === of,
    kind: 'one',
  }));
  const ends = fc.tuple(value, value).map(([a, b]) => (mayWrap || a <= b ? [a, b] : [b, a]));
  const range = ends.map(([from = 0, to = 0]): Field => ({
    text: `${from}-${to}`,
    fits: (at) => inRange(at, from, to, 1),
    kind: from > to ? 'wrap' : 'range',
  }));
  const rangeStep = fc.tuple(ends, step).map(([[from = 0, to = 0], by]): Field => ({
    text: `${from}-${to}/${by}`,
    fits: (at) => inRange(at, from, to, by),
    kind: from > to ? 'wrap' : 'rangeStep',
  }));
  const startStep = fc.tuple(value, step).map(([from, by]): Field => ({
    text: `${from}/${by}`,
    fits: (at) => at >= from && (at - from) % by === 0,
    kind: 'startStep',
  }));
  const starStep = step.map((by): Field => ({
    text: `*/${by}`,
    fits: (at) => (at - starAt) % by === 0,
    kind: 'starStep',
  }));
  const item = fc.oneof(single, single, range, rangeStep, startStep, starStep);
  const list = fc.array(item, { minLength: 1, maxLength: longest }).map((items): Field => ({
    text: items.map(({ text }) => text).join(','),
    fits: (at, moment) => items.some((one) => one.fits(at, moment)),
    kind: items.map(({ kind }) => kind).join(),
  }));
  return fc.oneof({ weight: 1, arbitrary: fc.constant(every) }, { weight: 3, arbitrary: list });
}

const isWorkday = (date: number, { day, week }: Moment): boolean =>
  ![1, 7].includes(((((week - 1 + date - day) % 7) + 7) % 7) + 1);

/** The workday of the month that is least far from a date. */
function nearest(target: number, moment: Moment): number {
  let best = 99;
  for (let date = 1; date <= moment.daysInMonth; date++)
    if (isWorkday(date, moment) && Math.abs(date - target) < Math.abs(best - target)) best = date;
  return best;
}

const dayRule = (lists: Entries) =>
  fc.oneof(
    { weight: 6, arbitrary: entries(1, 31, lists) },
    {
      weight: 2,
      arbitrary: fc.tuple(fc.integer({ min: 0, max: 30 }), fc.boolean()).map(([before, isNear]): Field => ({
        text: `L${before > 0 ? `-${before}` : ''}${isNear ? 'W' : ''}`,
        kind: before > 0 ? 'L-n' : 'L',
        fits: (day, moment) => {
          const target = moment.daysInMonth - before;
          return target >= 1 && day === (isNear ? nearest(target, moment) : target);
        },
      })),
    },
    {
      weight: 2,
      arbitrary: fc.integer({ min: 1, max: 31 }).map((target): Field => ({
        text: `${target}W`,
        kind: 'W',
        fits: (day, moment) => target <= moment.daysInMonth && day === nearest(target, moment),
      })),
    },
  );

const weekday = fc.integer({ min: 1, max: 7 });
const weekRule = (lists: Entries) =>
  fc.oneof(
    { weight: 6, arbitrary: entries(1, 7, lists) },
    {
      weight: 1,
      arbitrary: fc.tuple(weekday, weekday).map(([from, to]): Field => ({
        text: `${WEEK_NAMES[from - 1]}-${WEEK_NAMES[to - 1]?.toLowerCase()}`,
        kind: 'wrap',
        fits: (at) => (from <= to ? at >= from && at <= to : at >= from || at <= to),
      })),
    },
    {
      weight: 1,
      arbitrary: fc.constant({ text: 'L', kind: 'bare L', fits: (at: number) => at === 7 }),
    },
    {
      weight: 2,
      arbitrary: weekday.map((of): Field => ({
        text: `${of}L`,
        kind: 'nL',
        fits: (at, { day, daysInMonth }) => at === of && day + 7 > daysInMonth,
      })),
    },
    {
      weight: 2,
      arbitrary: fc.tuple(weekday, fc.integer({ min: 1, max: 5 })).map(([of, nth]): Field => ({
        text: `${of}#${nth}`,
        kind: 'nth',
        fits: (at, { day }) => at === of && Math.ceil(day / 7) === nth,
      })),
    },
  );

const unset: Field = { text: '?', fits: () => true, kind: 'unset' };

/** Expressions whose lists have up to so many entries, and a moment to ask from. */
export const randomCron = (lists: Entries) =>
  fc
    .record({
      time: fc.tuple(entries(0, 59, lists), entries(0, 59, lists), entries(0, 23, lists)),
      date: fc.oneof(
        dayRule(lists).map((day) => [day, unset] as const),
        weekRule(lists).map((week) => [unset, week] as const),
      ),
      month: entries(1, 12, lists),
      year: fc.oneof(
        { weight: 4, arbitrary: fc.constant(every) },
        { weight: 1, arbitrary: entries(2024, 2032, { ...lists, mayWrap: false, starAt: 1970 }) },
      ),
      after: fc.integer({ min: Date.UTC(2024, 0) / 1000, max: Date.UTC(2030, 0) / 1000 }),
    })
    .map(({ time, date, month, year, after }) => {
      const [second, minute, hour] = time;
      const [day, week] = date;
      const fields = { second, minute, hour, day, month, week, year };
      const text = Object.values(fields)
        .map((field) => field.text)
        .join(' ');
      return { fields, text, after: after * 1000 };
    });
export type RandomCron = ReturnType<typeof randomCron> extends fc.Arbitrary<infer T> ? T : never;
