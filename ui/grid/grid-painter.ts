import { seenColumns, type GridLayout, type Pane, type PlacedColumn } from './grid-layout.ts';
import { made } from './cell-content.ts';
import { paintTreeRow } from './tree-cell.ts';
import type { GridFace } from './cell-look.ts';
import type { GridRow } from './grid-column.ts';
import { newCell, paintCell, paintPart, type PaintedCell } from './painted-cell.ts';

interface RowSlot {
  element: HTMLElement;
  panes: Record<Pane, HTMLElement>;
  cells: (PaintedCell | undefined)[];
  /** What it shows; -1: nothing. */
  index: number;
  row: GridRow | null;
  top: number;
  paint: number;
  look: string;
}

/** Rows painted beyond both edges of the window. */
const OVERSCAN_ROWS = 2;
const OVERSCAN_WIDTH = 120;
/**
 * Paints the rows in the window as text into a pool of elements, `index % pool size`: while the
 * wheel turns no element is made or discarded, and what did not change is not written.
 */
export class GridPainter {
  readonly #body: HTMLElement;
  readonly #scroller: HTMLElement;
  readonly #face: GridFace;
  #layout: GridLayout;
  #height: number;
  #fontSize = 0;
  #pool: RowSlot[] = [];
  #seen: readonly [number, number] = [0, -1];
  #paint = 0;
  /** The cell with the keyboard was discarded: the one that takes its place gets it. */
  #hadFocus = false;

  constructor(scroller: HTMLElement, body: HTMLElement, face: GridFace, layout: GridLayout) {
    this.#scroller = scroller;
    this.#body = body;
    this.#face = face;
    this.#layout = layout;
    this.#height = 40;
  }

  /** Starts over with these columns and heights. */
  arrange(layout: GridLayout, height: number): void {
    const isSame = layout === this.#layout && height === this.#height && this.#pool.length > 0;
    if (isSame) return this.repaint();
    this.#layout = layout;
    this.#height = height;
    this.#fontSize = parseFloat(getComputedStyle(this.#body).fontSize);
    this.clear();
    this.repaint();
  }

  clear(): void {
    this.#hadFocus ||= this.#body.contains(document.activeElement);
    for (const slot of this.#pool) slot.element.remove();
    this.#pool = [];
    this.#seen = [0, -1];
  }

  /** Looks at every cell in the window again. */
  repaint(): void {
    this.#paint += 1;
    this.paintWindow();
  }

  /** Paints what has come into the window. */
  paintWindow(): void {
    const rows = this.#face.rows();
    // Read before anything is written, and made rows stay apart until they are filled: the browser
    // then works their places out once.
    const { scrollTop, scrollLeft, clientHeight, clientWidth } = this.#scroller;
    const count = Math.ceil(clientHeight / this.#height) + 1 + 2 * OVERSCAN_ROWS;
    const isNew = this.#fitPool(count);
    this.#fitColumns(scrollLeft, clientWidth);
    const first = Math.max(0, this.#face.indexAt(scrollTop, this.#height) - OVERSCAN_ROWS);
    for (let index = first; index < first + count; index += 1) {
      const slot = this.#pool[index % count] as RowSlot;
      const row = rows[index];
      if (!row) this.#hide(slot);
      else if (slot.row !== row || slot.index !== index || slot.paint !== this.#paint) this.#paintRow(slot, row, index);
    }
    if (isNew) this.#body.append(...this.#pool.map(({ element }) => element));
    if (!this.#hadFocus) return;
    this.#hadFocus = false;
    this.#body.querySelector<HTMLElement>('.wb-cell-active')?.focus({ preventScroll: true });
  }

  /** The element of a cell; null while it is out of the window. */
  cellAt(index: number, column: number): HTMLElement | null {
    const slot = this.#pool[index % Math.max(1, this.#pool.length)];
    return slot?.index === index ? (slot.cells[column]?.element ?? null) : null;
  }

  /** Where an element of a cell stands now. */
  placeOf(target: Element): { row: number; column: number } | null {
    const element = target.closest<HTMLElement>('.wb-cell');
    const slot = this.#pool.find((one) => element && one.element.contains(element));
    if (!element || !slot || slot.index < 0) return null;
    return { row: slot.index, column: slot.cells.findIndex((cell) => cell?.element === element) };
  }

  /** Puts the text of a cell back that the keyboard has written into. */
  restore(element: HTMLElement): void {
    for (const { cells } of this.#pool)
      for (const cell of cells)
        if (cell?.node && cell.element === element) {
          cell.node.data = cell.text;
          element.replaceChildren(...(cell.lead ? [cell.lead] : []), cell.node);
        }
  }

  /** @returns whether the rows are new, and stand nowhere yet */
  #fitPool(count: number): boolean {
    if (this.#pool.length === count) return false;
    this.clear();
    for (let place = 0; place < count; place += 1) this.#pool.push(this.#newSlot());
    return true;
  }

  #newSlot(): RowSlot {
    const element = made('div', 'wb-grid-row', 'row');
    const { widths } = this.#layout;
    const pane = (name: Pane): HTMLElement => {
      const part = made('div', `wb-grid-pane wb-grid-${name}`);
      part.style.width = `${widths[name]}px`;
      if (name === 'center' || widths[name] > 0) element.append(part);
      return part;
    };
    const panes = { left: pane('left'), center: pane('center'), right: pane('right') };
    element.style.height = `${this.#height}px`;
    element.hidden = true;
    const slot = { element, panes, cells: [], index: -1, row: null, top: -1, paint: -1, look: '' };
    for (const name of ['left', 'right'] as const)
      for (const column of this.#layout.panes[name]) this.#addCell(slot, column);
    return slot;
  }

  #addCell(slot: RowSlot, column: PlacedColumn): void {
    const cell = newCell(column, this.#face, this.#fontSize);
    slot.cells[column.index] = cell;
    slot.panes[column.pane].append(cell.element);
  }

  /** Gives every row the cells of the middle columns that the window shows. */
  #fitColumns(scrollLeft: number, clientWidth: number): void {
    const { panes, widths } = this.#layout;
    const room = clientWidth - widths.left - widths.right;
    const from = scrollLeft - OVERSCAN_WIDTH;
    const seen = seenColumns(panes.center, from, Math.max(room, 0) + 2 * OVERSCAN_WIDTH);
    if (seen[0] === this.#seen[0] && seen[1] === this.#seen[1]) return;
    const requested = new Set(panes.center.slice(seen[0], seen[1] + 1));
    this.#seen = seen;
    this.#paint += 1;
    for (const slot of this.#pool)
      for (const column of panes.center) {
        const cell = slot.cells[column.index];
        if (requested.has(column) && !cell) this.#addCell(slot, column);
        if (requested.has(column) || !cell) continue;
        this.#keepFocus(cell.element);
        cell.element.remove();
        slot.cells[column.index] = undefined;
      }
  }

  #hide(slot: RowSlot): void {
    if (slot.index < 0) return;
    this.#keepFocus(slot.element);
    slot.element.hidden = true;
    slot.index = -1;
    slot.row = null;
  }

  /** The cursor must not slip into another record when an element is used again. */
  #keepFocus(element: HTMLElement): void {
    if (element.contains(document.activeElement)) this.#scroller.focus({ preventScroll: true });
  }

  #paintRow(slot: RowSlot, row: GridRow, index: number): void {
    const { element } = slot;
    if (slot.index !== index) {
      this.#keepFocus(element);
      element.ariaRowIndex = String(index + 2);
      if (slot.index < 0) element.hidden = false;
    }
    const top = this.#face.topOf(index, this.#height);
    if (slot.top !== top) element.style.top = `${top}px`;
    slot.top = top;
    slot.index = index;
    slot.row = row;
    slot.paint = this.#paint;
    this.#paintLook(slot, row, index);
    const tree = this.#face.treeLook(row);
    if (tree) paintTreeRow(element, slot.cells[this.#layout.treeIndex]?.lead ?? null, tree, index);
    for (const column of this.#layout.columns) {
      const cell = slot.cells[column.index];
      if (!cell) continue;
      if (column.part) paintPart(cell, this.#face, row);
      else paintCell(cell, this.#face, row, index);
    }
  }

  #paintLook(slot: RowSlot, row: GridRow, index: number): void {
    const face = this.#face;
    const isChosen = face.isChosen(row);
    const isDisabled = face.isDisabled(row);
    const look = `wb-grid-row${isChosen ? ' wb-row-chosen' : ''}${isDisabled ? ' wb-row-disabled' : ''}${index % 2 ? ' wb-row-odd' : ''}`;
    if (slot.look === look) return;
    slot.look = look;
    slot.element.className = look;
    slot.element.ariaSelected = String(isChosen);
    slot.element.ariaDisabled = isDisabled ? 'true' : null;
  }
}
