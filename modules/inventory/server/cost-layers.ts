import { divideHalfUp } from '#kit/model/money.ts';
import { newId, type Tx } from '#kit/server/database.ts';
import type { LayerShare, Movement } from './movement.ts';

interface Layer extends OpenLayer {
  id: string;
  since: Date;
  warehouseId: string;
  skuId: string;
}

/** What a layer still holds. */
export interface OpenLayer {
  qtyLeft: number;
  valueLeft: bigint;
}

export const valueOf = (shares: readonly LayerShare[]): bigint =>
  shares.reduce((sum, { value }) => sum + value, 0n);

/**
 * Takes units from layers, oldest first, and lowers what each holds. The last units of a layer
 * take all its value, so nothing is lost to rounding.
 * @param layers in the order in which they came
 * @returns the cost of each layer's share; units that no layer holds are missing
 */
export function takeOldest<L extends OpenLayer>(
  layers: readonly L[],
  wanted: number,
): { takes: { layer: L; qty: number; value: bigint }[]; missing: number } {
  const takes: { layer: L; qty: number; value: bigint }[] = [];
  let missing = wanted;
  for (const layer of layers) {
    const qty = Math.min(missing, layer.qtyLeft);
    if (qty === 0) continue;
    const value = divideHalfUp(layer.valueLeft * BigInt(qty), BigInt(layer.qtyLeft));
    layer.qtyLeft -= qty;
    layer.valueLeft -= value;
    takes.push({ layer, qty, value });
    missing -= qty;
  }
  return { takes, missing };
}

/**
 * Costs outgoing units first in, first out within their warehouse.
 * @returns by movement key what was taken of each layer
 */
export async function consumeLayers(
  tx: Tx,
  outgoing: readonly Movement[],
): Promise<Map<string, LayerShare[]>> {
  const shares = new Map<string, LayerShare[]>();
  if (outgoing.length === 0) return shares;
  const layers = await tx.rows<Layer>`
    select l.id, l.warehouse_id, l.sku_id, l.qty_left, l.value_left, l.since from cost_layer l
    where l.tenant_id = ${tx.tenant} and l.qty_left > 0 and (l.warehouse_id, l.sku_id) in (
      select * from unnest(${outgoing.map((m) => m.warehouseId)}::uuid[], ${outgoing.map((m) => m.skuId)}::uuid[]))
    order by l.id for update`;
  const touched = new Set<Layer>();
  for (const movement of outgoing) {
    const own = layers.filter(
      (layer) => layer.warehouseId === movement.warehouseId && layer.skuId === movement.skuId,
    );
    const { takes } = takeOldest(own, -movement.qty);
    for (const { layer } of takes) touched.add(layer);
    shares.set(
      movement.key,
      takes.map(({ qty, value, layer: { since } }) => ({ qty, value, since })),
    );
  }
  const changed = [...touched];
  if (changed.length > 0)
    await tx.run`update cost_layer l set qty_left = c.qty_left, value_left = c.value_left
      from unnest(${changed.map((l) => l.id)}::uuid[], ${changed.map((l) => l.qtyLeft)}::integer[],
        ${changed.map((l) => l.valueLeft)}::bigint[]) as c (id, qty_left, value_left)
      where l.tenant_id = ${tx.tenant} and l.id = c.id`;
  return shares;
}

/** A receipt opens a layer of its own; what was stock before keeps those it has, and their day. */
export async function insertLayers(
  tx: Tx,
  received: readonly {
    id: string;
    warehouseId: string;
    skuId: string;
    qty: number;
    value: bigint;
    layers?: readonly LayerShare[];
  }[],
): Promise<void> {
  const rows = received.flatMap(({ layers, ...row }) =>
    (layers ?? [row as LayerShare]).map(({ qty, value, since = tx.now }) => ({
      ...row,
      ...{ qty, value, since },
    })),
  );
  if (rows.length === 0) return;
  await tx.run`
    insert into cost_layer (tenant_id, id, movement_id, warehouse_id, sku_id, qty_in, qty_left, value_left, since, create_time)
    select ${tx.tenant}, r.id, r.movement_id, r.warehouse_id, r.sku_id, r.qty, r.qty, r.value, r.since, ${tx.now}
    from unnest(${rows.map(() => newId())}::uuid[], ${rows.map((r) => r.id)}::uuid[],
      ${rows.map((r) => r.warehouseId)}::uuid[], ${rows.map((r) => r.skuId)}::uuid[],
      ${rows.map((r) => r.qty)}::integer[], ${rows.map((r) => r.value)}::bigint[],
      ${rows.map((r) => r.since)}::timestamptz[])
      as r (id, movement_id, warehouse_id, sku_id, qty, value, since)`;
}
