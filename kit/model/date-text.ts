import { halfWidth } from './decimal-text.ts';
import { parseWireDate } from './wire-date.ts';

const MONTHS = 'january february march april may june july august september october november december'
  .split(' ')
  .map((name) => [name.slice(0, 3), name] as const);

/** Which of two figures before a year comes first: the month or the day. */
export type DateOrder = 'mdy' | 'dmy';

/** Days as spreadsheets and reports show them. */
const DAYS: readonly RegExp[] = [
  /^(?<year>\d{4})[-/.](?<month>\d{1,2})[-/.](?<day>\d{1,2})/,
  /^(?<year>\d{4})年(?<month>\d{1,2})月(?<day>\d{1,2})[日号]?/,
  /^(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})(?!\d)/,
  /^(?<month>\d{1,2})月(?<day>\d{1,2})[日号]?/,
  /^(?<day>\d{1,2})[- ](?<name>[a-z]{3,9})(?:[- ](?<year>\d{4}|\d{2}))?(?!\d)/i,
  /^(?<name>[a-z]{3,9})\.? (?<day>\d{1,2}),? (?<year>\d{4})(?!\d)/i,
  /^(?<first>\d{1,2})(?<sign>[-/.])(?<second>\d{1,2})\k<sign>(?<year>\d{4}|\d{2})(?!\d)/,
];
const WEEKDAY = /^\s*(?:星期|周)[一二三四五六日天]/;
const CLOCK =
  /^(?:T|\s*)(?<first>上午|下午)?\s*(?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:\.\d+)?)?\s*(?<last>AM|PM)?$/i;

/**
 * `YYYY-MM-DD`, a time behind it left out; null when it is no day. Of `11/27/2026` the 27 can be no
 * month. Where both figures may be one (3/1/2026), half the world reads the month first and half the
 * day: unless `order` says which, that is no date here, for a wrong day is worse than a question.
 */
export const dateText = (text: string, today: string, order?: DateOrder): string | null =>
  momentOf(text, today, order)?.day ?? null;

/** `YYYY-MM-DD HH:mm:ss`, midnight where no time is named; null when it is no moment, as above. */
export function dateTimeText(text: string, today: string, order?: DateOrder): string | null {
  const moment = momentOf(text, today, order);
  return moment && `${moment.day} ${moment.clock}`;
}

/** Whether a text is a day once it is known which of its figures is the month. */
export const isDayInDoubt = (text: string): boolean =>
  dateText(text, '') === null && dateText(text, '', 'mdy') !== null && dateText(text, '', 'dmy') !== null;

function momentOf(text: string, today: string, order: DateOrder | undefined): { day: string; clock: string } | null {
  const typed = halfWidth(text).trim();
  for (const shape of DAYS) {
    const match = shape.exec(typed);
    if (!match?.groups) continue;
    const day = dayOf({ ...match.groups, ...inOrder(match.groups, order) }, today);
    const clock = clockOf(typed.slice(match[0].length).replace(WEEKDAY, '').trimEnd());
    return day !== null && clock !== null ? { day, clock } : null;
  }
  return null;
}

function dayOf(parts: Readonly<Record<string, string>>, today: string): string | null {
  const { year = today.slice(0, 4), month, day = '', name = '' } = parts;
  const number = month ?? String(MONTHS.findIndex((one) => isMonth(name, one)) + 1);
  // A spreadsheet reads 30 to 99 as the last century.
  const full = year.length === 2 ? `${Number(year) < 30 ? '20' : '19'}${year}` : year;
  return parseWireDate(`${full}-${number.padStart(2, '0')}-${day.padStart(2, '0')}`);
}

/** `Nov` and `November`, `Sept`, but not `Novel`. */
const isMonth = (name: string, [short = '', long = '']: readonly string[]): boolean => {
  const message = name.toLowerCase();
  return message === short || (message.length > 3 && long.startsWith(message));
};

/** Month and day of two figures before a year. */
function inOrder(
  { first, second, sign, year = '' }: Readonly<Record<string, string>>,
  order: DateOrder | undefined,
): { month?: string; day?: string } {
  if (first === undefined || second === undefined) return {};
  const [a, b] = [Number(first), Number(second)];
  const isShort = year.length === 2;
  // With points between them the day comes first everywhere.
  const usual = sign === '.' && !isShort ? 'dmy' : order;
  const known = b > 12 ? 'mdy' : (a > 12 || a === b) && !isShort ? 'dmy' : usual;
  if (!known) return { month: '', day: '' };
  return known === 'mdy' ? { month: first, day: second } : { month: second, day: first };
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
