import type { Tx } from '#kit/server/database.ts';
import { pick } from '#kit/server/stored-rows.ts';
import { salesOrder } from '../model/order.ts';
import { familyOf } from './family.ts';

/** A read noted within this time is not noted again: the same order is shown by every pull. */
const NOTED_FOR = '1 hour';

/** The channel has reported an order we have, whole: all that it was split into. */
export async function noteRead(tx: Tx, orderId: string): Promise<void> {
  const family = (await familyOf(tx, orderId)).map(({ id }) => id);
  await tx.run`
    update sales_order set channel_read_at = ${tx.now}
    where tenant_id = ${tx.tenant} and id = any(${family}::uuid[])
      and (channel_read_at is null or channel_read_at < ${tx.now}::timestamptz - ${NOTED_FOR}::interval)`;
}

/**
 * Open orders of a shop that its channel has not reported since an instant, the longest unheard first.
 * @returns their numbers at the channel, each once
 */
export async function openOrdersUnreadSince(tx: Tx, accountId: string, since: Date, limit: number): Promise<string[]> {
  const rows = await pick(tx, salesOrder, ['channelOrderNo'])`
    account_id = ${accountId}::uuid and order_type not in ('manual', 'replacement')
      and status in ('new', 'accepted', 'ready', 'processing', 'partial')
      and (channel_read_at is null or channel_read_at < ${since})
      order by channel_read_at nulls first, id limit ${limit}`;
  return [...new Set(rows.map((row) => row.channelOrderNo))];
}

/** These were asked for by number, whether or not the channel knew them: their turn is over. */
export async function noteLookedUp(tx: Tx, accountId: string, channelOrderNos: readonly string[]): Promise<void> {
  await tx.run`
    update sales_order set channel_read_at = ${tx.now}
    where tenant_id = ${tx.tenant} and account_id = ${accountId}::uuid and order_type not in ('manual', 'replacement')
      and channel_order_no = any(${[...channelOrderNos]}::text[])`;
}
