import type { ReactNode } from 'react';
import type { GridRow } from './grid-column.ts';
import type { GridStore } from './grid-store.ts';
import type { ShownRows } from './grid-tree.ts';

/** What can be opened below each row. */
export interface ExpandSettings {
  /** What is below it, for whoever cannot see it. Default 明细. */
  title?: string;
  /** Drawn when a row is first opened, and kept while it is closed: nothing typed there is lost. */
  render: (row: GridRow) => ReactNode;
  /** Whether a row has something to open. Default: each has. */
  canExpand?: (row: GridRow) => boolean;
  onExpand?: (row: GridRow, isOpen: boolean) => void;
}

/** Opened rows that are seen: their places in order, and what all up to each add to the height. */
interface Steps {
  of: object;
  /** As of which measures. */
  measured: number;
  places: readonly number[];
  sums: readonly number[];
}

/** Which rows are opened, and where that moves the others. While none is, it costs nothing. */
export class GridExpansion {
  settings: ExpandSettings | null = null;
  /** Ids of rows that were opened once; the same list while it is the same. */
  kept: readonly string[] = [];
  readonly #store: GridStore;
  readonly #shown: ShownRows;
  readonly #open = new Set<string>();
  readonly #heights = new Map<string, number>();
  /** Rows as they were last seen: a removed one comes back with what was typed below it. */
  readonly #rows = new Map<string, GridRow>();
  #measured = 0;
  #steps: Steps | null = null;

  constructor(store: GridStore, shown: ShownRows) {
    this.#store = store;
    this.#shown = shown;
  }

  /** After rows were loaded: those that are gone are forgotten. */
  forgetGone(): void {
    if (this.kept.length === 0) return;
    const gone = this.kept.filter((id) => this.#store.indexOf(id) < 0);
    for (const id of gone) {
      this.#open.delete(id);
      this.#heights.delete(id);
      this.#rows.delete(id);
    }
    if (gone.length > 0) this.kept = this.kept.filter((id) => !gone.includes(id));
    this.#measured += 1;
  }

  /** null: it has nothing to open. */
  stateOf(row: GridRow): boolean | null {
    if (!this.settings || this.settings.canExpand?.(row) === false) return null;
    return this.#open.has(row.id);
  }

  isOpen = (id: string): boolean => this.#open.has(id);

  set(id: string, isOpen: boolean): void {
    const row = this.#store.rowOf(id);
    if (!row || this.stateOf(row) !== !isOpen) return;
    if (isOpen) this.#open.add(id);
    else this.#open.delete(id);
    if (!this.kept.includes(id)) this.kept = [...this.kept, id];
    this.#measured += 1;
    this.#store.emit();
    this.settings?.onExpand?.(row, isOpen);
  }

  toggle = (id: string): void => this.set(id, !this.isOpen(id));

  /** The row of an id that was opened, as it is or was. */
  rowOf(id: string): GridRow | undefined {
    const row = this.#store.rowOf(id);
    if (row) this.#rows.set(id, row);
    return row ?? this.#rows.get(id);
  }

  /** Takes over how high what is below a row has become. */
  measure(id: string, height: number): void {
    if (this.#heights.get(id) === height) return;
    this.#heights.set(id, height);
    this.#measured += 1;
    this.#store.emit();
  }

  /** px that all opened rows add. */
  get total(): number {
    return this.#open.size === 0 ? 0 : (this.#stepsNow().sums.at(-1) ?? 0);
  }

  /** px above a row. @param height of each row */
  topOf(index: number, height: number): number {
    if (this.#open.size === 0) return index * height;
    const { places, sums } = this.#stepsNow();
    const before = countBelow(places, index);
    return index * height + (before === 0 ? 0 : (sums[before - 1] as number));
  }

  /** Place of the row, or of what is opened below it, that stands at `y`. */
  indexAt(y: number, height: number): number {
    if (this.#open.size === 0) return Math.floor(y / height);
    const { places, sums } = this.#stepsNow();
    let from = 0;
    let to = places.length;
    while (from < to) {
      const middle = (from + to) >> 1;
      const end = ((places[middle] as number) + 1) * height + (sums[middle] as number);
      if (end <= y) from = middle + 1;
      else to = middle;
    }
    const above = from === 0 ? 0 : (sums[from - 1] as number);
    const index = Math.floor((y - above) / height);
    return from < places.length ? Math.min(index, places[from] as number) : index;
  }

  #stepsNow(): Steps {
    const of = this.#shown.order();
    if (this.#steps?.of === of && this.#steps.measured === this.#measured) return this.#steps;
    const opened = [...this.#open]
      .map((id) => ({ place: this.#shown.indexOf(id), height: this.#heights.get(id) ?? 0 }))
      .filter(({ place }) => place >= 0)
      .toSorted((one, other) => one.place - other.place);
    let sum = 0;
    this.#steps = {
      of,
      measured: this.#measured,
      places: opened.map(({ place }) => place),
      sums: opened.map(({ height }) => (sum += height)),
    };
    return this.#steps;
  }
}

/** How many of these places, which are in order, stand before one. */
function countBelow(places: readonly number[], index: number): number {
  let from = 0;
  let to = places.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((places[middle] as number) < index) from = middle + 1;
    else to = middle;
  }
  return from;
}
