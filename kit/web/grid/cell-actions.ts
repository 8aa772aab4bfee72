import { isBlank } from '../cells/faces.ts';
import { say } from '../feedback.tsx';
import { printClipboard, parseClipboard } from '../grid-data/clipboard.ts';
import { parseCellText, type CellTextSettings } from '../grid-data/cell-text.ts';
import { tenantDay } from '../tenant-clock.ts';
import type { CellRange } from './grid-cursor.ts';
import type { CellChange, GridColumn, GridRow } from './grid-column.ts';
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
 * Writes the clipboard from the top left of the block on. One cell fills the whole block. A text
 * that is no value of its column stays as it was written and is marked with the reason. Lines
 * beyond the last row become new rows where rows may be added.
 */
export function paste(
  session: GridSession,
  data: { text?: string; html?: string },
  addRows: ((values: readonly Record<string, unknown>[]) => unknown) | null,
): void {
  const { range } = session.cursor;
  const cells = parseClipboard(data);
  if (!range || cells.length === 0) return;
  const width = Math.max(...cells.map((line) => line.length));
  const isOne = cells.length === 1 && width === 1;
  const columns = session.layout.columns
    .slice(range.left, isOne ? range.right + 1 : range.left + width)
    .flatMap(({ column }) => (column ? [column] : []));
  const height = isOne ? range.bottom - range.top + 1 : cells.length;
  const left: Left = { rows: 0, columns: isOne ? 0 : width - columns.length, closed: 0 };
  session.store.act(() => {
    const missing = range.top + height - session.tree.rows.length;
    if (missing > 0 && addRows) addRows(Array.from({ length: missing }, () => ({})));
    else left.rows = Math.max(0, missing);
    const settings = new Map(columns.map((column) => [column, textSettings(session, column)]));
    const read = session.tree.rows.slice(range.top, range.top + height).flatMap((row, line) =>
      columns.flatMap((column, place) => {
        const text = isOne ? cells[0]?.[0] : cells[line]?.[place];
        if (text === undefined) return [];
        if (session.canEdit(row, column))
          return [readCell(row, column, text, settings.get(column))];
        left.closed += 1;
        return [];
      }),
    );
    session.judge.keepUnread(
      read.flatMap(({ message, ...cell }) => (message ? [{ ...cell, message }] : [])),
    );
    session.store.write(read);
  });
  tellWhatIsLeft(left);
}

interface Left {
  rows: number;
  columns: number;
  /** Cells that may not be edited. */
  closed: number;
}

function readCell(
  { id }: GridRow,
  { key, field, type }: GridColumn,
  text: string,
  settings: CellTextSettings | undefined,
): CellChange & { message?: string } {
  if (type !== undefined || !settings) return { id, key, value: text };
  const read = parseCellText(field, text, settings);
  return { id, key, ...('value' in read ? read : { value: text, message: read.message }) };
}

/** How texts of a column are read: its choices, and for links the rows that it names already. */
function textSettings(session: GridSession, column: GridColumn): CellTextSettings {
  const { key, field } = column;
  const options = new Map<string, string>(session.choicesOf(column));
  if (field.kind === 'link')
    for (const row of session.store.rows) {
      const text = row[`${key}_dictText`];
      if (typeof text === 'string') options.set(String(row[key]), text);
    }
  return {
    system: session.units,
    today: tenantDay(),
    options: [...options].map(([value, text]) => ({ value, text })),
  };
}

function tellWhatIsLeft({ rows, columns, closed }: Left): void {
  const parts = [
    ...(rows > 0 ? [`${rows} 行超出表格`] : []),
    ...(columns > 0 ? [`${columns} 列超出表格`] : []),
    ...(closed > 0 ? [`${closed} 个单元格不可编辑`] : []),
  ];
  if (parts.length > 0) say.warn(`部分内容未粘贴：${parts.join('，')}`);
}
