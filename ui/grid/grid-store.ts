import {
  isSameValue,
  isTempId,
  newTempId,
  type CellChange,
  type GridChanges,
  type GridRow,
  type RowWatcher,
  type ValueChange,
} from './grid-column.ts';
import { changedValues, drafted } from './drafted-rows.ts';
import { GridHistory, type Shot } from './grid-history.ts';
import { remoteRows, withRemote } from './remote-rows.ts';
import { rowsBecoming } from './rows-with.ts';
import { countedPlaces, sentRows } from './tree-rows.ts';

/**
 * The rows of a grid outside React: edits, tracking of what is new, changed and removed, and undo.
 * Rows and lists are never changed in place: a step of undo is the list as it was.
 */
export class GridStore {
  rows: readonly GridRow[] = [];
  selected: ReadonlySet<string> = new Set();
  /** Grows with every change, for whoever asks whether there was one. */
  version = 0;
  /** Key that counts the rows from 1 in their order; null: nobody counts. */
  orderKey: string | null = null;
  /** Rows hang below each other: they are counted among those of one parent. */
  isTree = false;
  /** Key → keys that mean nothing any more once it changes. */
  dependents: ReadonlyMap<string, readonly string[]> = new Map();
  onRow: RowWatcher = () => undefined;
  onValues: (changes: readonly ValueChange[]) => void = () => undefined;
  #removed: readonly GridRow[] = [];
  /** As they are stored: rows that were touched since they came; the others are as they came. */
  readonly #stored = new Map<string, GridRow>();
  #places: Map<string, number> | null = null;
  readonly #history = new GridHistory();
  readonly #listeners = new Set<() => void>();

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Tells everybody that something they show may be another. */
  emit(): void {
    this.version += 1;
    for (const listener of this.#listeners) listener();
  }

  /** Takes rows as they are stored; what was edited is forgotten. Watchers do not hear it. */
  load(rows: readonly GridRow[]): void {
    this.rows = rows;
    this.#stored.clear();
    this.#removed = [];
    this.#history.clear();
    this.#places = null;
    this.selected = new Set([...this.selected].filter((id) => this.indexOf(id) >= 0));
    this.emit();
  }

  /** Place of every row by its id: another map once rows come, go or move. */
  places(): ReadonlyMap<string, number> {
    return (this.#places ??= new Map(this.rows.map((row, index) => [row.id, index])));
  }

  /** Place of a row; -1 when it is not there. */
  indexOf(id: string): number {
    // Where the cursor stands at first: a grid that is only read needs no places.
    if (this.rows[0]?.id === id) return 0;
    return this.places().get(id) ?? -1;
  }

  rowOf = (id: string): GridRow | undefined => this.rows[this.indexOf(id)];

  /** Everything within is one step of undo. */
  act<T>(change: () => T): T {
    if (this.#history.isOpen) return change();
    this.beginStep();
    try {
      return change();
    } finally {
      this.endStep();
    }
  }

  /** Opens a step that stays open over several changes: typing into a cell. */
  beginStep(): void {
    this.#history.begin(this.#shot());
  }

  endStep(): void {
    if (this.#history.end(this.rows)) this.emit();
  }

  /** Goes back to where the open step began. */
  cancelStep(): void {
    const before = this.#history.cancel();
    if (before) this.#show(before);
  }

  get canUndo(): boolean {
    return this.#history.canUndo;
  }

  get canRedo(): boolean {
    return this.#history.canRedo;
  }

  undo = (): void => this.#travel(this.#history.back);
  redo = (): void => this.#travel(this.#history.forth);

  /** Writes cells; a parent's new value empties what hangs on it. */
  write(changes: readonly CellChange[]): void {
    const { drafts, heard } = drafted(changes, this, (id) => this.indexOf(id));
    if (drafts.size === 0) return;
    this.act(() => {
      const rows = [...this.rows];
      for (const [index, draft] of drafts) this.#replace(rows, index, draft);
      this.rows = rows;
    });
    this.emit();
    this.onValues(heard);
  }

  /** Puts new rows before a position (absent: behind the last). @returns them with their ids */
  insert(values: readonly Record<string, unknown>[], position = this.rows.length): GridRow[] {
    const fresh = values.map((one): GridRow => ({ ...one, id: newTempId() }));
    this.act(() => {
      for (const row of fresh) this.onRow(null, row);
      this.#arrange([...this.rows.slice(0, position), ...fresh, ...this.rows.slice(position)]);
    });
    this.emit();
    return fresh;
  }

  /** Takes rows out; those the server knows are remembered as removed. @param isKnown whether it does */
  remove(ids: ReadonlySet<string>, isKnown = true): void {
    const gone = this.rows.filter(({ id }) => ids.has(id));
    if (gone.length === 0) return;
    this.act(() => {
      for (const row of gone) this.onRow(row, null);
      this.#removed = [
        ...this.#removed,
        ...gone.filter(({ id }) => isKnown && !isTempId(id)).map((row) => this.#storedAs(row)),
      ];
      this.#arrange(this.rows.filter(({ id }) => !ids.has(id)));
    });
    this.selected = new Set([...this.selected].filter((id) => !ids.has(id)));
    this.emit();
  }

  /** Moves a row to another place and counts again. */
  move(id: string, to: number): void {
    const from = this.indexOf(id);
    const row = this.rows[from];
    if (!row || from === to || to < 0 || to >= this.rows.length) return;
    this.reorder(this.rows.toSpliced(from, 1).toSpliced(to, 0, row));
  }

  /** Takes over another order of the same rows, and counts again. */
  reorder(rows: readonly GridRow[]): void {
    this.act(() => this.#arrange([...rows]));
    this.emit();
  }

  /**
   * Takes in stored rows that come later than the others; no step of undo takes them out again.
   * @param into puts them into a list, or answers it as it is
   */
  takeIn(fresh: readonly GridRow[], into: (rows: readonly GridRow[]) => readonly GridRow[]): void {
    this.rows = this.#history.rewrite(this.rows, into);
    this.#places = null;
    for (const row of fresh) if (this.indexOf(row.id) >= 0) this.onRow(null, row);
    this.emit();
  }

  /** Rows that are stored no longer go, or become others, here and in every step of undo. */
  letGo(ids: ReadonlySet<string>, become?: (row: GridRow) => GridRow): void {
    const before = this.rows;
    this.rows = this.#history.rewrite(before, rowsBecoming(ids, become));
    this.#removed = this.#history.rewriteRemoved(this.#removed, rowsBecoming(ids));
    for (const id of ids) this.#stored.delete(id);
    this.#places = null;
    this.#tellOf(before);
    this.selected = new Set([...this.selected].filter((id) => this.indexOf(id) >= 0));
    this.emit();
  }

  select(ids: Iterable<string>): void {
    this.selected = new Set(ids);
    this.emit();
  }

  isChangedCell(row: GridRow, key: string): boolean {
    const stored = this.#stored.get(row.id);
    return stored !== undefined && stored !== row && !isSameValue(stored[key], row[key]);
  }

  isChanged(row: GridRow): boolean {
    const stored = this.#stored.get(row.id);
    if (stored === undefined || stored === row) return false;
    return Object.keys(row).some((key) => !isSameValue(stored[key], row[key]));
  }

  get isDirty(): boolean {
    if (this.#removed.length > 0) return true;
    return this.rows.some((row) => isTempId(row.id) || this.isChanged(row));
  }

  /** What must be stored. */
  changes(): GridChanges {
    return {
      added: sentRows(this.newRows()),
      changed: this.rows.filter((row) => this.isChanged(row)),
      removed: this.removedRows(),
    };
  }

  newRows = (): GridRow[] => this.rows.filter(({ id }) => isTempId(id));

  /** Removed rows as they were stored; a row that never was stored is not among them. */
  removedRows = (): GridRow[] => [...this.#removed];

  /** A row as it was stored when it was last heard of. */
  storedOf = (id: string): GridRow | undefined => (isTempId(id) ? undefined : (this.#stored.get(id) ?? this.rowOf(id)));

  /** Takes over rows that others have stored, under what was typed here and in all that undo holds. */
  applyRemote(rows: readonly GridRow[]): void {
    const remote = remoteRows(rows, this.storedOf);
    this.rewrite((list) => withRemote(list, remote, this.dependents, (id) => this.indexOf(id)));
    this.#removed = this.#removed.map((row) => remote.get(row.id)?.row ?? row);
    for (const [id, { row }] of remote) if (this.#stored.has(id)) this.#stored.set(id, row);
    this.emit();
  }

  /** Changes rows here and in every step of undo alike: what is learned of them is no edit. */
  rewrite(within: (rows: readonly GridRow[]) => readonly GridRow[]): void {
    const before = this.rows;
    this.rows = this.#history.rewrite(before, within);
    // They may hang below others now.
    if (this.isTree) this.#places = null;
    for (const [index, row] of this.rows.entries()) if (row !== before[index]) this.onRow(before[index] ?? null, row);
  }

  #shot(): Shot {
    return { rows: this.rows, removed: this.#removed };
  }

  #travel(step: (now: Shot) => Shot | undefined): void {
    this.endStep();
    const shot = step(this.#shot());
    if (shot) this.#show(shot);
  }

  #show({ rows, removed }: Shot): void {
    const before = this.rows;
    this.rows = rows;
    this.#removed = removed;
    this.#places = null;
    this.#tellOf(before);
    this.emit();
    this.onValues(changedValues(before, rows));
  }

  #tellOf(before: readonly GridRow[]): void {
    const [had, has] = [new Set(before), new Set(this.rows)];
    for (const row of before) if (!has.has(row)) this.onRow(row, null);
    for (const row of this.rows) if (!had.has(row)) this.onRow(null, row);
  }

  /** Takes over a new order of rows. */
  #arrange(rows: GridRow[]): void {
    const key = this.orderKey;
    if (key !== null)
      countedPlaces(rows, this.isTree).forEach((count, index) => {
        const row = rows[index] as GridRow;
        if (row[key] !== count) this.#replace(rows, index, { ...row, [key]: count });
      });
    this.rows = rows;
    this.#places = null;
  }

  #replace(rows: GridRow[], index: number, row: GridRow): void {
    const before = rows[index];
    if (before && !isTempId(before.id)) this.#storedAs(before);
    this.onRow(before ?? null, row);
    rows[index] = row;
  }

  /** A row as it is stored; one that is touched for the first time is remembered. */
  #storedAs(row: GridRow): GridRow {
    const stored = this.#stored.get(row.id) ?? row;
    this.#stored.set(row.id, stored);
    return stored;
  }
}
