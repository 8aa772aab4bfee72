import type { GridSession } from './grid-session.ts';

const OPENERS = '.wb-grid-expander, .wb-grid-unfold';

/** Whether this is a button that opens something, not the cell that it stands in. */
export const isOpener = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(OPENERS) !== null;

/** A click on a button that opens a row. */
export function clickOpener(session: GridSession, target: EventTarget | null): void {
  const row = session.viewport.rowAt(target);
  if (!row) return;
  session.stopEdit();
  if (target instanceof Element && target.closest('.wb-grid-unfold')) session.expansion.toggle(row.id);
  else session.tree.toggle(row.id);
}

/**
 * Ctrl+Enter: opens what is below the row of the cursor and goes there, Escape leads back; else
 * shows what a click on the row does.
 */
export function enterDetails(
  { cursor, expansion, viewport, store }: GridSession,
  show: ((id: string) => void) | null,
): boolean {
  const row = cursor.active && store.rowOf(cursor.active.id);
  if (!row) return false;
  if (expansion.stateOf(row) === null) {
    show?.(row.id);
    return show !== null;
  }
  expansion.set(row.id, true);
  // It is drawn in the turn of the page.
  requestAnimationFrame(() => viewport.focusDetails(row.id));
  return true;
}

/**
 * Arrows in the column of the tree: right opens a row, or goes to its first child; left closes it,
 * or goes to its parent. @returns whether the key is used up
 */
export function treeKey(session: GridSession, { key, shiftKey }: KeyboardEvent): boolean {
  const { tree, cursor, layout } = session;
  const { active } = cursor;
  if (!tree.settings || !active || shiftKey || (key !== 'ArrowRight' && key !== 'ArrowLeft')) return false;
  if (layout.columns[layout.treeIndex]?.key !== active.key) return false;
  const isOpen = tree.isOpen(active.id) && tree.canOpen(active.id);
  if (key === 'ArrowRight') {
    if (!tree.canOpen(active.id)) return false;
    if (!isOpen) tree.open(active.id);
    else goTo(session, tree.firstChildOf(active.id), active.key);
    return true;
  }
  if (isOpen) {
    tree.close(active.id);
    return true;
  }
  const parent = tree.parentOf(active.id);
  if (parent !== null) goTo(session, parent, active.key);
  return parent !== null;
}

function goTo(session: GridSession, id: string | null, key: string): void {
  if (id === null) return;
  session.activate({ id, key });
  session.viewport.focusCell();
}
