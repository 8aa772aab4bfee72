import type { TaskOf } from '#kit/model/job.ts';
import { Dead, type Attempt, type QueuedHandler } from '#kit/server/deliveries.ts';
import { isManualOrder } from '#modules/orders/model/order.ts';
import { noticeDone, noticeFailed, readShipment } from '#modules/fulfilment/server/index.ts';
import type { shipNoticeJob } from '../model/jobs.ts';
import { byHand } from '../model/errors.ts';
import { channelHandler } from './channel-work.ts';
import { writeOnce } from './confirmed-write.ts';
import type { Connections } from './connections.ts';
import { shipNoticeOf, otherShippedParts } from './shipment-requests.ts';
import type { ChannelTiming } from './services.ts';

type ShipNoticeAttempt = Attempt<TaskOf<typeof shipNoticeJob>>;

/** `channels.shipNotice`: tells the channel that a shipment left, once per shipment. */
export function shipNoticeHandler(
  connections: Connections,
  timing: ChannelTiming,
): QueuedHandler<TaskOf<typeof shipNoticeJob>> {
  return channelHandler(connections, {
    urgency: 'shipNotice',
    capability: 'shipNotice',
    async shopOf(attempt) {
      const { shipment, notice } = await readNotice(attempt);
      // 撤销发货 while the channel may have had it already: no answer is waited for any more.
      if (shipment.shippedAt === null && attempt.progress['sent'] === true)
        await attempt.tx((tx) => noticeDone(tx, shipment.id));
      const isOpen =
        shipment.shippedAt !== null &&
        ['pending', 'failed'].includes(notice.status) &&
        !isManualOrder(shipment.order.orderType);
      return isOpen ? shipment.order.accountId : null;
    },
    async run(attempt, { connection }) {
      const { shipment } = await readNotice(attempt);
      const markFailed = (message: string): Promise<void> => attempt.tx((tx) => noticeFailed(tx, shipment.id, message));
      const { notice, others } = await attempt.tx(async (tx) => ({
        notice: await shipNoticeOf(tx, shipment),
        others: await otherShippedParts(tx, shipment),
      }));
      await writeOnce(attempt, timing, {
        title: '发货通知',
        confirm: (isTaken) => connection.confirmShipNotice(notice, isTaken ? [] : others),
        send: () => connection.shipNotice(notice),
        settle: () => attempt.finish((tx) => noticeDone(tx, shipment.id)),
        refuse: markFailed,
        giveUp: markFailed,
      });
    },
    async withoutInterface(attempt, { connector }) {
      const support = connector.supports.shipNotice;
      const message = byHand({ channel: connector.title, what: '回传发货', support });
      await attempt.tx((tx) => noticeFailed(tx, shipmentIdOf(attempt), message));
      throw new Dead(message, 'byHand');
    },
    async giveUp(tx, attempt, message) {
      await noticeFailed(tx, shipmentIdOf(attempt), message);
    },
  });
}

const shipmentIdOf = (attempt: ShipNoticeAttempt): string => attempt.payload.shipmentId;

const readNotice = (attempt: ShipNoticeAttempt) =>
  attempt.tx(async (tx) => ({
    shipment: await readShipment(tx, shipmentIdOf(attempt)),
    notice: await tx.one<{ status: string }>`
      select notice_status as status from shipment
      where tenant_id = ${tx.tenant} and id = ${shipmentIdOf(attempt)}::uuid`,
  }));
