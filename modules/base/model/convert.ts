import { exponentOf } from '#kit/model/currency.ts';
import { divideHalfUp, MOST_AMOUNT, parseDecimal } from '#kit/model/money.ts';
import { amountTooLarge } from './errors.ts';

/** Places of an exchange rate. */
const RATE_SCALE = 8;

/**
 * An amount in another currency: half up to the places of the other one.
 * @param amount minor units of `from`
 * @param rate what one unit of `from` is worth in `to`, as `rateAt` answers it
 * @param field where a question asks for what leads to it
 * @returns minor units of `to`
 * @throws Refusal 422 where that is more than an amount may be
 */
export function convertAmount(amount: bigint, rate: string, from: string, to: string, field?: string): bigint {
  const factor = parseDecimal(rate, RATE_SCALE);
  if (factor === null) throw new Error(`no exchange rate: ${rate}`);
  const scaled = amount * factor * 10n ** BigInt(exponentOf(to));
  const converted = divideHalfUp(scaled, 10n ** BigInt(RATE_SCALE + exponentOf(from)));
  if (converted > BigInt(MOST_AMOUNT) * 10n ** BigInt(exponentOf(to))) throw amountTooLarge({ currency: to, field });
  return converted;
}
