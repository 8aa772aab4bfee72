import type { TaskOf } from '#kit/model/job.ts';
import type { Tx } from '#kit/server/database.ts';
import type { QueuedHandler } from '#kit/server/deliveries.ts';
import { enqueue } from '#kit/server/outbox.ts';
import { withTheirBundles } from '#modules/catalog/server/index.ts';
import type { FeedTrigger } from '../model/feed-trigger.ts';
import { pushStockJob, stockChangedJob } from '../model/jobs.ts';
import { IN_VAIN_MS } from './stock-push-items.ts';
import { URGENCY } from './urgency.ts';

/** Changes within so many milliseconds go out together. */
const SLOT_MS = 5000;

/** Shops a transaction has asked a push for: a sheet of listings asks once, not once per row. */
const requested = new WeakMap<Tx, Set<string>>();

/**
 * Asks for a stock push of a shop. Requests within one slot are one push, sent when the slot is
 * over: the latest quantities win. A slot whose push has already begun is too late: the next one.
 * One by hand is a push of its own: what waits already would not send again what was refused.
 * @param more `askedBy`: by hand, who; `retryRefused`: rows the channel refused lately go again
 */
export async function requestPush(
  tx: Tx,
  accountId: string,
  trigger: FeedTrigger,
  more: Pick<TaskOf<typeof pushStockJob>, 'askedBy' | 'retryRefused'> = {},
): Promise<void> {
  const shops = requested.get(tx) ?? new Set<string>();
  if (shops.has(accountId)) return;
  requested.set(tx, shops.add(accountId));
  const first = Math.floor(tx.now.getTime() / SLOT_MS);
  for (let slot = first; slot < first + 5; slot++) {
    const dedupeKey = `push:${accountId}:${slot}${more.retryRefused === true ? ':hand' : ''}`;
    const isNew = await enqueue(tx, pushStockJob, {
      aggregate: `stock:${accountId}`,
      dedupeKey,
      payload: { accountId, trigger, ...more },
      dueAt: new Date((slot + 1) * SLOT_MS),
    });
    if (isNew) return;
    // The lock keeps a worker from taking it up before this transaction can be seen.
    const known = await tx.maybe<{ status: string }>`
      select status from delivery
      where tenant_id = ${tx.tenant} and dedupe_key = ${dedupeKey} for update`;
    if (known?.status === 'pending') return;
  }
}

/** Shops that are notified about these SKUs: active, with stock pushes on. */
export async function requestPushesFor(tx: Tx, skuIds: readonly string[], trigger: FeedTrigger): Promise<void> {
  const sold = await withTheirBundles(tx, skuIds);
  const shops = await tx.rows<{ id: string }>`
    select a.id from channel_account a
    where a.tenant_id = ${tx.tenant} and a.deleted_at is null and a.status = 'active' and a.push_stock
      and exists (select 1 from channel_product p where p.tenant_id = a.tenant_id and p.account_id = a.id
        and p.sku_id = any(${sold}::uuid[]) and p.deleted_at is null)
    order by a.id`;
  for (const shop of shops) await requestPush(tx, shop.id, trigger);
}

/** The same for one shop, which may be closed: then opening it pushes anyway. */
export async function requestPushIfOpen(tx: Tx, accountId: string, trigger: FeedTrigger): Promise<void> {
  const open = await tx.maybe`
    select 1 from channel_account where tenant_id = ${tx.tenant} and id = ${accountId}::uuid
      and deleted_at is null and status = 'active' and push_stock`;
  if (open) await requestPush(tx, accountId, trigger);
}

/** Asks once more, after a while, for what a push was sent in vain: nothing else may change meanwhile. */
export async function requestPushLater(tx: Tx, pushId: string): Promise<void> {
  const rows = await tx.rows<{ skuId: string }>`
    select distinct p.sku_id from stock_push_item i
      join channel_product p on p.tenant_id = i.tenant_id and p.id = i.channel_product_id and p.sku_id is not null
    where i.tenant_id = ${tx.tenant} and i.push_id = ${pushId}::uuid and i.status = 'mismatch'`;
  if (rows.length === 0) return;
  // Not in the line of the shop's pushes, which would all wait behind it.
  await enqueue(tx, stockChangedJob, {
    aggregate: `stock-again:${pushId}`,
    dedupeKey: `push:${pushId}:again`,
    payload: { skuIds: rows.map(({ skuId }) => skuId) },
    dueAt: new Date(tx.now.getTime() + IN_VAIN_MS),
  });
}

/** `channels.stock`, after `stock.changed`: the shops that sell these SKUs get a push. */
export const stockChangedHandler: QueuedHandler<TaskOf<typeof stockChangedJob>> = {
  rank: URGENCY.stock.rank,
  run: (attempt) => attempt.finish((tx) => requestPushesFor(tx, attempt.payload.skuIds, 'stock')),
};
