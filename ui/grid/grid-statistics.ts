import { ColumnStatistics } from '../grid-data/statistics.ts';
import { grouped } from '../cells/number-text.ts';
import { UNITS, type UnitSystem } from '../units.ts';
import type { GridColumn, GridRow, Statistic } from './grid-column.ts';

export const STATISTIC_TITLES: Readonly<Record<Statistic, string>> = {
  sum: '合计',
  average: '平均',
};
/** Amounts are stated to their places even where those are zeros. */
const PLACES: Readonly<Record<string, number>> = { money: 2, price: 2 };

/** 合计 and 平均 of the columns that ask for them, kept up row by row. */
export class GridStatistics {
  #columns: readonly GridColumn[] = [];
  #sums = new Map<string, ColumnStatistics>();

  /** Takes columns; counts again only when others are asked for. */
  configure(columns: readonly GridColumn[], rows: readonly GridRow[]): void {
    const asking = columns.filter(({ statistics = [] }) => statistics.length > 0);
    const isSame =
      asking.length === this.#sums.size && asking.every(({ key }) => this.#sums.has(key));
    this.#columns = asking;
    if (isSame) return;
    this.#sums = new Map(asking.map(({ key }) => [key, new ColumnStatistics()]));
    this.load(rows);
  }

  /** Counts these rows instead of those before. */
  load(rows: readonly GridRow[]): void {
    for (const key of this.#sums.keys()) {
      const sums = new ColumnStatistics();
      for (const row of rows) sums.put(row[key]);
      this.#sums.set(key, sums);
    }
  }

  count(before: GridRow | null, after: GridRow | null): void {
    for (const [key, sums] of this.#sums) {
      if (before && after && before[key] === after[key]) continue;
      if (before) sums.drop(before[key]);
      if (after) sums.put(after[key]);
    }
  }

  /** Which of the two any column asks for, in their order. */
  get asked(): Statistic[] {
    return (['sum', 'average'] as const).filter((one) =>
      this.#columns.some(({ statistics }) => statistics?.includes(one)),
    );
  }

  textOf(column: GridColumn, statistic: Statistic, units: UnitSystem): string {
    const sums = this.#sums.get(column.key);
    if (!sums || !column.statistics?.includes(statistic)) return '';
    const { kind } = column.field;
    const text = statistic === 'sum' ? sums.sum(PLACES[kind]) : (sums.average() ?? '');
    if (text === '' || (kind !== 'length' && kind !== 'weight')) return grouped(text);
    return measureText(kind, text, units);
  }
}

/** A sum of lengths or weights in the units of the screen. @param text in those that are stored */
export function measureText(kind: 'length' | 'weight', text: string, units: UnitSystem): string {
  const { show, symbol } = UNITS[kind][units];
  return `${grouped(Number(show(Number(text)).toFixed(2)))} ${symbol}`;
}
