import type { Attempt } from '#kit/server/deliveries.ts';
import { closesCapability } from '../model/capability.ts';
import { offers, type Offering } from '../model/offering.ts';
import { ChannelError, type StockRefusal } from '../model/port.ts';
import { closeCapability } from './capabilities.ts';
import type { Channel } from './connections.ts';
import { quarantine, resolveQuarantine, unreadableRow } from './quarantine.ts';
import { keyOf, wireItem } from './send-stock.ts';
import type { PushItem } from './stock-push-items.ts';

/**
 * What the channel shows for these rows, by warehouse and part. Rows it does not show, or shows in
 * a form that cannot be read, are left out; so are all where it does not let itself be read.
 */
export async function readBack(
  attempt: Attempt,
  channel: Channel,
  items: readonly PushItem[],
): Promise<Map<string, number>> {
  const shown = new Map<string, number>();
  const { connection } = channel;
  if (channel.closed.has('stockReadBack') || !offers(connection, 'stockReadBack')) return shown;
  const accountId = channel.account.id;
  try {
    for (const [code, rows] of Map.groupBy(items, (item) => item.channelWarehouseCode)) {
      const skus = rows.map(({ channelSku }) => channelSku);
      const page = await connection.readStock(code, skus);
      for (const reading of page.readings) shown.set(keyOf(reading), reading.qty);
      const read = page.readings.map(({ channelSku }) => channelSku);
      await attempt.tx((tx) => resolveQuarantine(tx, accountId, read, 'stock'));
      for (const row of page.unreadable) await attempt.tx((tx) => quarantine(tx, accountId, unreadableRow(row)));
    }
  } catch (error) {
    if (!closesCapability(error)) throw error;
    const { message } = error;
    await attempt.tx((tx) => closeCapability(tx, accountId, 'stockReadBack', message));
  }
  return shown;
}

/** What the channel says of the writes that sent these rows. */
interface StockVerdicts {
  confirmed: PushItem[];
  refused: StockRefusal[];
  underWay: PushItem[];
  /** The channel says nothing of them. */
  unknown: PushItem[];
}

/** Asks by the ids of the writes, where the channel gave any and answers for them. */
export async function readReceipts(
  attempt: Attempt,
  channel: Channel,
  items: readonly PushItem[],
): Promise<StockVerdicts> {
  const verdicts: StockVerdicts = { confirmed: [], refused: [], underWay: [], unknown: [] };
  const { connection } = channel;
  if (channel.closed.has('transactions') || !offers(connection, 'transactions'))
    return { ...verdicts, unknown: [...items] };
  let isClosed = false;
  for (const [receipt, rows] of Map.groupBy(items, (item) => item.receipt)) {
    if (receipt === null || isClosed) verdicts.unknown.push(...rows);
    else isClosed = (await readOne(attempt, { ...channel, connection }, receipt, rows, verdicts)) === 'closed';
  }
  return verdicts;
}

async function readOne(
  attempt: Attempt,
  channel: Channel<Offering<'transactions'>>,
  receipt: string,
  rows: readonly PushItem[],
  verdicts: StockVerdicts,
): Promise<'read' | 'closed'> {
  const accountId = channel.account.id;
  try {
    const reading = await channel.connection.readReceipt(receipt, rows.map(wireItem));
    const named = new Set(reading?.refused.map(({ item }) => keyOf(item)));
    verdicts.refused.push(...(reading?.refused ?? []));
    const rest = rows.filter((row) => !named.has(keyOf(row)));
    if (reading?.isFinal === false) verdicts.underWay.push(...rest);
    else if (reading?.refusal === null) verdicts.confirmed.push(...rest);
    else verdicts.unknown.push(...rest);
    await attempt.tx((tx) => resolveQuarantine(tx, accountId, [receipt], 'transaction'));
    return 'read';
  } catch (error) {
    if (!(error instanceof ChannelError) || !closesCapability(error)) throw error;
    const { kind, message } = error;
    verdicts.unknown.push(...rows);
    // An odd record concerns its own write alone.
    if (kind === 'unreadable') {
      const odd = { kind: 'transaction', key: receipt, reason: message, raw: '' } as const;
      await attempt.tx((tx) => quarantine(tx, accountId, unreadableRow(odd)));
      return 'read';
    }
    await attempt.tx((tx) => closeCapability(tx, accountId, 'transactions', message));
    return 'closed';
  }
}
