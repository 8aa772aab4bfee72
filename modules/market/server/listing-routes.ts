import { notFound } from '#kit/model/refusal.ts';
import { toWireTime } from '#kit/model/time.ts';
import { may, placeOf } from '#kit/server/actor.ts';
import type { Tx } from '#kit/server/database.ts';
import { parseBody } from '#kit/server/parse.ts';
import { isUuid } from '#kit/server/kinds.ts';
import { baseConditions } from '#kit/server/query/row-conditions.ts';
import { seenConditions } from '#kit/server/query/row-limits.ts';
import { implement, type Route } from '#kit/server/route.ts';
import { join, sql } from '#kit/server/sql.ts';
import { channelProduct } from '#modules/channels/model/channel-product.ts';
import { listingRefusals } from '../model/errors.ts';
import { marketListing, stockSignal, type StockSignal } from '../model/listing.ts';
import { marketplace, type Marketplace } from '../model/marketplaces.ts';
import { compareListingsRoute, listingTrendRoute, TREND_QUERY, type Compared, type Trend } from '../model/routes.ts';
import { seller } from '../model/seller.ts';

const DEFAULT_DAYS = 90;
const DAY_MS = 86_400_000;
/** Points of one chart at most: the newest. */
const MOST_POINTS = 5_000;

/** What is read of listings beside their lists: how prices went, and several side by side. */
export const listingRoutes: Route[] = [
  implement(listingTrendRoute, (call) => {
    const { days } = parseBody(TREND_QUERY, call.query, placeOf(call.actor));
    return call.tx((tx) => trendOf(tx, call.params.id, days ?? DEFAULT_DAYS));
  }),
  implement(compareListingsRoute, (call) => {
    const ids = [...new Set(String(call.query.ids ?? '').split(','))].filter(isUuid);
    if (ids.length < 2 || ids.length > 5) throw listingRefusals.compareCount();
    return call.tx((tx) => compared(tx, ids));
  }),
];

const signalText = (code: StockSignal | null): string | null => code && stockSignal.items[code];

interface SeenRow {
  sellerId: string;
  name: string | null;
  isMain: boolean;
  at: Date;
  price: string | null;
  rank: number | null;
  rating: string | null;
  reviewCount: number | null;
  stockState: StockSignal | null;
}

/** @throws Refusal 404 for a listing out of sight */
async function trendOf(tx: Tx, id: string, days: number): Promise<Trend> {
  const [listing] = await tx.query<{ currency: string }>(sql`
    select t.currency from market_listing t
    where ${join(baseConditions(marketListing, tx.actor), ' and ')} and t.id = ${id}::uuid`);
  if (!listing) throw notFound();
  const since = new Date(tx.now.getTime() - days * DAY_MS);
  // Of a shop's own seller others see the offer, and not what the shop is called.
  const seen = join([sql`true`, ...seenConditions(seller, tx.actor, 's')], ' and ');
  const rows = await tx.query<SeenRow>(sql`
    select o.seller_id, case when ${seen} then s.name end as name, o.seller_id = l.seller_id as is_main, o.at,
      o.price::text, o.rank, o.rating::text, o.review_count, o.stock_state
    from seller_offer o
      join market_listing l on l.tenant_id = o.tenant_id and l.id = o.listing_id
      join seller s on s.tenant_id = o.tenant_id and s.id = o.seller_id
    where o.tenant_id = ${tx.tenant} and o.listing_id = ${id}::uuid and o.at >= ${since}
    order by o.at desc, o.id desc limit ${MOST_POINTS}`);
  const bySeller = [...Map.groupBy(rows.toReversed(), ({ sellerId }) => sellerId)];
  return {
    currency: listing.currency,
    sellers: bySeller
      .map(([sellerId, points]) => ({
        id: sellerId,
        name: points[0]?.name ?? '其他店铺',
        isMain: points[0]?.isMain ?? false,
        points: points.map(({ at, price, rank, rating, reviewCount, stockState }) => ({
          at: toWireTime(at, tx.actor.zone),
          price,
          rank,
          rating,
          reviewCount,
          stock: signalText(stockState),
        })),
      }))
      .toSorted((a, b) => Number(b.isMain) - Number(a.isMain)),
  };
}

interface ComparedRow extends Omit<Compared, 'marketplace' | 'stock' | 'lastSeenAt'> {
  marketplace: Marketplace;
  stockSignal: StockSignal | null;
  lastSeenAt: Date | null;
}

/** In the order that they were asked for. @throws Refusal 404 where one is out of sight */
async function compared(tx: Tx, ids: readonly string[]): Promise<Compared[]> {
  const since = new Date(tx.now.getTime() - 30 * DAY_MS);
  const seesProducts = may(tx.actor, 'channels:channelProduct:list');
  const product = join([sql`true`, ...seenConditions(channelProduct, tx.actor, 'p')], ' and ');
  const sellers = join([sql`true`, ...seenConditions(seller, tx.actor, 's')], ' and ');
  const rows = await tx.query<ComparedRow>(sql`
    select t.id, t.title, t.item_id, t.marketplace, t.category, t.url, s.name as seller,
      t.channel_product_id is not null as is_own, t.currency, t.price::text, seen.least::text, seen.most::text,
      t.rating::text, t.review_count, t.rank, t.stock_signal, t.last_seen_at, k.sku_code,
      case when ${seesProducts}::boolean then p.base_price::text end as base_price
    from market_listing t
      left join seller s on s.tenant_id = t.tenant_id and s.id = t.seller_id and ${sellers}
      left join sku k on k.tenant_id = t.tenant_id and k.id = t.sku_id
      left join channel_product p on p.tenant_id = t.tenant_id and p.id = t.channel_product_id and ${product}
      left join (
        select o.listing_id, o.seller_id, min(o.price) as least, max(o.price) as most from seller_offer o
        where o.tenant_id = ${tx.tenant} and o.listing_id = any(${[...ids]}::uuid[]) and o.at >= ${since}
        group by 1, 2) seen on seen.listing_id = t.id and seen.seller_id = t.seller_id
    where ${join(baseConditions(marketListing, tx.actor), ' and ')} and t.id = any(${[...ids]}::uuid[])`);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => {
    const row = byId.get(id);
    if (!row) throw notFound();
    const { stockSignal: signal, ...rest } = row;
    return {
      ...rest,
      marketplace: marketplace.items[row.marketplace],
      stock: signalText(signal),
      lastSeenAt: row.lastSeenAt && toWireTime(row.lastSeenAt, tx.actor.zone),
    };
  });
}
