import { ApiError } from '../http/api-error.ts';
import { toastError } from '../feedback.tsx';
import { isTempId, type GridRow } from './grid-column.ts';
import type { GridStore } from './grid-store.ts';
import type { GridView } from './grid-view.ts';
import { flatRows, parentIdOf, reportsChildren, seenPlaces, shapeOf, withBelow, type TreeShape } from './tree-rows.ts';

/** How the rows of a grid hang below each other by their `parentId`. */
export interface TreeSettings {
  /** Key of the column with the indent and the expanders. Default: the first one shown. */
  column?: string;
  /**
   * Children of a stored row that says `hasChildren`, asked once, when it is first opened. A row
   * that turns out to have none loses its expander.
   */
  loadChildren?: (row: GridRow) => Promise<readonly GridRow[]>;
}

/** What the painter shows of a row's place in the tree. */
export interface TreeLook {
  level: number;
  /** null: nothing lies below it. */
  isOpen: boolean | null;
  isLoading: boolean;
  /** Why its children could not be read. */
  failure: string | null;
  /** From 1, among its siblings. */
  position: number;
  siblings: number;
}

/** The rows that are seen, and where. */
export interface ShownRows {
  readonly rows: readonly GridRow[];
  /** Place among the rows that are seen; -1 when it is not. */
  indexOf(id: string): number;
  /** Another object once rows come, go, move, open or close. */
  order(): object;
  /** The row itself, or the nearest above it that is seen. */
  nearestShown(id: string): string | null;
}

/**
 * The rows of a grid as a tree: which are open, which children are asked for. Without settings the
 * rows are a list as the view shows it, and this costs nothing.
 */
export class GridTree implements ShownRows {
  settings: TreeSettings | null = null;
  readonly #store: GridStore;
  readonly #view: GridView;
  readonly #trust: (rows: readonly GridRow[]) => void;
  #opened: ReadonlySet<string> = new Set();
  /** Rows whose children are all here. */
  readonly #asked = new Set<string>();
  /** What a late answer must still find to be taken in. */
  readonly #loading = new Map<string, symbol>();
  readonly #failures = new Map<string, string>();
  #shape: { of: object; is: TreeShape } | null = null;
  #seen: { shape: TreeShape; opened: object; places: readonly number[] } | null = null;
  #rows: { of: object; seen: object; are: readonly GridRow[] } | null = null;
  #indexes: { of: object; are: ReadonlyMap<string, number> } | null = null;

  /** @param trust called with rows that came later and were not typed by anybody */
  constructor(store: GridStore, view: GridView, trust: (rows: readonly GridRow[]) => void) {
    this.#store = store;
    this.#view = view;
    this.#trust = trust;
  }

  get rows(): readonly GridRow[] {
    if (!this.settings) return this.#view.rows;
    const all = this.#store.rows;
    const seen = this.#seenPlaces();
    if (this.#rows?.of !== all || this.#rows.seen !== seen)
      this.#rows = { of: all, seen, are: seen.map((place) => all[place] as GridRow) };
    return this.#rows.are;
  }

  indexOf(id: string): number {
    if (!this.settings) return this.#view.indexOf(id);
    const seen = this.#seenPlaces();
    if (this.#indexes?.of !== seen)
      this.#indexes = { of: seen, are: new Map(this.rows.map((row, index) => [row.id, index])) };
    return this.#indexes.are.get(id) ?? -1;
  }

  order = (): object => (this.settings ? this.#seenPlaces() : this.#view.order());

  /**
   * Takes over rows as they are stored; what was open stays open, and is requested again.
   * @param take loads them as one list
   */
  load(rows: readonly GridRow[], take: (rows: readonly GridRow[]) => void): void {
    this.#asked.clear();
    this.#loading.clear();
    this.#failures.clear();
    if (!this.settings) return take(rows);
    const flat = flatRows(rows);
    for (const row of flat) {
      const above = parentIdOf(row);
      if (above !== null) this.#asked.add(above);
    }
    take(flat);
    this.#askOpened(flat);
  }

  lookOf(row: GridRow): TreeLook {
    const shape = this.#treeShape();
    const place = this.#store.indexOf(row.id);
    return {
      level: shape.levels[place] ?? 1,
      isOpen: this.#mayOpen(row, place) ? this.isOpen(row.id) : null,
      isLoading: this.#loading.has(row.id),
      failure: this.#failures.get(row.id) ?? null,
      position: shape.positions[place] ?? 1,
      siblings: shape.children.get(shape.parents[place] ?? -1)?.length ?? 1,
    };
  }

  /** Why the children of a row could not be read. */
  failureOf = (id: string): string | undefined => this.#failures.get(id);

  isOpen = (id: string): boolean => this.#opened.has(id);

  canOpen(id: string): boolean {
    const row = this.settings && this.#store.rowOf(id);
    return row ? this.#mayOpen(row, this.#store.indexOf(id)) : false;
  }

  /** Shows what lies below; asks for it where it is not here yet, and again after a failure. */
  open(id: string): void {
    const row = this.#store.rowOf(id);
    if (!row || !this.canOpen(id)) return;
    if (!this.isOpen(id)) this.#opened = new Set(this.#opened).add(id);
    if (this.#isUnasked(row)) void this.#ask(row);
    this.#store.emit();
  }

  close(id: string): void {
    if (!this.isOpen(id)) return;
    this.#opened = new Set([...this.#opened].filter((one) => one !== id));
    this.#store.emit();
  }

  toggle(id: string): void {
    if (this.isOpen(id)) this.close(id);
    else this.open(id);
  }

  /** Opens everything above a row, or shows it where it is filtered out. */
  openWay(id: string): void {
    if (!this.settings && this.#view.isHidden(id)) return this.#view.reveal([id]);
    if (!this.settings || this.indexOf(id) >= 0) return;
    const opened = new Set(this.#opened);
    for (const above of this.#above(id)) opened.add(above);
    this.#opened = opened;
    this.#store.emit();
  }

  nearestShown(id: string): string | null {
    if (!this.settings) return null;
    return [id, ...this.#above(id)].find((one) => this.indexOf(one) >= 0) ?? null;
  }

  parentOf(id: string): string | null {
    const above = this.#treeShape().parents[this.#store.indexOf(id)] ?? -1;
    return this.#store.rows[above]?.id ?? null;
  }

  firstChildOf(id: string): string | null {
    const first = this.#treeShape().children.get(this.#store.indexOf(id))?.[0];
    return first === undefined ? null : (this.#store.rows[first]?.id ?? null);
  }

  /** These rows and all that is loaded below them. */
  withBelow(ids: Iterable<string>): Set<string> {
    if (!this.settings) return new Set(ids);
    const places = [...ids].map((id) => this.#store.indexOf(id)).filter((place) => place >= 0);
    const all = withBelow(this.#treeShape(), places);
    return new Set(this.#store.rows.flatMap(({ id }, place) => (all.has(place) ? [id] : [])));
  }

  /** Where a new row would stand as the last one below a row, or (null) as the last root. */
  endBelow(id: string | null): number {
    const { rows } = this.#store;
    const place = id === null ? -1 : this.#store.indexOf(id);
    return place < 0 ? rows.length : 1 + Math.max(...withBelow(this.#treeShape(), [place]));
  }

  /** Ids of all rows below the same parent, in their order. */
  siblingsOf(id: string): string[] {
    const shape = this.#treeShape();
    const place = this.#store.indexOf(id);
    return (shape.children.get(shape.parents[place] ?? -1) ?? []).map((one) => (this.#store.rows[one] as GridRow).id);
  }

  /** Ids from the parent up. */
  #above(id: string): string[] {
    const { parents } = this.#treeShape();
    const found: string[] = [];
    let place = parents[this.#store.indexOf(id)] ?? -1;
    for (; place >= 0; place = parents[place] ?? -1) found.push((this.#store.rows[place] as GridRow).id);
    return found;
  }

  #mayOpen(row: GridRow, place: number): boolean {
    return this.#treeShape().children.has(place) || this.#isUnasked(row);
  }

  #isUnasked(row: GridRow): boolean {
    if (!this.settings?.loadChildren || isTempId(row.id)) return false;
    return reportsChildren(row) && !this.#asked.has(row.id);
  }

  #askOpened(rows: readonly GridRow[]): void {
    for (const row of rows) if (this.isOpen(row.id) && this.#isUnasked(row)) void this.#ask(row);
  }

  async #ask(row: GridRow): Promise<void> {
    const { id } = row;
    if (this.#loading.has(id)) return;
    const turn = Symbol(id);
    this.#loading.set(id, turn);
    this.#failures.delete(id);
    const isOurs = (): boolean => this.#loading.get(id) === turn;
    try {
      const children = await this.settings?.loadChildren?.(row);
      if (isOurs()) this.#takeIn(id, children ?? []);
    } catch (error) {
      if (!isOurs()) return;
      this.#shut(id);
      if (this.#store.indexOf(id) >= 0) {
        this.#failures.set(id, error instanceof ApiError ? error.message : '加载失败');
        toastError(error);
      }
    } finally {
      if (isOurs()) this.#loading.delete(id);
      this.#store.emit();
    }
  }

  #takeIn(id: string, children: readonly GridRow[]): void {
    // Nobody waits for the children of a row that was taken out meanwhile.
    if (this.#store.indexOf(id) < 0) return this.#shut(id);
    const removed = new Set(this.#store.removedRows().map((row) => row.id));
    const fresh = flatRows(children, id).filter((row) => this.#store.indexOf(row.id) < 0 && !removed.has(row.id));
    this.#asked.add(id);
    for (const { parentId } of fresh) this.#asked.add(String(parentId));
    this.#store.takeIn(fresh, (rows) => {
      const place = rows.findIndex((row) => row.id === id);
      return place < 0 ? rows : rows.toSpliced(place + 1, 0, ...fresh);
    });
    this.#trust(fresh);
    if (!this.#treeShape().children.has(this.#store.indexOf(id))) this.#shut(id);
    this.#askOpened(fresh);
  }

  #shut(id: string): void {
    this.#opened = new Set([...this.#opened].filter((one) => one !== id));
  }

  #treeShape(): TreeShape {
    const places = this.#store.places();
    if (this.#shape?.of !== places) this.#shape = { of: places, is: shapeOf(this.#store.rows, places) };
    return this.#shape.is;
  }

  #seenPlaces(): readonly number[] {
    const shape = this.#treeShape();
    const opened = this.#opened;
    if (this.#seen?.shape !== shape || this.#seen.opened !== opened) {
      const { rows } = this.#store;
      const isOpen = (place: number): boolean => opened.has((rows[place] as GridRow).id);
      this.#seen = { shape, opened, places: seenPlaces(shape, isOpen) };
    }
    return this.#seen.places;
  }
}
