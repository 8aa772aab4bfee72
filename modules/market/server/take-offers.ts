import { toWireTime } from '#kit/model/time.ts';
import type { Tx } from '#kit/server/database.ts';
import { insertInto } from '#kit/server/stored-rows.ts';
import { listingRefusals } from '../model/errors.ts';
import { sellerOffer, type MarketListingRow, type StockSignal } from '../model/listing.ts';

/** Nobody watched a marketplace before; what says so is a slip of the year. */
const LONG_AGO = new Date('2000-01-01T00:00:00Z');

/** What was seen of a listing, and when; `row` of a sheet where it stands in one. */
export interface Observation {
  sellerId: string;
  at: Date;
  price: string | null;
  stockState: StockSignal | null;
  rating: string | null;
  reviewCount: number | null;
  rank: number | null;
  row?: number;
}

type SeenListing = Pick<MarketListingRow, 'id' | 'currency'>;

/**
 * Stores what is new of some observations of a listing that is locked; one that is there already changes nothing, and
 * another one of the same seller at the same instant is refused: nothing that was seen is ever rewritten.
 * @returns how many were new
 */
export async function takeOffers(
  tx: Tx,
  listing: SeenListing,
  seen: readonly Observation[],
  source: 'typed' | 'file',
): Promise<number> {
  for (const one of seen) {
    if (one.at > tx.now) throw listingRefusals.ahead(one.row);
    if (one.at < LONG_AGO) throw listingRefusals.longAgo(one.row);
    if (one.price !== null && Number(one.price) === 0) throw listingRefusals.free(one.row);
    if (isEmpty(one)) throw listingRefusals.nothing(one.row);
  }
  const known = await tx.rows<Observation>`
    select seller_id, at, price::text, stock_state, rating::text, review_count, rank from seller_offer
    where tenant_id = ${tx.tenant} and listing_id = ${listing.id}::uuid
      and at = any(${seen.map(({ at }) => at)}::timestamptz[])`;
  const there = new Map(known.map((one) => [keyOf(one), one]));
  const fresh: Observation[] = [];
  for (const one of seen) {
    const before = there.get(keyOf(one));
    if (!before) {
      there.set(keyOf(one), one);
      fresh.push(one);
    } else if (!isSame(before, one)) throw listingRefusals.differs({ at: toWireTime(one.at, tx.actor.zone) }, one.row);
  }
  if (fresh.length === 0) return 0;
  await insertInto(
    tx,
    sellerOffer,
    fresh.map(({ row: _row, ...one }) => ({ ...one, listingId: listing.id, currency: listing.currency, source })),
  );
  await showLatest(tx, listing.id);
  return fresh.length;
}

const isEmpty = ({ price, stockState, rating, reviewCount, rank }: Observation): boolean =>
  [price, stockState, rating, reviewCount, rank].every((one) => one === null);

const keyOf = ({ sellerId, at }: Pick<Observation, 'sellerId' | 'at'>): string => `${sellerId} ${at.getTime()}`;

const isSame = (a: Observation, b: Observation): boolean =>
  isEqual(a.price, b.price) &&
  a.stockState === b.stockState &&
  isEqual(a.rating, b.rating) &&
  a.reviewCount === b.reviewCount &&
  a.rank === b.rank;

/** Decimal texts: `12.5` and `12.5000` are one figure. */
const isEqual = (a: string | null, b: string | null): boolean =>
  a === null || b === null ? a === b : Number(a) === Number(b);

/**
 * What the list shows of a listing: of its own seller, each figure as it was seen last. Where none is named, that is the
 * shop of a listing of ours, and of another one whoever was seen first. What nobody saw lately stays as it was seen before.
 */
async function showLatest(tx: Tx, id: string): Promise<void> {
  await tx.run`
    with main as (
      select coalesce(l.seller_id, case when l.account_id is null then (select o.seller_id from seller_offer o
        where o.tenant_id = l.tenant_id and o.listing_id = l.id order by o.at, o.id limit 1)
        else (select s.id from seller s where s.tenant_id = l.tenant_id and s.account_id = l.account_id
          and s.marketplace = l.marketplace and s.deleted_at is null) end) as seller_id
      from market_listing l where l.tenant_id = ${tx.tenant} and l.id = ${id}::uuid),
    seen as (
      select o.* from seller_offer o, main
      where o.tenant_id = ${tx.tenant} and o.listing_id = ${id}::uuid and o.seller_id = main.seller_id)
    update market_listing l set
      seller_id = (select seller_id from main),
      price = (select price from seen where price is not null order by at desc, id desc limit 1),
      stock_signal = (select stock_state from seen where stock_state is not null order by at desc, id desc limit 1),
      rating = (select rating from seen where rating is not null order by at desc, id desc limit 1),
      review_count = (select review_count from seen where review_count is not null order by at desc, id desc limit 1),
      rank = (select rank from seen where rank is not null order by at desc, id desc limit 1),
      last_seen_at = (select max(at) from seen)
    where l.tenant_id = ${tx.tenant} and l.id = ${id}::uuid`;
}
