import type { TaskOf } from '#kit/model/job.ts';
import type { Tx } from '#kit/server/database.ts';
import { Dead, type Attempt, type QueuedHandler } from '#kit/server/deliveries.ts';
import { orderRestored } from '#modules/orders/model/events.ts';
import { familyOf, readOrder, readWholeOrder, setFacts, type OrderForShipment } from '#modules/orders/server/index.ts';
import { offers, type Offering } from '../model/offering.ts';
import type { takeBackJob } from '../model/jobs.ts';
import { byHand } from '../model/errors.ts';
import { ChannelError, type IncomingOrder } from '../model/port.ts';
import { channelHandler } from './channel-work.ts';
import { writeOnce } from './confirmed-write.ts';
import type { Channel, Connections } from './connections.ts';
import type { ChannelTiming } from './services.ts';
import { unitsAbove } from './open-units.ts';

type TakeBackAttempt = Attempt<TaskOf<typeof takeBackJob>>;

/**
 * `channels.takeBack`, after an order was rejected or cancelled by us. The channel is asked whether it
 * knows already. A rejection is sent where the channel takes one; otherwise a person
 * goes there (请到平台处理) and the task waits for them: trying again looks again. So it does where
 * the channel wants goods again of an order that has ended here.
 */
export function takeBackHandler(
  connections: Connections,
  timing: ChannelTiming,
): QueuedHandler<TaskOf<typeof takeBackJob>> {
  return channelHandler(connections, {
    urgency: 'accept',
    capability: 'pullOrders',
    async shopOf(attempt) {
      const order = await attempt.tx((tx) => readOrder(tx, orderIdOf(attempt)));
      const reported = await attempt.tx(
        (tx) => tx.one<{ cancelSync: string }>`
          select cancel_sync from sales_order
          where tenant_id = ${tx.tenant} and id = ${order.id}::uuid`,
      );
      return ['pending', 'failed'].includes(reported.cancelSync) ? order.accountId : null;
    },
    async run(attempt, channel) {
      const { order, isWhole } = await attempt.tx(async (tx) => ({
        order: await readWholeOrder(tx, orderIdOf(attempt)),
        isWhole: (await familyOf(tx, orderIdOf(attempt))).every(isRejected),
      }));
      const { connection } = channel;
      // A channel refuses a number as a whole: parts of it are taken back by hand.
      if (isWhole && isRejection(attempt, order) && offers(connection, 'reject'))
        return sendRejection(attempt, timing, { ...channel, connection }, order);
      if (await isKnown(attempt, channel, order)) return settle(attempt);
      await leaveToPeople(attempt, channel, order);
    },
    async withoutInterface(attempt, channel) {
      const order = await attempt.tx((tx) => readOrder(tx, orderIdOf(attempt)));
      await leaveToPeople(attempt, channel, order);
    },
  });
}

const orderIdOf = (attempt: TakeBackAttempt): string => attempt.payload.orderId;

const isRestored = (attempt: TakeBackAttempt): boolean => attempt.event === orderRestored.name;

const isRejection = (attempt: TakeBackAttempt, order: OrderForShipment): boolean =>
  isRejected(order) && !isRestored(attempt);

const isRejected = ({ status }: Pick<OrderForShipment, 'status'>): boolean => status === 'rejected';

const settle = (attempt: TakeBackAttempt): Promise<void> =>
  attempt.finish(async (tx) => {
    if (await needsNotice(tx, orderIdOf(attempt))) await setFacts(tx, orderIdOf(attempt), { cancelSync: 'ok' });
  });

/** Whether there still is something to tell: the order may have been brought back meanwhile. */
async function needsNotice(tx: Tx, orderId: string): Promise<boolean> {
  const { cancelSync } = await tx.one<{ cancelSync: string }>`
    select cancel_sync from sales_order
    where tenant_id = ${tx.tenant} and id = ${orderId}::uuid for update`;
  return cancelSync !== 'none';
}

/** Whether the channel wants nothing any more that we do not ship. */
async function isKnown(
  attempt: TakeBackAttempt,
  channel: Channel<Offering<'pullOrders'>>,
  order: OrderForShipment,
): Promise<boolean> {
  const [known] = await lookUp(channel, order.channelOrderNo);
  if (isRestored(attempt)) return !wantsAny(known);
  return known !== undefined && unitsAbove(known, order).length === 0;
}

async function sendRejection(
  attempt: TakeBackAttempt,
  timing: ChannelTiming,
  channel: Channel<Offering<'pullOrders' | 'reject'>>,
  order: OrderForShipment,
): Promise<void> {
  const refuse = async (): Promise<void> => void (await markFailed(attempt, order.id));
  await writeOnce(attempt, timing, {
    title: '拒单',
    confirm: async () =>
      (await isKnown(attempt, channel, order)) ? { status: 'done', result: undefined } : { status: 'absent' },
    send: () => channel.connection.reject(order.channelOrderNo, attempt.payload.reason ?? ''),
    settle: () => settle(attempt),
    refuse,
    giveUp: refuse,
  });
}

/** @returns whether there still is something to tell */
const markFailed = (attempt: TakeBackAttempt, orderId: string): Promise<boolean> =>
  attempt.tx(async (tx) => {
    if (!(await needsNotice(tx, orderId))) return false;
    await setFacts(tx, orderId, { cancelSync: 'failed' });
    return true;
  });

async function leaveToPeople(attempt: TakeBackAttempt, { connector }: Channel, order: OrderForShipment): Promise<void> {
  if (!(await markFailed(attempt, order.id))) return attempt.finish();
  if (isRestored(attempt)) throw new Dead(restoredText(order.channelOrderNo));
  const refused = isRejected(order);
  throw new Dead(
    byHand({
      channel: connector.title,
      what: `${refused ? '拒单' : '取消订单'}（PO ${order.channelOrderNo}）`,
      support: refused ? connector.supports.reject : 'manual',
      advice: '处理后点重试核对',
    }),
    'byHand',
  );
}

const wantsAny = (known: IncomingOrder | undefined): boolean =>
  known === undefined || known.lines.some((line) => !line.isCancelled && line.qty > 0);

const restoredText = (channelOrderNo: string): string =>
  `平台恢复了本系统已取消的订单（PO ${channelOrderNo}）：不发货请到平台取消后点重试核对，要发货请恢复该订单`;

/** @throws ChannelError when the order is there and cannot be understood */
async function lookUp(
  { connection }: Channel<Offering<'pullOrders'>>,
  channelOrderNo: string,
): Promise<IncomingOrder[]> {
  const { orders, unreadable } = await connection.getOrders([channelOrderNo]);
  const [bad] = unreadable;
  if (bad) throw new ChannelError('unreadable', '查询订单', `订单无法识别：${bad.reason}`);
  return orders;
}
