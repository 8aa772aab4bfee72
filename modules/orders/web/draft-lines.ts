import { exponentOf } from '#kit/model/currency.ts';
import type { Fields } from '#kit/model/field.ts';
import { formatDecimal, lineAmount, parseDecimal, PRICE_SCALE } from '#kit/model/money.ts';
import type { GridColumn, GridRow, Row } from '#kit/web/index.ts';
import { manualOrderLine } from '../model/manual-order.ts';

/** Columns of the lines of a manual order, in the order in which sheets list them. */
export const DRAFT_COLUMNS: readonly GridColumn[] = Object.entries(manualOrderLine as Fields).map(
  ([key, field]) => ({ key, field, ...(key === 'qty' ? { statistics: ['sum'] as const } : {}) }),
);

/**
 * A line as the server takes it.
 * @param stored lines of the draft: only these have an id to keep
 */
export function wireLine(row: GridRow, stored: readonly Row[]): Record<string, unknown> {
  const isStored = stored.some(({ id }) => id === row.id);
  const said = DRAFT_COLUMNS.map(({ key }) => [key, row[key] ?? null]);
  return { ...(isStored ? { id: row.id } : {}), ...Object.fromEntries(said) };
}

/**
 * What lines come to by the rules of money; those that lack a quantity or a price count nothing.
 * @returns units, and the amount as a decimal text of the currency
 */
export function totalOf(
  rows: readonly GridRow[],
  currency: string,
): { units: number; amount: string } {
  const exponent = exponentOf(currency);
  let units = 0;
  let minor = 0n;
  for (const row of rows) {
    const qty = Number(row['qty'] ?? 0);
    if (!Number.isSafeInteger(qty) || qty < 1) continue;
    units += qty;
    const price = parseDecimal(String(row['unitPrice'] ?? ''), PRICE_SCALE);
    if (price !== null) minor += lineAmount(qty, price, exponent);
  }
  return { units, amount: formatDecimal(minor, exponent) };
}
