/**
 * What the text of a cell does not say: why it is no data, or what the spreadsheet program shows in its
 * place.
 */
export type CellNote =
  /** An error such as `#N/A`, which is its text. */
  | { kind: 'error' }
  /** A formula, which is its text, that no program has calculated. */
  | { kind: 'formula' }
  /** A number of more digits than a number cell keeps: the last ones are made up. */
  | { kind: 'digits' }
  /** A date, whatever was typed: `3-5` becomes one by itself. */
  | { kind: 'day' }
  /** A time of day or a length of time, whatever was typed: `10:20` becomes one by itself. */
  | { kind: 'clock' }
  /** A number with an exponent, whatever was typed: the code `12E5` becomes 1200000 by itself. */
  | { kind: 'exponent'; shown: string }
  /** A figure of a text file that is another with the comma for decimals than with the point: `1,500`. */
  | { kind: 'doubt' }
  /** Several columns have this title, and say different things in the row. */
  | { kind: 'doubled'; columns: string }
  /** A number whose format shows other signs: `00000` and 8817 are `08817`. */
  | { kind: 'shown'; shown: string }
  /** Of the first column: the row has more values than its head has columns, see `shifted` of SheetRow. */
  | { kind: 'shifted'; values: number; columns: number }
  /** Part of merged cells such as `A2:A4`; the text is that of the first row. */
  | { kind: 'merged'; range: string; isWide: boolean };

/** Notes of a row by column. */
export type CellNotes = Map<number, CellNote>;

/** A cell as its format leaves it. */
export type ReadCell = { text: string; note?: CellNote };

/** A number cell keeps 15 significant digits (IEEE 754), so no longer number is what somebody typed. */
const FIRST_INEXACT = 1e15;

/** Whether digits of a number cell may be made up. */
export const hasLostDigits = (raw: string): boolean =>
  raw.length > 14 || /e/i.test(raw) ? Math.abs(Number(raw)) >= FIRST_INEXACT : false;
