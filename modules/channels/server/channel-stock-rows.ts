import type { Tx } from '#kit/server/database.ts';
import { baseConditions } from '#kit/server/query/row-conditions.ts';
import { join, sql, type Sql } from '#kit/server/sql.ts';
import { channelProduct } from '../model/channel-product.ts';

/**
 * A row for each live listing that means a SKU, in each warehouse that its shop knows: the rows of `planStock` for
 * all shops, by the same formula. Figures are sub-selects, so that a page computes its own rows alone.
 */
export const channelStockRows = (tx: Tx): Sql => sql`
  select t.tenant_id, md5(t.id::text || c.channel_code)::uuid as id, t.account_id, t.id as channel_product_id,
    t.channel_sku, t.title, t.sku_id, c.channel_code as channel_warehouse_code,
    ${sellable(tx)} as sellable,
    case when r.id is null then 'none' else r.mode end as rule,
    ${STOPPED} as stopped,
    ${wanted(tx)} as wanted_qty, shown.qty as shown_qty,
    case when shown.at is null then 'never'
      when shown.in_doubt or shown.qty <> ${wanted(tx)} then 'differs' else 'same' end as gap,
    ${wanted(tx)} - coalesce(shown.qty, 0) as difference,
    coalesce(shown.in_doubt, false) as in_doubt,
    last_item.create_time as pushed_at, last_item.status as result, last_item.error as result_error,
    last_item.push_id, t.create_time
  from channel_product t
    join (${knownCodes(tx)}) c on c.account_id = t.account_id
    left join sku s on s.tenant_id = ${tx.tenant} and s.id = t.sku_id
    left join product p on p.tenant_id = ${tx.tenant} and p.id = s.product_id
    left join channel_stock shown on shown.tenant_id = ${tx.tenant} and shown.channel_product_id = t.id
      and shown.channel_warehouse_code = c.channel_code
    left join inventory_sync_rule r on r.tenant_id = ${tx.tenant} and r.id = (
      select x.id from inventory_sync_rule x
      where x.tenant_id = ${tx.tenant} and x.account_id = t.account_id and x.deleted_at is null
        and x.status = 'enabled' and (x.sku_id is null or x.sku_id = t.sku_id)
      order by x.sku_id is null, x.priority, x.id limit 1)
    left join stock_push_item last_item on last_item.tenant_id = ${tx.tenant} and last_item.id = (
      select i.id from stock_push_item i
      where i.tenant_id = ${tx.tenant} and i.channel_product_id = t.id
        and i.channel_warehouse_code = c.channel_code
      order by i.id desc limit 1)
  where ${join(baseConditions(channelProduct, tx.actor), ' and ')} and t.status = 'live'
    and t.map_status in ('mapped', 'broken')
    and (${STOPPED} is distinct from 'unmapped' or shown.qty <> 0 or shown.in_doubt)`;

/** Codes by which shops know warehouses that feed them. */
const knownCodes = (tx: Tx): Sql => sql`
  select distinct w.account_id, w.channel_code
  from channel_warehouse w
    join warehouse h on h.tenant_id = w.tenant_id and h.id = w.warehouse_id and h.deleted_at is null
  where w.tenant_id = ${tx.tenant} and w.deleted_at is null and w.status = 'enabled' and h.status = 'enabled'`;

const STOPPED = sql`case when t.map_status = 'broken' or s.id is null or s.deleted_at is not null then 'unmapped'
  when p.status = 'active' then null else p.status end`;

/** Units that may be promised in the warehouses behind the code, each by its share, before any rule. */
const sellable = (tx: Tx): Sql => sql`
  (select coalesce(sum(floor(greatest(0, ${availableIn(tx)}) * w.share_pct / 100.0)), 0)::integer
  from channel_warehouse w
    join warehouse h on h.tenant_id = w.tenant_id and h.id = w.warehouse_id and h.deleted_at is null
  where w.tenant_id = ${tx.tenant} and w.account_id = t.account_id and w.channel_code = c.channel_code
    and w.deleted_at is null and w.status = 'enabled' and h.status = 'enabled')`;

/** Of a bundle as many as its scarcest component makes there. */
const availableIn = (tx: Tx): Sql => sql`
  coalesce(case when s.type = 'bundle'
    then (select min(floor(coalesce(l.available, 0)::numeric / b.qty)) from bundle_item b
      left join stock_level l on l.tenant_id = b.tenant_id and l.warehouse_id = w.warehouse_id
        and l.sku_id = b.component_sku_id and l.condition = 'good'
      where b.tenant_id = ${tx.tenant} and b.bundle_sku_id = t.sku_id and b.deleted_at is null)
    else (select l.available from stock_level l where l.tenant_id = ${tx.tenant}
      and l.warehouse_id = w.warehouse_id and l.sku_id = t.sku_id and l.condition = 'good') end, 0)`;

/** `channelQuantity` (channel-quantity.ts) in SQL; without a rule the SKU's own safety stock is kept back. */
function wanted(tx: Tx): Sql {
  const shown = sql`floor(greatest(0, ${sellable(tx)} - case when r.id is null then s.safety_stock else r.safety_qty end)
    * coalesce(r.pct, 100) / 100.0)::integer`;
  return sql`case when ${STOPPED} is not null or r.mode = 'zero' then 0
    when r.mode = 'fixed' then greatest(0, r.fixed_qty)
    when ${shown} < coalesce(r.min_show, 0) then 0
    else least(${shown}, r.max_qty) end`;
}
