import { formatDecimal } from '#kit/model/money.ts';
import { parseWireDate } from '#kit/model/wire-date.ts';

/**
 * How values go on: `measure` are numbers whose last digit may be rounded (a length that is shown in
 * inches), `moment` are days with a clock.
 */
export type SeriesKind = 'number' | 'measure' | 'day' | 'moment' | 'text';

/** The value at a place, counted from the first of those that are known; below 0 before it. */
export type Series = (place: number) => unknown;

interface Decimal {
  digits: bigint;
  scale: number;
  isText: boolean;
}

const DECIMAL = /^(-?\d{1,30})(?:\.(\d{1,12}))?$/;
const DIGITS = /^\d{1,18}$/;
const ENDS_IN_NUMBER = /^(.*?)(\d{1,15})$/s;
const MOMENT = /^(\d{4}-\d\d-\d\d) (\d\d):(\d\d):(\d\d)$/;
const DAY_MS = 86_400_000;

/**
 * How a spreadsheet goes on with values: a single number stays, a single day and a text that ends in
 * a number count up, several go on by their step.
 * @param isTurned Ctrl is held: what would go on is repeated, and a single number counts up
 * @returns null where the values are repeated as they are
 */
export function seriesOf(kind: SeriesKind, values: readonly unknown[], isTurned = false): Series | null {
  if (values.length === 0) return null;
  const isSingle = values.length === 1;
  if (kind === 'text') return textSeries(values, isTurned);
  const staysAlone = kind === 'number' || kind === 'measure';
  if (isTurned !== (isSingle && staysAlone)) return null;
  if (kind === 'day') return daySeries(values);
  if (kind === 'moment') return momentSeries(values);
  return numberSeries(values, kind === 'measure' ? 1n : 0n);
}

function numberSeries(values: readonly unknown[], slack: bigint): Series | null {
  const read = values.map(decimalOf);
  if (!read.every((one) => one !== null)) return null;
  const scale = Math.max(...read.map((one) => one.scale));
  const whole = read.map(({ digits, scale: own }) => digits * 10n ** BigInt(scale - own));
  const step = values.length === 1 ? 10n ** BigInt(scale) : undefined;
  const at = stepped(whole, slack, step);
  if (!at) return null;
  const isText = read.some((one) => one.isText);
  return (place) => {
    const text = formatDecimal(at(place), scale);
    return isText ? text : Number(text);
  };
}

function decimalOf(value: unknown): Decimal | null {
  if (typeof value !== 'number' && typeof value !== 'string') return null;
  const match = DECIMAL.exec(String(value));
  if (!match) return null;
  const [, whole = '', fraction = ''] = match;
  return {
    digits: BigInt(`${whole}${fraction}`),
    scale: fraction.length,
    isText: typeof value === 'string',
  };
}

/** What goes on from the first to the last in even steps; null where the steps differ by more than `slack`. */
function stepped(values: readonly bigint[], slack: bigint, single?: bigint): ((place: number) => bigint) | null {
  const [first = 0n] = values;
  const count = BigInt(values.length - 1);
  const way = single ?? (values.at(-1) ?? first) - first;
  const by = single === undefined ? count : 1n;
  const at = (place: number): bigint => first + (way * BigInt(place)) / by;
  const isEven = values.every((value, place) => {
    const off = value - at(place);
    return (off < 0n ? -off : off) <= slack;
  });
  // A step that is no whole one would be lost over a long way.
  return isEven && (slack > 0n || way % by === 0n) ? at : null;
}

const dayNumber = (value: unknown): number | null =>
  typeof value === 'string' && parseWireDate(value) !== null ? Date.parse(`${value}T00:00:00Z`) / DAY_MS : null;

const dayText = (day: number): string | null => {
  const date = new Date(day * DAY_MS);
  const isInReach = date.getUTCFullYear() >= 1 && date.getUTCFullYear() <= 9999;
  return isInReach ? date.toISOString().slice(0, 10) : null;
};

function daySeries(values: readonly unknown[]): Series | null {
  const days = values.map(dayNumber);
  if (!days.every((day) => day !== null)) return null;
  const months = values.length > 1 ? monthSeries(days) : null;
  if (months) return months;
  const at = stepped(days.map(BigInt), 0n, values.length === 1 ? 1n : undefined);
  return at && ((place) => dayText(Number(at(place))));
}

/** The same day of every so many months, or their last days. */
function monthSeries(days: readonly number[]): Series | null {
  const dates = days.map((day) => new Date(day * DAY_MS));
  const isLast = days.every((day) => new Date((day + 1) * DAY_MS).getUTCDate() === 1);
  const dayOfMonth = dates[0]?.getUTCDate() ?? 1;
  if (!isLast && !dates.every((date) => date.getUTCDate() === dayOfMonth)) return null;
  const months = dates.map((date) => BigInt(date.getUTCFullYear() * 12 + date.getUTCMonth()));
  if (months[0] === months[1]) return null;
  const at = stepped(months, 0n);
  if (!at) return null;
  return (place) => {
    const month = Number(at(place));
    const last = new Date(Date.UTC(Math.floor(month / 12), (month % 12) + 1, 0)).getUTCDate();
    const day = isLast ? last : Math.min(dayOfMonth, last);
    return dayText(Date.UTC(Math.floor(month / 12), month % 12, day) / DAY_MS);
  };
}

/** A clock that stands still goes on by days and months as a day does. */
function momentSeries(values: readonly unknown[]): Series | null {
  const parts = values.map((value) => (typeof value === 'string' ? MOMENT.exec(value) : null));
  if (!parts.every((part) => part !== null && dayNumber(part[1]) !== null)) return null;
  const clockOf = (part: RegExpExecArray | null): string => part?.[0].slice(11) ?? '';
  const [clock] = parts.map(clockOf);
  if (parts.every((part) => clockOf(part) === clock)) {
    const days = daySeries(parts.map((part) => part?.[1]));
    if (days) return (place) => (days(place) === null ? null : `${String(days(place))} ${clock}`);
  }
  const seconds = values.map((value) => BigInt(Date.parse(`${String(value)}Z`) / 1000));
  const at = stepped(seconds, 0n);
  return at && ((place) => momentText(Number(at(place))));
}

function momentText(seconds: number): string | null {
  const day = dayText(Math.floor(seconds / (DAY_MS / 1000)));
  return day && `${day} ${new Date(seconds * 1000).toISOString().slice(11, 19)}`;
}

interface Ending {
  front: string;
  digits: string;
}

/**
 * A text of digits alone is a number that keeps its zeros. Of texts that begin alike the numbers
 * go on by their step, others count up each for itself; what ends in no number is repeated.
 */
function textSeries(values: readonly unknown[], isTurned: boolean): Series | null {
  const texts = values.map((value) => (typeof value === 'string' ? value : ''));
  const areDigits = texts.every((text) => DIGITS.test(text));
  if (isTurned !== (areDigits && texts.length === 1)) return null;
  const ends = texts.map(endOf);
  const [first] = ends;
  if (ends.every((end) => end !== null && end.front === first?.front)) {
    const single = texts.length === 1 ? 1n : undefined;
    const at = stepped(
      ends.map((end) => BigInt(end?.digits ?? 0)),
      0n,
      single,
    );
    return at && ((place) => counted(first, at(place)));
  }
  if (areDigits || !ends.some((end) => end !== null)) return null;
  const { length } = texts;
  return (place) => {
    const own = ((place % length) + length) % length;
    const end = ends[own];
    const round = BigInt(Math.floor(place / length));
    return end ? counted(end, BigInt(end.digits) + round) : values[own];
  };
}

function endOf(text: string): Ending | null {
  const [, front, digits] = (DIGITS.test(text) ? ['', '', text] : ENDS_IN_NUMBER.exec(text)) ?? [];
  return digits === undefined ? null : { front: front ?? '', digits };
}

/** Zeros in front keep the number as wide as it was; below zero a spreadsheet counts up again. */
const counted = (end: Ending | null | undefined, count: bigint): string =>
  `${end?.front ?? ''}${String(count < 0n ? -count : count).padStart(end?.digits.length ?? 0, '0')}`;
