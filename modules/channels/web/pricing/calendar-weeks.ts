import { addDays } from '#kit/model/time.ts';

/** Something that lasts, by the first and the last day of it. */
export interface Lasting {
  id: string;
  first: string;
  last: string;
}

/** A stretch of it within one week: columns 1 to 7, and the line below the days that it stands in. */
export interface Bar<T extends Lasting> {
  of: T;
  from: number;
  to: number;
  lane: number;
  /** It began before this week; it goes on after it. */
  isFromBefore: boolean;
  isToAfter: boolean;
}

export interface Week<T extends Lasting> {
  /** Monday to Sunday. */
  days: string[];
  bars: Bar<T>[];
  lanes: number;
}

const weekday = (day: string): number => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;

/** The month before or after by so many. */
export const monthFrom = (month: string, more: number): string => {
  const [year = 2000, of = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, of - 1 + more, 1)).toISOString().slice(0, 7);
};

/**
 * The weeks of a month, Monday first, with what lasts drawn as bars: each in the highest line that is free for as long
 * as it lasts in that week.
 * @param lasting in the order in which they take their lines
 */
export function weeksOf<T extends Lasting>(month: string, lasting: readonly T[]): Week<T>[] {
  const weeks: Week<T>[] = [];
  const end = `${monthFrom(month, 1)}-01`;
  for (let monday = addDays(`${month}-01`, -weekday(`${month}-01`)); monday < end; monday = addDays(monday, 7)) {
    const days = Array.from({ length: 7 }, (_, at) => addDays(monday, at));
    const sunday = days[6] ?? monday;
    const bars: Bar<T>[] = [];
    for (const of of lasting) {
      if (of.last < monday || of.first > sunday) continue;
      const from = of.first <= monday ? 1 : weekday(of.first) + 1;
      const to = of.last >= sunday ? 7 : weekday(of.last) + 1;
      let lane = 0;
      while (bars.some((bar) => bar.lane === lane && bar.from <= to && bar.to >= from)) lane++;
      bars.push({ of, from, to, lane, isFromBefore: of.first < monday, isToAfter: of.last > sunday });
    }
    weeks.push({ days, bars, lanes: bars.reduce((most, { lane }) => Math.max(most, lane + 1), 0) });
  }
  return weeks;
}
