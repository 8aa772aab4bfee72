import type { TaskOf } from '#kit/model/job.ts';
import type { Tx } from '#kit/server/database.ts';
import { Later, noteWithin, type Attempt, type QueuedHandler } from '#kit/server/deliveries.ts';
import { accountPolicy } from '#modules/base/server/index.ts';
import type { pushStockJob } from '../model/jobs.ts';
import { judgeFeed, type GuardVerdict } from '../model/feed-guard.ts';
import type { StockRefusal } from '../model/port.ts';
import { channelHandler } from './channel-work.ts';
import type { Channel, Connections } from './connections.ts';
import { driftingSkus, planStock, type PlannedRow } from './stock-plan.ts';
import {
  addPush,
  blockPush,
  endPush,
  failPush,
  findPush,
  markChecked,
  markRejected,
  markSent,
  markTold,
  readItems,
  refusedLately,
  replaceItems,
  storeReadings,
  supersedePush,
  takeBackTold,
  type PushItem,
  type StoredPush,
} from './stock-push-records.ts';
import type { ChannelTiming } from './services.ts';
import { readBack, readReceipts } from './stock-verdicts.ts';

type PushStockAttempt = Attempt<TaskOf<typeof pushStockJob>>;

/** How often rows that differ are sent again. */
const MAX_RESENDS = 3;
/** Calls spent on finding the bad rows of refused batches. */
const MAX_SEARCH_CALLS = 40;

/**
 * `channels.pushStock`: the difference between what a shop should show and what its channel was
 * sent. Quantities are absolute, so an attempt after a crash simply computes and sends them again:
 * the latest value wins. One push of a shop is under way at a time.
 */
export function pushStockHandler(
  connections: Connections,
  timing: ChannelTiming,
): QueuedHandler<TaskOf<typeof pushStockJob>> {
  return channelHandler(connections, {
    urgency: 'stock',
    capability: 'pushStock',
    async shopOf(attempt) {
      const accountId = attempt.payload.accountId;
      const policy = await attempt.tx((tx) => accountPolicy(tx, accountId));
      return policy.pushStock ? accountId : null;
    },
    async run(attempt, channel) {
      if (channel.connector.supports.pushStock !== 'yes') return attempt.finish();
      for (;;) {
        const push = await attempt.tx((tx) => preparePush(tx, attempt, channel));
        if (push === null) return attempt.finish();
        if (push.status === 'queued') await send(attempt, channel, push.id, timing);
        else await verifyPush(attempt, channel, push.id, timing);
        // What changed while this push was on its way goes out with the next round.
      }
    },
    async giveUp(tx, attempt, message) {
      const push = await findPush(tx, attempt.payload.accountId, ['queued', 'sent']);
      if (push) await failPush(tx, push.id, message);
    },
  });
}

/**
 * Finds the push to go on with, or plans a new one and holds it against the guard.
 * @returns null when there is nothing to send, or a person must sign first
 */
async function preparePush(
  tx: Tx,
  attempt: PushStockAttempt,
  { account }: Channel,
): Promise<StoredPush | null> {
  const open = await findPush(tx, account.id, ['queued', 'sent']);
  if (open?.status === 'sent') return open;
  const plan = await planStock(tx, account.id);
  // The sandbox only knows full sets: what is left out would be zeroed.
  const isFull = account.environment === 'sandbox';
  const changed = await worthTelling(tx, attempt, plan);
  const rows = isFull && changed.length > 0 ? plan : changed;
  const verdict = await judge(tx, plan, rows);
  const blocked = await findPush(tx, account.id, ['blocked']);
  if (open) return continueQueued(tx, open, rows, verdict);
  if (rows.length === 0) {
    if (blocked) await supersedePush(tx, blocked.id);
    return null;
  }
  if (verdict.reason !== null && blocked) {
    await replaceItems(tx, blocked.id, rows, verdict);
    return null;
  }
  if (blocked) await supersedePush(tx, blocked.id);
  const trigger = String(attempt.payload.trigger ?? '库存变动');
  const id = await addPush(tx, account.id, trigger, rows, verdict);
  await noteWithin(tx, attempt, { resends: 0 });
  if (verdict.reason !== null) {
    await blockPush(tx, id);
    return null;
  }
  return { id, status: 'queued', toZero: verdict.toZero, overriddenBy: null };
}

/** Rows whose quantity the channel was not sent; refused ones only when a person asks for them. */
async function worthTelling(
  tx: Tx,
  attempt: PushStockAttempt,
  plan: readonly PlannedRow[],
): Promise<PlannedRow[]> {
  const changed = plan.filter((row) => row.qty !== row.previous);
  if (attempt.payload.retryRefused === true && attempt.progress['retried'] !== true) {
    await noteWithin(tx, attempt, { retried: true });
    return changed;
  }
  const refused = await refusedLately(tx, attempt.payload.accountId);
  return changed.filter(
    (row) => !refused.has(`${row.channelProductId} ${row.channelWarehouseCode} ${row.qty}`),
  );
}

async function judge(
  tx: Tx,
  plan: readonly PlannedRow[],
  rows: readonly PlannedRow[],
): Promise<GuardVerdict> {
  const skuIds = [...new Set(rows.flatMap(({ skuId }) => (skuId ? [skuId] : [])))];
  return judgeFeed(
    plan.map((row) => ({ previous: row.previous ?? 0, next: row.qty })),
    await driftingSkus(tx, skuIds),
  );
}

/** A queued push (signed for, or left by an attempt that broke off) takes today's quantities. */
async function continueQueued(
  tx: Tx,
  open: StoredPush,
  rows: readonly PlannedRow[],
  verdict: GuardVerdict,
): Promise<StoredPush | null> {
  // A signature covers what was shown: as many zeros or fewer.
  const isSigned = open.overriddenBy !== null && verdict.toZero <= open.toZero;
  if (rows.length === 0) {
    await failPush(tx, open.id, '数量已一致，无需推送');
    return null;
  }
  await replaceItems(tx, open.id, rows, verdict);
  if (verdict.reason === null || isSigned) return open;
  await blockPush(tx, open.id);
  return null;
}

async function send(
  attempt: PushStockAttempt,
  channel: Channel,
  pushId: string,
  { verifyAfterMs }: ChannelTiming,
): Promise<void> {
  const items = await attempt.tx((tx) => readItems(tx, pushId, ['pending']));
  const taken = await sendItems(attempt, channel, items);
  if (taken === 0) {
    await attempt.tx((tx) => failPush(tx, pushId, '平台拒绝了全部数据'));
    return;
  }
  await attempt.tx(async (tx) => {
    await markSent(tx, pushId);
    await noteWithin(tx, attempt, { resends: 0 });
  });
  throw new Later('等待平台生效后核对', verifyAfterMs, false);
}

/**
 * Sends rows in batches. Rows the channel names as refused stand out by themselves and the rest is
 * not sent again; a batch refused without names is halved until the bad rows stand alone. The set of
 * a sandbox stays whole: a part of it would zero the rest.
 * @returns how many rows the channel took
 */
async function sendItems(
  attempt: PushStockAttempt,
  channel: Channel,
  items: readonly PushItem[],
): Promise<number> {
  const isWhole = channel.account.environment === 'sandbox';
  const size = isWhole ? Math.max(1, items.length) : channel.connector.limits.stockBatch;
  const queue: PushItem[][] = [];
  for (let at = 0; at < items.length; at += size) queue.push(items.slice(at, at + size));
  let searches = 0;
  let taken = 0;
  for (let batch = queue.shift(); batch; batch = queue.shift()) {
    const { refused, refusal, receipt } = await channel.connection.pushStock(batch.map(wireItem));
    await attempt.tx((tx) => refuseNamed(tx, batch as PushItem[], refused));
    const named = new Set(refused.map(({ item }) => keyOf(item)));
    const rest = batch.filter((item) => !named.has(keyOf(item)));
    if (rest.length === 0) continue;
    if (refusal === null) {
      await attempt.tx((tx) => markTold(tx, rest, receipt));
      taken += rest.length;
    } else if (isWhole || rest.length === 1 || searches >= MAX_SEARCH_CALLS) {
      await attempt.tx((tx) => markRejected(tx, rest, refusal));
    } else if (named.size > 0) {
      searches += 1;
      queue.unshift(rest);
    } else {
      searches += 2;
      const middle = Math.ceil(rest.length / 2);
      queue.unshift(rest.slice(0, middle), rest.slice(middle));
    }
  }
  return taken;
}

/** Marks the rows that the channel refused by name. @returns them */
async function refuseNamed(
  tx: Tx,
  items: readonly PushItem[],
  refusals: readonly StockRefusal[],
): Promise<PushItem[]> {
  const reasons = new Map(refusals.map(({ item, message }) => [keyOf(item), message]));
  const bad = items.filter((item) => reasons.has(keyOf(item)));
  for (const [message, rows] of Map.groupBy(bad, (item) => reasons.get(keyOf(item)) ?? ''))
    await markRejected(tx, rows, message);
  return bad;
}

const wireItem = ({ channelWarehouseCode, channelSku, qty, discontinued }: PushItem) => ({
  channelWarehouseCode,
  channelSku,
  qty,
  discontinued,
});

/**
 * Looks what became of the rows: what the channel shows, else what it says of the write, else
 * nothing is known. What it shows differently is sent again, three times at most.
 */
async function verifyPush(
  attempt: PushStockAttempt,
  channel: Channel,
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
  const told = await readReceipts(attempt, channel, unseen);
  const differing = readings.filter(({ item, qty }) => qty !== item.qty);
  const outdated = await attempt.tx((tx) => outdatedOf(tx, channel, differing));
  const wrong = differing.filter((one) => !outdated.includes(one)).map(({ item }) => item);
  const resends = Number(attempt.progress['resends'] ?? 0);
  const isFinal = (wrong.length === 0 && told.underWay.length === 0) || resends >= MAX_RESENDS;
  await attempt.tx(async (tx) => {
    await storeReadings(
      tx,
      readings.filter((one) => !outdated.includes(one)),
      isFinal,
    );
    await storeReadings(tx, outdated, true);
    await markChecked(tx, itemsOf(outdated), 'unverified');
    await markChecked(tx, told.confirmed, 'verified');
    await takeBackTold(tx, await refuseNamed(tx, unseen, told.refused));
    if (!isFinal) return;
    await markChecked(tx, [...told.underWay, ...told.unknown], 'unverified');
    await endPush(tx, pushId);
  });
  if (isFinal) return;
  // A set that is not whole would zero the rest of a sandbox: there everything goes again.
  const isWhole = channel.account.environment === 'sandbox' && wrong.length > 0;
  await sendItems(attempt, channel, isWhole ? items : wrong);
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
async function outdatedOf(
  tx: Tx,
  { account }: Channel,
  differing: readonly Reading[],
): Promise<Reading[]> {
  if (differing.length === 0 || account.environment === 'sandbox') return [];
  const planned = new Map((await planStock(tx, account.id)).map((row) => [keyOf(row), row.qty]));
  return differing.filter(({ item }) => planned.get(keyOf(item)) !== item.qty);
}

const keyOf = (row: { channelWarehouseCode: string; channelSku: string }): string =>
  `${row.channelWarehouseCode} ${row.channelSku}`;
