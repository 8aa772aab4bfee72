import type { TaskOf } from '#kit/model/job.ts';
import { parseDecimal, PRICE_SCALE } from '#kit/model/money.ts';
import type { Tx } from '#kit/server/database.ts';
import { Dead, Later, noteInTransaction, type Attempt, type QueuedHandler } from '#kit/server/deliveries.ts';
import { releaseEffect, type ChannelEffect } from '#modules/base/server/index.ts';
import { isManualOrder } from '#modules/orders/model/order.ts';
import {
  acknowledgeOrder,
  markAnswered,
  openHold,
  familyOf,
  readOrder,
  readWholeOrder,
  renewPromises,
  setFacts,
  type OrderForShipment,
} from '#modules/orders/server/index.ts';
import type { acceptJob } from '../model/jobs.ts';
import { byHand } from '../model/errors.ts';
import { offers, type Offering } from '../model/offering.ts';
import type { AcceptRequest, Connection, WriteOutcome } from '../model/port.ts';
import { channelHandler } from './channel-work.ts';
import { writeOnce } from './confirmed-write.ts';
import type { Channel, Connections } from './connections.ts';
import { claimEffect } from './progress.ts';
import type { ChannelTiming } from './services.ts';
import { unitsAbove } from './open-units.ts';

type AcceptAttempt = Attempt<TaskOf<typeof acceptJob>>;

const SIBLING_MS = 60_000;

/**
 * `channels.accept`: tells the channel that an order will be shipped, once per channel order: an order
 * that was split is accepted with the units of all its parts.
 */
export function acceptHandler(
  connections: Connections,
  timing: ChannelTiming,
): QueuedHandler<TaskOf<typeof acceptJob>> {
  return channelHandler(connections, {
    urgency: 'accept',
    capability: 'accept',
    async shopOf(attempt) {
      const { order, family } = await attempt.tx(async (tx) => ({
        order: await readOrder(tx, orderIdOf(attempt)),
        family: await familyOf(tx, orderIdOf(attempt)),
      }));
      // Where the part that asked has ended, the others still wait for the answer.
      const isAwaited = family.some(({ status }) => status === 'accepted');
      return isAwaited && !isManualOrder(order.orderType) ? order.accountId : null;
    },
    async run(attempt, channel) {
      const { connection } = channel;
      const order = await attempt.tx(async (tx) => {
        // It may have waited for a paused shop, or for somebody to try again.
        for (const { id } of await familyOf(tx, orderIdOf(attempt))) await renewPromises(tx, id);
        return readWholeOrder(tx, orderIdOf(attempt));
      });
      if (!(await claimEffect(attempt, keyOf(order)))) {
        const known = await connection.confirmAccept(order.channelOrderNo);
        if (known.status === 'done') return acknowledge(attempt);
        if (!(await inheritClaim(attempt))) throw new Later('同一平台订单的另一部分正在接单', SIBLING_MS, false);
      }
      const markFailed = (message: string): Promise<void> =>
        attempt.tx((tx) => markUnacknowledged(tx, order.id, message));
      // What is left out of an acceptance is refused with it, where the channel takes that.
      if (channel.connector.acceptance?.refuseUnits !== 'yes')
        await refusePartialAccept(attempt, connection, order, markFailed);
      await writeOnce(attempt, timing, {
        title: '接单',
        confirm: () => connection.confirmAccept(order.channelOrderNo),
        send: () => sendAccept(attempt, channel, order),
        settle: () => acknowledge(attempt),
        foreign: () => answeredByOther(attempt),
        refuse: markFailed,
        giveUp: markFailed,
      });
    },
    withoutInterface: acceptByHand,
    async giveUp(tx, attempt, message) {
      const order = await readOrder(tx, orderIdOf(attempt));
      await markUnacknowledged(tx, order.id, message);
      await releaseEffect(tx, keyOf(order));
    },
  });
}

const orderIdOf = (attempt: AcceptAttempt): string => attempt.payload.orderId;

const keyOf = (order: OrderForShipment): ChannelEffect => ({
  accountId: order.accountId,
  effect: 'accept',
  key: order.channelOrderNo,
});

/**
 * Takes over from an acceptance of the same number that has ended without an answer, because its order was
 * cancelled or nobody tried it again. What it may have sent is looked up before anything is sent.
 * @returns false where another delivery is at it
 */
const inheritClaim = (attempt: AcceptAttempt): Promise<boolean> =>
  attempt.tx(async (tx) => {
    const family = await familyOf(tx, orderIdOf(attempt), { lock: true });
    const claims = await tx.rows<{ isOver: boolean; progress: Record<string, unknown> }>`
      select status not in ('pending', 'running') as is_over, progress from delivery
      where tenant_id = ${tx.tenant} and handler = 'channels.accept'
        and aggregate = any(${family.map(({ id }) => id)}::text[]) and id <> ${attempt.id}::uuid
        and progress ->> 'claimed' = 'true' order by id`;
    if (!claims.every(({ isOver }) => isOver)) return false;
    await noteInTransaction(tx, attempt, { ...claims.at(-1)?.progress, claimed: true, polls: 0 });
    return true;
  });

const acknowledge = (attempt: AcceptAttempt): Promise<void> =>
  attempt.finish((tx) => acknowledgeOrder(tx, orderIdOf(attempt)));

/**
 * The channel had an answer before ours: another system or a person there has taken the order. It
 * stops until somebody decides who ships it; looked at again, for it may have been cancelled since.
 */
const answeredByOther = (attempt: AcceptAttempt): Promise<void> =>
  attempt.finish(async (tx) => {
    for (const { id, status } of await familyOf(tx, orderIdOf(attempt), { lock: true }))
      if (status === 'accepted') await markAnswered(tx, id, '平台已有他处的接单，本次接单未生效');
  });

/** Our state stands, and a person does the rest at the channel. */
async function acceptByHand(attempt: AcceptAttempt, { connector }: Channel): Promise<void> {
  await attempt.tx((tx) => acknowledgeOrder(tx, orderIdOf(attempt)));
  const { title: channel, supports } = connector;
  throw new Dead(byHand({ channel, what: '接单', support: supports.accept }), 'byHand');
}

/**
 * A channel takes an acceptance of the units it wants, no other number: what was cancelled here
 * without it must be cancelled there first. Trying again looks again, and goes on once it is.
 */
async function refusePartialAccept(
  attempt: AcceptAttempt,
  connection: Connection,
  order: OrderForShipment,
  markFailed: (message: string) => Promise<void>,
): Promise<void> {
  if (order.lines.every((line) => line.qtyCancelled === 0)) return;
  if (attempt.progress['sent'] === true || !offers(connection, 'pullOrders')) return;
  const {
    orders: [reported],
  } = await connection.getOrders([order.channelOrderNo]);
  const above = reported ? unitsAbove(reported, order) : [];
  if (above.length === 0) return;
  const parts = above.map((part) => `${part.channelSku} 平台 ${part.told} 件、本地 ${part.ours} 件`);
  const message = `平台尚未取消本地已取消的数量（${parts.join('；')}）：请先到平台取消，再在任务里重试接单`;
  await markFailed(message);
  throw new Dead(message);
}

function acceptRequest(order: OrderForShipment, now: Date): AcceptRequest {
  return {
    channelOrderNo: order.channelOrderNo,
    shipSpeed: order.shipSpeed ?? '',
    lines: order.lines
      .filter((line) => line.qty > line.qtyCancelled)
      .map((line) => ({
        channelSku: line.channelSku,
        qty: line.qty - line.qtyCancelled,
        unitPrice: parseDecimal(line.unitPrice, PRICE_SCALE) ?? 0n,
        // A promised day as its noon (UTC), which is that day in every warehouse of the channel.
        estShipDate: line.estShipDate ? new Date(`${line.estShipDate}T12:00:00Z`) : (order.shipBy ?? now),
      })),
  };
}

/** Lines the channel took with an earlier attempt are not sent again. */
async function sendAccept(
  attempt: AcceptAttempt,
  { connection }: Channel<Offering<'accept'>>,
  order: OrderForShipment,
): Promise<WriteOutcome> {
  const taken = new Set((attempt.progress['takenLines'] as string[] | undefined) ?? []);
  const request = acceptRequest(order, attempt.now);
  const lines = request.lines.filter(({ channelSku }) => !taken.has(channelSku));
  if (lines.length === 0) return { status: 'pending' };
  const outcome = await connection.accept({ ...request, lines });
  if (outcome.status !== 'refused' || !outcome.rows) return outcome;
  const refused = new Set(outcome.rows);
  for (const { channelSku } of lines) if (!refused.has(channelSku)) taken.add(channelSku);
  await attempt.note({ takenLines: [...taken] });
  return outcome;
}

/**
 * 平台未确认: the order stops, and a person sees why. Looked at again: while the channel was asked
 * somebody may have cancelled it, and there is nothing left to stop.
 */
async function markUnacknowledged(tx: Tx, orderId: string, message: string): Promise<void> {
  for (const { id, status } of await familyOf(tx, orderId, { lock: true })) {
    if (status !== 'accepted') continue;
    await openHold(tx, id, { type: 'noAck', detail: message });
    await setFacts(tx, id, { acceptSync: 'failed' });
  }
}
