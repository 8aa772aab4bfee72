import { Refusal } from '#kit/model/refusal.ts';
import type { Tx } from '#kit/server/database.ts';
import type { Registry } from '#kit/server/registry.ts';
import { addRows } from '#kit/server/write-rows.ts';
import { deleteRows } from '#kit/server/write.ts';
import { inventorySyncRule } from '../model/channel-product.ts';
import { nothingToLock } from '../model/errors.ts';
import { syncRuleGuards } from './listing-guards.ts';

export interface SeenListing {
  id: string;
  accountId: string;
  channelSku: string;
  skuId: string | null;
}

interface Changes {
  /** Rules that were made or taken away. */
  changed: number;
  /** Listings that were so already. */
  unchanged: number;
}

/** The rule that shows nothing of a SKU in a shop stands before all others of that SKU. */
const LOCK_PRIORITY = 0;

/**
 * 锁定0: from now on the shop shows nothing of these SKUs, in all warehouses of its channel, until they are unlocked.
 * Which of them had a lock already stays as it is.
 * @throws Refusal 422 where a listing has no SKU, or its SKU a rule of priority 0 that says something else
 */
export async function lockListings(tx: Tx, registry: Registry, listings: readonly SeenListing[]): Promise<Changes> {
  const pairs = pairsOf(listings);
  const locked = new Set((await locksOf(tx, pairs)).map(keyOf));
  const open = pairs.filter((pair) => !locked.has(keyOf(pair)));
  const outcomes = await addRows(
    tx,
    { registry, resource: inventorySyncRule, guards: syncRuleGuards },
    open.map(({ accountId, skuId }) => ({
      body: {
        accountId,
        skuId,
        mode: 'zero',
        fixedQty: 0,
        safetyQty: 0,
        pct: 100,
        minShow: 0,
        priority: LOCK_PRIORITY,
        status: 'enabled',
      },
    })),
  );
  for (const [at, outcome] of outcomes.entries())
    if ('refusal' in outcome) {
      const { code, message, status } = outcome.refusal;
      throw new Refusal(code, `${open[at]?.channelSku ?? ''}：${message}`, { status });
    }
  return { changed: open.length, unchanged: pairs.length - open.length };
}

/** 解除锁定: takes those rules away again; a rule for the whole shop stays, and so do other rules of the SKU. */
export async function unlockListings(tx: Tx, registry: Registry, listings: readonly SeenListing[]): Promise<Changes> {
  const pairs = pairsOf(listings);
  const locks = await locksOf(tx, pairs);
  const writer = { registry, resource: inventorySyncRule, guards: syncRuleGuards };
  if (locks.length > 0)
    await deleteRows(
      tx,
      writer,
      locks.map(({ id }) => id),
    );
  const unlocked = new Set(locks.map(keyOf));
  return { changed: unlocked.size, unchanged: pairs.length - unlocked.size };
}

interface Pair {
  accountId: string;
  skuId: string;
  channelSku: string;
}

const keyOf = ({ accountId, skuId }: Pick<Pair, 'accountId' | 'skuId'>): string => `${accountId} ${skuId}`;

/** Two listings of a shop may mean one SKU: a rule is about the SKU. */
function pairsOf(listings: readonly SeenListing[]): Pair[] {
  const pairs = listings.map(({ accountId, skuId, channelSku }) => {
    if (skuId === null) throw nothingToLock({ channelSku });
    return { accountId, skuId, channelSku };
  });
  return [...new Map(pairs.map((pair) => [keyOf(pair), pair])).values()];
}

const locksOf = (tx: Tx, pairs: readonly Pair[]): Promise<{ id: string; accountId: string; skuId: string }[]> =>
  tx.rows<{ id: string; accountId: string; skuId: string }>`
    select r.id, r.account_id, r.sku_id from inventory_sync_rule r
      join unnest(${pairs.map(({ accountId }) => accountId)}::uuid[],
        ${pairs.map(({ skuId }) => skuId)}::uuid[]) as p (account_id, sku_id)
        on p.account_id = r.account_id and p.sku_id = r.sku_id
    where r.tenant_id = ${tx.tenant} and r.deleted_at is null and r.status = 'enabled' and r.mode = 'zero'
    order by r.id`;
