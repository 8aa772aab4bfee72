import { may } from '#kit/server/actor.ts';
import type { Tx } from '#kit/server/database.ts';
import { pick } from '#kit/server/stored-rows.ts';
import { cartonsOf, skuFaces } from '#modules/catalog/server/index.ts';
import { sellableSeen } from '#modules/inventory/server/index.ts';
import { warehouse } from '#modules/base/model/warehouse.ts';
import type { OrderGoods, OrderSurroundings } from '../model/order-goods.ts';

/** What the detail of an order shows around it. */
export async function surroundingsOf(tx: Tx, orderId: string): Promise<OrderSurroundings> {
  const [from] = await pick(tx, warehouse, ['timezone'])`
    id = (select warehouse_id from sales_order
      where tenant_id = ${tx.tenant} and id = ${orderId}::uuid)`;
  return { goods: await goodsOf(tx, orderId), warehouseZone: from?.timezone ?? null };
}

/** The local SKUs of an order as the reader may see them; lines that are not mapped have none. */
async function goodsOf(tx: Tx, orderId: string): Promise<OrderGoods[]> {
  const lines = await tx.rows<{ skuId: string }>`
    select distinct sku_id from order_line
    where tenant_id = ${tx.tenant} and order_id = ${orderId}::uuid and sku_id is not null`;
  const skuIds = lines.map(({ skuId }) => skuId);
  if (skuIds.length === 0) return [];
  const seesProducts = may(tx.actor, 'catalog:sku:list');
  const seesStock = may(tx.actor, 'inventory:stockLevel:list');
  const cartons = await cartonsOf(tx, skuIds);
  const stock = seesStock ? await sellableSeen(tx, skuIds) : null;
  return (await skuFaces(tx, skuIds)).map(({ id, name, images }) => {
    const ofSku = cartons.get(id) ?? [];
    return {
      skuId: id,
      name,
      images: seesProducts ? images : [],
      cartons: ofSku.length,
      unitsPerCarton: ofSku[0]?.unitsPerCarton ?? 1,
      stock: stock?.filter(({ skuId }) => skuId === id) ?? null,
    };
  });
}
