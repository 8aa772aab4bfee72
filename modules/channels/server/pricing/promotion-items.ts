import { exponentOf } from '#kit/model/currency.ts';
import { formatDecimal, parseDecimal, PRICE_SCALE } from '#kit/model/money.ts';
import type { Tx } from '#kit/server/database.ts';
import { setEach } from '#kit/server/stored-rows.ts';
import { shareText } from '../../model/pricing/price-floor.ts';
import type { FloorCheck } from '../../model/pricing/price-record.ts';
import { promotionItem } from '../../model/pricing/promotion.ts';
import { promoPrice } from '../../model/pricing/promotion-price.ts';
import { guardPrices } from './guard-prices.ts';
import { listingPrices } from './price-records.ts';

/** A listing at a discount. */
export interface PromotedItem {
  /** Of its stored item, where there is one: what another person let go stands there. */
  id: string | null;
  channelProductId: string;
  discountPct: number;
}

/** What it is sold at, and what the floor says of that. */
export interface JudgedItem {
  item: PromotedItem;
  channelSku: string;
  accountId: string;
  /** On sale, with a price. */
  isPriced: boolean;
  /** The floor holds, or another person has let it go at this price. */
  isFree: boolean;
  margin: bigint | null;
  found: {
    basePrice: string | null;
    promoPrice: string | null;
    floor: string | null;
    marginRate: string | null;
    priceCheck: FloorCheck;
  };
}

/** Judges items at the base prices of now; promotions never stack, each is of the base price (domain.md §4). */
export async function judgeItems(tx: Tx, items: readonly PromotedItem[]): Promise<JudgedItem[]> {
  const listings = await listingPrices(
    tx,
    items.map(({ channelProductId }) => channelProductId),
  );
  const priced = items.map((item) => {
    const listing = listings.get(item.channelProductId);
    const base = listing?.basePrice ? parseDecimal(listing.basePrice, PRICE_SCALE) : null;
    const exponent = exponentOf(listing?.currency ?? 'USD');
    return { item, listing, base, price: base === null ? null : promoPrice(base, item.discountPct, exponent) };
  });
  const guarded = priced.flatMap(({ item, listing, price }) =>
    listing && price !== null
      ? [{ accountId: listing.accountId, skuId: listing.skuId, listingId: listing.id, price, approvalId: item.id }]
      : [],
  );
  const verdicts = await guardPrices(tx, guarded);
  let at = 0;
  return priced.map(({ item, listing, base, price }): JudgedItem => {
    const verdict = listing && price !== null ? verdicts[at++] : undefined;
    const margin = verdict?.margin ?? null;
    const floor = verdict?.floor ?? null;
    return {
      item,
      channelSku: listing?.channelSku ?? '',
      accountId: listing?.accountId ?? '',
      isPriced: listing?.status === 'live' && price !== null && price > 0n,
      isFree: verdict !== undefined && (verdict.check === 'pass' || verdict.isApproved),
      margin,
      found: {
        basePrice: base === null ? null : formatDecimal(base, PRICE_SCALE),
        promoPrice: price === null ? null : formatDecimal(price, PRICE_SCALE),
        floor: floor === null ? null : formatDecimal(floor, verdict?.facts.inputs?.exponent ?? 2),
        marginRate: margin === null ? null : shareText(margin),
        priceCheck: verdict?.check ?? 'warn',
      },
    };
  });
}

/** What a promotion shows of its items. */
export function sumOf(items: readonly JudgedItem[]): {
  itemCount: number;
  blockedCount: number;
  leastMargin: string | null;
} {
  const margins = items.flatMap(({ margin }) => (margin === null ? [] : [margin]));
  const least = margins.reduce<bigint | null>((low, one) => (low === null || one < low ? one : low), null);
  return {
    itemCount: items.length,
    blockedCount: items.filter(({ isFree }) => !isFree).length,
    leastMargin: least === null ? null : shareText(least),
  };
}

interface StoredItem extends PromotedItem {
  id: string;
  promotionId: string;
}

/** Items of promotions as they are now, judged and stored so. @returns by promotion */
export async function refreshItems(tx: Tx, promotionIds: readonly string[]): Promise<Map<string, JudgedItem[]>> {
  const stored = await tx.rows<StoredItem>`
    select id, promotion_id, channel_product_id, discount_pct from promotion_item
    where tenant_id = ${tx.tenant} and promotion_id = any(${[...promotionIds]}::uuid[]) order by create_time, id`;
  const judged = await judgeItems(tx, stored);
  await setEach(
    tx,
    promotionItem,
    judged.flatMap(({ item, found }) => (item.id ? [{ id: item.id, ...found }] : [])),
  );
  const byPromotion = new Map<string, JudgedItem[]>(promotionIds.map((id) => [id, []]));
  stored.forEach(({ promotionId }, at) => byPromotion.get(promotionId)?.push(judged[at] as JudgedItem));
  const sums = [...byPromotion].map(([id, items]) => ({ id, ...sumOf(items) }));
  await tx.run`
    update promotion p set item_count = v.items, blocked_count = v.blocked, least_margin = v.margin
    from unnest(${sums.map(({ id }) => id)}::uuid[], ${sums.map(({ itemCount }) => itemCount)}::integer[],
      ${sums.map(({ blockedCount }) => blockedCount)}::integer[],
      ${sums.map(({ leastMargin }) => leastMargin)}::numeric[]) as v (id, items, blocked, margin)
    where p.tenant_id = ${tx.tenant} and p.id = v.id`;
  return byPromotion;
}
