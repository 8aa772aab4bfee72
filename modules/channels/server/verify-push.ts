import type { Tx } from '#kit/server/database.ts';
import { Later, type Attempt } from '#kit/server/deliveries.ts';
import type { Offering } from '../model/offering.ts';
import type { Channel } from './connections.ts';
import { keyOf, refuseNamed, sendItems } from './send-stock.ts';
import type { ChannelTiming } from './services.ts';
import { planStock } from './stock-plan.ts';
import { markChecked, readItems, storeReadings, type PushItem } from './stock-push-items.ts';
import { endPush } from './stock-push-records.ts';
import { requestPushLater } from './stock-requests.ts';
import { readBack, readReceipts } from './stock-verdicts.ts';

/** How often rows that differ are sent again. */
const MAX_RESENDS = 3;

/**
 * Looks what became of the rows: what the channel shows, else what it says of the write, else
 * nothing is known. What it shows differently is sent again, three times at most.
 */
export async function verifyPush(
  attempt: Attempt,
  channel: Channel<Offering<'pushStock'>>,
  pushId: string,
  { verifyAfterMs }: ChannelTiming,
): Promise<void> {
  const items = await attempt.tx((tx) => readItems(tx, pushId, ['sent']));
  const shown = await readBack(attempt, channel, items);
  const readings = items.flatMap((item) => {
    const qty = shown.get(keyOf(item));
    return qty === undefined ? [] : [{ item, qty }];
  });
  const unseen = items.filter((item) => !shown.has(keyOf(item)));
  const reported = await readReceipts(attempt, channel, unseen);
  const differing = readings.filter(({ item, qty }) => qty !== item.qty);
  const outdated = await attempt.tx((tx) => outdatedOf(tx, channel, differing));
  const wrong = differing.filter((one) => !outdated.includes(one)).map(({ item }) => item);
  const resends = Number(attempt.progress['resends'] ?? 0);
  const isFinal = (wrong.length === 0 && reported.underWay.length === 0) || resends >= MAX_RESENDS;
  await attempt.tx(async (tx) => {
    await storeReadings(
      tx,
      readings.filter((one) => !outdated.includes(one)),
      isFinal,
    );
    await storeReadings(tx, outdated, true);
    await markChecked(tx, itemsOf(outdated), 'unverified');
    await markChecked(tx, reported.confirmed, 'verified');
    await refuseNamed(tx, pushId, unseen, reported.refused);
    if (!isFinal) return;
    await markChecked(tx, [...reported.underWay, ...reported.unknown], 'unverified');
    await endPush(tx, pushId);
    await requestPushLater(tx, pushId);
  });
  if (isFinal) return;
  // A set that is not whole would zero the rest of a sandbox: there everything goes again.
  const isWhole = channel.account.environment === 'sandbox' && wrong.length > 0;
  await sendItems(attempt, channel, pushId, isWhole ? items : wrong);
  await attempt.note({ resends: resends + 1 });
  const reason = wrong.length > 0 ? `${wrong.length} 条与平台不一致，已重发` : '等待平台处理完成';
  throw new Later(reason, verifyAfterMs, false);
}

interface Reading {
  item: PushItem;
  qty: number;
}

const itemsOf = (readings: readonly Reading[]): PushItem[] => readings.map(({ item }) => item);

/**
 * Rows whose quantity is another by now: what was pushed then is not sent once more, the next round
 * tells the new one. The set of a sandbox is sent whole or not at all.
 */
async function outdatedOf(tx: Tx, { account }: Channel, differing: readonly Reading[]): Promise<Reading[]> {
  if (differing.length === 0 || account.environment === 'sandbox') return [];
  const planned = new Map((await planStock(tx, account.id)).map((row) => [keyOf(row), row.qty]));
  return differing.filter(({ item }) => planned.get(keyOf(item)) !== item.qty);
}
