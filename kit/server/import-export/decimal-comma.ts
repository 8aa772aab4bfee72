import type { CellNote } from '#platform/sheets/cell-note.ts';
import type { TableRow } from '#platform/sheets/sheet-table.ts';
import { isCounted } from './sheet-cell.ts';
import type { SheetField } from './sheet-columns.ts';

/**
 * Excel parts a text file by semicolons where the comma is the sign of decimals, as in most of Europe:
 * `1,500` is one and a half there and fifteen hundred elsewhere. Other programs write semicolons with
 * points. The figures of the file itself say which of the two it is.
 */
export interface DecimalSigns {
  hasComma: boolean;
  hasPoint: boolean;
}

export const noSigns = (): DecimalSigns => ({ hasComma: false, hasPoint: false });

const FIGURE = /^[^\d]*(\d[\d.,\s]*?)[^\d]*$/;
/** A comma with decimals behind it, for no thousands are so long. */
const BY_COMMA = /^\d+,(?:\d{1,2}|\d{4,})$|^\d{1,3}(?:[.\s]\d{3})+,\d+$|^\d{1,3}(?:\.\d{3}){2,}$/;
const BY_POINT = /^\d+\.(?:\d{1,2}|\d{4,})$|^\d{1,3}(?:[,\s]\d{3})+\.\d+$|^\d{1,3}(?:,\d{3}){2,}$/;
/** Thousands to the one, three decimals to the other. */
const EITHER = /^\d{1,3}[.,]\d{3}$/;

const figureOf = (text: string): string => FIGURE.exec(text.trim())?.[1] ?? '';

/** Notes what the figures of a row say. */
export function lookAtSigns({ values }: TableRow, columns: readonly SheetField[], signs: DecimalSigns): void {
  for (const [at, text] of values.entries()) {
    const column = columns[at];
    if (text === null || !column || !isCounted(column.field)) continue;
    const figure = figureOf(text);
    signs.hasComma ||= BY_COMMA.test(figure);
    signs.hasPoint ||= BY_POINT.test(figure);
  }
}

/** A row of such a file with points for decimals; a figure that may be two is marked. */
export function withPoints(row: TableRow, columns: readonly SheetField[], signs: DecimalSigns): TableRow {
  if (signs.hasPoint && !signs.hasComma) return row;
  const isComma = signs.hasComma && !signs.hasPoint;
  const notes = new Map<number, CellNote>(row.notes);
  const values = row.values.map((text, at) => {
    const column = columns[at];
    if (text === null || !column || !isCounted(column.field)) return text;
    if (isComma) return text.replaceAll('.', '').replaceAll(',', '.');
    if (EITHER.test(figureOf(text)) && !notes.has(at)) notes.set(at, { kind: 'doubt' });
    return text;
  });
  return { ...row, values, ...(notes.size > 0 ? { notes } : {}) };
}
