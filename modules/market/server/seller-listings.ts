import { may } from '#kit/server/actor.ts';
import type { BesideRows } from '#kit/server/query/list.ts';
import { baseConditions } from '#kit/server/query/row-conditions.ts';
import { join, sql } from '#kit/server/sql.ts';
import { marketListing } from '../model/listing.ts';

/** 产品数: how many listings sellers have of those that the reader may see. */
export const listingsOfSellers: BesideRows = async (tx, rows) => {
  if (!may(tx.actor, 'market:marketListing:list')) return new Map();
  const ids = rows.map((row) => String(row['id']));
  const found = await tx.query<{ sellerId: string; n: number }>(sql`
    select t.seller_id, count(*)::integer as n from market_listing t
    where ${join(baseConditions(marketListing, tx.actor), ' and ')} and t.seller_id = any(${ids}::uuid[])
    group by 1`);
  const counts = new Map(found.map(({ sellerId, n }) => [sellerId, n]));
  return new Map(ids.map((id) => [id, { listingCount: counts.get(id) ?? 0 }]));
};
