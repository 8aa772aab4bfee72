import type { Tx } from '#kit/server/database.ts';
import type { Attempt } from '#kit/server/deliveries.ts';
import type { Offering } from '../model/offering.ts';
import type { StockItem, StockRefusal } from '../model/port.ts';
import type { Channel } from './connections.ts';
import { markInDoubt } from './shown-stock.ts';
import { markRejected, markReported, type PushItem } from './stock-push-records.ts';

/** Calls spent on finding the bad rows of refused batches. */
const MAX_SEARCH_CALLS = 40;

/** Batches that are on their way together: an answer takes longer than a call. */
const CALLS_AT_ONCE = 4;

/**
 * Sends rows in batches, some at once. Rows the channel names as refused stand out by themselves and the rest is
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
  for (let wave = queue.splice(0, CALLS_AT_ONCE); wave.length > 0; wave = queue.splice(0, CALLS_AT_ONCE)) {
    const sent = wave;
    await attempt.tx((tx) => markInDoubt(tx, sent.flat()));
    const answers = await Promise.allSettled(sent.map((batch) => channel.connection.pushStock(batch.map(wireItem))));
    const mayHalve = !isWhole && searches < MAX_SEARCH_CALLS;
    const heard = answers.flatMap((answer, at) =>
      answer.status === 'fulfilled' ? [verdictOf(sent[at] ?? [], answer.value, mayHalve)] : [],
    );
    // Together: what a listing shows is the sum of its codes, which stand in several batches.
    await attempt.tx(async (tx) => {
      for (const { batch, refused, taken, receipt, rejected, refusal } of heard) {
        if (refused.length > 0) await refuseNamed(tx, batch, refused);
        if (taken.length > 0) await markReported(tx, taken, receipt);
        if (rejected.length > 0) await markRejected(tx, rejected, refusal ?? '');
      }
    });
    for (const answer of answers) if (answer.status === 'rejected') throw answer.reason;
    const again = heard.flatMap((one) => one.again);
    searches += again.length;
    queue.unshift(...again);
  }
}

type PushAnswer = Awaited<ReturnType<Channel<Offering<'pushStock'>>['connection']['pushStock']>>;

interface Verdict extends PushAnswer {
  batch: readonly PushItem[];
  taken: PushItem[];
  rejected: PushItem[];
  /** Parts of the batch that are to be sent once more. */
  again: PushItem[][];
}

/** What an answer means for each row of its batch, beside those that it names as refused. */
function verdictOf(batch: readonly PushItem[], answer: PushAnswer, mayHalve: boolean): Verdict {
  const named = new Set(answer.refused.map(({ item }) => keyOf(item)));
  const rest = batch.filter((item) => !named.has(keyOf(item)));
  const verdict: Verdict = { ...answer, batch, taken: [], rejected: [], again: [] };
  if (rest.length === 0) return verdict;
  if (answer.refusal === null) return { ...verdict, taken: rest };
  if (!mayHalve || rest.length === 1) return { ...verdict, rejected: rest };
  const middle = Math.ceil(rest.length / 2);
  return { ...verdict, again: named.size > 0 ? [rest] : [rest.slice(0, middle), rest.slice(middle)] };
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
