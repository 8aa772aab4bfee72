import { column, sql, type Sql } from '#kit/server/sql.ts';

/** A SKU in a warehouse, whatever the condition of its goods: they share layers and bins. */
export interface StockPlace {
  warehouseId: string;
  skuId: string;
}

export const placeKey = ({ warehouseId, skuId }: StockPlace): string => `${warehouseId} ${skuId}`;

/**
 * Id of a row that a list puts together for a SKU in a warehouse: the same whenever it is read, and in
 * every such list. @param alias of rows with `sku_id` and `warehouse_id`
 */
export const placeId = (alias: string): Sql =>
  sql`md5(${column(`${alias}.sku_id`)}::text || ${column(`${alias}.warehouse_id`)}::text)::uuid`;
