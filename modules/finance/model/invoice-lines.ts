import { lineAmount, parseDecimal, PRICE_SCALE } from '#kit/model/money.ts';

/** A line of an order of which units are invoiced. */
export interface ChargedLine {
  unitPrice: string;
  /** What the units that were not cancelled are charged with, minor units. */
  lineNet: bigint;
  /** Units that were not cancelled. */
  qtyCharged: number;
  /** Units and amount on earlier invoices that stand. */
  qtyInvoiced: number;
  amountInvoiced: bigint;
}

/**
 * What units of a line are invoiced with: units × price, half up; the last ones take what is left, so that all
 * invoices of a line come to what it was charged with.
 * @param exponent decimal places of the currency
 * @returns minor units
 */
export function invoicedAmount(line: ChargedLine, qty: number, exponent: number): bigint {
  const left = line.lineNet - line.amountInvoiced;
  if (left <= 0n) return 0n;
  if (line.qtyInvoiced + qty >= line.qtyCharged) return left;
  const amount = lineAmount(qty, parseDecimal(line.unitPrice, PRICE_SCALE) ?? 0n, exponent);
  return amount < left ? amount : left;
}

/** A part of an amount, half up. @param share a decimal text with up to eight places */
export function shareOf(amount: bigint, share: string): bigint {
  const factor = parseDecimal(share, 8) ?? 0n;
  return (amount * factor * 2n + 10n ** 8n) / (2n * 10n ** 8n);
}
