import type { Refusal } from '#kit/model/refusal.ts';
import type { Tx } from '#kit/server/database.ts';
import { leftByOthers } from '#kit/server/left-by-others.ts';
import { channelProduct } from '../../model/channel-product.ts';
import { priceFaults, priceRefused } from '../../model/pricing/price-errors.ts';
import { priceFloor } from '../../model/pricing/price-floor.ts';
import { floorFacts, type PricedListing } from './floor-facts.ts';
import { floorShown, guardPrices, type FloorReader } from './guard-prices.ts';
import { goodsRefusals } from './promotion-prices.ts';

/** 供货价 of a listing as it stands, and as somebody writes it; null: it has none. */
export interface BasePriceWrite {
  listingId: string | null;
  accountId: string;
  channelSku: string;
  before: { skuId: string | null; basePrice: string | null };
  after: { skuId: string | null; basePrice: string | null };
}

/** Goods that somebody names for a price that stands. */
export interface NamedGoods {
  write: BasePriceWrite;
  /** 1/10000 of the currency of the shop. */
  price: bigint;
}

export const placeOf = ({ listingId, accountId, after }: BasePriceWrite): PricedListing => ({
  listingId,
  accountId,
  skuId: after.skuId,
});

interface KnownGoods {
  listingId: string;
  skuId: string | null;
  /** Of the price in force, where another person has approved it. */
  approvalId: string | null;
}

/**
 * Judges goods that are named for prices of others: they are what a base cost is made of, so the guard is asked before
 * they are saved (domain.md §3.7). Promotions that run or are to run have to stand it; so has the price in force,
 * where the listing sold goods before that cost less. Of a listing that nobody has named goods for it is known only
 * now what is sold: two people have said so, one the price and one the goods.
 */
export async function judgeGoods<T extends NamedGoods>(
  tx: Tx,
  named: readonly T[],
  reader: FloorReader = tx.actor,
): Promise<Map<T, Refusal>> {
  const refusals = new Map<T, Refusal>();
  if (named.length === 0) return refusals;
  const known = await goodsBefore(
    tx,
    named.map(({ write }) => write),
  );
  const guarded = named.map(({ write, price }) => ({
    ...placeOf(write),
    price,
    approvalId: known.find((one) => one.listingId === write.listingId && one.approvalId)?.approvalId ?? null,
  }));
  const before = named.map(({ write }) =>
    known.flatMap(({ listingId, skuId }) =>
      listingId === write.listingId && skuId ? [{ ...placeOf(write), skuId }] : [],
    ),
  );
  const floors = await floorFacts(tx, [...guarded, ...before.flat()]);
  const floorOf = (one: PricedListing): bigint | null => {
    const { inputs } = floors.of(one);
    return inputs && priceFloor(inputs);
  };
  const verdicts = await guardPrices(tx, guarded, floors);
  const promoted = await goodsRefusals(tx, guarded, reader);
  named.forEach((one, at) => {
    const verdict = verdicts[at];
    const promotion = promoted.get(one.write.listingId ?? '');
    if (promotion) return void refusals.set(one, promotion);
    if (!verdict || verdict.check !== 'block' || verdict.isApproved) return;
    const { floor, facts } = verdict;
    const isDearer = (before[at] ?? []).some((other) => {
      const least = floorOf(other);
      return least === null || floor === null || least < floor;
    });
    if (!isDearer) return;
    const said =
      floor === null
        ? priceFaults.unreachable()
        : priceFaults.goods(floorShown(reader, one.price, floor, facts.inputs?.exponent ?? 2));
    refusals.set(one, priceRefused('skuId', said));
  });
  return refusals;
}

/** Goods that a listing sold: now, as others left it, and as the price in force was made for. */
async function goodsBefore(tx: Tx, writes: readonly BasePriceWrite[]): Promise<KnownGoods[]> {
  const stored = writes.flatMap(({ listingId, before, after }) =>
    listingId ? [{ id: listingId, skuId: before.skuId, next: after.skuId }] : [],
  );
  if (stored.length === 0) return [];
  const ids = stored.map(({ id }) => id);
  const priced = await tx.rows<{ id: string; listingId: string; skuId: string | null; isApproved: boolean }>`
    select id, channel_product_id as listing_id, sku_id, approved_by is not null as is_approved from price_record
    where tenant_id = ${tx.tenant} and channel_product_id = any(${ids}::uuid[]) and type = 'baseCost'
      and status = 'active' order by channel_product_id`;
  const left = await leftByOthers(tx, channelProduct, stored, ['skuId']);
  const named = [
    ...stored.map(({ id, skuId }) => ({ listingId: id, skuId, approvalId: null })),
    ...stored.map(({ id }) => ({ listingId: id, skuId: left.get(id)?.skuId ?? null, approvalId: null })),
    ...priced.map(({ id, listingId, skuId, isApproved }) => ({ listingId, skuId, approvalId: isApproved ? id : null })),
  ];
  const next = new Map(stored.map((one) => [one.id, one.next]));
  return named.map((one) => (one.skuId === next.get(one.listingId) ? { ...one, skuId: null } : one));
}
