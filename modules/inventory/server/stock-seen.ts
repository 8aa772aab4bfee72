import type { Tx } from '#kit/server/database.ts';
import { baseConditions } from '#kit/server/query/row-conditions.ts';
import { join, sql, type Sql } from '#kit/server/sql.ts';
import { warehouse } from '#modules/base/model/warehouse.ts';
import { stockLevel } from '../model/stock.ts';

/** Ids of the warehouses that the caller may see. */
export const warehousesSeen = (tx: Tx): Sql => sql`
  select t.id from warehouse t where ${join(baseConditions(warehouse, tx.actor), ' and ')}`;

/** Units of a SKU in a warehouse. */
export interface StockSeen {
  skuId: string;
  warehouseId: string;
  warehouse: string;
  available: number;
}

/** Good stock of SKUs in the warehouses that the caller may see, most first. */
export const goodStockSeen = (tx: Tx, skuIds: readonly string[]): Promise<StockSeen[]> =>
  tx.query<StockSeen>(sql`
    select t.sku_id, t.warehouse_id, w.name as warehouse, t.available
    from stock_level t join warehouse w on w.tenant_id = t.tenant_id and w.id = t.warehouse_id
    where ${join(baseConditions(stockLevel, tx.actor), ' and ')}
      and t.condition = 'good' and t.sku_id = any(${skuIds}::uuid[])
    order by t.available desc, w.name`);
