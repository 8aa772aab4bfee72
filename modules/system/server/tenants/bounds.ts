import { resourceKey } from '#kit/model/resource.ts';
import { Refusal } from '#kit/model/refusal.ts';
import type { RoomHook, Tx } from '#kit/server/database.ts';
import type { Counted } from '#kit/server/module.ts';
import { overQuota, QUOTAS, type Quota, type QuotaUse } from '../../model/quotas.ts';

/** The bounds of tenants: the one place where more of something is refused. */
export interface Bounds {
  roomFor: RoomHook;
  /** What modules count; before they are put together nothing is bounded. */
  listen(counted: readonly Counted[]): void;
}

/**
 * People, shops and SKUs beyond the bound of a tenant are refused wherever they are made: rows of a
 * register by the kit, what stands in tables of a module by {@link requireRoom}. Orders come from
 * channels and are never refused.
 */
export function createBounds(): Bounds {
  let byResource = new Map<string, Counted>();
  return {
    async roomFor(tx, resource) {
      const counted = byResource.get(resource);
      if (!counted) return null;
      const quota = counted.bound as Quota;
      const most = await lockedBound(tx, quota);
      if (most === null) return null;
      const used = await counted.count(tx);
      const refusal = new Refusal('overQuota', overQuota(quota, used, most));
      return { left: Math.max(0, most - used), refusal };
    },
    listen(counted) {
      byResource = new Map(counted.flatMap((one) => (one.of ? [[resourceKey(one.of), one] as const] : [])));
    },
  };
}

/** @throws Refusal when the transaction's tenant may not have so many more */
export async function requireRoom(tx: Tx, resource: string, requested = 1): Promise<void> {
  const room = await tx.roomFor(resource);
  if (room && room.left < requested) throw room.refusal;
}

/** A tenant's own bound, else that of its plan; null: there is none. */
export async function boundsOf(tx: Tx): Promise<Record<Quota, number | null>> {
  const row = await tx.platform.one<Record<Quota, number | null>>`
    select coalesce(t.quota_users, p.quota_users) as users,
      coalesce(t.quota_shops, p.quota_shops) as shops,
      coalesce(t.quota_skus, p.quota_skus) as skus,
      coalesce(t.quota_orders, p.quota_orders) as orders,
      coalesce(t.quota_storage, p.quota_storage) as storage
    from tenant t left join plan p on p.id = t.plan_id where t.id = ${tx.tenant}`;
  return row;
}

/**
 * A bound, with the tenant locked where there is one: two who add at once are counted one after the
 * other. Rows that refer to the tenant are written meanwhile: they need no more than its key.
 */
async function lockedBound(tx: Tx, quota: Quota): Promise<number | null> {
  if ((await boundsOf(tx))[quota] === null) return null;
  await tx.platform.one`select 1 as one from tenant where id = ${tx.tenant} for no key update`;
  return (await boundsOf(tx))[quota];
}

/** How much of each bound the transaction's tenant has taken, bounded or not. */
export async function quotaUses(tx: Tx, counted: readonly Counted[]): Promise<QuotaUse[]> {
  const bounds = await boundsOf(tx);
  const uses: QuotaUse[] = [];
  for (const quota of Object.keys(QUOTAS) as Quota[]) {
    const one = counted.find(({ bound }) => bound === quota);
    if (one) uses.push({ quota, used: await one.count(tx), most: bounds[quota] });
  }
  return uses;
}
