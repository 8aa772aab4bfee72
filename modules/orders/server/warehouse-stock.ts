import { movePermission } from '#kit/model/lifecycle.ts';
import { may } from '#kit/server/actor.ts';
import type { Tx } from '#kit/server/database.ts';
import { isUuid } from '#kit/server/kinds.ts';
import { baseConditions } from '#kit/server/query/row-conditions.ts';
import { join, sql } from '#kit/server/sql.ts';
import { warehouse } from '#modules/base/model/warehouse.ts';
import { bundleParts, skuFaces } from '#modules/catalog/server/index.ts';
import { goodStockSeen } from '#modules/inventory/server/index.ts';
import { orderLifecycle } from '../model/order-lifecycle.ts';
import { salesOrder } from '../model/order.ts';
import type { WarehouseStock } from '../model/routes.ts';
import { standInWarehouses, type NeededUnits } from '../model/warehouse-stock.ts';

/** Most orders of a batch that are looked at. */
const MOST = 2_000;

/**
 * What each warehouse has for orders that might leave from it, as far as the caller may see stock:
 * those that must leave first take theirs first, and what an order holds there counts as available.
 * Warehouses of one's own row scope are named to whoever lists them, and to whoever may move an order to
 * another: without names there is nothing to choose from.
 */
export async function warehouseStock(tx: Tx, ids: readonly unknown[]): Promise<WarehouseStock[]> {
  const mayName = may(tx.actor, 'base:warehouse:list') || may(tx.actor, movePermission(orderLifecycle, 'reallocate'));
  if (!mayName || !may(tx.actor, 'inventory:stockLevel:list')) return [];
  const requested = ids.filter(isUuid).slice(0, MOST);
  const needed = await tx.query<NeededUnits>(sql`
    select l.order_id, l.sku_id, s.sku_code as code, l.warehouse_id,
      sum(l.qty - l.qty_cancelled - l.qty_shipped)::integer as units,
      sum(l.qty_reserved)::integer as held
    from sales_order t
    join order_line l on l.tenant_id = t.tenant_id and l.order_id = t.id
    left join sku s on s.tenant_id = l.tenant_id and s.id = l.sku_id
    where ${join(baseConditions(salesOrder, tx.actor), ' and ')} and t.id = any(${requested}::uuid[])
      and l.qty > l.qty_cancelled + l.qty_shipped
    group by t.ship_by, l.order_id, l.sku_id, s.sku_code, l.warehouse_id
    order by t.ship_by, l.order_id, s.sku_code`);
  const exploded = await byComponents(tx, needed);
  const skuIds = [...new Set(exploded.flatMap(({ skuId }) => skuId ?? []))];
  const stock = skuIds.length === 0 ? [] : await goodStockSeen(tx, skuIds);
  const warehouses = await tx.query<{ id: string; name: string }>(sql`
    select t.id, t.name from warehouse t
    where ${join(baseConditions(warehouse, tx.actor), ' and ')} and t.status = 'enabled'`);
  return standInWarehouses(exploded, stock, warehouses);
}

/** What is needed of bundles is needed of their components: two lines may share one. */
async function byComponents(tx: Tx, needed: readonly NeededUnits[]): Promise<NeededUnits[]> {
  const bundles = await bundleParts(
    tx,
    needed.flatMap(({ skuId }) => skuId ?? []),
  );
  if (bundles.size === 0) return [...needed];
  const components = [...bundles.values()].flat().map(({ skuId }) => skuId);
  const codes = new Map((await skuFaces(tx, components)).map((face) => [face.id, face.skuCode]));
  return needed.flatMap((one) => {
    const parts = bundles.get(one.skuId ?? '') ?? [];
    if (parts.length === 0) return [one];
    return parts.map(({ skuId, qty }) => ({
      ...one,
      skuId,
      code: codes.get(skuId) ?? null,
      units: one.units * qty,
      held: one.held * qty,
    }));
  });
}
