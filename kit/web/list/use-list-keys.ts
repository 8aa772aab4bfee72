import { useEffect, useEffectEvent, useRef, type RefObject } from 'react';
import { isPageKey, SCANNER_MS } from './page-keys.ts';

const ROW_NAME = '.wb-row-name';

/**
 * A list worked without the mouse: `/` goes to its first search box, `j` and `k` to the next and
 * the previous row, Enter opens the row (it is a button), `x` ticks it, Delete deletes what is
 * ticked, `?` says what all keys do, and letters make moves. Keys typed into an input or a dialog
 * stay there.
 * @returns the ref of the list's element
 */
export function useListKeys(isOn: boolean, does: ListKeyActions): RefObject<HTMLDivElement | null> {
  const root = useRef<HTMLDivElement>(null);
  const deletes = useEffectEvent(() => does.onDelete?.());
  const explains = useEffectEvent(does.onExplain);
  const moves = useEffectEvent((letter: string) => {
    const id = root.current && currentRow(root.current)?.closest('tr')?.dataset['rowKey'];
    does.onLetter(letter, id ?? null);
  });
  useEffect(() => {
    if (!isOn) return;
    let waiting: ReturnType<typeof setTimeout> | undefined;
    const listen = (event: KeyboardEvent): void => {
      clearTimeout(waiting);
      if (!root.current || !isForList(event)) return;
      if (event.key === DELETE) deletes();
      else if (event.key === '?') explains();
      else if (ACTIONS[event.key]?.(root.current)) event.preventDefault();
      else if (!event.repeat) waiting = setTimeout(() => moves(event.key), SCANNER_MS);
    };
    document.addEventListener('keydown', listen);
    return () => {
      clearTimeout(waiting);
      document.removeEventListener('keydown', listen);
    };
  }, [isOn]);
  return root;
}

interface ListKeyActions {
  /** Absent where nothing may be deleted. */
  onDelete: (() => void) | undefined;
  /** @param id of the row in focus */
  onLetter: (letter: string, id: string | null) => void;
  onExplain: () => void;
}

const LETTER = /^[a-z]$/;
const DELETE = 'Delete';

/** What each key does; true when it found something to do. */
const ACTIONS: Readonly<Record<string, (root: HTMLElement) => boolean>> = {
  '/': (root) => focus(root.querySelector<HTMLElement>('.wb-filters input')),
  j: (root) => focus(rowAt(root, 1)),
  k: (root) => focus(rowAt(root, -1)),
  x: (root) => {
    const box = currentRow(root)?.closest('tr')?.querySelector('input[type=checkbox]');
    if (!(box instanceof HTMLInputElement)) return false;
    box.click();
    return true;
  },
};

const isForList = (event: KeyboardEvent): boolean =>
  (event.key === DELETE || event.key === '?' || event.key in ACTIONS || LETTER.test(event.key)) && isPageKey(event);

function focus(element: HTMLElement | null | undefined): boolean {
  if (!element) return false;
  element.focus();
  return true;
}

const currentRow = (root: HTMLElement): HTMLElement | null =>
  document.activeElement?.closest('tr')?.querySelector<HTMLElement>(ROW_NAME) ??
  root.querySelector<HTMLElement>(`${ROW_NAME}:focus`);

/** The row so many steps from the focused one; the first or last where none is. */
function rowAt(root: HTMLElement, step: 1 | -1): HTMLElement | undefined {
  const rows = [...root.querySelectorAll<HTMLElement>(ROW_NAME)];
  const current = currentRow(root);
  const at = current ? rows.indexOf(current) : -1;
  if (at < 0) return step > 0 ? rows[0] : rows.at(-1);
  return rows[Math.min(Math.max(at + step, 0), rows.length - 1)];
}
