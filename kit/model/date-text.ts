import { halfWidth } from './decimal-text.ts';
import { parseWireDate } from './wire-date.ts';

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');

/**
 * Days as spreadsheets show them. A day and a month in figures without a year in front (3/1/2026)
 * are no date here: half the world reads them the other way round, and a wrong day is worse than
 * a question.
 */
const DAYS: readonly RegExp[] = [
  /^(?<year>\d{4})[-/.](?<month>\d{1,2})[-/.](?<day>\d{1,2})/,
  /^(?<year>\d{4})年(?<month>\d{1,2})月(?<day>\d{1,2})[日号]?/,
  /^(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})(?!\d)/,
  /^(?<month>\d{1,2})月(?<day>\d{1,2})[日号]?/,
  /^(?<day>\d{1,2})-(?<name>[a-z]{3})(?:-(?<year>\d{4}|\d{2}))?/i,
];
const WEEKDAY = /^\s*(?:星期|周)[一二三四五六日天]/;
const CLOCK =
  /^(?:T|\s*)(?<first>上午|下午)?\s*(?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:\.\d+)?)?\s*(?<last>AM|PM)?$/i;

/** `YYYY-MM-DD`, a time behind it left out; null when it is no day. */
export const dateText = (text: string, today: string): string | null =>
  momentOf(text, today)?.day ?? null;

/** `YYYY-MM-DD HH:mm:ss`, midnight where no time is named; null when it is no moment. */
export function dateTimeText(text: string, today: string): string | null {
  const moment = momentOf(text, today);
  return moment && `${moment.day} ${moment.clock}`;
}

function momentOf(text: string, today: string): { day: string; clock: string } | null {
  const typed = halfWidth(text).trim();
  for (const shape of DAYS) {
    const match = shape.exec(typed);
    if (!match?.groups) continue;
    const day = dayOf(match.groups, today);
    const clock = clockOf(typed.slice(match[0].length).replace(WEEKDAY, '').trimEnd());
    return day !== null && clock !== null ? { day, clock } : null;
  }
  return null;
}

function dayOf(parts: Readonly<Record<string, string>>, today: string): string | null {
  const { year = today.slice(0, 4), month, day = '', name = '' } = parts;
  const number = month ?? String(MONTHS.indexOf(name.toLowerCase()) + 1);
  // A spreadsheet reads 30 to 99 as the last century.
  const full = year.length === 2 ? `${Number(year) < 30 ? '20' : '19'}${year}` : year;
  return parseWireDate(`${full}-${number.padStart(2, '0')}-${day.padStart(2, '0')}`);
}

function clockOf(rest: string): string | null {
  if (rest === '') return '00:00:00';
  const parts = CLOCK.exec(rest)?.groups;
  if (!parts) return null;
  const { minute = '', second = '00' } = parts;
  const hour = hourOf(Number(parts['hour']), halfOf(parts));
  if (hour === null || Number(minute) > 59 || Number(second) > 59) return null;
  return `${String(hour).padStart(2, '0')}:${minute}:${second}`;
}

const AFTERNOON = /下午|pm/i;

const halfOf = ({ first, last }: Readonly<Record<string, string | undefined>>): boolean | null =>
  (first ?? last) === undefined ? null : AFTERNOON.test((first ?? last) as string);

function hourOf(hour: number, isAfternoon: boolean | null): number | null {
  if (isAfternoon === null) return hour <= 23 ? hour : null;
  // 12 AM is midnight; a Chinese clock also writes 下午13:00.
  if (hour > 12) return isAfternoon && hour <= 23 ? hour : null;
  return (hour % 12) + (isAfternoon ? 12 : 0);
}
