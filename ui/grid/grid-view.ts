import type { GridColumn, GridRow } from './grid-column.ts';
import type { GridStore } from './grid-store.ts';

export interface GridSort {
  key: string;
  direction: 'ascending' | 'descending';
}

/** What the view asks of the columns. */
interface Shown {
  columnOf: (key: string) => GridColumn | undefined;
  textOf: (key: string, row: GridRow) => string;
}

/** Kinds that are sorted by what they amount to; the others by what they read like. */
const NUMBERS = new Set(['integer', 'quantity', 'money', 'price', 'rate', 'length', 'weight']);
const words = new Intl.Collator('zh-CN', { numeric: true });

/**
 * In which order this person sees the rows of a list, and which of them. The rows themselves keep
 * their order and are stored in it, those that are not seen as well. What is seen was decided when
 * it was asked for: no row moves or goes away while somebody types into it.
 */
export class GridView {
  sort: GridSort | null = null;
  /** Texts that are seen, by key of the column. */
  filters: ReadonlyMap<string, ReadonlySet<string>> = new Map();
  readonly #store: GridStore;
  readonly #shown: Shown;
  /** Places of sorted rows; one that came later has none of its own. */
  #ranks: Map<string, number> | null = null;
  #hidden: ReadonlySet<string> = new Set();
  #order: { of: object; ranks: object | null; hidden: object; are: readonly number[] } | null = null;
  #rows: { of: object; order: object; are: readonly GridRow[] } | null = null;
  #indexes: { of: object; are: ReadonlyMap<string, number> } | null = null;

  constructor(store: GridStore, shown: Shown) {
    this.#store = store;
    this.#shown = shown;
  }

  /** All rows are seen, as they are stored. */
  get isPlain(): boolean {
    return this.#ranks === null && this.#hidden.size === 0;
  }

  get rows(): readonly GridRow[] {
    const all = this.#store.rows;
    if (this.isPlain) return all;
    const order = this.#places();
    if (this.#rows?.of !== all || this.#rows.order !== order)
      this.#rows = { of: all, order, are: order.map((place) => all[place] as GridRow) };
    return this.#rows.are;
  }

  indexOf(id: string): number {
    if (this.isPlain) return this.#store.indexOf(id);
    const order = this.#places();
    if (this.#indexes?.of !== order)
      this.#indexes = { of: order, are: new Map(this.rows.map((row, index) => [row.id, index])) };
    return this.#indexes.are.get(id) ?? -1;
  }

  /** Another object once rows come, go or move. */
  order = (): object => (this.isPlain ? this.#store.places() : this.#places());

  isHidden = (id: string): boolean => this.#hidden.has(id);

  get hiddenCount(): number {
    return this.#store.rows.length - this.rows.length;
  }

  sortBy(sort: GridSort | null): void {
    this.sort = sort;
    this.apply();
  }

  /** @param texts those that are seen from now on; null: all of them */
  filterBy(key: string, texts: ReadonlySet<string> | null): void {
    const filters = new Map(this.filters);
    if (texts) filters.set(key, texts);
    else filters.delete(key);
    this.filters = filters;
    this.apply();
  }

  showAll(): void {
    this.filters = new Map();
    this.apply();
  }

  /** Decides again what is seen. Rows that are not seen any more are not chosen either. */
  apply(): void {
    const { rows, selected } = this.#store;
    this.#ranks = this.sort && this.#rank(rows, this.sort);
    const filters = [...this.filters];
    this.#hidden = new Set(
      filters.length === 0
        ? []
        : rows.flatMap((row) =>
            // Of a column that is not shown any more nobody sees what it says.
            filters.every(([key, texts]) => !this.#shown.columnOf(key) || texts.has(this.#shown.textOf(key, row)))
              ? []
              : [row.id],
          ),
    );
    if ([...selected].some(this.isHidden)) this.#store.select([...selected].filter((id) => !this.isHidden(id)));
    else this.#store.emit();
  }

  /** Shows rows again that a filter hides. */
  reveal(ids: Iterable<string>): void {
    const shown = new Set(ids);
    this.#hidden = new Set([...this.#hidden].filter((id) => !shown.has(id)));
    this.#store.emit();
  }

  /** Rows that were just put in are seen beside another one. */
  placeBeside(ids: readonly string[], beside: string, side: 'above' | 'below'): void {
    const rank = this.#ranks?.get(beside);
    if (!this.#ranks || rank === undefined) return;
    this.#ranks = new Map(this.#ranks);
    for (const id of ids) this.#ranks.set(id, rank + (side === 'above' ? -0.5 : 0.5));
    this.#store.emit();
  }

  #rank(rows: readonly GridRow[], { key, direction }: GridSort): Map<string, number> {
    const column = this.#shown.columnOf(key);
    const sign = direction === 'ascending' ? 1 : -1;
    const isNumber = column !== undefined && NUMBERS.has(column.field.kind);
    const sorted = rows
      .map(({ id }, place) => ({ id, at: this.#sorted(rows[place] as GridRow, key, isNumber) }))
      // What is empty stands at the end either way.
      .toSorted((one, other) =>
        one.at === null || other.at === null
          ? Number(one.at === null) - Number(other.at === null)
          : sign * compared(one.at, other.at),
      );
    return new Map(sorted.map(({ id }, rank) => [id, rank]));
  }

  #sorted(row: GridRow, key: string, isNumber: boolean): number | string | null {
    const value = row[key];
    const number = isNumber && value !== null && value !== '' ? Number(value) : Number.NaN;
    return Number.isNaN(number) ? this.#shown.textOf(key, row) || null : number;
  }

  #places(): readonly number[] {
    const of = this.#store.places();
    const [ranks, hidden] = [this.#ranks, this.#hidden];
    const known = this.#order;
    if (known?.of === of && known.ranks === ranks && known.hidden === hidden) return known.are;
    const { rows } = this.#store;
    const seen = rows.flatMap(({ id }, place) => (hidden.has(id) ? [] : [place]));
    const are = ranks ? sortedPlaces(rows, seen, ranks) : seen;
    this.#order = { of, ranks, hidden, are };
    return are;
  }
}

/** A row without a rank came later: it stands before the next one that has one, else at the end. */
function sortedPlaces(rows: readonly GridRow[], seen: readonly number[], ranks: ReadonlyMap<string, number>): number[] {
  let next = Infinity;
  const known = new Map<number, number>();
  for (const place of seen.toReversed()) {
    const own = ranks.get((rows[place] as GridRow).id);
    known.set(place, own ?? next - 0.5);
    if (own !== undefined) next = own;
  }
  const rankOf = (place: number): number => known.get(place) ?? Infinity;
  return seen.toSorted((one, other) => {
    const [a, b] = [rankOf(one), rankOf(other)];
    return a === b ? one - other : a - b;
  });
}

function compared(one: number | string, other: number | string): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  if (typeof one === 'string' && typeof other === 'string') return words.compare(one, other);
  return typeof one === 'number' ? -1 : 1;
}
