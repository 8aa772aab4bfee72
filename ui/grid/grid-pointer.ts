import { toast } from '../feedback.tsx';
import type { GridSession } from './grid-session.ts';
import { dropRow } from './tree-moves.ts';

/** What the mouse may ask of a grid beyond its cells. */
export interface PointerWishes {
  choose: (id: string, isChosen: boolean) => void;
  /** A click anywhere in a row chooses it. */
  clickSelectsRow: boolean;
  /** Shows what belongs to a row; null where a click shows nothing. */
  showDetails: ((id: string) => void) | null;
}

const EDGE = 24;

/** A pressed button: puts the cursor, and draws a block until it is let go. */
export function press(session: GridSession, event: MouseEvent): void {
  if (event.button !== 0) return;
  const address = session.viewport.addressOf(event.target);
  if (!address) return;
  // The text under the mouse is not to be marked, and the cursor goes where we put it.
  event.preventDefault();
  session.activate(address, event.shiftKey);
  session.viewport.focusCell();
  followMouse((move) => {
    const to = session.viewport.addressOf(move.target);
    const { active } = session.cursor;
    if (!to || !active || (to.id === active.id && to.key === active.key && !session.cursor.isBlock)) return;
    session.activate(to, true);
    session.viewport.reveal(to);
  });
}

/** A click: opens the editor where it fell, or chooses a row. */
export function click(session: GridSession, event: MouseEvent, wishes: PointerWishes): void {
  const { target } = event;
  const row = session.viewport.rowAt(target);
  if (!row || !(target instanceof Element)) return;
  if (target instanceof HTMLInputElement) return wishes.choose(row.id, target.checked);
  const address = session.viewport.addressOf(target);
  if (!address) return;
  if (wishes.clickSelectsRow) wishes.choose(row.id, !session.store.selected.has(row.id));
  if (event.shiftKey || session.cursor.isBlock) return;
  session.edit(address, { isOpen: true });
  wishes.showDetails?.(row.id);
}

/** Drags a row by its handle: a line shows where it would come to stand. */
export function dragRow(session: GridSession, event: MouseEvent, scroller: HTMLElement, line: HTMLElement): boolean {
  const row = event.target instanceof Element && event.target.closest('.wb-grid-handle');
  const moved = row ? session.viewport.rowAt(event.target) : undefined;
  if (!moved || event.button !== 0) return false;
  event.preventDefault();
  const head = Number(scroller.dataset['head']);
  let place = session.tree.indexOf(moved.id);
  followMouse(
    ({ clientY }) => {
      const box = scroller.getBoundingClientRect();
      if (clientY < box.top + head + EDGE) scroller.scrollTop -= session.height / 2;
      if (clientY > box.bottom - EDGE) scroller.scrollTop += session.height / 2;
      const y = clientY - box.top - head + scroller.scrollTop;
      place = boundaryAt(session, y);
      line.hidden = false;
      line.style.top = `${head + session.topOf(place) - 1}px`;
    },
    () => {
      if (line.hidden) return;
      line.hidden = true;
      const { store, tree } = session;
      const from = store.indexOf(moved.id);
      if (!tree.settings) store.move(moved.id, place > from ? place - 1 : place);
      else if (!dropRow(store, tree, moved.id, place)) toast.warn('只能在同一上级下移动');
    },
  );
  return true;
}

/** Place of the nearest edge between two rows; what is opened below a row belongs to it. */
function boundaryAt({ expansion, height, topOf, tree }: GridSession, y: number): number {
  const index = expansion.indexAt(y, height);
  const place = y - topOf(index) > height / 2 ? index + 1 : index;
  return Math.max(0, Math.min(tree.rows.length, place));
}

/** Hears the mouse until its button is let go. */
export function followMouse(move: (event: MouseEvent) => void, end?: () => void): void {
  const stop = (): void => {
    document.removeEventListener('mousemove', move);
    document.removeEventListener('mouseup', stop);
    end?.();
  };
  document.addEventListener('mousemove', move);
  document.addEventListener('mouseup', stop);
}
