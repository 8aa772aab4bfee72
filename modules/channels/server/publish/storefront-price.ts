import { divideHalfUp, parseDecimal, PRICE_SCALE } from '#kit/model/money.ts';
import { exponentOf } from '#kit/model/currency.ts';
import { dayIn } from '#kit/model/time.ts';
import type { Tx } from '#kit/server/database.ts';
import { isOwnRate, rateKnown } from '#modules/base/server/index.ts';
import { priceFaults } from '../../model/pricing/price-errors.ts';
import { currencyOf, type StorefrontCode } from '../../model/publish/storefront.ts';

/** Places of an exchange rate. */
const RATE_SCALE = 8;

/** How prices of a storefront become those of the shop, by which floors and the 供货价 of listings are kept. */
export interface StorefrontPrices {
  currency: string;
  shopCurrency: string;
  /** 1/10000 of the storefront's currency in 1/10000 of the shop's, in whole places of it; null: no rate to follow. */
  inShop(price: bigint): bigint | null;
  /** Why they cannot be judged; null: they can. */
  fault: string | null;
}

/**
 * Prices of a storefront by the tenant's rate of the day. A rate that whoever asks has entered alone vouches for
 * nothing: with it every price would be above its floor.
 */
export async function storefrontPrices(
  tx: Tx,
  accountId: string,
  storefront: StorefrontCode,
): Promise<StorefrontPrices> {
  const currency = currencyOf(storefront);
  const { shopCurrency } = await tx.one<{ shopCurrency: string }>`
    select currency as shop_currency from channel_account
    where tenant_id = ${tx.tenant} and id = ${accountId}::uuid`;
  if (currency === shopCurrency) return { currency, shopCurrency, inShop: (price) => price, fault: null };
  const day = dayIn(tx.now, tx.actor.zone);
  const text = await rateKnown(tx, currency, shopCurrency, day);
  const rate = parseDecimal(text ?? '', RATE_SCALE);
  const none = { currency, shopCurrency, inShop: () => null };
  if (rate === null)
    return {
      ...none,
      fault: `站点价格为 ${currency}，店铺结算为 ${shopCurrency}，没有 ${currency} → ${shopCurrency} 的汇率，底价无法核对；请先在“汇率”登记`,
    };
  if (await isOwnRate(tx, currency, shopCurrency, day)) return { ...none, fault: priceFaults.ownRate() };
  // Half up to the places of the shop: that is what its listing will say.
  const step = 10n ** BigInt(PRICE_SCALE - exponentOf(shopCurrency));
  return {
    currency,
    shopCurrency,
    inShop: (price) => divideHalfUp(price * rate, step * 10n ** BigInt(RATE_SCALE)) * step,
    fault: null,
  };
}
