import { isExactDecimal } from './cell-encoding.ts';
import { hasLostDigits } from './cell-note.ts';
import type { ReadCell } from './cell-note.ts';
import { numberFace } from './number-face.ts';
import type { NumberFace } from './number-face.ts';

/** How a number is shown by its cell format, as far as an import must know it. */
export type NumberKind = 'number' | 'percent' | 'date' | 'elapsed';

const BUILT_IN_DATES: readonly (readonly [from: number, to: number])[] = [
  [14, 22],
  [27, 36],
  [45, 45],
  [47, 47],
  [50, 58],
];
const BUILT_IN_ELAPSED = 46;
const BUILT_IN_PERCENT: readonly number[] = [9, 10];

const LAST_SERIAL = 2_958_466;
const DAYS_1904 = 1_462;
const DAY_SECONDS = 86_400;

/** The kind of a number format: its built-in id (ECMA-376 §18.8.30) or its format code. */
export function numberKind(formatId: number, formatCode: string | undefined): NumberKind {
  if (formatCode === undefined) {
    if (formatId === BUILT_IN_ELAPSED) return 'elapsed';
    if (BUILT_IN_PERCENT.includes(formatId)) return 'percent';
    return BUILT_IN_DATES.some(([from, to]) => formatId >= from && formatId <= to) ? 'date' : 'number';
  }
  const tokens = formatCode.replace(/"[^"]*"|[\\_*]./g, '');
  if (/\[[hms]+\]/i.test(tokens)) return 'elapsed';
  const [positive = ''] = tokens.replace(/\[[^\]]*\]/g, '').split(';');
  if (/[ymdhs]/i.test(positive)) return 'date';
  return positive.includes('%') ? 'percent' : 'number';
}

/**
 * A stored number as text. Dates become `YYYY-MM-DD HH:mm:ss`, a time of day without a date
 * `HH:mm:ss`, an elapsed time `H:mm:ss`, a share in percent `5%`; other numbers plain decimals with the
 * 15 digits that a spreadsheet shows (so 0.1 + 0.2 reads 0.3, as on the screen). Text that is no number
 * passes.
 */
export function numberText(raw: string, kind: NumberKind, date1904: boolean): string {
  if (kind === 'number') return isExactDecimal(raw) ? raw : decimalText(raw);
  if (kind === 'percent') return percentText(raw);
  const serial = Number(raw);
  if (raw.trim() === '' || !(serial >= 0 && serial < LAST_SERIAL)) return decimalText(raw);
  const seconds = Math.round(serial * DAY_SECONDS);
  if (kind === 'elapsed') return clockText(seconds, 1);
  if (seconds < DAY_SECONDS) return clockText(seconds, 2);
  return serialDateText(seconds, date1904);
}

/**
 * ISO text of a date cell (`t="d"`) in the shape that all dates have here. A cell knows no zone: with
 * a `Z` behind it too the spreadsheet shows the day and the hour as they are written.
 */
export function isoDateText(raw: string): string {
  const match = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}:\d{2})(?:\.\d+)?Z?)?$/.exec(raw.trim());
  return match ? `${match[1]} ${match[2] ?? '00:00:00'}` : raw;
}

function serialDateText(seconds: number, date1904: boolean): string {
  let shifted = seconds;
  if (date1904) shifted += DAYS_1904 * DAY_SECONDS;
  // The 1900 system counts a 29 February 1900 that never was.
  else if (seconds < 60 * DAY_SECONDS) shifted += DAY_SECONDS;
  const date = new Date(Date.UTC(1899, 11, 30) + shifted * 1000);
  return date.toISOString().slice(0, 19).replace('T', ' ');
}

function clockText(seconds: number, hourDigits: number): string {
  const pad = (value: number, digits = 2) => String(value).padStart(digits, '0');
  const hours = Math.floor(seconds / 3600);
  return `${pad(hours, hourDigits)}:${pad(Math.floor(seconds / 60) % 60)}:${pad(seconds % 60)}`;
}

function percentText(raw: string): string {
  const share = Number(raw);
  return raw.trim() === '' || !Number.isFinite(share) ? raw : `${decimalText(String(share * 100))}%`;
}

function decimalText(raw: string): string {
  const value = Number(raw);
  if (raw.trim() === '' || !Number.isFinite(value)) return raw;
  return plainDecimal(String(Number(value.toPrecision(15))));
}

/** Writes `1.5e-7` as `0.00000015` and `1.5e+21` as `1500000000000000000000`. */
function plainDecimal(text: string): string {
  const match = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(text);
  if (!match) return text;
  const [, sign = '', head = '', tail = '', exponent = '0'] = match;
  const digits = head + tail;
  const point = 1 + Number(exponent);
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  return sign + digits.padEnd(point, '0');
}

/** How the cells of one format are read. */
export type CellFormat = { kind: NumberKind; face: NumberFace | null; hasExponent?: boolean };

export const PLAIN_FORMAT: CellFormat = { kind: 'number', face: null };

const BUILT_IN_EXPONENT: readonly number[] = [11, 48];
/** `0.00E+00`, which programs give a cell into which `12E5` is typed. */
const EXPONENT = /[0#]E[+-]0/i;

/** A cell format by its number format: built-in id or format code. */
export function cellFormat(formatId: number, formatCode: string | undefined): CellFormat {
  const kind = numberKind(formatId, formatCode);
  const face = kind === 'number' && formatCode !== undefined ? numberFace(formatCode) : null;
  const hasExponent = formatCode === undefined ? BUILT_IN_EXPONENT.includes(formatId) : EXPONENT.test(formatCode);
  return { kind, face, hasExponent };
}

/** A stored number as its cell is read: text, and what that does not say. */
export function numberCell(raw: string, { kind, face, hasExponent }: CellFormat, date1904: boolean): ReadCell {
  const text = numberText(raw, kind, date1904);
  if (kind === 'date' && text.length === DAY_LENGTH) return { text, note: { kind: 'day' } };
  if (kind === 'elapsed' || kind === 'date') return { text, note: { kind: 'clock' } };
  if (hasLostDigits(raw)) return { text, note: { kind: 'digits' } };
  if (hasExponent && isRound(text)) return { text, note: { kind: 'exponent', shown: exponentText(text) } };
  const shown = face?.(text) ?? null;
  return shown === null || shown === text ? { text } : { text, note: { kind: 'shown', shown } };
}

/** Nobody types a code of more digits with an exponent: a number of more was only given the format. */
const isRound = (plain: string): boolean => plain.replace(/^-?[0.]*|\.|0+$/g, '').length <= 6;

const exponentText = (plain: string): string =>
  Number(plain)
    .toExponential(2)
    .toUpperCase()
    .replace(/(?<=E[+-])(?=\d$)/, '0');

/** `YYYY-MM-DD HH:mm:ss`; a time of day without a date is shorter. */
const DAY_LENGTH = 19;
