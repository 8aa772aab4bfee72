import type { Tx } from '#kit/server/database.ts';
import { invisibleRows } from '#kit/server/query/own-visibility.ts';
import { salesOrder } from '../model/order.ts';
import type { IncomingOrder } from '../model/incoming-order.ts';
import { changesBetween, snapshotOf } from '../model/channel-snapshot.ts';
import { readSnapshot } from './snapshots.ts';

/** What is known of an order by the number its channel gave it. */
export interface KnownOrder {
  id: string;
  orderedAt: Date;
  currency: string;
  /** Whether whoever asks may see it. */
  isSeen: boolean;
}

/** The order that came in under a channel's number, whatever became of it since. */
export async function knownOrder(tx: Tx, accountId: string, channelOrderNo: string): Promise<KnownOrder | null> {
  const row = await tx.maybe<Omit<KnownOrder, 'isSeen'>>`
    select id, ordered_at, currency from sales_order
    where tenant_id = ${tx.tenant} and account_id = ${accountId}::uuid
      and channel_order_no = ${channelOrderNo} and order_type = 'dropship' and split_seq = 0`;
  return row ? { ...row, isSeen: await isOrderSeen(tx, row.id) } : null;
}

/** Whether the actor sees an order as it stands in this transaction. */
export const isOrderSeen = async (tx: Tx, orderId: string): Promise<boolean> =>
  (await invisibleRows(tx, salesOrder, [orderId])).size === 0;

/** Whether a telling says anything else of an order than was reported of it last. */
export async function wouldChange(tx: Tx, orderId: string, order: IncomingOrder): Promise<boolean> {
  const before = await readSnapshot(tx, orderId);
  return before === null || changesBetween(before, snapshotOf(order, before)).length > 0;
}
