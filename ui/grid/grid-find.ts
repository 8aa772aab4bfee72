import { isBlank } from '../cells/faces.ts';
import { finder, replaced, type FindWish } from '../grid-data/find.ts';
import { writeTexts } from './cell-texts.ts';
import { isOfKind } from './cell-types.ts';
import type { GridColumn, GridRow } from './grid-column.ts';
import type { CellAddress, CellRange } from './grid-cursor.ts';
import type { GridSession } from './grid-session.ts';

/** A cell that was found. */
export type Found = CellAddress;

/** Time for looking before the screen has its turn again. */
const TURN_MS = 8;
const PLAIN = new Set(['text', 'textarea']);
const NUMBERS = new Set(['integer', 'quantity', 'money', 'price', 'rate']);

/** What a cell may be found by: as it reads, and where that is a number also without its commas. */
function textsOf(session: GridSession, column: GridColumn, row: GridRow): string[] {
  const value = row[column.key];
  if (isBlank(value)) return [];
  const { kind } = column.field;
  const raw = typeof value === 'string' || typeof value === 'number' ? String(value) : null;
  // Lines of a long text are painted as one; replaced are those that stand there.
  if (raw !== null && isOfKind(column) && PLAIN.has(kind)) return [raw];
  const shown = session.textOf(column.key, row);
  return raw !== null && isOfKind(column) && NUMBERS.has(kind) ? [raw, shown] : [shown];
}

/**
 * Looks through the rows that are seen, in turns.
 * @param within the block to look in; null: everywhere
 * @param tell called once all is looked through
 * @returns gives up
 */
export function findCells(
  session: GridSession,
  wish: FindWish,
  within: CellRange | null,
  tell: (found: readonly Found[]) => void,
): () => void {
  const isFound = finder(wish);
  const { rows } = session.tree;
  const columns = session.layout.columns
    .slice(within?.left ?? 0, (within?.right ?? Infinity) + 1)
    .flatMap(({ column }) => (column ? [column] : []));
  const last = Math.min(within?.bottom ?? Infinity, rows.length - 1);
  const found: Found[] = [];
  let at = within?.top ?? 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = (row: GridRow): void => {
    for (const column of columns) {
      if (textsOf(session, column, row).some((one) => isFound?.(one))) found.push({ id: row.id, key: column.key });
    }
  };
  const turn = (): void => {
    const end = performance.now() + TURN_MS;
    for (; isFound && at <= last && performance.now() < end; at += 1) look(rows[at] as GridRow);
    if (!isFound || at > last) tell(found);
    else timer = setTimeout(turn);
  };
  turn();
  return () => clearTimeout(timer);
}

/**
 * Replaces in what was found, each cell as if it was typed, all in one step of undo. A cell that has
 * become another since it was found, by somebody else or by other words that are looked for, stays.
 * @returns how many were replaced, and how many may not be edited
 */
export function replaceCells(
  session: GridSession,
  cells: readonly Found[],
  wish: FindWish,
  by: string,
): { done: number; closed: number } {
  session.stopEdit();
  const isFound = finder(wish);
  const still = cells.flatMap(({ id, key }) => {
    const row = session.store.rowOf(id);
    const column = session.columnOf(key);
    if (!row || !column) return [];
    const text = textsOf(session, column, row).find((one) => isFound?.(one));
    return text === undefined ? [] : [{ row, column, text: replaced(text, wish, by) }];
  });
  const open = still.filter(({ row, column }) => session.canEdit(row, column));
  if (open.length > 0) session.store.act(() => writeTexts(session, open));
  return { done: open.length, closed: still.length - open.length };
}
