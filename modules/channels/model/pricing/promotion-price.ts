import { divideHalfUp, PRICE_SCALE } from '#kit/model/money.ts';

/**
 * Price of a promotion: the base price less its discount, half up to the least unit of the currency (domain.md §4:
 * 129.99 −15% = 110.49). Promotions never stack: each is of the base price.
 * @param base 1/10000 of the currency
 * @param discountPct 0–90, a whole percentage
 */
export function promoPrice(base: bigint, discountPct: number, exponent: number): bigint {
  const unit = 10n ** BigInt(PRICE_SCALE - exponent);
  return divideHalfUp(base * BigInt(100 - discountPct), 100n * unit) * unit;
}

/** What a discount is called: `减30%（7折）`. */
export const discountText = (discountPct: number): string =>
  discountPct === 0 ? '不打折' : `减${discountPct}%（${(100 - discountPct) / 10}折）`;
