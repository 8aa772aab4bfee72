import type { Tx } from '#kit/server/database.ts';
import { sql, type Sql } from '#kit/server/sql.ts';

/**
 * What suppliers have, warehouse by warehouse, and what of it counts now: stock that is older than its feed allows is
 * nothing, and so is that of a product which is not sold any more.
 */
export const supplierStockRows = (tx: Tx): Sql => sql`
  select d.*, case when d.freshness = 'fresh' and d.is_available then d.qty else 0 end as counted_qty,
    case when d.freshness <> 'fresh' then d.freshness when not d.is_available then 'unavailable' end as reason
  from (
    select s.tenant_id, s.id, s.create_time, s.product_id, p.supplier_id, p.sku_id, s.warehouse_code, s.qty, s.qty_max,
      s.at, s.eta, s.eta_qty, p.is_available, f.max_age_hours,
      floor(extract(epoch from ${tx.now}::timestamptz - s.at) / 3600)::integer as age_hours,
      case when p.status = 'gone' then 'gone'
        when ${tx.now}::timestamptz - s.at > make_interval(hours => f.max_age_hours) then 'expired'
        else 'fresh' end as freshness
    from supplier_stock_level s
    join supplier_product p on p.tenant_id = s.tenant_id and p.id = s.product_id
    join supply_feed f on f.tenant_id = p.tenant_id and f.id = p.feed_id
    where s.tenant_id = ${tx.tenant}) d`;
