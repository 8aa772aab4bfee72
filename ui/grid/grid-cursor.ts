import type { GridLayout } from './grid-layout.ts';
import type { ShownRows } from './grid-tree.ts';

/** A cell by what it is, so that it stays the same one while rows come, go and move. */
export interface CellAddress {
  id: string;
  key: string;
}

/** A block of cells by places: rows that are seen, columns of the layout; ends included. */
export interface CellRange {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

/** The cell the keyboard stands on and the block that reaches from there. */
export class GridCursor {
  active: CellAddress | null = null;
  /** The block while it is more than one cell, as of the last look. */
  block: CellRange | null = null;
  /** As far as the block is being drawn out to be filled. */
  filling: CellRange | null = null;
  #reach: CellAddress | null = null;
  readonly #shown: ShownRows;
  readonly #layout: () => GridLayout;

  constructor(shown: ShownRows, layout: () => GridLayout) {
    this.#shown = shown;
    this.#layout = layout;
  }

  addressAt(row: number, column: number): CellAddress | null {
    const id = this.#shown.rows[row]?.id;
    const placed = this.#layout().columns[column];
    return id !== undefined && placed?.column ? { id, key: placed.key } : null;
  }

  placeOf(address: CellAddress | null): { row: number; column: number } | null {
    if (!address) return null;
    const row = this.#shown.indexOf(address.id);
    const column = this.#layout().columns.findIndex(({ key }) => key === address.key);
    return row < 0 || column < 0 ? null : { row, column };
  }

  put(address: CellAddress | null): void {
    this.active = address;
    this.#reach = address;
  }

  extendTo(address: CellAddress | null): void {
    if (address && this.active) this.#reach = address;
    else this.put(address);
  }

  get range(): CellRange | null {
    const from = this.placeOf(this.active);
    const to = this.placeOf(this.#reach) ?? from;
    if (!from || !to) return null;
    return {
      top: Math.min(from.row, to.row),
      bottom: Math.max(from.row, to.row),
      left: Math.min(from.column, to.column),
      right: Math.max(from.column, to.column),
    };
  }

  get isBlock(): boolean {
    const { range } = this;
    return range !== null && (range.top < range.bottom || range.left < range.right);
  }

  /**
   * Stays where the keyboard can enter: on its row, on the one above that was closed, else on the
   * first. Looks where the block stands now.
   */
  keepPlace(): void {
    if (!this.placeOf(this.active)) {
      const shown = this.active && this.#shown.nearestShown(this.active.id);
      const above = shown && this.active ? { id: shown, key: this.active.key } : null;
      this.put(this.placeOf(above) ? above : this.first());
    }
    this.block = this.isBlock ? this.range : null;
  }

  /** Where a step from the cursor, or from the reach of its block, would lead. */
  stepped(rows: number, columns: number, fromReach: boolean): CellAddress | null {
    const from = this.placeOf(fromReach ? this.#reach : this.active) ?? this.placeOf(this.active);
    if (!from) return this.first();
    const { firstData, columns: all } = this.#layout();
    const row = clamped(from.row + rows, 0, this.#shown.rows.length - 1);
    const column = clamped(from.column + columns, firstData, all.length - 1);
    return this.addressAt(row, column);
  }

  /** The next cell in reading order, line by line; null behind the last and before the first. */
  next(step: 1 | -1): CellAddress | null {
    const from = this.placeOf(this.active);
    if (!from) return this.first();
    const { firstData, columns } = this.#layout();
    const column = from.column + step;
    if (column >= columns.length) return this.addressAt(from.row + 1, firstData);
    if (column < firstData) return this.addressAt(from.row - 1, columns.length - 1);
    return this.addressAt(from.row, column);
  }

  first = (): CellAddress | null => this.addressAt(0, this.#layout().firstData);
}

/** Whether a place lies in a block. */
export const isInRange = (range: CellRange | null, row: number, column: number): boolean =>
  range !== null && row >= range.top && row <= range.bottom && column >= range.left && column <= range.right;

const clamped = (value: number, least: number, most: number): number => Math.max(least, Math.min(most, value));
