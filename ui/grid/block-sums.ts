import { isBlank } from '../cells/faces.ts';
import { grouped } from '../cells/number-text.ts';
import { currencyOf } from '../cells/read-typed.ts';
import { tenantCurrency } from '../tenant-zone.ts';
import { ColumnStatistics } from '../grid-data/statistics.ts';
import type { UnitSystem } from '../units.ts';
import { isOfKind, typeOf } from './cell-types.ts';
import type { GridColumn, GridRow } from './grid-column.ts';
import { measureText } from './grid-statistics.ts';

/**
 * What the cells of a block come to, exactly: amounts by their currency, lengths and weights by
 * themselves, mere numbers together.
 */
export class BlockSums {
  cells = 0;
  /** Cells that hold anything. */
  filled = 0;
  readonly #groups = new Map<string, ColumnStatistics>();

  put(row: GridRow, columns: readonly GridColumn[]): void {
    this.cells += columns.length;
    for (const column of columns) {
      const value = row[column.key];
      if (isBlank(value)) continue;
      this.filled += 1;
      const group = groupOf(column, row);
      if (group === null) continue;
      let sums = this.#groups.get(group);
      if (!sums) this.#groups.set(group, (sums = new ColumnStatistics()));
      sums.put(value);
    }
  }

  /** `已选 6 格 · 计数 6 · 求和 USD 42.37 · 平均 USD 21.19`. */
  textOf(units: UnitSystem): string {
    const groups = [...this.#groups].filter(([, { count }]) => count > 0);
    const answers = (read: (sums: ColumnStatistics, places: number) => string): string =>
      groups.map(([group, sums]) => groupText(group, (places) => read(sums, places), units)).join('、');
    return [
      `已选 ${grouped(this.cells)} 格`,
      `计数 ${grouped(this.filled)}`,
      ...(groups.length > 0
        ? [`求和 ${answers((sums, places) => sums.sum(places))}`, `平均 ${answers((sums) => sums.average() ?? '')}`]
        : []),
    ].join(' · ');
  }
}

/** What a value is added to; null where it is no number. */
function groupOf(column: GridColumn, row: GridRow): string | null {
  const { field } = column;
  if (!isOfKind(column) || typeOf(column).isNamed) return null;
  switch (field.kind) {
    case 'integer':
    case 'quantity':
    case 'rate':
      return '';
    case 'length':
    case 'weight':
      return field.kind;
    case 'money':
    case 'price':
      return column.currency?.(row) ?? currencyOf(field, row) ?? tenantCurrency() ?? '';
    default:
      return null;
  }
}

function groupText(group: string, read: (places: number) => string, units: UnitSystem): string {
  if (group === 'length' || group === 'weight') return measureText(group, read(0), units);
  return group === '' ? grouped(read(0)) : `${group} ${grouped(read(2))}`;
}
