import { divideHalfUp, formatDecimal, parseDecimal } from '#kit/model/money.ts';

/** What of a bill may differ without anybody asking: settings of the tenant. */
export interface Tolerance {
  /** How far a price may be from what was ordered, up or down: a share, such as `0.01`. */
  price: string;
  /** Units that may be billed beyond what has come. */
  units: number;
}

/** What of the tax on a line may stand without anybody asking, as shares of its goods. */
export interface TaxTolerance {
  /** Tax itself, such as `0.2`. */
  limit: string;
  /** What it may be beyond the tax of the order. */
  beyond: string;
}

/** Tax on one line of a bill beside what was ordered, in minor units of one currency. */
export interface TaxedLine {
  amount: bigint;
  tax: bigint;
  /** Tax and goods of the order; null where the order says nothing of tax. */
  ordered: { tax: bigint; net: bigint } | null;
}

const SHARE_SCALE = 6;
const WHOLE = 10n ** BigInt(SHARE_SCALE);

/** One line of a bill beside what it answers. */
export interface MatchedLine {
  qty: number;
  /** 1/10000 of the currency of the bill. */
  unitPrice: bigint;
  /** What is behind it: an order that holds, one that was never approved or is cancelled, or none. */
  order: 'none' | 'pending' | 'held';
  /** What was ordered at, or received at; null where nobody knows. */
  expected: bigint | null;
  /** Units that have come and no bill has taken. */
  open: number;
  /** Units of the order that may be billed, and what would be with this line; null without an order. */
  ordered: { most: number; sum: number } | null;
}

/**
 * What of a line differs from the order and from what has come, beyond the tolerances.
 * @returns in words, each by itself; none: it matches
 */
export function differencesOf(
  { qty, unitPrice, order, expected, open, ordered }: MatchedLine,
  tolerance: Tolerance,
): string[] {
  const words: string[] = [];
  if (order === 'none') words.push('没有采购单');
  if (order === 'pending') words.push('采购单未审核或已取消');
  if (expected === null) words.push('没有采购单价');
  else if (isFar(unitPrice, expected, tolerance)) words.push(priceWords(unitPrice, expected));
  if (qty > open + tolerance.units) words.push(`数量 +${qty - open}`);
  if (ordered && ordered.sum > ordered.most) words.push(`最多可开 ${ordered.most} 件，共开 ${ordered.sum} 件`);
  return words;
}

const isFar = (price: bigint, expected: bigint, tolerance: Tolerance): boolean => {
  const off = price > expected ? price - expected : expected - price;
  return off * WHOLE > expected * (parseDecimal(tolerance.price, SHARE_SCALE) ?? 0n);
};

function priceWords(price: bigint, expected: bigint): string {
  if (expected === 0n) return '采购单价为 0';
  const hundredths = divideHalfUp((price - expected) * 10_000n, expected);
  return `单价 ${hundredths > 0n ? '+' : ''}${formatDecimal(hundredths, 2)}%`;
}

/**
 * What is wrong with the tax on a line: it is too much beside its goods, or beyond what was ordered.
 * Less than ordered is no difference: nobody pays for it.
 * @param exponent decimal places of the currency, to say both figures in
 * @returns in words, each by itself; none: it is as it should be
 */
export function taxDifferencesOf(
  { amount, tax, ordered }: TaxedLine,
  { limit, beyond }: TaxTolerance,
  exponent: number,
): string[] {
  const shareOf = (share: string): bigint => divideHalfUp(amount * (parseDecimal(share, SHARE_SCALE) ?? 0n), WHOLE);
  const text = (minor: bigint): string => formatDecimal(minor, exponent);
  const words: string[] = [];
  const most = shareOf(limit);
  if (tax > most) words.push(`税额 ${text(tax)}，上限 ${text(most)}`);
  if (ordered === null || ordered.net === 0n) return words;
  const expected = divideHalfUp(amount * ordered.tax, ordered.net);
  // A part of an order may be a least unit off by rounding.
  if (tax > expected + shareOf(beyond) + 1n) words.push(`税额 ${text(tax)}，采购单 ${text(expected)}`);
  return words;
}

/** Units of one received line that no bill has taken, and what they stand for on 暂估应付. */
export interface OpenGoods {
  lineId: string;
  qty: number;
  value: bigint;
}

/** What a bill takes of received lines. */
export interface Taken {
  takes: OpenGoods[];
  /** Units that were billed and have not come. */
  missing: number;
}

/**
 * Takes units off received lines, in their order, and lowers what each has left. The last units of a
 * line take all its value, so that 暂估应付 ends at nothing.
 */
export function takeReceived(goods: readonly OpenGoods[], requested: number): Taken {
  const takes: OpenGoods[] = [];
  let missing = requested;
  for (const one of goods) {
    const qty = Math.min(missing, one.qty);
    if (qty <= 0) continue;
    const value = divideHalfUp(one.value * BigInt(qty), BigInt(one.qty));
    one.qty -= qty;
    one.value -= value;
    takes.push({ lineId: one.lineId, qty, value });
    missing -= qty;
  }
  return { takes, missing };
}
