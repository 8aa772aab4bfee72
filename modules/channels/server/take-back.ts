import type { TaskOf } from '#kit/model/job.ts';
import { Dead, type Attempt, type QueuedHandler } from '#kit/server/deliveries.ts';
import { orderWantedAgain } from '#modules/orders/model/events.ts';
import { readOrder, setFacts } from '#modules/orders/server/index.ts';
import type { takeBackJob } from '../model/jobs.ts';
import { MANUAL } from '../model/errors.ts';
import { ChannelError, type IncomingOrder } from '../model/port.ts';
import { channelHandler } from './channel-work.ts';
import type { Channel, Connections } from './connections.ts';
import { unitsAbove } from './wanted-units.ts';

type TakeBackAttempt = Attempt<TaskOf<typeof takeBackJob>>;

/**
 * `channels.takeBack`, after an order was rejected or cancelled by us: no channel takes that by
 * interface, so nothing is sent. The channel is asked whether it knows already; otherwise a person
 * goes there (请到平台处理) and the task waits for them: trying again looks again. So it does where
 * the channel wants goods again of an order that has ended here.
 */
export function takeBackHandler(
  connections: Connections,
): QueuedHandler<TaskOf<typeof takeBackJob>> {
  return channelHandler(connections, {
    urgency: 'accept',
    capability: 'accept',
    async shopOf(attempt) {
      const order = await attempt.tx((tx) => readOrder(tx, orderIdOf(attempt)));
      const told = await attempt.tx(
        (tx) => tx.one<{ cancelSync: string }>`
          select cancel_sync from sales_order
          where tenant_id = ${tx.tenant} and id = ${order.id}::uuid`,
      );
      return ['pending', 'failed'].includes(told.cancelSync) ? order.accountId : null;
    },
    async run(attempt, channel) {
      const order = await attempt.tx((tx) => readOrder(tx, orderIdOf(attempt)));
      const canLook = channel.connector.supports.pullOrders === 'yes';
      const [known] = canLook ? await lookUp(channel, order.channelOrderNo) : [];
      const isWantedAgain = attempt.event === orderWantedAgain.name;
      const isTold = isWantedAgain
        ? !wantsAny(known)
        : known && unitsAbove(known, order).length === 0;
      if (isTold) return attempt.finish((tx) => setFacts(tx, order.id, { cancelSync: 'ok' }));
      await attempt.tx((tx) => setFacts(tx, order.id, { cancelSync: 'failed' }));
      if (isWantedAgain) throw new Dead(wantedAgain(order.channelOrderNo));
      const what = order.status === 'rejected' ? '拒单' : '取消订单';
      throw new Dead(
        `${MANUAL}：${channel.connector.title} 不支持接口${what}（PO ${order.channelOrderNo}），处理后点重试核对`,
      );
    },
  });
}

const wantsAny = (known: IncomingOrder | undefined): boolean =>
  known === undefined || known.lines.some((line) => !line.isCancelled && line.qty > 0);

const wantedAgain = (channelOrderNo: string): string =>
  `平台恢复了本系统已取消的订单（PO ${channelOrderNo}）：不发货请到平台取消后点重试核对，要发货请手工建单`;

/** @throws ChannelError when the order is there and cannot be understood */
async function lookUp({ connection }: Channel, channelOrderNo: string): Promise<IncomingOrder[]> {
  const { orders, unreadable } = await connection.getOrders([channelOrderNo]);
  const [bad] = unreadable;
  if (bad) throw new ChannelError('unreadable', '查询订单', `订单无法识别：${bad.reason}`);
  return orders;
}

const orderIdOf = (attempt: TakeBackAttempt): string => attempt.payload.orderId;
