import type { Field } from '#kit/model/field.ts';
import type { AnyResource } from '#kit/model/resource.ts';
import type { Row } from '#ui/cells/faces.ts';
import { ColumnStatistics } from '#ui/grid-data/statistics.ts';
import { fieldOf } from '../audit-fields.ts';

/** What chosen rows come to in one column: amounts in one currency, or units. */
export interface Sum {
  key: string;
  title: string;
  /** Of amounts: each currency has a sum of its own. */
  currency: string | null;
  /** As a plain decimal text. */
  value: string;
}

/**
 * Sums of the amounts, by currency, and of the quantities among these columns; amounts first. What
 * no row has, or comes to nothing, is left out.
 */
export function sumsOf(of: AnyResource, keys: readonly string[], rows: readonly Row[]): Sum[] {
  const fields = [...new Set(keys)].flatMap((key) => {
    const field = fieldOf(of, key);
    return field ? [{ key, field }] : [];
  });
  const money = fields.filter(({ field }) => field.kind === 'money');
  const units = fields.filter(({ field }) => field.kind === 'quantity');
  return [...money, ...units].flatMap(({ key, field }) => columnSums(key, field, rows));
}

function columnSums(key: string, field: Field, rows: readonly Row[]): Sum[] {
  const found = new Map<string | null, { all: ColumnStatistics; places: number }>();
  for (const row of rows) {
    const text = String(row[key] ?? '');
    const currency = field.currency ? String(row[field.currency] ?? '') : null;
    const { all, places } = found.get(currency) ?? { all: new ColumnStatistics(), places: 0 };
    all.put(text);
    // With as many places as the finest of the rows.
    found.set(currency, { all, places: Math.max(places, text.split('.')[1]?.length ?? 0) });
  }
  return [...found].flatMap(([currency, { all, places }]) => {
    const value = all.sum(places);
    return Number(value) === 0 ? [] : [{ key, title: field.title, currency, value }];
  });
}
