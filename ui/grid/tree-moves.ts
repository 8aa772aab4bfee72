import type { GridStore } from './grid-store.ts';
import type { GridTree } from './grid-tree.ts';

/** Moves a row one step among its siblings, with everything below. */
export function stepRow(store: GridStore, tree: GridTree, id: string, by: 1 | -1): void {
  const siblings = tree.siblingsOf(id);
  const target = siblings.indexOf(id) + by;
  if (target < 0 || target >= siblings.length) return;
  moveBefore(store, tree, id, siblings[by === 1 ? target + 1 : target] ?? null);
}

/**
 * Moves a row to where it was dropped, with everything below.
 * @param index place among the rows that are seen, before which it was dropped
 * @returns false when that is not among its siblings
 */
export function dropRow(store: GridStore, tree: GridTree, id: string, index: number): boolean {
  const siblings = tree.siblingsOf(id);
  const before = siblings.find((sibling) => tree.indexOf(sibling) === index);
  if (before === undefined && index !== seenEnd(tree, siblings.at(-1) ?? id)) return false;
  if (before !== id) moveBefore(store, tree, id, before ?? null);
  return true;
}

/** Place behind the last row that is seen below a row. */
function seenEnd(tree: GridTree, id: string): number {
  const below = tree.withBelow([id]);
  let end = tree.indexOf(id) + 1;
  while (below.has(tree.rows[end]?.id ?? '')) end += 1;
  return end;
}

function moveBefore(store: GridStore, tree: GridTree, id: string, sibling: string | null): void {
  const { rows } = store;
  const block = tree.withBelow([id]);
  const to = sibling === null ? tree.endBelow(tree.siblingsOf(id).at(-1) ?? id) : store.indexOf(sibling);
  const stays = (row: { id: string }): boolean => !block.has(row.id);
  store.reorder([
    ...rows.slice(0, to).filter(stays),
    ...rows.filter(({ id: one }) => block.has(one)),
    ...rows.slice(to).filter(stays),
  ]);
}
