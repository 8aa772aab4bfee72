import type { Tx } from '#kit/server/database.ts';
import { nothing, sql, type Sql } from '#kit/server/sql.ts';

/* The channel quantity of domain.md §4 in SQL, as `channelQuantity` (channel-quantity.ts) has it. */

/** Units of the warehouses behind a code, before any rule, and the joins that they come from. */
export interface StockSql {
  units: Sql;
  joins: Sql;
}

/**
 * Units that may be promised in the warehouses behind a code, each by its share.
 * @param of `row` looks them up for one row, which is quick for the rows of a page; `all` sums them up for all rows
 *   together, which is quick where every row counts
 */
export const stockOf = (tx: Tx, of: 'row' | 'all'): StockSql =>
  of === 'row'
    ? { units: unitsOfRow(tx), joins: nothing }
    : {
        units: sql`coalesce(case when s.type = 'bundle' then made.units else stocked.units end, 0)`,
        joins: sql`
          left join (${plainUnits(tx)}) stocked on stocked.account_id = t.account_id
            and stocked.channel_code = c.channel_code and stocked.sku_id = t.sku_id
          left join (${bundleUnits(tx)}) made on made.account_id = t.account_id
            and made.channel_code = c.channel_code and made.sku_id = t.sku_id`,
      };

/**
 * `channel_product t` in each code `c` by which its shop knows a warehouse or knew one, with SKU `s`, product `p`, the rule `r` that
 * counts, and what the channel was sent (`shown`). What to read of them is up to the caller, the tenant of `t` too.
 */
export const quantityTables = (tx: Tx, { joins }: StockSql): Sql => sql`
  channel_product t
    join (${codesOf(tx)}) c on c.account_id = t.account_id
    left join sku s on s.tenant_id = ${tx.tenant} and s.id = t.sku_id
    left join product p on p.tenant_id = ${tx.tenant} and p.id = s.product_id
    left join channel_stock shown on shown.tenant_id = ${tx.tenant} and shown.channel_product_id = t.id
      and shown.channel_warehouse_code = c.channel_code
    left join (${firstRules(tx)}) own on own.account_id = t.account_id and own.sku_id = t.sku_id
    left join (${firstRules(tx)}) every on every.account_id = t.account_id and every.sku_id is null
    left join inventory_sync_rule r on r.tenant_id = ${tx.tenant} and r.id = coalesce(own.id, every.id)
    ${joins}`;

/** Why a row is not for sale; null = it is. */
export const STOPPED = sql`case when t.map_status = 'broken' or s.id is null or s.deleted_at is not null then 'unmapped'
  when p.status <> 'active' then p.status when not c.is_open then 'noWarehouse' end`;

/** Rows that count: of what is not sold from here any more only what the channel may still show. */
export const COUNTED = sql`(c.is_open and ${STOPPED} is distinct from 'unmapped' or shown.qty <> 0 or shown.in_doubt)`;

/** What a row should show; without a rule the SKU's own safety stock is kept back. */
export function wantedOf(units: Sql): Sql {
  const shown = sql`(greatest(0, ${units} - case when r.id is null then s.safety_stock else r.safety_qty end)::bigint
    * coalesce(r.pct, 100) / 100)::integer`;
  return sql`case when ${STOPPED} is not null or r.mode = 'zero' then 0
    when r.mode = 'fixed' then greatest(0, r.fixed_qty)
    when ${shown} < coalesce(r.min_show, 0) then 0
    else least(${shown}, r.max_qty) end`;
}

/** Whether a row that the channel was sent once is to be sent to it again. */
export const differsFrom = (wanted: Sql): Sql => sql`(shown.in_doubt or shown.qty <> ${wanted}
  or shown.discontinued <> (${STOPPED} is not distinct from 'discontinued'))`;

/** The rule that goes first in each scope: a SKU in a shop, or the whole shop. */
const firstRules = (tx: Tx): Sql => sql`
  select distinct on (x.account_id, x.sku_id) x.account_id, x.sku_id, x.id
  from inventory_sync_rule x
  where x.tenant_id = ${tx.tenant} and x.deleted_at is null and x.status = 'enabled'
  order by x.account_id, x.sku_id, x.priority, x.id`;

/** Codes with open warehouses behind them, and those that the channel was sent quantities for. */
const codesOf = (tx: Tx): Sql => sql`
  select k.account_id, k.channel_code, bool_or(k.is_open) as is_open
  from (
    select w.account_id, w.channel_code, true as is_open ${openLinks(tx)}
    union all
    select o.account_id, o.channel_warehouse_code, false from shown_code o where o.tenant_id = ${tx.tenant}) k
  group by k.account_id, k.channel_code`;

/** Warehouses that are open and feed a shop. */
const openLinks = (tx: Tx): Sql => sql`
  from channel_warehouse w
    join warehouse h on h.tenant_id = w.tenant_id and h.id = w.warehouse_id and h.deleted_at is null
  where w.tenant_id = ${tx.tenant} and w.deleted_at is null and w.status = 'enabled' and h.status = 'enabled'`;

const unitsOfRow = (tx: Tx): Sql => sql`
  (select coalesce(sum(floor(greatest(0, ${availableIn(tx)}) * w.share_pct / 100.0)), 0)::integer
  ${openLinks(tx)} and w.account_id = t.account_id and w.channel_code = c.channel_code)`;

/** Of a bundle as many as its scarcest component makes there. */
const availableIn = (tx: Tx): Sql => sql`
  coalesce(case when s.type = 'bundle'
    then (select min(floor(coalesce(l.available, 0)::numeric / b.qty)) from bundle_item b
      left join stock_level l on l.tenant_id = b.tenant_id and l.warehouse_id = w.warehouse_id
        and l.sku_id = b.component_sku_id and l.condition = 'good'
      where b.tenant_id = ${tx.tenant} and b.bundle_sku_id = t.sku_id and b.deleted_at is null)
    else (select l.available from stock_level l where l.tenant_id = ${tx.tenant}
      and l.warehouse_id = w.warehouse_id and l.sku_id = t.sku_id and l.condition = 'good') end, 0)`;

const shared = (units: Sql): Sql => sql`sum((greatest(0, ${units})::bigint * share_pct / 100)::integer)::integer`;

const plainUnits = (tx: Tx): Sql => sql`
  select k.account_id, k.channel_code, l.sku_id, ${shared(sql`l.available`)} as units
  from (select w.account_id, w.channel_code, w.warehouse_id, w.share_pct ${openLinks(tx)}) k
    join stock_level l on l.tenant_id = ${tx.tenant} and l.warehouse_id = k.warehouse_id and l.condition = 'good'
  group by k.account_id, k.channel_code, l.sku_id`;

const bundleUnits = (tx: Tx): Sql => sql`
  select account_id, channel_code, sku_id, ${shared(sql`units`)} as units
  from (
    select k.account_id, k.channel_code, k.share_pct, b.bundle_sku_id as sku_id,
      min(floor(coalesce(l.available, 0)::numeric / b.qty)) as units
    from (select w.id, w.account_id, w.channel_code, w.warehouse_id, w.share_pct ${openLinks(tx)}) k
      join bundle_item b on b.tenant_id = ${tx.tenant} and b.deleted_at is null
      left join stock_level l on l.tenant_id = ${tx.tenant} and l.warehouse_id = k.warehouse_id
        and l.sku_id = b.component_sku_id and l.condition = 'good'
    group by k.id, k.account_id, k.channel_code, k.share_pct, b.bundle_sku_id) there
  group by account_id, channel_code, sku_id`;
