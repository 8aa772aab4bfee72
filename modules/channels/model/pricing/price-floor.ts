import { divideHalfUp, PRICE_SCALE } from '#kit/model/money.ts';

/** Places of the shares below. */
export const SHARE_SCALE = 8;

const ONE = 10n ** BigInt(SHARE_SCALE);
const PRICES = 10n ** BigInt(PRICE_SCALE);

/**
 * What one unit costs to sell, all in the currency of the shop: amounts in 1/10000 of it, shares as fractions of
 * the price scaled by 10^8.
 */
export interface FloorInputs {
  landed: bigint;
  freight: bigint;
  handling: bigint;
  fixedFees: bigint;
  feeShare: bigint;
  allowanceShare: bigint;
  marginShare: bigint;
  /** Places of the currency. */
  exponent: number;
}

/** What a unit costs whatever it is sold for, in 1/10000 of the currency. */
const fixedCosts = ({ landed, freight, handling, fixedFees }: FloorInputs): bigint =>
  landed + freight + handling + fixedFees;

/**
 * 底价 (domain.md §4): ⌈(landed + freight + handling + fixed fees) / (1 − fees − allowance − margin)⌉ to the least
 * unit of the currency. (60.00 + 18.50 + 3.00 + 0.30) / (1 − 0.03 − 0.05 − 0.15) = 106.24.
 * @returns minor units; null where fees and margin leave nothing of any price (利润目标不可达)
 */
export function priceFloor(inputs: FloorInputs): bigint | null {
  const left = ONE - inputs.feeShare - inputs.allowanceShare - inputs.marginShare;
  if (left <= 0n) return null;
  const over = fixedCosts(inputs) * ONE * 10n ** BigInt(inputs.exponent);
  const by = left * PRICES;
  return (over + by - 1n) / by;
}

/**
 * 毛利率 at a price: what is left of it after goods, freight, handling, fees and allowance.
 * @param price 1/10000 of the currency
 * @returns a share scaled by 10^8, towards zero; null of nothing
 */
export function marginAt(price: bigint, inputs: FloorInputs): bigint | null {
  if (price <= 0n) return null;
  return ONE - inputs.feeShare - inputs.allowanceShare - (fixedCosts(inputs) * ONE) / price;
}

/** A share for a column of six places, half up, kept within what that holds. */
export function shareText(share: bigint): string {
  const most = 999n * ONE;
  const kept = share > most ? most : share < -most ? -most : share;
  const sixth = divideHalfUp(kept, 10n ** BigInt(SHARE_SCALE - 6));
  const sign = sixth < 0n ? '-' : '';
  const digits = String(sixth < 0n ? -sixth : sixth).padStart(7, '0');
  return `${sign}${digits.slice(0, -6)}.${digits.slice(-6)}`;
}
