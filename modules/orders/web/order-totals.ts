import { exponentOf } from '#kit/model/currency.ts';
import { formatDecimal, lineAmount, parseDecimal, PRICE_SCALE } from '#kit/model/money.ts';
import { grouped, type GridRow } from '#kit/web/index.ts';
import { manualOrderLine } from '../model/manual-order.ts';

interface LineTotals {
  units: number;
  /** A decimal text of the currency. */
  amount: string;
  /** Numbers of lines, from 1, whose quantity is none: they count nothing. */
  uncounted: readonly number[];
  /** Those whose units count, but no amount: their price is none. */
  unpriced: readonly number[];
}

/** What lines come to by the rules of money, and which of them are not in it. */
export function totalOf(rows: readonly GridRow[], currency: string): LineTotals {
  const exponent = exponentOf(currency);
  const uncounted: number[] = [];
  const unpriced: number[] = [];
  let units = 0;
  let minor = 0n;
  for (const [index, row] of rows.entries()) {
    if (isUntouched(row)) continue;
    const qty = quantityOf(row['qty']);
    const price = priceOf(row['unitPrice']);
    if (qty === null) {
      uncounted.push(index + 1);
      continue;
    }
    units += qty;
    if (price === null) unpriced.push(index + 1);
    else minor += lineAmount(qty, price, exponent);
  }
  return { units, amount: formatDecimal(minor, exponent), uncounted, unpriced };
}

/** 6 件，321.02 USD；第 2 行的数量待填或有误，未计入 */
export function totalText(rows: readonly GridRow[], currency: string): string {
  const { units, amount, uncounted, unpriced } = totalOf(rows, currency);
  return [
    `${grouped(units)} 件，${grouped(amount)} ${currency}`,
    ...(uncounted.length > 0 ? [`${linesText(uncounted)}的数量待填或有误，未计入`] : []),
    ...(unpriced.length > 0 ? [`${linesText(unpriced)}的单价待填或有误，金额未计入`] : []),
  ].join('；');
}

/** Numbers that are said one by one. */
const NAMED = 5;

const linesText = (numbers: readonly number[]): string =>
  `第 ${numbers.slice(0, NAMED).join('、')}${numbers.length > NAMED ? ` 等 ${numbers.length}` : ''} 行`;

/** The empty line that waits for the first. */
const isUntouched = (row: GridRow): boolean => Object.keys(manualOrderLine).every((key) => (row[key] ?? '') === '');

function quantityOf(value: unknown): number | null {
  const { min, max } = manualOrderLine.qty;
  const qty = Number(value ?? 0);
  return Number.isSafeInteger(qty) && qty >= min && qty <= max ? qty : null;
}

function priceOf(value: unknown): bigint | null {
  const { min, max } = manualOrderLine.unitPrice;
  const text = String(value ?? '');
  const price = parseDecimal(text, PRICE_SCALE);
  return price !== null && Number(text) >= min && Number(text) <= max ? price : null;
}
