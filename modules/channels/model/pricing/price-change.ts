import { divideHalfUp } from '#kit/model/money.ts';
import { SHARE_SCALE } from './price-floor.ts';

const ONE = 10n ** BigInt(SHARE_SCALE);
const PERCENT = ONE / 100n;

/** What holds where a shop has decided nothing (domain.md §2.4 policy, §3.7). */
export const PRICE_POLICY = { reviewPct: 30, delayPct: 75, delayDays: 7 } as const;

export interface PricePolicy {
  /** From this change on, in percent, another person approves. */
  reviewPct: number;
  /** From this change on, in percent, the channel takes it later. */
  delayPct: number;
  delayDays: number;
}

/** Change of a price as a share scaled by 10^8, half up; null where there was none. */
export const changeOf = (from: bigint | null, to: bigint): bigint | null =>
  from === null || from <= 0n ? null : divideHalfUp((to - from) * ONE, from);

/** Whether a price differs from another by so many percent of that or more, either way. */
export function changesBy(from: bigint | null, to: bigint, pct: number): boolean {
  if (from === null || from <= 0n) return false;
  const change = to > from ? to - from : from - to;
  return change * 100n >= from * BigInt(pct);
}

/** Ways of 批量调价. */
export type PriceFormula =
  | { way: 'set'; price: bigint }
  | { way: 'percent'; share: bigint }
  | { way: 'amount'; amount: bigint };

/**
 * A price by a formula, half up to the least unit of the currency.
 * @param current 1/10000 of the currency; null where there is none, which only 设为 does without
 * @returns 1/10000 of the currency; null where nothing, or nothing above zero, comes of it
 */
export function priceBy(formula: PriceFormula, current: bigint | null, exponent: number): bigint | null {
  if (formula.way === 'set') return formula.price > 0n ? formula.price : null;
  if (current === null) return null;
  const raw = formula.way === 'amount' ? current + formula.amount : scaled(current, formula.share);
  const unit = 10n ** BigInt(4 - exponent);
  const next = divideHalfUp(raw, unit) * unit;
  return next > 0n ? next : null;
}

const scaled = (price: bigint, share: bigint): bigint => divideHalfUp(price * (ONE + share), ONE);

/** A percentage as it is typed (`-7.5`) as a share scaled by 10^8. */
export const percentShare = (hundredths: bigint): bigint => (hundredths * PERCENT) / 100n;
