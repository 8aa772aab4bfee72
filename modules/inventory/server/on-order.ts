import type { Tx } from '#kit/server/database.ts';
import { keyText, lockLevels } from './levels.ts';
import type { OnTheWay } from './transit.ts';
import { touchLevels } from './touched-levels.ts';

/** Keeps beside each level what its suppliers owe: more of it, or less. Orders call this from above. */
export async function changeOnOrder(tx: Tx, changes: readonly OnTheWay[]): Promise<void> {
  const sums = new Map<string, OnTheWay & { condition: string }>();
  for (const { warehouseId, skuId, qty } of changes) {
    const key = { warehouseId, skuId, condition: 'good' };
    const known = sums.get(keyText(key))?.qty ?? 0;
    sums.set(keyText(key), { ...key, qty: known + qty });
  }
  const real = [...sums.values()].filter(({ qty }) => qty !== 0);
  if (real.length === 0) return;
  touchLevels(tx);
  const levels = await lockLevels(tx, real, true);
  // What became a bundle meanwhile may have no level: there is nothing to keep.
  const stored = real.flatMap((one) => {
    const level = levels.get(keyText(one));
    return level ? [{ id: level.id, qty: one.qty }] : [];
  });
  await tx.run`
    update stock_level l set on_order = l.on_order + c.qty, version = l.version + 1,
      update_by = ${tx.actor.username}, update_time = ${tx.now}
    from unnest(${stored.map(({ id }) => id)}::uuid[], ${stored.map(({ qty }) => qty)}::integer[]) as c (id, qty)
    where l.tenant_id = ${tx.tenant} and l.id = c.id`;
}
