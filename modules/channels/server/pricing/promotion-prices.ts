import { exponentOf } from '#kit/model/currency.ts';
import { rowChanged } from '#kit/model/event.ts';
import type { Refusal } from '#kit/model/refusal.ts';
import type { Tx } from '#kit/server/database.ts';
import { inTransaction, type TransactionHandler } from '#kit/server/outbox.ts';
import { channelProduct } from '../../model/channel-product.ts';
import { priceFaults, priceRefused } from '../../model/pricing/price-errors.ts';
import { promoPrice } from '../../model/pricing/promotion-price.ts';
import { guardPrices, shown, floorShown, type GuardedPrice } from './guard-prices.ts';
import { refreshItems } from './promotion-items.ts';

/**
 * Base prices that would take a running promotion below its floor: their promotions are judged before the price is
 * saved (domain.md §3.7).
 * @returns refusals by id of the listing
 */
export async function promotionRefusals(tx: Tx, prices: readonly GuardedPrice[]): Promise<Map<string, Refusal>> {
  const byListing = new Map(prices.flatMap((one) => (one.listingId ? [[one.listingId, one]] : [])));
  const refusals = new Map<string, Refusal>();
  if (byListing.size === 0) return refusals;
  const items = await tx.rows<{ id: string; listingId: string; discountPct: number; name: string; currency: string }>`
    select i.id, i.channel_product_id as listing_id, i.discount_pct, p.name, p.currency
    from promotion_item i join promotion p on p.tenant_id = i.tenant_id and p.id = i.promotion_id
    where i.tenant_id = ${tx.tenant} and i.channel_product_id = any(${[...byListing.keys()]}::uuid[])
      and p.status = 'running' order by p.id, i.id`;
  const promoted = items.flatMap((item) => {
    const base = byListing.get(item.listingId);
    const price = base && promoPrice(base.price, item.discountPct, exponentOf(item.currency));
    return base && price !== undefined ? [{ item, price: { ...base, price, approvalId: item.id } }] : [];
  });
  const verdicts = await guardPrices(
    tx,
    promoted.map(({ price }) => price),
  );
  promoted.forEach(({ item, price }, at) => {
    const verdict = verdicts[at];
    if (!verdict || verdict.check !== 'block' || verdict.isApproved) return;
    const exponent = exponentOf(item.currency);
    const said =
      verdict.floor === null
        ? { price: shown(price.price, exponent), floor: null }
        : floorShown(tx.actor, price.price, verdict.floor, exponent);
    refusals.set(item.listingId, priceRefused('basePrice', priceFaults.promotion({ name: item.name, ...said })));
  });
  return refusals;
}

/** Promotions follow the base prices of their items, and what they cost less by that. */
export const promotionsFollow: TransactionHandler = inTransaction(
  rowChanged(channelProduct),
  'promotions follow the base prices of what they offer',
  (tx, change) => followPrices(tx, [change]),
  followPrices,
);

async function followPrices(
  tx: Tx,
  changes: readonly { id: string; change: string; fields?: readonly string[] }[],
): Promise<void> {
  const ids = changes.filter(({ fields = [] }) => fields.includes('basePrice')).map(({ id }) => id);
  if (ids.length === 0) return;
  const found = await tx.rows<{ id: string }>`
    select distinct p.id from promotion_item i
      join promotion p on p.tenant_id = i.tenant_id and p.id = i.promotion_id
    where i.tenant_id = ${tx.tenant} and i.channel_product_id = any(${ids}::uuid[])
      and p.status in ('pending_approval', 'ready', 'scheduled', 'running') order by p.id`;
  if (found.length > 0)
    await refreshItems(
      tx,
      found.map(({ id }) => id),
    );
}
