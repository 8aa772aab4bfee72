import type { TaskOf } from '#kit/model/job.ts';
import type { Tx } from '#kit/server/database.ts';
import { Later, noteInTransaction, type Attempt, type QueuedHandler } from '#kit/server/deliveries.ts';
import { accountPolicy } from '#modules/base/server/index.ts';
import type { pushStockJob } from '../model/jobs.ts';
import { judgeFeed, type GuardVerdict } from '../model/feed-guard.ts';
import type { Offering } from '../model/offering.ts';
import { channelHandler } from './channel-work.ts';
import type { Channel, Connections } from './connections.ts';
import { guardedRows } from './lately-zeroed.ts';
import { planChanges, planFullSet, shownBeside, type StockPlan } from './stock-changes.ts';
import { driftingSkus, type PlannedRow } from './stock-plan.ts';
import { hasSent, heldBack, itemsOfPlan } from './stock-push-items.ts';
import {
  addPush,
  blockPush,
  dropPush,
  failPush,
  findPush,
  markSent,
  replaceBlocked,
  replaceItems,
  supersedePush,
  type StoredPush,
} from './stock-push-records.ts';
import type { ChannelTiming } from './services.ts';
import { sendItems } from './send-stock.ts';
import { storeShown } from './shown-stock.ts';
import { resolveInFlight } from './stock-in-flight.ts';
import { verifyPush } from './verify-push.ts';

type PushStockAttempt = Attempt<TaskOf<typeof pushStockJob>>;

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
      for (;;) {
        const push = await attempt.tx((tx) => preparePush(tx, attempt, channel));
        if (push === null) return attempt.finish();
        if (push.rows) await send(attempt, channel, push.id, push.rows, timing);
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

/** A push to go on with. */
interface OpenPush {
  id: string;
  /** What goes out now; null = it was sent, and is looked at. */
  rows: readonly PlannedRow[] | null;
}

/**
 * Finds the push to go on with, or plans a new one and holds it against the guard.
 * @returns null when there is nothing to send, or a person must sign first
 */
async function preparePush(tx: Tx, attempt: PushStockAttempt, { account }: Channel): Promise<OpenPush | null> {
  const open = await findPush(tx, account.id, ['queued', 'sent']);
  if (open) await resolveInFlight(tx, open.id);
  if (open?.status === 'sent') return { id: open.id, rows: null };
  // The sandbox only knows full sets: what is left out would be zeroed.
  const isFull = account.environment === 'sandbox';
  const plan = await (isFull ? planFullSet : planChanges)(tx, account.id);
  const changed = await rowsToPush(tx, attempt, plan.rows);
  const rows = isFull && changed.length > 0 ? plan.rows : changed;
  const verdict = await judgePlan(tx, account.id, plan, rows);
  const blocked = await findPush(tx, account.id, ['blocked']);
  if (open) return continueQueued(tx, open, rows, verdict);
  if (rows.length === 0) {
    if (blocked) await supersedePush(tx, blocked.id);
    return null;
  }
  if (verdict.reason !== null && blocked) {
    await replaceBlocked(tx, blocked.id, rows, verdict);
    return null;
  }
  if (blocked) await supersedePush(tx, blocked.id);
  const id = await addPush(tx, attempt.payload, rows, verdict);
  await noteInTransaction(tx, attempt, { resends: 0 });
  if (verdict.reason !== null) {
    await blockPush(tx, id, rows);
    return null;
  }
  return { id, rows };
}

/** Rows whose quantity or 停产 the channel was not sent, or may not show. */
export const toPush = (plan: readonly PlannedRow[]): PlannedRow[] =>
  plan.filter((row) => row.qty !== row.previous || row.isInDoubt || row.discontinued !== row.wasDiscontinued);

/** What of those goes out now; what is held back only when a person asks for it. */
async function rowsToPush(tx: Tx, attempt: PushStockAttempt, plan: readonly PlannedRow[]): Promise<PlannedRow[]> {
  const changed = toPush(plan);
  if (attempt.payload.retryRefused === true && attempt.progress['retried'] !== true) {
    await noteInTransaction(tx, attempt, { retried: true });
    return changed;
  }
  const held = await heldBack(tx, attempt.payload.accountId);
  return changed.filter(
    (row) => !held.has(`${row.channelProductId} ${row.channelWarehouseCode} ${row.qty} ${row.discontinued}`),
  );
}

/** @param rows those of the plan that would be sent: what drifts among them stops the feed */
export async function judgePlan(
  tx: Tx,
  accountId: string,
  plan: StockPlan,
  rows: readonly PlannedRow[],
): Promise<GuardVerdict> {
  const skuIds = [...new Set(rows.flatMap(({ skuId }) => (skuId ? [skuId] : [])))];
  const guarded = await guardedRows(tx, accountId, plan);
  return judgeFeed(guarded.rows, await driftingSkus(tx, skuIds), guarded.rest);
}

/** A queued push (signed for, or left by an attempt that broke off) takes today's quantities. */
async function continueQueued(
  tx: Tx,
  open: StoredPush,
  rows: readonly PlannedRow[],
  verdict: GuardVerdict,
): Promise<OpenPush | null> {
  // A signature covers what was shown: as many zeros or fewer.
  const isSigned = open.overriddenBy !== null && verdict.toZero <= open.toZero - open.zeroed;
  if (rows.length === 0) {
    if (!(await hasSent(tx, open.id))) {
      await dropPush(tx, open.id, '数量已一致，无需推送');
      return null;
    }
    await replaceItems(tx, open.id, [], verdict);
    return { id: open.id, rows };
  }
  await replaceItems(tx, open.id, rows, verdict);
  if (verdict.reason === null || isSigned) return { id: open.id, rows };
  await blockPush(tx, open.id, rows);
  return null;
}

async function send(
  attempt: PushStockAttempt,
  channel: Channel<Offering<'pushStock'>>,
  pushId: string,
  rows: readonly PlannedRow[],
  { verifyAfterMs }: ChannelTiming,
): Promise<void> {
  await sendItems(attempt, channel, pushId, itemsOfPlan(rows));
  // An attempt that broke off may have sent some as well.
  if (!(await attempt.tx((tx) => hasSent(tx, pushId)))) {
    await attempt.tx((tx) => failPush(tx, pushId, '平台拒绝了全部数据'));
    return;
  }
  await attempt.tx(async (tx) => {
    // What a full set does not name shows nothing from now on.
    if (channel.account.environment === 'sandbox') {
      const leftOut = await shownBeside(tx, channel.account.id, rows);
      if (leftOut.length > 0)
        await storeShown(
          tx,
          leftOut.map((row) => ({ ...row, qty: 0 })),
        );
    }
    await markSent(tx, pushId);
    await noteInTransaction(tx, attempt, { resends: 0 });
  });
  throw new Later('等待平台生效后核对', verifyAfterMs, false);
}
