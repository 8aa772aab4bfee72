import type { GridRow } from './grid-column.ts';
import type { GridSession } from './grid-session.ts';

type Values = readonly Readonly<Record<string, unknown>>[];
type AddRows = (values: Values, position?: number) => readonly GridRow[];

/** Puts rows behind the last one below a row, which opens. */
export function addChildren(
  { store, tree }: GridSession,
  parentId: string,
  values: Values,
  addRows: AddRows,
): readonly GridRow[] {
  if (!tree.settings || !store.rowOf(parentId)) return [];
  const rows = addRows(
    values.map((one) => ({ ...one, parentId })),
    tree.endBelow(parentId),
  );
  tree.open(parentId);
  return rows;
}

/** Puts rows behind one that is seen, below the same parent. @param place of that row, from 1 */
export function addBeside({ tree }: GridSession, values: Values, place: number, addRows: AddRows): readonly GridRow[] {
  const beside = tree.rows[place - 1] as GridRow;
  const parentId = tree.parentOf(beside.id);
  return addRows(
    values.map((one) => ({ ...one, parentId })),
    tree.endBelow(beside.id),
  );
}

/** Opens or closes rows of a tree. */
export function openRows(session: GridSession, ids: readonly string[], isOpen: boolean): void {
  session.stopEdit();
  for (const id of ids)
    if (isOpen) session.tree.open(id);
    else session.tree.close(id);
}
