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
    const isSame = asking.length === this.#sums.size && asking.every(({ key }) => this.#sums.has(key));
    this.#columns = asking;
    if (isSame) return;
    this.#sums = new Map(asking.map(({ key }) => [key, new ColumnStatistics()]));
    this.load(rows);
  }

  /** Counts these rows instead of those before. */
  load(rows: readonly GridRow[]): void {
    for (const column of this.#columns) {
      const sums = new ColumnStatistics();
      for (const row of rows) sums.put(counted(column, row));
      this.#sums.set(column.key, sums);
    }
  }

  count(before: GridRow | null, after: GridRow | null): void {
    for (const column of this.#columns) {
      const { key } = column;
      if (before && after && before[key] === after[key]) continue;
      const sums = this.#sums.get(key);
      if (before) sums?.drop(counted(column, before));
      if (after) sums?.put(counted(column, after));
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

const WHOLE: ReadonlySet<string> = new Set(['integer', 'quantity']);

/** What a cell adds: nothing where its value is beyond what the column takes, and so is marked as wrong. */
function counted({ key, field }: GridColumn, row: GridRow): unknown {
  const value = row[key];
  const { kind, min = -Infinity, max = Infinity } = field;
  const number = Number(value);
  const isWrong = number < min || number > max || (WHOLE.has(kind) && !Number.isInteger(number));
  return isWrong ? null : value;
}

/** A sum of lengths or weights in the units of the screen. @param text in those that are stored */
export function measureText(kind: 'length' | 'weight', text: string, units: UnitSystem): string {
  const { show, symbol } = UNITS[kind][units];
  return `${grouped(Number(show(Number(text)).toFixed(2)))} ${symbol}`;
}
