import { isExactDecimal } from './cell-encoding.ts';
import { ERROR_TITLES } from './sheet-table.ts';
import { writeXlsx } from './xlsx-writer.ts';
import type { SheetCell, XlsxResult } from './xlsx-writer.ts';

export type RowError = {
  /** The column's title; empty when the row as a whole is wrong. */
  column: string;
  code: string;
  message: string;
};

export type BadRow = {
  /** Of the sheet that was uploaded, as the spreadsheet program counts. */
  rowNumber: number;
  /** As `readTable` handed it out: in the order of `titles`. */
  source: readonly (string | null)[];
  errors: readonly RowError[];
};

type ErrorWorkbook = {
  sheetName: string;
  titles: readonly string[];
  rows: AsyncIterable<BadRow> | Iterable<BadRow>;
};

/**
 * Writes the rows that an import refused, in their order and under their own titles, followed by
 * 原行号, 错误列, 错误码 and 错误说明 (several errors of a row on lines of their own). The user corrects and
 * uploads it as it is: `readTable` leaves these columns out. `out` is ended.
 */
export async function writeErrorWorkbook(out: NodeJS.WritableStream, workbook: ErrorWorkbook): Promise<XlsxResult> {
  const columns = [
    ...workbook.titles.map((title) => ({ title })),
    ...ERROR_TITLES.map((title) => ({ title, width: title === '错误说明' ? 48 : 16 })),
  ];
  return writeXlsx(out, { sheetName: workbook.sheetName, columns, rows: cells(workbook) });
}

async function* cells(workbook: ErrorWorkbook): AsyncGenerator<SheetCell[]> {
  for await (const { rowNumber, source, errors } of workbook.rows) {
    const row: SheetCell[] = workbook.titles.map((_, index) => sourceCell(source[index] ?? null));
    row.push(rowNumber);
    row.push(errors.map(({ column }) => column).join('\n'));
    row.push(errors.map(({ code }) => code).join('\n'));
    row.push(errors.map(({ message }) => message).join('\n'));
    yield row;
  }
}

/** A negative number must not come back with an apostrophe before it, so it stays a number. */
function sourceCell(text: string | null): SheetCell {
  if (text === null || !text.startsWith('-') || !isExactDecimal(text)) return text;
  const value = Number(text);
  return String(value) === text ? value : text;
}
