import { exponentOf } from '#kit/model/currency.ts';
import { rowChanged } from '#kit/model/event.ts';
import type { Refusal } from '#kit/model/refusal.ts';
import type { Tx } from '#kit/server/database.ts';
import { inTransaction, type TransactionHandler } from '#kit/server/outbox.ts';
import { channelProduct } from '../../model/channel-product.ts';
import { priceFaults, priceRefused } from '../../model/pricing/price-errors.ts';
import type { PromotionRow } from '../../model/pricing/promotion.ts';
import { promoPrice } from '../../model/pricing/promotion-price.ts';
import { guardPrices, shown, floorShown, type GuardedPrice, type FloorReader } from './guard-prices.ts';
import { refreshItems } from './promotion-items.ts';

/**
 * Base prices that would take a running promotion below its floor: their promotions are judged before the price is
 * saved (domain.md §3.7).
 * @returns refusals by id of the listing
 */
export async function promotionRefusals(
  tx: Tx,
  prices: readonly GuardedPrice[],
  reader: FloorReader = tx.actor,
): Promise<Map<string, Refusal>> {
  return new Map(
    (await promotedBelow(tx, prices, ['running'], false, reader)).flatMap(({ listingId, name, said }) =>
      said ? [[listingId, priceRefused('basePrice', priceFaults.promotion({ name, ...said }))]] : [],
    ),
  );
}

/**
 * Goods that are dearer than a promotion can bear, which runs or is to run, or of which nobody knows the cost.
 * @returns refusals by id of the listing
 */
export async function goodsRefusals(
  tx: Tx,
  prices: readonly GuardedPrice[],
  reader: FloorReader = tx.actor,
): Promise<Map<string, Refusal>> {
  return new Map(
    (await promotedBelow(tx, prices, ['scheduled', 'running'], true, reader)).map(({ listingId, name, said }) => [
      listingId,
      priceRefused(
        'skuId',
        said === null ? priceFaults.promotedUnknown({ name }) : priceFaults.promotedGoods({ name, ...said }),
      ),
    ]),
  );
}

interface PromotedBelow {
  listingId: string;
  name: string;
  /** Null where nobody knows what the goods cost. */
  said: { price: string; floor: string | null } | null;
}

/**
 * Items of promotions in one of these states that these prices would take below their floor, unless another person let
 * them go for these goods.
 * @param isUnknownBelow goods of unknown cost count as well, of which there is no floor to say
 */
async function promotedBelow(
  tx: Tx,
  prices: readonly GuardedPrice[],
  states: readonly PromotionRow['status'][],
  isUnknownBelow: boolean,
  reader: FloorReader,
): Promise<PromotedBelow[]> {
  const byListing = new Map(prices.flatMap((one) => (one.listingId ? [[one.listingId, one]] : [])));
  if (byListing.size === 0) return [];
  const items = await tx.rows<{ id: string; listingId: string; discountPct: number; name: string; currency: string }>`
    select i.id, i.channel_product_id as listing_id, i.discount_pct, p.name, p.currency
    from promotion_item i join promotion p on p.tenant_id = i.tenant_id and p.id = i.promotion_id
    where i.tenant_id = ${tx.tenant} and i.channel_product_id = any(${[...byListing.keys()]}::uuid[])
      and p.status = any(${[...states]}::text[]) order by p.id, i.id`;
  const promoted = items.flatMap((item) => {
    const base = byListing.get(item.listingId);
    const price = base && promoPrice(base.price, item.discountPct, exponentOf(item.currency));
    return base && price !== undefined ? [{ item, price: { ...base, price, approvalId: item.id } }] : [];
  });
  const verdicts = await guardPrices(
    tx,
    promoted.map(({ price }) => price),
  );
  return promoted.flatMap(({ item: { listingId, name, currency }, price: { price } }, at): PromotedBelow[] => {
    const verdict = verdicts[at];
    if (!verdict || verdict.isApproved || verdict.check === 'pass') return [];
    const exponent = exponentOf(currency);
    if (verdict.check === 'warn') return isUnknownBelow ? [{ listingId, name, said: null }] : [];
    const said =
      verdict.floor === null
        ? { price: shown(price, exponent), floor: null }
        : floorShown(reader, price, verdict.floor, exponent);
    return [{ listingId, name, said }];
  });
}

/** Promotions follow the base prices and the goods of their items. */
export const promotionsFollow: TransactionHandler = inTransaction(
  rowChanged(channelProduct),
  'promotions follow the base prices and the goods of what they offer',
  (tx, change) => followPrices(tx, [change]),
  followPrices,
);

async function followPrices(
  tx: Tx,
  changes: readonly { id: string; change: string; fields?: readonly string[] }[],
): Promise<void> {
  await refreshPromoted(
    tx,
    changes.filter(({ fields = [] }) => fields.includes('basePrice') || fields.includes('skuId')).map(({ id }) => id),
  );
}

/** Promotions that are open show their items at the prices and with the goods that these listings have now. */
export async function refreshPromoted(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const found = await tx.rows<{ id: string }>`
    select distinct p.id from promotion_item i
      join promotion p on p.tenant_id = i.tenant_id and p.id = i.promotion_id
    where i.tenant_id = ${tx.tenant} and i.channel_product_id = any(${[...ids]}::uuid[])
      and p.status in ('pending_approval', 'ready', 'scheduled', 'running') order by p.id`;
  if (found.length > 0)
    await refreshItems(
      tx,
      found.map(({ id }) => id),
    );
}
