import type { Tx } from '#kit/server/database.ts';
import { sql, type Sql } from '#kit/server/sql.ts';
import { placeId } from './stock-place.ts';
import { warehousesSeen } from './stock-seen.ts';

/** Every bundle in every warehouse that the caller may see. */
export const bundleStockRows = (tx: Tx): Sql => sql`
  select ${placeId('made')} as id, made.*
  from (
    select i.tenant_id, i.bundle_sku_id as sku_id, t.id as warehouse_id,
      min(floor(coalesce(l.available, 0)::numeric / i.qty))::integer as available,
      (array_agg(i.component_sku_id
        order by floor(coalesce(l.available, 0)::numeric / i.qty), i.component_sku_id))[1] as scarce_sku_id,
      max(i.create_time) as create_time
    from bundle_item i
      cross join (${warehousesSeen(tx)}) t
      left join stock_level l on l.tenant_id = i.tenant_id and l.warehouse_id = t.id
        and l.sku_id = i.component_sku_id and l.condition = 'good'
    where i.tenant_id = ${tx.tenant} and i.deleted_at is null
    group by 1, 2, 3) made`;
