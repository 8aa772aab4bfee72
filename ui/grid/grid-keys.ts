import { clearCells } from './cell-actions.ts';
import { typeOf } from './cell-types.ts';
import { fillDown, fillRight } from './fill.ts';
import { enterDetails, treeKey } from './grid-openers.ts';
import type { GridSession } from './grid-session.ts';

/** What the keyboard may ask of a grid beyond its cells. */
export interface KeyWishes {
  /** Space: chooses the row of the cursor, or lets it go. */
  toggleRow: (id: string) => void;
  /** Alt and an arrow: moves the row of the cursor; null where rows keep their order. */
  moveRow: ((id: string, step: 1 | -1) => void) | null;
  /** Ctrl+S, where the grid saves by itself. */
  save: (() => void) | null;
  /** Ctrl+Enter, where rows show more when they are clicked. */
  showDetails: ((id: string) => void) | null;
}

const LONG_KINDS = new Set(['textarea', 'json']);
const CHOSEN_KINDS = new Set(['choice', 'choices', 'link', 'date', 'datetime', 'flag']);

/** Keys while a cell, not an editor, has the cursor. @returns whether the key is used up */
export function cellKey(session: GridSession, event: KeyboardEvent, wishes: KeyWishes): boolean {
  if (event.isComposing || event.key === 'Process') return false;
  const isCtrl = event.ctrlKey || event.metaKey;
  if (isCtrl && !event.altKey) return ctrlKey(session, event, wishes);
  const active = session.cursor.active;
  if (event.altKey) return active ? altKey(event, active.id, wishes) : false;
  if (treeKey(session, event) || moved(session, event)) return true;
  if (!active) return false;
  if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey))
    return session.panels.openMenu(event.target);
  switch (event.key) {
    case 'Tab':
      return tab(session, event.shiftKey ? -1 : 1);
    case 'Enter':
      if (event.shiftKey) return step(session, -1, 0);
      return session.edit(active, { isOpen: true }) || step(session, 1, 0);
    case 'F2':
      return session.edit(active, { isOpen: true });
    case ' ':
      wishes.toggleRow(active.id);
      return true;
    case 'Delete':
    case 'Backspace':
      clearCells(session);
      return true;
    case 'Escape':
      if (session.editing) session.cancelEdit();
      else if (!session.cursor.isBlock) return false;
      session.activate(active);
      return true;
  }
  return event.key.length === 1 && session.edit(active, { seed: event.key });
}

function ctrlKey(session: GridSession, event: KeyboardEvent, { save, showDetails }: KeyWishes): boolean {
  const { rows } = session.tree;
  const { firstData, columns } = session.layout;
  const ends: Record<string, [number, number]> = {
    Home: [0, firstData],
    End: [rows.length - 1, columns.length - 1],
  };
  const end = ends[event.key];
  if (end) return goTo(session, session.cursor.addressAt(...end), event.shiftKey);
  switch (event.key.toLowerCase()) {
    case 'z':
      if (event.shiftKey) session.redo();
      else session.undo();
      session.viewport.focusCell();
      return true;
    case 'enter':
      return enterDetails(session, showDetails);
    case 'y':
      session.redo();
      session.viewport.focusCell();
      return true;
    case 'd':
    case 'r':
      // Elsewhere they are the browser's own.
      if (event.shiftKey || session.settings.isReadOnly) return false;
      if (event.key.toLowerCase() === 'd') fillDown(session);
      else fillRight(session);
      return true;
    case 'a':
      session.cursor.put(session.cursor.first());
      session.activate(session.cursor.addressAt(rows.length - 1, columns.length - 1), true);
      // What is in sight stays there, and the keyboard within the grid.
      session.viewport.focusCell({ reveals: false });
      return true;
    case 'f':
    case 'h':
      session.panels.find({ range: session.cursor.block });
      return true;
    case 's':
      save?.();
      return save !== null;
  }
  return false;
}

function altKey(event: KeyboardEvent, id: string, { moveRow }: KeyWishes): boolean {
  const steps: Partial<Record<string, 1 | -1>> = { ArrowUp: -1, ArrowDown: 1 };
  const by = steps[event.key];
  if (!by || !moveRow) return false;
  moveRow(id, by);
  return true;
}

/** Arrows, Home, End and pages; with Shift the block reaches further. */
function moved(session: GridSession, { key, shiftKey }: KeyboardEvent): boolean {
  const page = session.viewport.pageRows;
  const far = session.layout.columns.length;
  const steps: Record<string, [number, number]> = {
    ArrowUp: [-1, 0],
    ArrowDown: [1, 0],
    ArrowLeft: [0, -1],
    ArrowRight: [0, 1],
    Home: [0, -far],
    End: [0, far],
    PageUp: [-page, 0],
    PageDown: [page, 0],
  };
  const by = steps[key];
  return by ? goTo(session, session.cursor.stepped(...by, shiftKey), shiftKey) : false;
}

function goTo(session: GridSession, address: ReturnType<GridSession['cursor']['stepped']>, extend: boolean): boolean {
  session.activate(address, extend);
  session.viewport.reveal(address);
  if (!extend) session.viewport.focusCell();
  return true;
}

const step = (session: GridSession, rows: number, columns: number): boolean =>
  goTo(session, session.cursor.stepped(rows, columns, false), false);

/** @returns false at the ends, where the key leaves the grid */
function tab(session: GridSession, by: 1 | -1): boolean {
  const next = session.cursor.next(by);
  return next ? goTo(session, next, false) : false;
}

/** Keys inside the editor of a cell. @returns whether the key is used up */
export function editorKey(session: GridSession, event: KeyboardEvent): boolean {
  const at = session.editing;
  if (!at || event.isComposing || event.key === 'Process') return false;
  const column = session.columnOf(at.key);
  const kind = (column && (typeOf(column).keysAs ?? column.field.kind)) ?? 'text';
  // An open list takes its own keys.
  const isListOpen = document.activeElement?.ariaExpanded === 'true';
  const isCtrl = event.ctrlKey || event.metaKey;
  if (isCtrl && (event.key === 'f' || event.key === 'h')) {
    session.panels.find({ range: null });
    return true;
  }
  switch (event.key) {
    case 'Escape':
      if (isListOpen) return false;
      session.cancelEdit();
      session.viewport.focusCell();
      return true;
    case 'Enter':
      if (event.altKey || (isCtrl && LONG_KINDS.has(kind))) return breakLine(event);
      if (isListOpen && kind !== 'date' && kind !== 'datetime') return false;
      return editNext(session, event.shiftKey ? -1 : 1, 0);
    case 'Tab':
      return tabEditor(session, event.shiftKey ? -1 : 1);
    case 'ArrowUp':
    case 'ArrowDown':
      if (CHOSEN_KINDS.has(kind) || LONG_KINDS.has(kind)) return false;
      return editNext(session, event.key === 'ArrowUp' ? -1 : 1, 0);
  }
  return false;
}

/** Ends editing here and goes on in the cell above or below. */
function editNext(session: GridSession, rows: number, columns: number): boolean {
  const here = session.editing;
  session.stopEdit();
  const next = session.cursor.stepped(rows, columns, false);
  const isSame = next?.id === here?.id && next?.key === here?.key;
  if (!next || isSame || !session.edit(next)) {
    if (next) session.activate(next);
    session.viewport.focusCell();
  }
  return true;
}

function tabEditor(session: GridSession, by: 1 | -1): boolean {
  const next = session.cursor.next(by);
  session.stopEdit();
  if (next && session.edit(next)) return true;
  if (next) session.activate(next);
  session.viewport.focusCell();
  return next !== null;
}

function breakLine(event: KeyboardEvent): boolean {
  const { target } = event;
  if (!(target instanceof HTMLTextAreaElement)) return false;
  target.setRangeText('\n', target.selectionStart, target.selectionEnd, 'end');
  target.dispatchEvent(new InputEvent('input', { bubbles: true }));
  return true;
}
