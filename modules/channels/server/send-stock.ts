import type { Tx } from '#kit/server/database.ts';
import type { Attempt } from '#kit/server/deliveries.ts';
import type { Offering } from '../model/offering.ts';
import type { StockItem, StockRefusal } from '../model/port.ts';
import type { Channel } from './connections.ts';
import { markInDoubt, rememberCodes } from './shown-stock.ts';
import { noteInFlight } from './stock-in-flight.ts';
import { storeOutcomes, storePending, type ItemOutcome, type PushItem } from './stock-push-items.ts';

/** Calls spent on finding the bad rows of refused batches. */
const MAX_SEARCH_CALLS = 40;

/** Batches that are on their way together: an answer takes longer than a call. */
const CALLS_AT_ONCE = 4;

/**
 * Sends rows of a push in batches, some at once, and stores what was said to the last ones meanwhile. Rows the channel
 * names as refused stand out by themselves and the rest is not sent again; a batch refused without names is halved
 * until the bad rows stand alone. The set of a sandbox stays whole: a part of it would zero the rest.
 */
export async function sendItems(
  attempt: Attempt,
  channel: Channel<Offering<'pushStock'>>,
  pushId: string,
  items: readonly PushItem[],
): Promise<void> {
  const isWhole = channel.account.environment === 'sandbox';
  const size = isWhole ? Math.max(1, items.length) : channel.connector.limits.stockBatch;
  const queue: PushItem[][] = [];
  for (let at = 0; at < items.length; at += size) queue.push(items.slice(at, at + size));
  let searches = 0;
  let said: ItemOutcome[] = [];
  const codes = items.map(({ channelWarehouseCode }) => channelWarehouseCode);
  if (codes.length > 0) await attempt.tx((tx) => rememberCodes(tx, channel.account.id, codes));
  for (let wave = queue.splice(0, CALLS_AT_ONCE); wave.length > 0; wave = queue.splice(0, CALLS_AT_ONCE)) {
    const [sent, before] = [wave, said];
    // What the last wave was answered is stored while this one is on its way.
    const noted = [...before.map(({ item }) => item), ...sent.flat()];
    await attempt.tx((tx) => noteInFlight(tx, pushId, noted));
    const calls = Promise.allSettled(sent.map((batch) => channel.connection.pushStock(batch.map(wireItem))));
    const [answers] = await Promise.all([calls, attempt.tx((tx) => storeOutcomes(tx, pushId, before))]);
    const mayHalve = !isWhole && searches < MAX_SEARCH_CALLS;
    const heard = answers.flatMap((answer, at) =>
      answer.status === 'fulfilled' ? [verdictOf(sent[at] ?? [], answer.value, mayHalve)] : [],
    );
    said = heard.flatMap((verdict) => verdict.outcomes);
    const failure = answers.find((answer) => answer.status === 'rejected');
    if (failure) {
      const unheard = sent.filter((_batch, at) => answers[at]?.status === 'rejected').flat();
      const waiting = [...unheard, ...heard.flatMap(({ again }) => again.flat()), ...queue.flat()];
      await breakOff(attempt, pushId, said, unheard, waiting);
      throw failure.reason;
    }
    const again = heard.flatMap((one) => one.again);
    searches += again.length;
    queue.unshift(...again);
  }
  await attempt.tx(async (tx) => {
    await storeOutcomes(tx, pushId, said);
    await noteInFlight(tx, pushId, []);
  });
}

/** Stores what is known where a call was not answered: it may have been heard. The rest waits for the next attempt. */
async function breakOff(
  attempt: Attempt,
  pushId: string,
  said: readonly ItemOutcome[],
  unheard: readonly PushItem[],
  waiting: readonly PushItem[],
): Promise<void> {
  await attempt.tx(async (tx) => {
    await storeOutcomes(tx, pushId, said);
    await markInDoubt(tx, unheard);
    await noteInFlight(tx, pushId, []);
    const fresh = waiting.filter(({ inputs }) => inputs !== undefined);
    await storePending(tx, pushId, fresh);
  });
}

type PushAnswer = Awaited<ReturnType<Channel<Offering<'pushStock'>>['connection']['pushStock']>>;

interface Verdict {
  outcomes: ItemOutcome[];
  /** Parts of the batch that are to be sent once more. */
  again: PushItem[][];
}

/** What an answer means for each row of its batch. */
function verdictOf(batch: readonly PushItem[], { refused, refusal, receipt }: PushAnswer, mayHalve: boolean): Verdict {
  const reasons = reasonsOf(refused);
  const named = batch.filter((item) => reasons.has(keyOf(item)));
  const rest = batch.filter((item) => !reasons.has(keyOf(item)));
  const outcomes = named.map((item): ItemOutcome => rejected(item, reasons.get(keyOf(item)) ?? ''));
  if (rest.length === 0) return { outcomes, again: [] };
  if (refusal === null)
    return {
      outcomes: [...outcomes, ...rest.map((item): ItemOutcome => ({ item, status: 'sent', error: null, receipt }))],
      again: [],
    };
  if (!mayHalve || rest.length === 1)
    return { outcomes: [...outcomes, ...rest.map((item) => rejected(item, refusal))], again: [] };
  const middle = Math.ceil(rest.length / 2);
  return { outcomes, again: named.length > 0 ? [rest] : [rest.slice(0, middle), rest.slice(middle)] };
}

const rejected = (item: PushItem, error: string): ItemOutcome => ({ item, status: 'rejected', error, receipt: null });

const reasonsOf = (refusals: readonly StockRefusal[]): Map<string, string> =>
  new Map(refusals.map(({ item, message }) => [keyOf(item), message]));

/** Marks rows that the channel had taken and refuses now, by name. */
export async function refuseNamed(
  tx: Tx,
  pushId: string,
  items: readonly PushItem[],
  refusals: readonly StockRefusal[],
): Promise<void> {
  const reasons = reasonsOf(refusals);
  const bad = items.filter((item) => reasons.has(keyOf(item)));
  await storeOutcomes(
    tx,
    pushId,
    bad.map((item) => rejected(item, reasons.get(keyOf(item)) ?? '')),
  );
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
