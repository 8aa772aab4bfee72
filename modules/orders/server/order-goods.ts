import { may } from '#kit/server/actor.ts';
import type { Tx } from '#kit/server/database.ts';
import { baseConditions } from '#kit/server/query/row-conditions.ts';
import { join, sql } from '#kit/server/sql.ts';
import { pick } from '#kit/server/stored-rows.ts';
import { cartonsOf, skuFaces } from '#modules/catalog/server/index.ts';
import { heldUnits, sellableSeen } from '#modules/inventory/server/index.ts';
import { warehouse } from '#modules/base/model/warehouse.ts';
import type { FamilyMember, HeldPlace, OrderGoods, OrderSurroundings } from '../model/order-goods.ts';
import { salesOrder } from '../model/order.ts';
import { freeByOwner, priceByMaker } from '../model/errors.ts';
import { typedByActor } from './decide-change.ts';
import { freeInOwnShop } from './free-orders.ts';
import { familyOf } from './family.ts';
import { barredByDispute, openDisputes } from './open-disputes.ts';
import { barredBySplit, shopsWithoutSplit } from './split-order.ts';

/** What the detail of an order shows around it. */
export async function surroundingsOf(tx: Tx, orderId: string): Promise<OrderSurroundings> {
  const [from] = await pick(tx, warehouse, ['timezone'])`
    id = (select warehouse_id from sales_order
      where tenant_id = ${tx.tenant} and id = ${orderId}::uuid)`;
  return {
    goods: await goodsOf(tx, orderId),
    warehouseZone: from?.timezone ?? null,
    family: await familySeen(tx, orderId),
    held: await heldPlaces(tx, orderId),
    barred: await barredMoves(tx, orderId),
  };
}

async function barredMoves(tx: Tx, orderId: string): Promise<Record<string, string>> {
  const [row] = await pick(tx, salesOrder, ['accountId', 'orderType'])`id = ${orderId}::uuid`;
  const isDisputed = (await openDisputes(tx, [orderId])).has(orderId);
  const bySplit = row ? barredBySplit(await shopsWithoutSplit(tx, [row]), row) : {};
  const isTyped = (await typedByActor(tx, [orderId])).has(orderId);
  const isFree = (await freeInOwnShop(tx, [orderId])).has(orderId);
  return {
    ...bySplit,
    ...(isDisputed ? barredByDispute() : {}),
    ...(isFree ? { acceptPrice: freeByOwner().message } : {}),
    ...(isTyped ? { acceptPrice: priceByMaker().message } : {}),
  };
}

/** The orders of a split number that the reader may see. */
async function familySeen(tx: Tx, orderId: string): Promise<FamilyMember[]> {
  const members = await familyOf(tx, orderId);
  if (members.length < 2) return [];
  return tx.query<FamilyMember>(sql`
    select t.id, t.order_no, t.split_seq, t.status, t.item_summary, t.unit_count, w.name as warehouse
    from sales_order t left join warehouse w on w.tenant_id = t.tenant_id and w.id = t.warehouse_id
    where ${join(baseConditions(salesOrder, tx.actor), ' and ')}
      and t.id = any(${members.map(({ id }) => id)}::uuid[])
    order by t.split_seq`);
}

async function heldPlaces(tx: Tx, orderId: string): Promise<HeldPlace[]> {
  const held = await heldUnits(tx, orderId);
  const ids = [...new Set(held.map(({ warehouseId }) => warehouseId))];
  const names = await pick(tx, warehouse, ['id', 'name'])`id = any(${ids}::uuid[])`;
  return held.map((one) => ({
    ...one,
    warehouse: names.find(({ id }) => id === one.warehouseId)?.name ?? '',
  }));
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
