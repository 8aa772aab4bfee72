/** A day on which nobody works, and why. */
export interface Holiday {
  day: string;
  name: string;
}

const MONDAY = 1;
const THURSDAY = 4;

const date = (year: number, month: number, day: number): Date => new Date(Date.UTC(year, month - 1, day));
const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10);

/** The n-th such weekday of a month (0 = Sunday), from its end where n is below zero. */
function nthWeekday(year: number, month: number, weekday: number, n: number): Date {
  const first = n > 0 ? date(year, month, 1) : date(year, month + 1, 0);
  const away = n > 0 ? (weekday - first.getUTCDay() + 7) % 7 : -((first.getUTCDay() - weekday + 7) % 7);
  const weeks = n > 0 ? n - 1 : n + 1;
  return new Date(first.getTime() + (away + weeks * 7) * 86_400_000);
}

/** The day on which a holiday of a fixed date is kept: Friday before a Saturday, Monday after a Sunday. */
function observed(day: Date): Date {
  const shift = day.getUTCDay() === 6 ? -1 : day.getUTCDay() === 0 ? 1 : 0;
  return new Date(day.getTime() + shift * 86_400_000);
}

/**
 * Federal holidays of the United States (5 U.S.C. 6103), on the days on which they are observed.
 * New Year's Day of the next year is among them where that is kept on 31 December of this one.
 */
export function federalHolidays(year: number): Holiday[] {
  const fixed = (month: number, day: number, name: string): { on: Date; name: string } => ({
    on: observed(date(year, month, day)),
    name,
  });
  const moving = (month: number, weekday: number, n: number, name: string) => ({
    on: nthWeekday(year, month, weekday, n),
    name,
  });
  const all = [
    fixed(1, 1, '元旦'),
    moving(1, MONDAY, 3, '马丁·路德·金日'),
    moving(2, MONDAY, 3, '总统日'),
    moving(5, MONDAY, -1, '阵亡将士纪念日'),
    ...(year >= 2021 ? [fixed(6, 19, '六月节')] : []),
    fixed(7, 4, '独立日'),
    moving(9, MONDAY, 1, '劳动节'),
    moving(10, MONDAY, 2, '哥伦布日'),
    fixed(11, 11, '退伍军人节'),
    moving(11, THURSDAY, 4, '感恩节'),
    fixed(12, 25, '圣诞节'),
    { on: observed(date(year + 1, 1, 1)), name: '元旦' },
  ];
  return all.map(({ on, name }) => ({ day: dayOf(on), name })).filter(({ day }) => day.startsWith(`${year}-`));
}

const DAY_MS = 86_400_000;

/** Easter Sunday of the Gregorian calendar (Meeus, Jones, Butcher). */
function easter(year: number): Date {
  const [golden, century] = [year % 19, Math.floor(year / 100)];
  const ofCentury = year % 100;
  const moon =
    (19 * golden +
      century -
      Math.floor(century / 4) -
      Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3) +
      15) %
    30;
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(ofCentury / 4) - moon - (ofCentury % 4)) % 7;
  const late = Math.floor((golden + 11 * moon + 22 * weekday) / 451);
  const days = moon + weekday - 7 * late + 114;
  return date(year, Math.floor(days / 31), (days % 31) + 1);
}

/**
 * Federal holidays of Canada (Canada Labour Code, part III). One that falls on a weekend is kept on the
 * next working day that is no holiday itself.
 */
export function canadianHolidays(year: number): Holiday[] {
  const named: [Date, string][] = [
    [date(year, 1, 1), '元旦'],
    [new Date(easter(year).getTime() - 2 * DAY_MS), '耶稣受难日'],
    // The Monday before 25 May.
    [new Date(nthWeekday(year, 5, MONDAY, 1).getTime() + victoriaWeeks(year)), '维多利亚日'],
    [date(year, 7, 1), '加拿大日'],
    [nthWeekday(year, 9, MONDAY, 1), '劳动节'],
    ...(year >= 2021 ? [[date(year, 9, 30), '真相与和解日'] as [Date, string]] : []),
    [nthWeekday(year, 10, MONDAY, 2), '感恩节'],
    [date(year, 11, 11), '国殇纪念日'],
    [date(year, 12, 25), '圣诞节'],
    [date(year, 12, 26), '节礼日'],
  ];
  const taken = new Set<string>();
  return named.map(([on, name]) => {
    let stored = on;
    while ([0, 6].includes(stored.getUTCDay()) || taken.has(dayOf(stored)))
      stored = new Date(stored.getTime() + DAY_MS);
    taken.add(dayOf(stored));
    return { day: dayOf(stored), name };
  });
}

/** From the first Monday of May to the last before the 25th. */
const victoriaWeeks = (year: number): number =>
  Math.floor((24 - nthWeekday(year, 5, MONDAY, 1).getUTCDate()) / 7) * 7 * DAY_MS;

/** Countries whose holidays follow from the year. Those of China are announced year by year. */
export const HOLIDAY_PRESETS: Readonly<Record<string, { title: string; of: (year: number) => Holiday[] }>> = {
  US: { title: '美国联邦节假日', of: federalHolidays },
  CA: { title: '加拿大联邦节假日', of: canadianHolidays },
};
