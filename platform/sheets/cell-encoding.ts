import { neutraliseText } from './neutralise.ts';
import { MAX_CELL_CHARS } from './sheet-limits.ts';

/** A double holds 15 significant digits; longer numbers stay text so that no digit is lost. */
const EXACT_DECIMAL = /^-?(?=(?:\.?\d){1,15}$)(?:0|[1-9]\d*)(?:\.\d+)?$/;

/** Whether a value is written as a number cell: numbers, and exact decimals of numeric columns. */
export function isNumberCell(value: string | number, numericColumn: boolean): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  return numericColumn && isExactDecimal(value);
}

/** A plain decimal that a number cell keeps to the last digit. */
export function isExactDecimal(text: string): boolean {
  return EXACT_DECIMAL.test(text);
}

/** The text as it is stored in a cell: neutralised, cut to what a cell can hold. */
export function storedText(text: string): string {
  const safe = neutraliseText(text);
  if (safe.length <= MAX_CELL_CHARS) return safe;
  // Half of a surrogate pair at the cut would be no character at all.
  const end = /[\ud800-\udbff]/.test(safe.charAt(MAX_CELL_CHARS - 1)) ? MAX_CELL_CHARS - 1 : MAX_CELL_CHARS;
  return safe.slice(0, end);
}
