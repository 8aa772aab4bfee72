import type { Tx } from '#kit/server/database.ts';
import { receiveOrder, type MappedOrder } from '#modules/orders/server/index.ts';
import type { IncomingOrder, OrderReading } from '../model/port.ts';
import { prepareListings, type Listing } from './listings.ts';
import { storeMessage } from './order-messages.ts';
import { countOrder } from './pull-run.ts';
import type { PullScene } from './pull-scene.ts';
import { isPassing, quarantine, resolveQuarantine, unreadable, unstorable } from './quarantine.ts';

/**
 * Takes in what was read; a bad row is set aside alone.
 * @param close further work in the transaction of the last order
 * @returns whether that work has been done
 */
export async function receiveAll(
  scene: PullScene,
  { orders, unreadable: bad }: OrderReading,
  close?: (tx: Tx) => Promise<void>,
): Promise<boolean> {
  const { attempt, channel } = scene;
  const accountId = channel.account.id;
  for (const row of bad)
    await attempt.tx(async (tx) => {
      await quarantine(tx, accountId, unreadable(row));
      await countOrder(tx, scene.runId, 'quarantined');
    });
  const listings = await prepareTogether(scene, orders);
  let isClosed = false;
  for (const [index, order] of orders.entries()) {
    const isLast = index === orders.length - 1;
    const isStored = await receiveOne(scene, order, listings, async (tx) => {
      if (isLast) await close?.(tx);
    });
    isClosed = isLast && isStored;
  }
  return isClosed;
}

/** @returns null where one odd order spoils the listings of a page: each order then has its own */
async function prepareTogether(
  { attempt, channel }: PullScene,
  orders: readonly IncomingOrder[],
): Promise<ReadonlyMap<string, Listing> | null> {
  try {
    return await attempt.tx((tx) => prepareListings(tx, channel.account.id, orders));
  } catch (error) {
    if (isPassing(error)) throw error;
    return null;
  }
}

/** @returns whether the order is stored; a bad one is set aside with its reason */
async function receiveOne(
  scene: PullScene,
  order: IncomingOrder,
  prepared: ReadonlyMap<string, Listing> | null,
  finish: (tx: Tx) => Promise<void>,
): Promise<boolean> {
  const { services, attempt, channel, actor, policy, runId } = scene;
  try {
    const listings = prepared ?? (await attempt.tx((tx) => prepareListings(tx, channel.account.id, [order])));
    const mapped = mapOrder(order, listings, scene.warehouses);
    await receiveOrder(services, actor, policy, mapped, async (tx, received) => {
      await countOrder(tx, runId, received.outcome);
      await resolveQuarantine(tx, channel.account.id, [order.channelOrderNo]);
      if (order.raw !== undefined && received.outcome !== 'repeated')
        await storeMessage(tx, {
          orderId: received.orderId,
          accountId: channel.account.id,
          source: 'pull',
          raw: order.raw,
        });
      await finish(tx);
    });
    return true;
  } catch (error) {
    if (isPassing(error)) throw error;
    services.log('warn', { err: error, po: order.channelOrderNo }, 'order set aside');
    await attempt.tx(async (tx) => {
      await quarantine(tx, channel.account.id, unstorable(order, error));
      await countOrder(tx, runId, 'quarantined');
    });
    return false;
  }
}

/** SKUs, agreed prices and the local warehouse, where they are known. */
export function mapOrder(
  order: IncomingOrder,
  listings: ReadonlyMap<string, Listing>,
  warehouses: ReadonlyMap<string, string>,
): MappedOrder {
  return {
    ...order,
    warehouseId: warehouses.get(order.channelWarehouseCode ?? '') ?? null,
    lines: order.lines.map((line) => {
      const listing = listings.get(line.channelSku);
      return {
        ...line,
        skuId: listing?.mapStatus === 'mapped' ? listing.skuId : null,
        expectedPrice: listing?.basePrice ?? null,
      };
    }),
  };
}
