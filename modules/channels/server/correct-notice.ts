import type { TaskOf } from '#kit/model/job.ts';
import { Dead, type QueuedHandler } from '#kit/server/deliveries.ts';
import { readShipment } from '#modules/fulfilment/server/index.ts';
import type { correctNoticeJob } from '../model/jobs.ts';
import { byHand } from '../model/errors.ts';
import { channelHandler } from './channel-work.ts';
import type { Connections } from './connections.ts';

/**
 * `channels.correctNotice`, after 撤销发货: no channel takes a notice back by interface, so a person does it
 * there and then says so by trying again. What has left in the meantime needs no correction any more.
 */
export function correctNoticeHandler(connections: Connections): QueuedHandler<TaskOf<typeof correctNoticeJob>> {
  return channelHandler(connections, {
    urgency: 'shipNotice',
    capability: 'shipNotice',
    async shopOf(attempt) {
      const shipment = await attempt.tx((tx) => readShipment(tx, attempt.payload.shipmentId));
      const isSettled = shipment.shippedAt !== null || attempt.progress['asked'] === true;
      return isSettled ? null : shipment.order.accountId;
    },
    async run(attempt, { connector }) {
      const { order, shipmentNo } = await attempt.tx((tx) => readShipment(tx, attempt.payload.shipmentId));
      await attempt.note({ asked: true });
      throw new Dead(
        byHand({
          channel: connector.title,
          what: `撤销发货单 ${shipmentNo} 的发货通知（PO ${order.channelOrderNo}）`,
          support: 'manual',
          advice: '处理后点重试，任务即完成',
        }),
        'byHand',
      );
    },
    async withoutInterface(attempt) {
      await attempt.finish();
    },
  });
}
