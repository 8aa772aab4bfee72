import type { Tx } from '#kit/server/database.ts';
import { baseConditions } from '#kit/server/query/row-conditions.ts';
import { join, sql, type Sql } from '#kit/server/sql.ts';
import { marketListing } from '../model/listing.ts';

/**
 * 市场产品: a row for each SKU, marketplace and currency of the listings in sight that are watched. What nobody has seen
 * is left out of medians and averages; prices of two currencies are never put together.
 */
export const productRows = (tx: Tx): Sql => sql`
  select md5(g.sku_id::text || g.marketplace || g.currency)::uuid as id, ${tx.tenant}::integer as tenant_id,
    g.*, ((g.own_price - g.lowest_price) / g.lowest_price)::numeric(18, 6) as gap, ${tx.now}::timestamptz as create_time
  from (
    select t.sku_id, t.marketplace, t.currency,
      min(t.price) filter (where t.channel_product_id is not null) as own_price,
      min(t.price) filter (where t.channel_product_id is null) as lowest_price,
      (percentile_cont(0.5) within group (order by t.price)
        filter (where t.channel_product_id is null))::numeric(18, 4) as median_price,
      min(t.rank) filter (where t.channel_product_id is not null) as own_rank,
      min(t.rank) filter (where t.channel_product_id is null) as best_rank,
      max(t.rating) filter (where t.channel_product_id is not null) as own_rating,
      (avg(t.rating) filter (where t.channel_product_id is null))::numeric(9, 6) as average_rating,
      count(*) filter (where t.channel_product_id is not null)::integer as own_count,
      count(*) filter (where t.channel_product_id is null)::integer as rival_count,
      count(*) filter (where t.channel_product_id is null and t.stock_signal = 'out')::integer as rivals_out,
      max(t.last_seen_at) as last_seen_at
    from market_listing t
    where ${join(baseConditions(marketListing, tx.actor), ' and ')} and t.sku_id is not null and t.status = 'watched'
    group by 1, 2, 3) g`;
