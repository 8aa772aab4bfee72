import type { Tx } from '#kit/server/database.ts';
import { pick } from '#kit/server/stored-rows.ts';
import { accountPolicy } from '#modules/base/server/index.ts';
import { isManualOrder, salesOrder } from '#modules/orders/model/order.ts';
import type { PartOrderRow } from '../../model/part-order.ts';

/** Shops without a marketplace behind them. */
const OWN_CHANNELS: readonly string[] = ['manual', 'csv'];

/**
 * Whether somebody has to give the channel our answer: no marketplace that we speak to takes one about
 * parts by its interface (channels.md §5.2), and of an order of ours none has asked.
 */
export async function answerOf(
  tx: Tx,
  { accountId, environment, orderId }: Pick<PartOrderRow, 'accountId' | 'environment' | 'orderId'>,
): Promise<PartOrderRow['answerStatus']> {
  if (environment === 'sandbox') return 'none';
  const [order] = orderId ? await pick(tx, salesOrder, ['orderType'])`id = ${orderId}::uuid` : [];
  if (order && isManualOrder(order.orderType)) return 'none';
  const { channelCode } = await accountPolicy(tx, accountId);
  return OWN_CHANNELS.includes(channelCode) ? 'none' : 'todo';
}
