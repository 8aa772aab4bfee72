import type { Tx } from '#kit/server/database.ts';
import { sql } from '#kit/server/sql.ts';

/** Since when units are counted: the first moment of each span of days, the longest span as `sold30`. */
export interface OrderedSince {
  sold7: Date;
  sold14: Date;
  sold30: Date;
}

/** What was ordered of a SKU from a warehouse; null: no warehouse was found for it yet. */
export interface OrderedUnits {
  skuId: string;
  warehouseId: string | null;
  sold7: number;
  sold14: number;
  sold30: number;
}

/**
 * Units that were ordered and not cancelled, by the day of the order, whether they have left or not: what has
 * not been shipped yet was sold all the same. A bundle counts as its components. A line counts where its units
 * are held or left from, dealt where these are several warehouses; else where its order goes. Drafts,
 * orders that were tried out and lines without a SKU are no demand.
 *
 * An order is never taken in before it was placed, so those of the last days are found by when they came.
 */
export const orderedUnits = (tx: Tx, since: OrderedSince): Promise<OrderedUnits[]> =>
  tx.query<OrderedUnits>(sql`
  with wanted as (
    select l.id, l.sku_id, o.ordered_at, l.qty - l.qty_cancelled as qty,
      coalesce(l.warehouse_id, o.warehouse_id, o.pinned_warehouse_id) as warehouse_id
    from sales_order o
    join order_line l on l.tenant_id = o.tenant_id and l.order_id = o.id
      and l.sku_id is not null and l.qty > l.qty_cancelled
    where o.tenant_id = ${tx.tenant} and o.create_time >= ${since.sold30} and o.ordered_at >= ${since.sold30}
      and o.environment = 'live' and o.status not in ('draft', 'cancelled', 'rejected')),
  placed as (
    select order_line_id, warehouse_id, max(units) as units
    from (
      select order_line_id, warehouse_id, sku_id, sum(qty / per_unit) as units
      from reservation
      where tenant_id = ${tx.tenant} and create_time >= ${since.sold30} and kind = 'order'
        and status in ('open', 'consumed')
      group by 1, 2, 3) each
    group by 1, 2),
  shares as (
    select order_line_id, warehouse_id, units,
      sum(units) over (partition by order_line_id order by warehouse_id) as upto,
      sum(units) over (partition by order_line_id) as total
    from placed),
  dealt as (
    select w.sku_id, w.ordered_at, coalesce(s.warehouse_id, w.warehouse_id) as warehouse_id,
      case when s.total is null then w.qty
        else round(w.qty * s.upto / s.total) - round(w.qty * (s.upto - s.units) / s.total) end as qty
    from wanted w left join shares s on s.order_line_id = w.id),
  units as (
    select coalesce(b.component_sku_id, d.sku_id) as sku_id, d.warehouse_id, d.ordered_at,
      d.qty * coalesce(b.qty, 1) as qty
    from dealt d
    left join bundle_item b on b.tenant_id = ${tx.tenant} and b.bundle_sku_id = d.sku_id
      and b.deleted_at is null)
  select sku_id, warehouse_id,
    coalesce(sum(qty) filter (where ordered_at >= ${since.sold7}), 0)::integer as sold7,
    coalesce(sum(qty) filter (where ordered_at >= ${since.sold14}), 0)::integer as sold14,
    sum(qty)::integer as sold30
  from units group by 1, 2`);
