import { noteInTransaction } from '#kit/server/deliveries.ts';
import { noteLookedUp, openOrdersUnreadSince } from '#modules/orders/server/index.ts';
import { ChannelError, type OrderReading } from '../model/port.ts';
import type { PullScene } from './pull-scene.ts';
import { receiveAll } from './receive-orders.ts';

/** An open order that the channel has not reported for so long is asked for by its number. */
const REREAD_AFTER_MS = 6 * 3_600_000;
/** At most so many in one pull: what is left has its turn with the next ones. */
const REREAD_AT_MOST = 50;
/** Calls spent on finding the numbers for which the channel refuses all that are asked for together. */
const MAX_SEARCH_CALLS = 24;

/**
 * Open orders that the pages show no more (older than the days read again) are read by number, the
 * longest unheard first: a cancellation or a change reaches each of them, however old it is.
 * @returns what failed, for another attempt: nothing else of the pull waits for it; null = it worked
 */
export async function rereadOpen(scene: PullScene): Promise<unknown> {
  const { attempt, channel } = scene;
  const accountId = channel.account.id;
  if (attempt.progress['reread'] === true) return null;
  const since = new Date(attempt.now.getTime() - REREAD_AFTER_MS);
  const numbers = await attempt.tx((tx) => openOrdersUnreadSince(tx, accountId, since, REREAD_AT_MOST));
  try {
    if (numbers.length > 0) await receiveAll(scene, await readApart(scene, numbers));
  } catch (error) {
    if (error instanceof ChannelError) return error;
    throw error;
  }
  await attempt.tx(async (tx) => {
    await noteLookedUp(tx, accountId, numbers);
    await noteInTransaction(tx, attempt, { reread: true });
  });
  return null;
}

/** One number that the channel does not take keeps no other from being read: it is set aside alone. */
async function readApart({ channel: { connection } }: PullScene, numbers: readonly string[]): Promise<OrderReading> {
  const found: OrderReading = { orders: [], unreadable: [] };
  const queue: (readonly string[])[] = [numbers];
  let searches = 0;
  for (let some = queue.shift(); some; some = queue.shift()) {
    try {
      const reading = await connection.getOrders(some);
      found.orders.push(...reading.orders);
      found.unreadable.push(...reading.unreadable);
    } catch (error) {
      const isRefused = error instanceof ChannelError && error.kind === 'validation';
      if (!isRefused || (some.length > 1 && searches >= MAX_SEARCH_CALLS)) throw error;
      if (some.length === 1) {
        found.unreadable.push({ channelOrderNo: some[0] ?? null, reason: error.message, raw: '' });
        continue;
      }
      searches += 2;
      const middle = Math.ceil(some.length / 2);
      queue.unshift(some.slice(0, middle), some.slice(middle));
    }
  }
  return found;
}
