import type { Tx } from '#kit/server/database.ts';
import { bundleParts } from '#modules/catalog/server/index.ts';
import type { Movement } from './movement.ts';

/** Units of open reservations that leave. */
export interface ReservedItem {
  /** `ship:{shipmentLineId}`: the same line never leaves twice. */
  key: string;
  orderLineId: string;
  warehouseId: string;
  skuId: string;
  qty: number;
  refType: string;
  refId: string;
  refNo: string;
  reason?: string | null;
}

/** One movement of what an item sends out. */
export interface Leaving {
  item: ReservedItem;
  movement: Movement;
}

/**
 * What leaves with each item: its SKU, or the components of a bundle as they were held for the line,
 * each under a key of its own, so that the same line never leaves twice.
 */
export async function leavingOf(tx: Tx, type: string, items: readonly ReservedItem[]): Promise<Leaving[]> {
  const bundles = await bundleParts(
    tx,
    items.map(({ skuId }) => skuId),
  );
  const lines = items.filter(({ skuId }) => bundles.has(skuId)).map((item) => item.orderLineId);
  const held = await tx.rows<{ orderLineId: string; skuId: string; qty: number }>`
    select distinct order_line_id, sku_id, per_unit as qty from reservation
    where tenant_id = ${tx.tenant} and order_line_id = any(${lines}::uuid[]) and status <> 'released'
    order by order_line_id, sku_id`;
  return items.flatMap((item) => {
    const { skuId, qty, key } = item;
    const bundle = bundles.get(skuId);
    if (!bundle) return [leavingAs(item, type, { skuId, qty, key })];
    const own = held.filter(({ orderLineId }) => orderLineId === item.orderLineId);
    return (own.length > 0 ? own : bundle).map((part) =>
      leavingAs(item, type, {
        skuId: part.skuId,
        qty: qty * part.qty,
        key: `${key}:${part.skuId}`,
      }),
    );
  });
}

const leavingAs = (
  item: ReservedItem,
  type: string,
  { skuId, qty, key }: { skuId: string; qty: number; key: string },
): Leaving => ({
  item,
  movement: {
    key,
    warehouseId: item.warehouseId,
    skuId,
    condition: 'good',
    type,
    qty: -qty,
    refType: item.refType,
    refId: item.refId,
    refNo: item.refNo,
    reason: item.reason ?? null,
  },
});

/** By the key of the item: a bundle costs what its components did. */
export function costOfItems(leavings: readonly Leaving[], costs: ReadonlyMap<string, bigint>): Map<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const { item, movement } of leavings) {
    const cost = costs.get(movement.key);
    if (cost !== undefined) sums.set(item.key, (sums.get(item.key) ?? 0n) + cost);
  }
  return sums;
}
