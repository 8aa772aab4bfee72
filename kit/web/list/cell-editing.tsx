import { useRef, useState, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react';
import type { Field, Kind } from '#kit/model/field.ts';
import { resourceKey, type AnyResource } from '#kit/model/resource.ts';
import type { Row } from '#ui/cells/faces.ts';
import { fetched } from '#ui/fetched.tsx';
import type { CellEditorProps, CellPlace } from './cell-place.ts';
import type { ListColumn } from './list-column.ts';
import type { ListHandle } from './use-list.ts';

/** Kinds whose input has room in a cell. */
const IN_PLACE: ReadonlySet<Kind> = new Set<Kind>([
  'text',
  'integer',
  'quantity',
  'money',
  'price',
  'rate',
  'flag',
  'choice',
  'link',
  'date',
  'datetime',
  'length',
  'weight',
]);

/**
 * Fields of a register that its list may change where they stand: those its form asks for, by the
 * face of their kind. What has tables of its own is edited in its form alone, but for what its page names.
 */
export function editableKeys(of: AnyResource, hasOwnForm: boolean, inPlace?: readonly string[]): readonly string[] {
  if (of.kind === 'register' && inPlace) return inPlace;
  if (of.kind !== 'register' || of.isComposite || hasOwnForm) return [];
  const fields = of.fields as Readonly<Record<string, Field>>;
  const requested = (of.form as readonly (readonly string[])[]).flat();
  return requested.filter((key) => {
    const field = fields[key];
    return field && !field.derived && IN_PLACE.has(field.kind);
  });
}

/** Columns with those marked that may be changed in the list. */
export const withEditing = <R extends Row>(
  columns: readonly ListColumn<R>[],
  keys: readonly string[],
): ListColumn<R>[] => columns.map((column) => (keys.includes(column.key) ? { ...column, isEditable: true } : column));

const CellEditor = fetched<CellEditorProps>(() => import('./cell-editor.tsx').then((module) => module.CellEditor));

/** What a click means something to already. */
const BY_ITSELF = 'button, a, input, label';

interface CellEditing {
  onClick: (event: MouseEvent<HTMLElement>) => void;
  onDoubleClick: (event: MouseEvent<HTMLElement>) => void;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  editor: ReactNode;
}

interface Open {
  place: CellPlace;
  /** As it was when it was opened: it stays whatever becomes of the row in the list. */
  row: Row;
  table: HTMLElement;
}

/** Opens the editor of a cell: by a double click, or by F2 in its row, of the cell clicked there. */
export function useCellEditing<R extends Row>(
  list: ListHandle<R>,
  mayEdit: ((row: R) => boolean) | undefined,
): CellEditing {
  const [open, setOpen] = useState<Open | null>(null);
  const clicked = useRef<Element | null>(null);
  const start = (table: HTMLElement, cell: Element | null): boolean => {
    const place = cell && placeOf(cell);
    const row = place && list.rows.find(({ id }) => id === place.id);
    if (!place || !row || !mayEdit?.(row)) return false;
    clicked.current = null; // once: the keyboard may come back to this row by itself
    setOpen({ place, row, table });
    return true;
  };
  const close = ({ place, table }: Open): void => {
    // Left by a key, not by a click elsewhere: the keyboard stands in the row again.
    if (document.activeElement?.closest('.wb-cell-editor')) nameIn(table, place.id)?.focus();
    setOpen(null);
  };
  return {
    onClick({ target, currentTarget }) {
      if (!mayEdit || hasSelectedText() || !(target instanceof Element)) return;
      const id = target.closest(BY_ITSELF) ? null : rowIdOf(target);
      if (!id) return;
      // Beside what can be changed the keyboard is in the row all the same, and F2 begins with its first.
      clicked.current = plainCell(target);
      nameIn(currentTarget, id)?.focus({ preventScroll: true });
    },
    onDoubleClick({ target, currentTarget }) {
      if (start(currentTarget, plainCell(target))) document.getSelection()?.removeAllRanges();
    },
    onKeyDown(event) {
      if (event.key !== 'F2' || !(event.target instanceof Element)) return;
      if (start(event.currentTarget, cellForKey(event.target, clicked.current))) event.preventDefault();
    },
    editor: open && (
      <CellEditor
        key={`${open.place.id} ${open.place.key}`}
        of={list.resource}
        row={open.row}
        rows={list.rows}
        place={open.place}
        table={open.table}
        onClose={() => close(open)}
        onGo={(cell) => {
          if (!start(open.table, cell)) close(open);
        }}
      />
    ),
  };
}

/** The cell of a click that lands on nothing of its own; beside the lines of a stack, its upper one. */
const plainCell = (target: EventTarget): Element | null =>
  target instanceof Element && !target.closest(BY_ITSELF)
    ? (target.closest('[data-edit]') ?? target.closest('td')?.querySelector('[data-edit]') ?? null)
    : null;

/** Text that was selected is wanted as it is. */
const hasSelectedText = (): boolean => document.getSelection()?.isCollapsed === false;

/** Of the row in focus: the cell that was clicked in it, the one in focus, or its first. */
function cellForKey(focused: Element, clicked: Element | null): Element | null {
  const row = focused.closest('tr');
  if (clicked && row?.contains(clicked)) return clicked;
  return focused.closest('[data-edit]') ?? row?.querySelector('[data-edit]') ?? null;
}

/** Where a drawn cell belongs. */
function placeOf(cell: Element): CellPlace | null {
  const id = rowIdOf(cell);
  const key = cell.getAttribute('data-edit');
  return id && key ? { id, key } : null;
}

const rowIdOf = (cell: Element): string | null => cell.closest('tr')?.getAttribute('data-row-key') ?? null;

/** The name of a row, where the keys of a list begin. */
const nameIn = (table: HTMLElement, id: string): HTMLElement | undefined =>
  [...table.querySelectorAll<HTMLElement>('.wb-row-name')].find((one) => rowIdOf(one) === id);

/** Whether this person may change a row of a register here. */
export const editing = <R extends Row>(
  of: AnyResource,
  may: (code: string) => boolean,
  lacks: ((row: R) => readonly string[]) | undefined,
  isGone: (row: R) => boolean,
): ((row: R) => boolean) | undefined =>
  of.kind === 'register' && may(`${resourceKey(of)}:edit`)
    ? (row) => lacks?.(row).includes('edit') !== true && !isGone(row)
    : undefined;
