import { isTempId, newTempId, type GridColumn, type GridRow } from './grid-column.ts';
import type { CellAddress, GridCursor } from './grid-cursor.ts';
import type { GridExpansion } from './grid-expansion.ts';
import type { GridJudge } from './grid-judge.ts';
import type { GridStore } from './grid-store.ts';
import type { GridTree } from './grid-tree.ts';
import { withFresh } from './remote-rows.ts';
import { rowsWith } from './rows-with.ts';
import { parentIdOf } from './tree-rows.ts';

/** The grid as far as rows come and go in it. */
export interface Peopled {
  readonly store: GridStore;
  readonly judge: GridJudge;
  readonly cursor: GridCursor;
  readonly tree: GridTree;
  readonly expansion: GridExpansion;
}

/** A row that somebody else has taken away while it was worked on here. */
export interface GoneRow {
  row: GridRow;
  /** Place among the rows that are seen; -1 where it is folded away. */
  place: number;
}

/**
 * Rows that others add and take away. Nothing typed is lost: a row that is gone but was worked on
 * here stays until somebody chooses whether it becomes a new one.
 */
export class GridComings {
  /** New rows may have to give way: called with those that came in. */
  onFresh: (fresh: readonly GridRow[]) => void = () => undefined;
  /** All rows as they were last heard of, until they are taken over. */
  #whole: readonly GridRow[] | null = null;
  readonly #gone = new Set<string>();
  readonly #session: Peopled;

  constructor(session: Peopled) {
    this.#session = session;
  }

  get isDue(): boolean {
    return this.#whole !== null;
  }

  expect(rows: readonly GridRow[]): void {
    this.#whole = rows;
  }

  forget(): void {
    this.#whole = null;
    this.#gone.clear();
  }

  /** Whether no row is gone: asked at every cell that is painted. */
  get isEmpty(): boolean {
    return this.#gone.size === 0;
  }

  isGone = (id: string): boolean => this.#gone.has(id);

  /** Rows nobody has chosen about yet, in reading order. */
  list(): GoneRow[] {
    if (this.isEmpty) return [];
    const { store, tree } = this.#session;
    return store.rows.flatMap((row) => (this.#gone.has(row.id) ? [{ row, place: tree.indexOf(row.id) }] : []));
  }

  /** Takes over which rows there are. @returns cells that were not there before */
  take(columns: readonly GridColumn[]): CellAddress[] {
    const rows = this.#whole;
    this.#whole = null;
    if (!rows) return [];
    const there = new Set(rows.map(({ id }) => id));
    for (const id of this.#gone) if (there.has(id)) this.#gone.delete(id);
    this.#takeOut(there);
    const fresh = this.#takeIn(rows);
    return fresh.flatMap(({ id }) => columns.map(({ key }) => ({ id, key })));
  }

  /** Gone rows become new ones with all that stands in them, in every step of undo as well. */
  keep(ids: ReadonlySet<string>): void {
    const { store, cursor, judge } = this.#session;
    const names = new Map([...ids].map((id) => [id, newTempId()]));
    const { active } = cursor;
    const newName = (id: string): string => names.get(id) ?? id;
    const chosen = [...store.selected].map(newName);
    store.letGo(ids, (row) => ({ ...row, version: undefined, id: newName(row.id) }));
    if (store.isTree) store.rewrite(rowsWith((row) => belowOthers(row, names)));
    for (const id of ids) this.#gone.delete(id);
    if (active && ids.has(active.id)) cursor.put({ ...active, id: newName(active.id) });
    judge.judgeSeenAgain();
    store.select(chosen);
  }

  /** Gone rows go here too; undo brings them back, to be chosen about again. */
  release(ids: ReadonlySet<string>): void {
    const { store, tree } = this.#session;
    this.#keepingPlace(() => store.remove(tree.withBelow(ids), false));
  }

  #takeOut(there: ReadonlySet<string>): void {
    const { store } = this.#session;
    const missing = [...store.rows, ...store.removedRows()].filter(({ id }) => !isTempId(id) && !there.has(id));
    if (missing.length === 0) return;
    const worked = this.#workedOn(missing);
    for (const id of worked) this.#gone.add(id);
    const leaving = new Set(missing.flatMap(({ id }) => (worked.has(id) ? [] : [id])));
    if (leaving.size > 0) this.#keepingPlace(() => store.letGo(leaving));
  }

  /** Rows in which something is typed, or below which something is opened or hangs. */
  #workedOn(rows: readonly GridRow[]): Set<string> {
    const { store, expansion } = this.#session;
    const worked = new Set(
      rows.flatMap((row) =>
        store.indexOf(row.id) >= 0 && (store.isChanged(row) || expansion.isOpen(row.id)) ? [row.id] : [],
      ),
    );
    if (!store.isTree) return worked;
    for (const row of store.rows) {
      if (!isTempId(row.id) && !worked.has(row.id)) continue;
      let above = parentIdOf(row);
      while (above !== null && !worked.has(above)) {
        const parent = rows.find(({ id }) => id === above);
        if (!parent) break;
        worked.add(above);
        above = parentIdOf(parent);
      }
    }
    return worked;
  }

  #takeIn(rows: readonly GridRow[]): readonly GridRow[] {
    const { store, judge } = this.#session;
    const removed = new Set(store.removedRows().map(({ id }) => id));
    const fresh = rows.filter(({ id }) => store.indexOf(id) < 0 && !removed.has(id));
    if (fresh.length === 0) return fresh;
    store.takeIn(fresh, (list) => withFresh(list, rows, new Set(fresh)));
    judge.trust(fresh);
    this.onFresh(fresh);
    return fresh;
  }

  /** Where the row of the cursor goes, the one that moves into its place is next. */
  #keepingPlace(change: () => void): void {
    const { cursor, tree, store } = this.#session;
    const { active } = cursor;
    const at = cursor.placeOf(active);
    change();
    if (!at || !active || tree.indexOf(active.id) >= 0) return;
    const row = Math.min(at.row, tree.rows.length - 1);
    const next = cursor.addressAt(row, at.column);
    if (next) cursor.put(next);
    store.emit();
  }
}

/** A row that hangs below one with another name by now. */
function belowOthers(row: GridRow, names: ReadonlyMap<string, string>): GridRow {
  const parentId = names.get(parentIdOf(row) ?? '');
  return parentId === undefined ? row : { ...row, parentId };
}
