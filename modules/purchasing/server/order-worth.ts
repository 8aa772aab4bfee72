import { exponentOf } from '#kit/model/currency.ts';
import { lineAmount, parseDecimal, PRICE_SCALE } from '#kit/model/money.ts';
import type { Tx } from '#kit/server/database.ts';
import { convertAmount } from '#modules/base/model/convert.ts';
import { farPriceWords, knownCosts } from '#modules/inventory/server/index.ts';
import { isOnlyPerson } from '#modules/system/server/index.ts';
import { unitCostOf, type PurchaseLine } from './purchase-lines.ts';

/** An order as it is weighed: by the rate that it has, or is to have. */
export interface WeighedOrder {
  warehouseId: string;
  currency: string;
  total: bigint;
  fxRate: string;
}

/** What an order is worth to somebody who checks it. */
export interface OrderWorth {
  /** Minor units of the base currency. */
  value: bigint;
  /** It is more than the prices of the order say. */
  isRaised: boolean;
  /** Prices that are far from what is known of the cost, in words; null where there are none. */
  far: string | null;
}

/**
 * What an order is worth: no unit less than is known of its cost, for a low price makes no goods cheap. What
 * the installation orders, or the only person there is, is worth its prices.
 */
export async function orderWorth(
  tx: Tx,
  { warehouseId, currency, total, fxRate }: WeighedOrder,
  lines: readonly PurchaseLine[],
  base: string,
): Promise<OrderWorth> {
  const typed = convertAmount(total, fxRate, currency, base);
  if (tx.actor.isSystem || (await isOnlyPerson(tx))) return { value: typed, isRaised: false, far: null };
  const { known } = await knownCosts(tx, warehouseId, [...new Set(lines.map(({ skuId }) => skuId))]);
  const answers = lines.map(({ skuId, sku, qty, unitPrice }) => ({
    sku,
    qty,
    cost: unitCostOf(unitPrice, fxRate),
    known: known.get(skuId) ?? null,
  }));
  const exponent = exponentOf(base);
  const value = answers.reduce((sum, one) => {
    const price = parseDecimal(one.cost, PRICE_SCALE) ?? 0n;
    if (one.known === null || one.known <= price) return sum;
    return sum + lineAmount(one.qty, one.known, exponent) - lineAmount(one.qty, price, exponent);
  }, typed);
  return { value, isRaised: value > typed, far: await farPriceWords(tx, answers, base) };
}
