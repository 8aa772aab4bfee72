import {
  currencyOf,
  flagOf,
  instantOf,
  listOf,
  objectOf,
  priceOf,
  quantityOf,
  requiredText,
  textOf,
  type WireObject,
} from '#connectors/shared/wire-values.ts';
import type { SupplyPrice } from '#modules/purchasing/model/supply/supplier-port.ts';

/** Times of promotions are the supplier's, without saying so. */
const SUPPLIER_ZONE = '-08:00';

/**
 * What one unit costs now: the lowest of the prices that are valid for one unit, and its freight. A promotion counts
 * between its times alone, a tier only where it begins at one unit. What cannot be bought has no price.
 * @throws WireValueError
 */
export const priceAt =
  (now: Date) =>
  (wire: WireObject): SupplyPrice[] => {
    const sku = requiredText(wire['sku'], 'sku');
    const currency = currencyOf(wire['currency']);
    const isAvailable = flagOf(wire['skuAvailable'], 'skuAvailable') ?? true;
    const candidates = isAvailable
      ? [
          given(wire['price'], 'price'),
          given(wire['exclusivePrice'], 'exclusivePrice'),
          isPromoted(wire, now) ? given(wire['discountedPrice'], 'discountedPrice') : null,
          ...tierPrices(wire['spotPrice']),
        ].filter((price): price is bigint => price !== null && price > 0n)
      : [];
    const price = candidates.reduce<bigint | null>((least, one) => (least === null || one < least ? one : least), null);
    return [
      {
        sku,
        currency,
        price,
        shippingFee: price === null ? null : given(wire['shippingFee'], 'shippingFee'),
        isAvailable: isAvailable && price !== null,
      },
    ];
  };

/** Null where nothing is said. */
const given = (value: unknown, field: string): bigint | null =>
  value === null || value === undefined || value === '' ? null : priceOf(value, field);

function isPromoted(wire: WireObject, now: Date): boolean {
  const [from, to] = [moment(wire['promotionFrom']), moment(wire['promotionTo'])];
  return (from === null || from <= now) && (to === null || now < to);
}

const moment = (value: unknown): Date | null => {
  const text = textOf(value);
  if (text === null) return null;
  const isZoned = /(Z|[+-]\d{2}:?\d{2})$/i.test(text) && text.includes(':');
  return instantOf(isZoned || !text.includes(':') ? text : `${text} ${SUPPLIER_ZONE}`, 'promotion');
};

/** Of tiers that a single unit reaches. */
const tierPrices = (value: unknown): (bigint | null)[] =>
  listOf(value, 'spotPrice').flatMap((raw) => {
    const tier = objectOf(raw);
    const from =
      tier['minQuantity'] === undefined || tier['minQuantity'] === null
        ? 1
        : quantityOf(tier['minQuantity'], 'minQuantity');
    return from <= 1
      ? [given(tier['price'], 'spotPrice.price'), given(tier['discountedSpotPrice'], 'spotPrice.discountedSpotPrice')]
      : [];
  });
