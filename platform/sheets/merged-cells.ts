import type { CellNotes } from './cell-note.ts';
import type { SheetRow } from './sheet-limits.ts';
import { SheetError } from './sheet-error.ts';
import { columnIndex, columnName } from './xlsx-text.ts';

/** Merged cells; rows as the spreadsheet program counts, columns from 0, both ends inside. */
export type MergedCells = { top: number; left: number; bottom: number; right: number };

/** They are held while the rows pass. */
const MOST_MERGES = 50_000;

/** Notes merged cells. Throws SheetError for more of them than people make. */
export function addMerge(merges: MergedCells[], merged: MergedCells): void {
  if (merged.bottom === merged.top && merged.right === merged.left) return;
  if (merges.push(merged) > MOST_MERGES) throw new SheetError('unsafe', '合并单元格过多，请取消合并后再导入');
}

/** `A2:C4` as merged cells; null for what is no range. */
export function mergeOfRange(range: string): MergedCells | null {
  const [first = '', last = first] = range.split(':');
  const [left, right] = [columnIndex(first), columnIndex(last)];
  const [top, bottom] = [rowOf(first), rowOf(last)];
  return left >= 0 && right >= left && top > 0 && bottom >= top ? { top, left, bottom, right } : null;
}

const rowOf = (reference: string): number => Number(/\d+$/.exec(reference)?.[0] ?? 0);

/** `A2:C4` */
export const rangeOf = ({ top, left, bottom, right }: MergedCells): string =>
  `${columnName(left)}${top}:${columnName(right)}${bottom}`;

/**
 * Rows with what merged cells say written into each row they cover, so that a value that stands once for
 * several rows is not missing in the others. Every cell of them is noted: whoever reads a quantity must
 * not take it as often as it covers rows. Rows that hold nothing of their own are not made up.
 */
export async function* withMerged(
  rows: AsyncGenerator<SheetRow>,
  merges: readonly MergedCells[],
): AsyncGenerator<SheetRow> {
  const waiting = [...merges].sort((a, b) => a.top - b.top);
  let next = 0;
  let open: { merged: MergedCells; text: string | null }[] = [];
  for await (const row of rows) {
    open = open.filter(({ merged }) => merged.bottom >= row.rowNumber);
    for (let merged = waiting[next]; merged && merged.top <= row.rowNumber; merged = waiting[next]) {
      next += 1;
      const text = merged.top === row.rowNumber ? (row.cells[merged.left] ?? null) : null;
      if (merged.bottom >= row.rowNumber) open.push({ merged, text });
    }
    yield open.length === 0 ? row : filled(row, open);
  }
}

function filled(
  { cells, notes: own, ...row }: SheetRow,
  open: readonly { merged: MergedCells; text: string | null }[],
): SheetRow {
  const full = [...cells];
  const notes: CellNotes = new Map(own);
  for (const { merged, text } of open) {
    const isWide = merged.right > merged.left;
    const range = rangeOf(merged);
    for (let column = merged.left; column <= merged.right; column += 1) {
      // What is wrong with the cell itself weighs more.
      if (!notes.has(column)) notes.set(column, { kind: 'merged', range, isWide });
    }
    if (text === null) continue;
    while (full.length <= merged.left) full.push(null);
    full[merged.left] ??= text;
  }
  return { ...row, cells: full, notes };
}
