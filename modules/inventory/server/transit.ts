import { newId, type Tx } from '#kit/server/database.ts';
import { takeOldest, type OpenLayer } from './cost-layers.ts';
import { keyText, lockLevels, refuseBundles } from './levels.ts';
import type { LayerShare } from './movement.ts';
import { touchLevels } from './touched-levels.ts';

/** Units that are on their way to good stock of a warehouse: more of them, or fewer. */
export interface OnTheWay {
  warehouseId: string;
  skuId: string;
  qty: number;
}

/** Keeps beside each level what is on its way to it. */
export async function changeTransit(tx: Tx, changes: readonly OnTheWay[]): Promise<void> {
  const sums = new Map<string, OnTheWay>();
  for (const { warehouseId, skuId, qty } of changes) {
    const key = keyText({ warehouseId, skuId, condition: 'good' });
    sums.set(key, { warehouseId, skuId, qty: qty + (sums.get(key)?.qty ?? 0) });
  }
  const real = [...sums.values()].filter(({ qty }) => qty !== 0);
  if (real.length === 0) return;
  touchLevels(tx);
  const keys = real.map((one) => ({ ...one, condition: 'good' }));
  const levels = await lockLevels(tx, keys, true);
  await refuseBundles(
    tx,
    keys.filter(({ qty }) => qty > 0),
    levels,
  );
  await tx.run`
    update stock_level l set in_transit = l.in_transit + c.qty, version = l.version + 1,
      update_by = ${tx.actor.username}, update_time = ${tx.now}
    from unnest(${real.map((one) => levels.get(keyText({ ...one, condition: 'good' }))?.id ?? '')}::uuid[],
      ${real.map(({ qty }) => qty)}::integer[]) as c (id, qty)
    where l.tenant_id = ${tx.tenant} and l.id = c.id`;
}

/** What left the layers of its warehouse goes on its way with what it cost. */
export async function loadTransit(
  tx: Tx,
  lines: readonly { lineId: string; shares: readonly LayerShare[] }[],
): Promise<void> {
  const rows = lines.flatMap(({ lineId, shares }) => shares.map((share) => ({ lineId, ...share })));
  await tx.run`
    insert into transit_layer (tenant_id, id, transfer_line_id, qty_in, qty_left, value_left, since, origin_id,
      create_time)
    select ${tx.tenant}, r.id, r.line_id, r.qty, r.qty, r.value, r.since, r.origin_id, ${tx.now}
    from unnest(${rows.map(() => newId())}::uuid[], ${rows.map((r) => r.lineId)}::uuid[],
      ${rows.map((r) => r.qty)}::integer[], ${rows.map((r) => r.value)}::bigint[],
      ${rows.map(({ since = tx.now }) => since)}::timestamptz[],
      ${rows.map(({ originId }) => originId ?? null)}::uuid[])
      as r (id, line_id, qty, value, since, origin_id)`;
}

interface TransitLayer extends OpenLayer {
  id: string;
  lineId: string;
  since: Date;
  originId: string | null;
}

/**
 * Takes units off their way, the oldest first. Callers hold the document, and have seen that there
 * are as many.
 * @returns what each of the wanted cost, in their order
 */
export async function unloadTransit(
  tx: Tx,
  requested: readonly { lineId: string; qty: number }[],
): Promise<LayerShare[][]> {
  const layers = await tx.rows<TransitLayer>`
    select id, transfer_line_id as line_id, qty_left, value_left, since, origin_id from transit_layer
    where tenant_id = ${tx.tenant} and qty_left > 0
      and transfer_line_id = any(${requested.map(({ lineId }) => lineId)}::uuid[]) order by id for update`;
  const shares = requested.map(({ lineId, qty }) => {
    const own = layers.filter((layer) => layer.lineId === lineId);
    const { takes, missing } = takeOldest(own, qty);
    if (missing > 0) throw new Error(`${missing} units of ${lineId} are not on their way`);
    return takes.map(({ qty: units, value, layer: { since, originId } }) => ({
      qty: units,
      value,
      since,
      ...(originId ? { originId } : {}),
    }));
  });
  await tx.run`
    update transit_layer l set qty_left = c.qty_left, value_left = c.value_left
    from unnest(${layers.map(({ id }) => id)}::uuid[], ${layers.map((l) => l.qtyLeft)}::integer[],
      ${layers.map((l) => l.valueLeft)}::bigint[]) as c (id, qty_left, value_left)
    where l.tenant_id = ${tx.tenant} and l.id = c.id`;
  return shares;
}
