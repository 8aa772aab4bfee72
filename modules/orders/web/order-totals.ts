import { exponentOf } from '#kit/model/currency.ts';
import { formatDecimal, lineAmount, parseDecimal, PRICE_SCALE } from '#kit/model/money.ts';
import type { GridRow } from '#kit/web/index.ts';

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
