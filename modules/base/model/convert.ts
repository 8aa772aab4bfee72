import { exponentOf } from '#kit/model/currency.ts';
import { divideHalfUp, parseDecimal } from '#kit/model/money.ts';

/** Places of an exchange rate. */
const RATE_SCALE = 8;

/**
 * An amount in another currency: half up to the places of the other one.
 * @param amount minor units of `from`
 * @param rate what one unit of `from` is worth in `to`, as `rateAt` answers it
 * @returns minor units of `to`
 */
export function convertAmount(amount: bigint, rate: string, from: string, to: string): bigint {
  const factor = parseDecimal(rate, RATE_SCALE);
  if (factor === null) throw new Error(`no exchange rate: ${rate}`);
  const scaled = amount * factor * 10n ** BigInt(exponentOf(to));
  return divideHalfUp(scaled, 10n ** BigInt(RATE_SCALE + exponentOf(from)));
}
