import type { Tx } from '#kit/server/database.ts';
import { accountPolicy } from '#modules/base/server/index.ts';
import type { PartOrderRow } from '../../model/part-order.ts';

/** Shops without a marketplace behind them. */
const OWN_CHANNELS: readonly string[] = ['manual', 'csv'];

/**
 * Whether somebody has to give the channel our answer: no marketplace that we speak to takes one about
 * parts by its interface (channels.md §5.2).
 */
export async function answerOf(
  tx: Tx,
  { accountId, environment }: Pick<PartOrderRow, 'accountId' | 'environment'>,
): Promise<PartOrderRow['answerStatus']> {
  const { channelCode } = await accountPolicy(tx, accountId);
  return environment === 'sandbox' || OWN_CHANNELS.includes(channelCode) ? 'none' : 'todo';
}
