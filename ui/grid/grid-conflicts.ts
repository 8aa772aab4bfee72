import { isSameValue, type CellChange, type GridColumn, type GridRow } from './grid-column.ts';
import type { CellAddress } from './grid-cursor.ts';
import type { GridStore } from './grid-store.ts';
import { typedKeys } from './remote-rows.ts';

/** A cell that was typed here and changed by somebody else meanwhile. */
export interface CellConflict extends CellAddress {
  column: GridColumn;
  /** Place of the row, from 0. */
  row: number;
  mine: GridRow;
  theirs: GridRow;
  /** As it was before either changed it. */
  base: GridRow;
}

export type ConflictChoice = 'mine' | 'theirs';

/**
 * Cells over which two people differ. Nothing is overwritten: what was typed stays until somebody
 * chooses; typed back or undone, there is nothing left to choose.
 */
export class GridConflicts {
  /** Keys in which rows clashed, with the row that was known before. */
  readonly #clashes = new Map<string, Map<string, GridRow>>();
  readonly #store: GridStore;
  readonly #columns: () => readonly GridColumn[];

  constructor(store: GridStore, columns: () => readonly GridColumn[]) {
    this.#store = store;
    this.#columns = columns;
  }

  /** Looks what a row stored elsewhere would overwrite; before it is taken over. */
  note(row: GridRow): void {
    const mine = this.#store.rowOf(row.id);
    const base = this.#store.storedOf(row.id);
    if (!mine || !base || mine === base) return;
    const typed = typedKeys(mine, base, this.#store.dependents);
    for (const { key } of this.#columns()) {
      if (!typed.has(key) || isSameValue(base[key], row[key])) continue;
      const own = this.#clashes.get(row.id) ?? new Map<string, GridRow>();
      // Of several changes by others the first began from what was seen here.
      if (!own.has(key)) own.set(key, base);
      this.#clashes.set(row.id, own);
    }
  }

  /** Whether nobody ever differed: asked at every cell that is painted. */
  get isEmpty(): boolean {
    return this.#clashes.size === 0;
  }

  has(id: string, key: string): boolean {
    return this.at({ id, key }) !== null;
  }

  /** The conflict of a cell, while both sides still differ. */
  at({ id, key }: CellAddress): Omit<CellConflict, 'column' | 'row'> | null {
    const base = this.#clashes.get(id)?.get(key);
    const mine = base && this.#store.rowOf(id);
    const theirs = mine && this.#store.storedOf(id);
    if (!theirs || isSameValue(mine[key], theirs[key]) || isSameValue(base[key], theirs[key])) return null;
    return { id, key, mine, theirs, base };
  }

  /** All of them in reading order. */
  list(): CellConflict[] {
    const columns = this.#columns();
    return [...this.#clashes]
      .map(([id, keys]) => ({ id, keys, row: this.#store.indexOf(id) }))
      .filter(({ row }) => row >= 0)
      .sort((a, b) => a.row - b.row)
      .flatMap(({ id, keys, row }) =>
        columns.flatMap((column) => {
          const conflict = keys.has(column.key) ? this.at({ id, key: column.key }) : null;
          return conflict ? [{ ...conflict, column, row }] : [];
        }),
      );
  }

  /** Settles cells one way; one step of undo. @returns what was written */
  choose(cells: readonly CellAddress[], choice: ConflictChoice): void {
    const taken = choice === 'theirs' ? cells.flatMap((cell) => this.#theirs(cell)) : [];
    for (const { id, key } of cells) this.#settle(id, key);
    // Parents before what hangs on them: writing one empties the others.
    if (taken.length > 0) this.#store.act(() => this.#store.write(taken));
    this.#store.emit();
  }

  forget(): void {
    this.#clashes.clear();
  }

  /** A row is stored no longer: there is no other side. */
  drop(id: string): void {
    this.#clashes.delete(id);
  }

  /** A cell and all that hangs on it, as they are stored now. */
  #theirs({ id, key }: CellAddress): CellChange[] {
    const stored = this.#store.storedOf(id);
    if (!stored) return [];
    const words = `${key}_dictText`;
    const children = this.#store.dependents.get(key) ?? [];
    return [
      { id, key, value: stored[key] ?? null },
      ...(stored[words] === undefined ? [] : [{ id, key: words, value: stored[words] }]),
      ...children.flatMap((child) => this.#theirs({ id, key: child })),
    ];
  }

  #settle(id: string, key: string): void {
    const own = this.#clashes.get(id);
    if (own?.delete(key) && own.size === 0) this.#clashes.delete(id);
  }
}
