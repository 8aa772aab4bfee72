import { amountText } from '#kit/model/amount-text.ts';
import { dateText, type DateOrder } from '#kit/model/date-text.ts';
import { decimalText } from '#kit/model/decimal-text.ts';
import type { RatioScale, ReportColumn } from './report-columns.ts';

export type CellValue = string | number | boolean | null;

/** What a cell says, or why it is no data. A ratio stays as written until its column is known whole. */
export type CellAnswer = { value: CellValue } | { fault: string } | { ratio: string; isPercent: boolean };

/** How marketplaces write that they have no data: that is empty, and never zero. */
const NO_DATA = new Set(['', '-', '--', '—', '–', 'n/a', 'na', 'null', 'none', 'nan', '#n/a', '无', '暂无']);

const LEVELS = new Set(['RED', 'YELLOW', 'GREEN']);
const FLAGS: Readonly<Record<string, boolean>> = {
  true: true,
  yes: true,
  y: true,
  '1': true,
  是: true,
  false: false,
  no: false,
  n: false,
  '0': false,
  否: false,
};

const MOST_TEXT = 2000;
const MOST_WHOLE = 2_000_000_000;

/**
 * Reads a cell of a report.
 * @param today `YYYY-MM-DD`, for days without a year
 * @param dates in which order days are written that may be read two ways
 */
export function readReportCell(
  column: ReportColumn,
  cell: string | null,
  { today, dates }: { today: string; dates?: DateOrder | undefined },
): CellAnswer {
  const text = (cell ?? '').trim();
  if (NO_DATA.has(text.toLowerCase())) return { value: null };
  switch (column.kind) {
    case 'text':
      return { value: text.slice(0, MOST_TEXT) };
    case 'date': {
      const day = dateText(text, today, dates);
      return day === null ? { fault: `“${text}”不是日期` } : { value: day };
    }
    case 'level':
      return LEVELS.has(text.toUpperCase())
        ? { value: text.toUpperCase() }
        : { fault: `“${text}”不是 RED、YELLOW 或 GREEN` };
    case 'flag': {
      const flag = FLAGS[text.toLowerCase()];
      return flag === undefined ? { fault: `“${text}”不是是或否` } : { value: flag };
    }
    case 'whole':
      return wholeOf(column, text);
    case 'number':
      return numberOf(column, text);
    case 'ratio': {
      const read = decimalText(text, { isPercentTaken: true });
      return 'fault' in read
        ? { fault: `“${text}”不是百分比` }
        : { ratio: read.decimal, isPercent: /[%％]\s*$/.test(text) };
    }
  }
}

function wholeOf({ min }: ReportColumn, text: string): CellAnswer {
  const read = decimalText(text);
  const [units = '', rest = ''] = 'decimal' in read ? read.decimal.split('.') : [];
  if (!('decimal' in read) || /[1-9]/.test(rest)) return { fault: `“${text}”不是整数` };
  const value = Number(units);
  if (min !== undefined && value < min) return { fault: `“${text}”不能小于 ${min}` };
  return Math.abs(value) > MOST_WHOLE ? { fault: `“${text}”太大` } : { value };
}

function numberOf({ min }: ReportColumn, text: string): CellAnswer {
  const read = amountText(text);
  if (!('decimal' in read)) return { fault: `“${text}”不是数字` };
  const value = rounded(read.decimal);
  return min !== undefined && Number(value) < min ? { fault: `“${text}”不能小于 ${min}` } : { value };
}

/** Places that figures keep: what is beyond is the noise of floating point. */
const PLACES = 6;
const ONE = 10n ** BigInt(PLACES);

/** A decimal text in units of the last place, half away from zero. */
export function unitsOf(decimal: string): bigint {
  const isNegative = decimal.startsWith('-');
  const [whole = '0', rest = ''] = decimal.replace('-', '').split('.');
  const kept = BigInt(whole + rest.slice(0, PLACES).padEnd(PLACES, '0'));
  const up = (rest[PLACES] ?? '0') >= '5' ? 1n : 0n;
  return isNegative ? -(kept + up) : kept + up;
}

/** Units of the last place as a decimal text, without noughts at its end. */
export function textOfUnits(units: bigint): string {
  const size = units < 0n ? -units : units;
  const rest = String(size % ONE)
    .padStart(PLACES, '0')
    .replace(/0+$/, '');
  return `${units < 0n ? '-' : ''}${size / ONE}${rest === '' ? '' : `.${rest}`}`;
}

/** A part of a whole, both in units of the last place, as a decimal text; null of nothing. Half away from zero. */
export function quotientOf(part: bigint, whole: bigint): string | null {
  if (whole === 0n) return null;
  const isNegative = part < 0n !== whole < 0n;
  const size = (one: bigint): bigint => (one < 0n ? -one : one);
  const units = (size(part) * ONE * 2n + size(whole)) / (size(whole) * 2n);
  return textOfUnits(isNegative ? -units : units);
}

const rounded = (decimal: string): string => textOfUnits(unitsOf(decimal));

/**
 * How the figures of a ratio are written. Where the marketplace does not say, one figure beyond 1 shows that the whole
 * column is of 0–100: the same file does not mix both.
 */
export const scaleOf = (scale: RatioScale, figures: readonly string[]): 'hundred' | 'one' =>
  scale === 'either' ? (figures.some((one) => Math.abs(Number(one)) > 1) ? 'hundred' : 'one') : scale;

/** A ratio as the fraction; one with its sign is a percentage whatever the column. @returns its fault where it is out of bounds */
export function fractionOf(
  { min = 0 }: ReportColumn,
  { ratio, isPercent }: { ratio: string; isPercent: boolean },
  scale: 'hundred' | 'one',
): CellAnswer {
  const units = unitsOf(ratio);
  // Of a figure with its sign the hundredth was taken where it was read.
  const exact = isPercent || scale === 'one' ? units : divided(units);
  const value = textOfUnits(exact);
  if (exact > ONE || Number(value) < min)
    return { fault: `“${ratio}”超出范围，应为 ${scale === 'hundred' ? '0 到 100' : `${min} 到 1`}` };
  return { value };
}

const divided = (units: bigint): bigint => {
  const size = units < 0n ? -units : units;
  const kept = (size + 50n) / 100n;
  return units < 0n ? -kept : kept;
};
