import { isInRange, type CellAddress, type CellRange, type GridCursor } from './grid-cursor.ts';
import type { GridLayout } from './grid-layout.ts';
import type { GridStore } from './grid-store.ts';
import type { ShownRows } from './grid-tree.ts';
import type { GridViewport } from './grid-viewport.ts';

/** The grid as far as its panels need it. */
interface Opened {
  readonly store: GridStore;
  readonly tree: ShownRows;
  readonly cursor: GridCursor;
  readonly viewport: GridViewport;
  readonly layout: GridLayout;
  activate(address: CellAddress | null): void;
  stopEdit(): void;
}

/** What is looked in: somebody has opened 查找. */
export interface Finding {
  /** The block that was selected then, to look in it alone. */
  range: CellRange | null;
}

/** What opens over or above the rows of a grid when somebody asks for it. */
export class GridPanels {
  /** Where the menu stands open. */
  menuAt: { x: number; y: number } | null = null;
  /** 查找 is open. */
  finding: Finding | null = null;
  readonly #session: Opened;

  constructor(session: Opened) {
    this.#session = session;
  }

  /**
   * Opens the menu of what is selected; of the cell beneath it where that lies outside.
   * @param at of the mouse; absent: below the cell
   */
  openMenu(target: EventTarget | null, at?: { x: number; y: number }): boolean {
    const { viewport, cursor, tree, layout } = this.#session;
    if (!(target instanceof Element)) return false;
    const row = viewport.rowAt(target);
    const address =
      viewport.addressOf(target) ?? (row ? cursor.addressAt(tree.indexOf(row.id), layout.firstData) : null);
    const place = cursor.placeOf(address);
    if (place && !isInRange(cursor.range, place.row, place.column)) this.#session.activate(address);
    else this.#session.stopEdit();
    if (!cursor.range) return false;
    viewport.focusCell();
    const { left, bottom } = target.getBoundingClientRect();
    this.menuAt = at ?? { x: left + 8, y: bottom };
    this.#session.store.emit();
    return true;
  }

  closeMenu(): void {
    this.menuAt = null;
    this.#session.store.emit();
  }

  /** Opens 查找 above the rows, or closes it. */
  find(finding: Finding | null): void {
    this.#session.stopEdit();
    this.finding = finding;
    this.#session.store.emit();
  }
}
