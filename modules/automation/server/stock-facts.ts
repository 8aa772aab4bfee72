import type { Tx } from '#kit/server/database.ts';
import { bundleParts } from '#modules/catalog/server/index.ts';
import { availableOf } from '#modules/inventory/server/index.ts';
import type { KnownFacts } from '../model/facts.ts';
import type { OrderGoods } from './goods-facts.ts';

/** Stands for what nobody has paired yet: no warehouse has it. */
const UNPAIRED = '';

interface Place {
  accountId: string;
  warehouseId: string;
}

interface OrderOfShop {
  id: string;
  accountId: string;
}

/**
 * What warehouses have for orders: those that ship for the shop of the order, each with what it can promise
 * and what the order itself holds there already. Bundles count by their components.
 */
export async function stockFacts(
  tx: Tx,
  goods: ReadonlyMap<string, readonly OrderGoods[]>,
  orders: readonly OrderOfShop[],
): Promise<Map<string, KnownFacts>> {
  const needs = await neededParts(tx, goods);
  const named = [...needs.values()].flatMap((parts) => [...parts.keys()]);
  const skuIds = [...new Set(named)].filter((id) => id !== UNPAIRED);
  const levels = await availableOf(tx, skuIds);
  const available = new Map(
    levels.map((one) => [`${one.warehouseId} ${one.skuId}`, one.available + one.oversellLimit]),
  );
  const held = await heldBy(tx, [...goods.keys()]);
  const places = Map.groupBy(await placesOf(tx), ({ accountId }) => accountId);
  return new Map(
    orders.map(({ id, accountId }): [string, KnownFacts] => {
      const parts = needs.get(id);
      if (!parts || parts.has(UNPAIRED)) return [id, { isCovered: false, coveringIds: [] }];
      const unitsAt = (warehouseId: string, skuId: string): number =>
        (available.get(`${warehouseId} ${skuId}`) ?? 0) + (held.get(`${id} ${warehouseId} ${skuId}`) ?? 0);
      const own = (places.get(accountId) ?? []).map(({ warehouseId }) => warehouseId);
      const coveringIds = own.filter((warehouseId) =>
        [...parts].every(([skuId, qty]) => unitsAt(warehouseId, skuId) >= qty),
      );
      const availableAt = Object.fromEntries(
        own.map((warehouseId) => [
          warehouseId,
          Math.min(...[...parts.keys()].map((skuId) => unitsAt(warehouseId, skuId))),
        ]),
      );
      return [id, { isCovered: coveringIds.length > 0, coveringIds, availableAt }];
    }),
  );
}

/** Units of each SKU that an order takes; under the empty name what nobody has paired yet. */
async function neededParts(
  tx: Tx,
  goods: ReadonlyMap<string, readonly OrderGoods[]>,
): Promise<Map<string, Map<string, number>>> {
  const skuIds = [...new Set([...goods.values()].flat().flatMap(({ skuId }) => skuId ?? []))];
  const bundles = await bundleParts(tx, skuIds);
  return new Map(
    [...goods].map(([id, lines]) => {
      const parts = new Map<string, number>();
      for (const { skuId, qty } of lines)
        for (const part of bundles.get(skuId ?? '') ?? [{ skuId: skuId ?? UNPAIRED, qty: 1 }])
          parts.set(part.skuId, (parts.get(part.skuId) ?? 0) + part.qty * qty);
      return [id, parts];
    }),
  );
}

async function heldBy(tx: Tx, orderIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await tx.rows<{ key: string; qty: number }>`
    select l.order_id || ' ' || r.warehouse_id || ' ' || r.sku_id as key, sum(r.qty)::integer as qty
    from order_line l join reservation r on r.tenant_id = l.tenant_id and r.order_line_id = l.id
    where l.tenant_id = ${tx.tenant} and l.order_id = any(${[...orderIds]}::uuid[]) and r.status = 'open'
    group by 1`;
  return new Map(rows.map(({ key, qty }) => [key, qty]));
}

/** Which enabled warehouses ship for which shop: those mapped to it, or all where none is; for who sees some, of those. */
const placesOf = (tx: Tx): Promise<Place[]> =>
  tx.rows<Place>`
    select a.id as "accountId", w.id as "warehouseId"
    from channel_account a join warehouse w on w.tenant_id = a.tenant_id
    where a.tenant_id = ${tx.tenant} and w.deleted_at is null and w.status = 'enabled'
      and (${tx.actor.limits.warehouses ?? null}::uuid[] is null or w.id = any(${tx.actor.limits.warehouses ?? []}::uuid[]))
      and (not exists (
          select 1 from channel_warehouse c where c.tenant_id = a.tenant_id and c.account_id = a.id
            and c.deleted_at is null and c.status = 'enabled')
        or exists (
          select 1 from channel_warehouse c where c.tenant_id = a.tenant_id and c.account_id = a.id
            and c.warehouse_id = w.id and c.deleted_at is null and c.status = 'enabled'))
    order by a.id, w.priority, w.id`;
