import {
  isSameValue,
  isTempId,
  newTempId,
  withoutTempId,
  type CellChange,
  type GridRow,
  type ValueChange,
} from './grid-column.ts';
import { withRemote } from './remote-rows.ts';

/** What one step of undo goes back to. */
interface Shot {
  rows: readonly GridRow[];
  removed: readonly GridRow[];
}

export interface GridChanges {
  added: Record<string, unknown>[];
  changed: GridRow[];
  removed: GridRow[];
}

/** Who must know of every change of a row: sums, judgements. `null`: it was not, or is not there. */
export type RowWatcher = (before: GridRow | null, after: GridRow | null) => void;

const STEPS_KEPT = 100;

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
  /** Key → keys that mean nothing any more once it changes. */
  dependents: ReadonlyMap<string, readonly string[]> = new Map();
  onRow: RowWatcher = () => undefined;
  onValues: (changes: readonly ValueChange[]) => void = () => undefined;
  #removed: readonly GridRow[] = [];
  /** As they are stored: rows that were touched since they came; the others are as they came. */
  readonly #stored = new Map<string, GridRow>();
  #places: Map<string, number> | null = null;
  #past: Shot[] = [];
  #future: Shot[] = [];
  #before: Shot | null = null;
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

  /** Takes rows as they are stored; whatever was edited before is forgotten. Watchers do not hear it. */
  load(rows: readonly GridRow[]): void {
    this.rows = rows;
    this.#stored.clear();
    this.#removed = [];
    this.#past = [];
    this.#future = [];
    this.#before = null;
    this.#places = null;
    this.selected = new Set([...this.selected].filter((id) => this.indexOf(id) >= 0));
    this.emit();
  }

  /** Place of a row; -1 when it is not there. */
  indexOf(id: string): number {
    // Where the cursor stands at first: a grid that is only read needs no places.
    if (this.rows[0]?.id === id) return 0;
    this.#places ??= new Map(this.rows.map((row, index) => [row.id, index]));
    return this.#places.get(id) ?? -1;
  }

  rowOf = (id: string): GridRow | undefined => this.rows[this.indexOf(id)];

  /** Everything within is one step of undo. */
  act<T>(change: () => T): T {
    if (this.#before) return change();
    this.beginStep();
    try {
      return change();
    } finally {
      this.endStep();
    }
  }

  /** Opens a step that stays open over several changes: typing into a cell. */
  beginStep(): void {
    this.#before ??= { rows: this.rows, removed: this.#removed };
  }

  endStep(): void {
    const before = this.#before;
    this.#before = null;
    if (!before || before.rows === this.rows) return;
    this.#past = [...this.#past.slice(1 - STEPS_KEPT), before];
    this.#future = [];
    this.emit();
  }

  /** Puts back what was there when the open step began. */
  cancelStep(): void {
    const before = this.#before;
    this.#before = null;
    if (before) this.#show(before);
  }

  get canUndo(): boolean {
    return this.#past.length > 0;
  }

  get canRedo(): boolean {
    return this.#future.length > 0;
  }

  undo = (): void => this.#travel(this.#past, this.#future);
  redo = (): void => this.#travel(this.#future, this.#past);

  /** Writes cells; a parent's new value empties what hangs on it. */
  write(changes: readonly CellChange[]): void {
    const drafts = new Map<number, Record<string, unknown>>();
    const heard: ValueChange[] = [];
    const put = (index: number, key: string, value: unknown): void => {
      const row = this.rows[index] as GridRow;
      const draft = drafts.get(index) ?? { ...row };
      if (isSameValue(draft[key], value)) return;
      heard.push({ id: row.id, key, value, oldValue: draft[key], row });
      drafts.set(index, draft);
      draft[key] = value;
      for (const child of this.dependents.get(key) ?? []) {
        put(index, child, null);
        delete draft[`${child}_dictText`];
      }
    };
    for (const { id, key, value } of changes) {
      const index = this.indexOf(id);
      if (index >= 0) put(index, key, value);
    }
    if (drafts.size === 0) return;
    this.act(() => {
      const rows = [...this.rows];
      for (const [index, draft] of drafts) this.#replace(rows, index, draft as GridRow);
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

  /** Takes rows out; those the server knows are remembered as removed. */
  remove(ids: ReadonlySet<string>): void {
    const gone = this.rows.filter(({ id }) => ids.has(id));
    if (gone.length === 0) return;
    this.act(() => {
      for (const row of gone) this.onRow(row, null);
      this.#removed = [
        ...this.#removed,
        ...gone.filter(({ id }) => !isTempId(id)).map((row) => this.#storedAs(row)),
      ];
      this.#arrange(this.rows.filter(({ id }) => !ids.has(id)));
    });
    this.selected = new Set([...this.selected].filter((id) => !ids.has(id)));
    this.emit();
  }

  /** Moves a row to another place and counts anew. */
  move(id: string, to: number): void {
    const from = this.indexOf(id);
    const row = this.rows[from];
    if (!row || from === to || to < 0 || to >= this.rows.length) return;
    this.act(() => {
      const rows = this.rows.toSpliced(from, 1);
      this.#arrange(rows.toSpliced(to, 0, row));
    });
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
      added: this.newRows().map(withoutTempId),
      changed: this.rows.filter((row) => this.isChanged(row)),
      removed: this.removedRows(),
    };
  }

  newRows = (): GridRow[] => this.rows.filter(({ id }) => isTempId(id));

  /** Removed rows as they were stored; a row that never was stored is not among them. */
  removedRows = (): GridRow[] => [...this.#removed];

  /** A row as it was stored when it was last heard of. */
  storedOf = (id: string): GridRow | undefined =>
    isTempId(id) ? undefined : (this.#stored.get(id) ?? this.rowOf(id));

  /** Takes over rows that others have stored, under what was typed here and in all that undo holds. */
  applyRemote(rows: readonly GridRow[]): void {
    const remote = new Map(
      rows.map((row) => [row.id, { base: this.storedOf(row.id) ?? row, row }]),
    );
    const within = (list: readonly GridRow[]): readonly GridRow[] =>
      withRemote(list, remote, this.dependents, (id) => this.indexOf(id));
    for (const shot of [...this.#past, ...this.#future, ...(this.#before ? [this.#before] : [])])
      shot.rows = within(shot.rows);
    const before = this.rows;
    this.rows = within(before);
    for (const [id, { row }] of remote) {
      if (this.#stored.has(id)) this.#stored.set(id, row);
      const index = this.indexOf(id);
      if (index >= 0) this.onRow(before[index] ?? null, this.rows[index] ?? null);
    }
    this.emit();
  }

  #travel(from: Shot[], to: Shot[]): void {
    this.endStep();
    const shot = from.pop();
    if (!shot) return;
    to.push({ rows: this.rows, removed: this.#removed });
    this.#show(shot);
  }

  #show({ rows, removed }: Shot): void {
    const kept = new Set(rows);
    const known = new Set(this.rows);
    for (const row of this.rows) if (!kept.has(row)) this.onRow(row, null);
    for (const row of rows) if (!known.has(row)) this.onRow(null, row);
    this.rows = rows;
    this.#removed = removed;
    this.#places = null;
    this.emit();
  }

  /** Takes over a new order of rows. */
  #arrange(rows: GridRow[]): void {
    const key = this.orderKey;
    if (key !== null)
      rows.forEach((row, index) => {
        if (row[key] !== index + 1) this.#replace(rows, index, { ...row, [key]: index + 1 });
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
