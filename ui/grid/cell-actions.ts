import { isBlank } from '../cells/faces.ts';
import { printClipboard } from '../grid-data/clipboard.ts';
import type { CellRange } from './grid-cursor.ts';
import { copiedCell, printExact } from './exact-cells.ts';
import type { GridColumn, GridRow } from './grid-column.ts';
import type { GridSession } from './grid-session.ts';

/** What happens to a whole block of cells: each is one step of undo. */

interface BlockCell {
  row: GridRow;
  column: GridColumn;
}

/** The cells of a block line by line. */
function blockOf(session: GridSession, range: CellRange): BlockCell[][] {
  const columns = session.layout.columns.slice(range.left, range.right + 1);
  return session.tree.rows
    .slice(range.top, range.bottom + 1)
    .map((row) => columns.flatMap(({ column }) => (column ? [{ row, column }] : [])));
}

const writable = (session: GridSession, range: CellRange): BlockCell[] =>
  blockOf(session, range)
    .flat()
    .filter(({ row, column }) => session.canEdit(row, column));

/** Delete: empties the cells that may be edited. */
export function clearCells(session: GridSession): void {
  const { range } = session.cursor;
  if (!range) return;
  session.store.write(
    writable(session, range)
      .filter(({ row, column }) => !isBlank(row[column.key]))
      .map(({ row, column }) => ({ id: row.id, key: column.key, value: null })),
  );
}

/**
 * The block for the clipboard: as it reads, and as it is stored; null without a cursor.
 * @param isHeaded with the titles of its columns, for a sheet that has none yet
 */
export function copiedBlock(
  session: GridSession,
  isHeaded = false,
): { text: string; html: string; exact: string } | null {
  const { range } = session.cursor;
  if (!range) return null;
  const cells = blockOf(session, range).map((line) =>
    line.map(({ row, column }) => copiedCell(column, row, session.textOf(column.key, row))),
  );
  const texts = cells.map((line) => line.map(({ text }) => text));
  if (!isHeaded) return { ...printClipboard(texts), exact: printExact(cells) };
  const titles = session.layout.columns
    .slice(range.left, range.right + 1)
    .flatMap(({ column, title }) => (column ? [title] : []));
  // Pasted here again the titles lead each column to its own; they are no values.
  return { ...printClipboard([titles, ...texts]), exact: '' };
}
