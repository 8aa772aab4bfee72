import type { CellAddress, GridCursor } from './grid-cursor.ts';
import type { GridFace } from './cell-look.ts';
import { GridPainter } from './grid-painter.ts';
import type { GridRow } from './grid-column.ts';
import type { GridLayout, Pane } from './grid-layout.ts';
import type { ShownRows } from './grid-tree.ts';

const FOCUSABLE =
  'button:not(:disabled, [tabindex="-1"]), a[href], input:not(:disabled, [tabindex="-1"]), textarea, [tabindex="0"]';

/** px from an edge of the window where drawing scrolls on, and how far at a time. */
const EDGE = 16;
const EDGE_STEP = 14;

/** What is seen through the window. */
interface Seen {
  readonly tree: ShownRows;
  readonly expansion: { indexAt(y: number, height: number): number };
  readonly cursor: GridCursor;
  readonly layout: GridLayout;
  readonly height: number;
  topOf(index: number): number;
}

/** The window onto the rows of a grid: paints, scrolls, and puts the keyboard onto cells. */
export class GridViewport {
  readonly #session: Seen;
  #painter: GridPainter | null = null;
  #scroller: HTMLElement | null = null;
  #isStale = false;

  constructor(session: Seen) {
    this.#session = session;
  }

  /** Paints into these elements until the answer is called. */
  show(scroller: HTMLElement, body: HTMLElement, face: GridFace): () => void {
    const painter = new GridPainter(scroller, body, face, this.#session.layout);
    const paint = (): void => painter.paintWindow();
    this.#painter = painter;
    this.#scroller = scroller;
    this.paintSoon();
    scroller.addEventListener('scroll', paint, { passive: true });
    const observer = new ResizeObserver(paint);
    observer.observe(scroller);
    return () => {
      scroller.removeEventListener('scroll', paint);
      observer.disconnect();
      painter.clear();
      this.#painter = null;
      this.#scroller = null;
    };
  }

  /** Whole rows that the window shows, but one to read on from. */
  get pageRows(): number {
    return Math.max(1, Math.floor(this.#roomForRows() / this.#session.height) - 1);
  }

  addressOf(target: EventTarget | null): CellAddress | null {
    const place = target instanceof Element ? this.#painter?.placeOf(target) : null;
    return place ? this.#session.cursor.addressAt(place.row, place.column) : null;
  }

  rowAt(target: EventTarget | null): GridRow | undefined {
    const place = target instanceof Element ? this.#painter?.placeOf(target) : null;
    return place ? this.#session.tree.rows[place.row] : undefined;
  }

  /** The cell at a point, or the nearest to it that the window shows. */
  placeAt(x: number, y: number): { row: number; column: number } | null {
    const scroller = this.#scroller;
    const { tree, layout, expansion, height } = this.#session;
    if (!scroller || tree.rows.length === 0) return null;
    const { left, top } = scroller.getBoundingClientRect();
    const head = Number(scroller.dataset['head'] ?? 0);
    const down = clamped(y - top - head, 0, this.#roomForRows() - 1) + scroller.scrollTop;
    const row = clamped(expansion.indexAt(down, height), 0, tree.rows.length - 1);
    const { widths, panes, total, firstData } = layout;
    const across = clamped(x - left, 0, scroller.clientWidth - 1);
    const behind = Math.min(total, scroller.clientWidth) - widths.right;
    const [pane, from]: [Pane, number] =
      across < widths.left
        ? ['left', 0]
        : across >= behind && widths.right > 0
          ? ['right', behind]
          : ['center', widths.left - scroller.scrollLeft];
    const found = panes[pane].findLast((column) => column.left <= across - from) ?? panes[pane][0];
    return { row, column: Math.max(found?.index ?? firstData, firstData) };
  }

  /**
   * Scrolls on while a point that something is drawn to lies at an edge of the window.
   * @param y null: sideways alone
   */
  scrollAtEdge(x: number, y: number | null): void {
    const scroller = this.#scroller;
    if (!scroller) return;
    const { left, right, top, bottom } = scroller.getBoundingClientRect();
    const { head = 0, foot = 0 } = scroller.dataset;
    const { widths } = this.#session.layout;
    if (y !== null) scroller.scrollTop += beyond(y, top + Number(head), bottom - Number(foot)) * EDGE_STEP;
    scroller.scrollLeft += beyond(x, left + widths.left, right - widths.right) * EDGE_STEP;
  }

  /** Scrolls as far as needed for a cell to stand in the open. */
  reveal(address: CellAddress | null): void {
    const { cursor, layout, height, topOf } = this.#session;
    const place = cursor.placeOf(address);
    const scroller = this.#scroller;
    if (!place || !scroller) return;
    const top = topOf(place.row);
    const room = this.#roomForRows();
    if (top < scroller.scrollTop) scroller.scrollTop = top;
    else if (top + height > scroller.scrollTop + room) scroller.scrollTop = top + height - room;
    const column = layout.columns[place.column];
    if (column?.pane === 'center') {
      const width = scroller.clientWidth - layout.widths.left - layout.widths.right;
      const right = column.left + column.width;
      if (column.left < scroller.scrollLeft || column.width > width) scroller.scrollLeft = column.left;
      else if (right > scroller.scrollLeft + width) scroller.scrollLeft = right - width;
    }
    this.paint();
  }

  scrollToEnd(): void {
    this.#scroller?.scrollTo({ top: this.#scroller.scrollHeight });
  }

  /** Puts the keyboard onto the cell of the cursor; one that is not in sight need not be shown. */
  focusCell({ reveals = true } = {}): void {
    const { cursor } = this.#session;
    if (reveals) this.reveal(cursor.active);
    else this.paint();
    const place = cursor.placeOf(cursor.active);
    const element = place && this.#painter?.cellAt(place.row, place.column);
    (element ?? this.#scroller)?.focus({ preventScroll: true });
  }

  /** Puts the keyboard into what is opened below a row. */
  focusDetails(id: string): void {
    const details = this.#scroller?.querySelector<HTMLElement>(`.wb-grid-details[data-row="${CSS.escape(id)}"]`);
    (details?.querySelector<HTMLElement>(FOCUSABLE) ?? details)?.focus();
  }

  /** Undoes what an input method has written into a painted cell. */
  restore(element: HTMLElement): void {
    this.#painter?.restore(element);
  }

  /** Takes over columns and heights, and looks at every cell in the window again. */
  paint(): void {
    this.#isStale = false;
    this.#painter?.arrange(this.#session.layout, this.#session.height);
  }

  /** Once for all that is changed in one go. */
  paintSoon(): void {
    if (this.#isStale) return;
    this.#isStale = true;
    queueMicrotask(() => {
      if (this.#isStale) this.paint();
    });
  }

  #roomForRows(): number {
    const { dataset, clientHeight = 0 } = this.#scroller ?? {};
    return clientHeight - Number(dataset?.['head'] ?? 0) - Number(dataset?.['foot'] ?? 0);
  }
}

const clamped = (value: number, least: number, most: number): number => Math.max(least, Math.min(most, value));

const beyond = (value: number, from: number, to: number): -1 | 0 | 1 =>
  value < from + EDGE ? -1 : value > to - EDGE ? 1 : 0;
