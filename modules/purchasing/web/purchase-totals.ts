import { exponentOf } from '#kit/model/currency.ts';
import { formatDecimal, lineAmount, parseDecimal, PRICE_SCALE } from '#kit/model/money.ts';
import { grouped, type GridRow } from '#kit/web/index.ts';

/** 120 件，货款 2,220.00 USD；2 行的单价取供应商报价，未计入 */
export function totalText(rows: readonly GridRow[], currency: string): string {
  const exponent = exponentOf(currency);
  let units = 0;
  let minor = 0n;
  let unpriced = 0;
  for (const row of rows) {
    const qty = Number(row['qty'] ?? 0);
    if (!Number.isSafeInteger(qty) || qty <= 0) continue;
    units += qty;
    const price = parseDecimal(String(row['unitPrice'] ?? ''), PRICE_SCALE);
    if (price === null || price < 0n) unpriced += 1;
    else minor += lineAmount(qty, price, exponent);
  }
  const sum = `${grouped(units)} 件，货款 ${grouped(formatDecimal(minor, exponent))} ${currency}`;
  return unpriced > 0 ? `${sum}；${unpriced} 行的单价取供应商报价，未计入` : sum;
}
