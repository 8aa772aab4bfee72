import { divideHalfUp, parseDecimal } from '#kit/model/money.ts';

const RATE_SCALE = 8;

/** Tax on an amount by a rate such as `0.13`: half up to the least unit of the amount's currency. */
export function taxOf(amount: bigint, taxRate: string | null): bigint {
  const factor = parseDecimal(taxRate ?? '0', RATE_SCALE) ?? 0n;
  return divideHalfUp(amount * factor, 10n ** BigInt(RATE_SCALE));
}
