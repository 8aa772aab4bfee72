import type { Tx } from '#kit/server/database.ts';
import type { Attempt } from '#kit/server/deliveries.ts';
import type { Offering } from '../model/offering.ts';
import type { StockItem, StockRefusal } from '../model/port.ts';
import type { Channel } from './connections.ts';
import { markInDoubt } from './shown-stock.ts';
import { markRejected, markReported, type PushItem } from './stock-push-records.ts';

/** Calls spent on finding the bad rows of refused batches. */
const MAX_SEARCH_CALLS = 40;

/**
 * Sends rows in batches. Rows the channel names as refused stand out by themselves and the rest is
 * not sent again; a batch refused without names is halved until the bad rows stand alone. The set of
 * a sandbox stays whole: a part of it would zero the rest.
 */
export async function sendItems(
  attempt: Attempt,
  channel: Channel<Offering<'pushStock'>>,
  items: readonly PushItem[],
): Promise<void> {
  const isWhole = channel.account.environment === 'sandbox';
  const size = isWhole ? Math.max(1, items.length) : channel.connector.limits.stockBatch;
  const queue: PushItem[][] = [];
  for (let at = 0; at < items.length; at += size) queue.push(items.slice(at, at + size));
  let searches = 0;
  for (let batch = queue.shift(); batch; batch = queue.shift()) {
    const sent = batch;
    await attempt.tx((tx) => markInDoubt(tx, sent));
    const { refused, refusal, receipt } = await channel.connection.pushStock(batch.map(wireItem));
    if (refused.length > 0) await attempt.tx((tx) => refuseNamed(tx, sent, refused));
    const named = new Set(refused.map(({ item }) => keyOf(item)));
    const rest = batch.filter((item) => !named.has(keyOf(item)));
    if (rest.length === 0) continue;
    if (refusal === null) await attempt.tx((tx) => markReported(tx, rest, receipt));
    else if (isWhole || rest.length === 1 || searches >= MAX_SEARCH_CALLS)
      await attempt.tx((tx) => markRejected(tx, rest, refusal));
    else if (named.size > 0) {
      searches += 1;
      queue.unshift(rest);
    } else {
      searches += 2;
      const middle = Math.ceil(rest.length / 2);
      queue.unshift(rest.slice(0, middle), rest.slice(middle));
    }
  }
}

/** Marks the rows that the channel refused by name. */
export async function refuseNamed(
  tx: Tx,
  items: readonly PushItem[],
  refusals: readonly StockRefusal[],
): Promise<void> {
  const reasons = new Map(refusals.map(({ item, message }) => [keyOf(item), message]));
  const bad = items.filter((item) => reasons.has(keyOf(item)));
  for (const [message, rows] of Map.groupBy(bad, (item) => reasons.get(keyOf(item)) ?? ''))
    await markRejected(tx, rows, message);
}

export const wireItem = ({ channelWarehouseCode, channelSku, qty, discontinued }: PushItem): StockItem => ({
  channelWarehouseCode,
  channelSku,
  qty,
  discontinued,
});

/** By what a row is known at the channel. */
export const keyOf = (row: { channelWarehouseCode: string; channelSku: string }): string =>
  `${row.channelWarehouseCode} ${row.channelSku}`;
