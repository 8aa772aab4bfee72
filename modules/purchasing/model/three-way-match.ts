import { divideHalfUp, formatDecimal, parseDecimal } from '#kit/model/money.ts';

/** What of a bill may differ without anybody asking: settings of the tenant. */
export interface Tolerance {
  /** How far a price may be from what was ordered, up or down: a share, such as `0.01`. */
  price: string;
  /** Units that may be billed beyond what has come. */
  units: number;
}

const SHARE_SCALE = 6;
const WHOLE = 10n ** BigInt(SHARE_SCALE);

/** One line of a bill beside what it answers. */
export interface MatchedLine {
  qty: number;
  /** 1/10000 of the currency of the bill. */
  unitPrice: bigint;
  /** What was ordered at, or received at; null where nobody knows. */
  expected: bigint | null;
  /** Units that have come and no bill has taken. */
  open: number;
}

/**
 * What of a line differs from the order and from what has come, beyond the tolerances.
 * @returns in words, each by itself; none: it matches
 */
export function differencesOf(
  { qty, unitPrice, expected, open }: MatchedLine,
  tolerance: Tolerance,
): string[] {
  const words: string[] = [];
  if (expected === null) words.push('没有采购单价');
  else if (isFar(unitPrice, expected, tolerance)) words.push(priceWords(unitPrice, expected));
  if (qty > open + tolerance.units) words.push(`数量 +${qty - open}`);
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
export function takeReceived(goods: readonly OpenGoods[], wanted: number): Taken {
  const takes: OpenGoods[] = [];
  let missing = wanted;
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
