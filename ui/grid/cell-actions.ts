import { isBlank } from '../cells/faces.ts';
import { say } from '../feedback.tsx';
import { printClipboard, parseClipboard } from '../grid-data/clipboard.ts';
import type { CellRange } from './grid-cursor.ts';
import { writeTexts } from './cell-texts.ts';
import { titleOf, type CellChange, type GridColumn, type GridRow } from './grid-column.ts';
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

/** Ctrl+D: the top line of the block into the lines below; a single line takes the one above. */
export function fillDown(session: GridSession): void {
  const { range } = session.cursor;
  if (!range) return;
  const isLine = range.top === range.bottom;
  const source = session.tree.rows[isLine ? range.top - 1 : range.top];
  if (!source) return;
  const cells = writable(session, isLine ? range : { ...range, top: range.top + 1 });
  session.store.write(cells.flatMap(({ row, column: { key } }) => copied(source, row.id, key)));
}

/** A value with the text that names it. */
function copied(source: GridRow, id: string, key: string): CellChange[] {
  const text = `${key}_dictText`;
  const value = { id, key, value: source[key] ?? null };
  return text in source ? [{ id, key: text, value: source[text] }, value] : [value];
}

/** The block as it reads, for the clipboard; null without a cursor. */
export function copiedText(session: GridSession): { text: string; html: string } | null {
  const { range } = session.cursor;
  if (!range) return null;
  return printClipboard(
    blockOf(session, range).map((line) =>
      line.map(({ row, column }) => session.textOf(column.key, row)),
    ),
  );
}

/**
 * Writes the clipboard from the top left of the block on. One cell fills the whole block. A first
 * line of titles says which columns the others are for. Lines beyond the last row become new rows
 * where rows may be added.
 */
export function paste(
  session: GridSession,
  data: { text?: string; html?: string },
  addRows: ((values: readonly Record<string, unknown>[]) => unknown) | null,
): void {
  const { firstData } = session.layout;
  const range = session.cursor.range ?? { top: 0, bottom: 0, left: firstData, right: firstData };
  const cells = parseClipboard(data);
  if (cells.length === 0) return;
  const { lines, columns, more } = linesOf(session, cells, range);
  const isOne = cells.length === 1 && cells[0]?.length === 1;
  const height = isOne ? range.bottom - range.top + 1 : lines.length;
  const left: Left = { rows: 0, columns: more, closed: 0 };
  session.store.act(() => {
    const missing = range.top + height - session.tree.rows.length;
    if (missing > 0 && addRows) addRows(Array.from({ length: missing }, () => ({})));
    else left.rows = Math.max(0, missing);
    const texts = session.tree.rows.slice(range.top, range.top + height).flatMap((row, line) =>
      columns.flatMap((column, place) => {
        const text = isOne ? cells[0]?.[0] : lines[line]?.[place];
        if (text === undefined || !column) return [];
        if (session.canEdit(row, column)) return [{ row, column, text }];
        left.closed += 1;
        return [];
      }),
    );
    writeTexts(session, texts);
  });
  tellWhatIsLeft(left);
}

interface Lines {
  lines: readonly string[][];
  /** Column of each cell of a line. */
  columns: readonly (GridColumn | null)[];
  /** Cells of a line that have no column. */
  more: number;
}

function linesOf(session: GridSession, cells: readonly string[][], range: CellRange): Lines {
  const shown = session.layout.columns.flatMap(({ column }) => (column ? [column] : []));
  const titled = cells.length > 1 ? titledColumns(shown, cells[0] ?? []) : null;
  if (titled) return { lines: cells.slice(1), columns: titled, more: 0 };
  const width = Math.max(...cells.map((line) => line.length));
  const isOne = cells.length === 1 && width === 1;
  const from = range.left - session.layout.firstData;
  const to = isOne ? range.right - session.layout.firstData + 1 : from + width;
  const columns = shown.slice(Math.max(from, 0), to);
  return { lines: cells, columns, more: isOne ? 0 : width - columns.length };
}

/** Columns that a line of titles names; null where it is no such line. */
function titledColumns(
  columns: readonly GridColumn[],
  line: readonly string[],
): (GridColumn | null)[] | null {
  const titles = line.map((text) => text.trim().replace(/^\*/, ''));
  const found = titles.map((title) => columns.find((column) => titleOf(column) === title) ?? null);
  const isTitled = titles.every((title, place) => title === '' || found[place]);
  return isTitled && found.some((column) => column) ? found : null;
}

interface Left {
  rows: number;
  columns: number;
  /** Cells that may not be edited. */
  closed: number;
}

function tellWhatIsLeft({ rows, columns, closed }: Left): void {
  const parts = [
    ...(rows > 0 ? [`${rows} 行超出表格`] : []),
    ...(columns > 0 ? [`${columns} 列超出表格`] : []),
    ...(closed > 0 ? [`${closed} 个单元格不可编辑`] : []),
  ];
  if (parts.length > 0) say.warn(`部分内容未粘贴：${parts.join('，')}`);
}
