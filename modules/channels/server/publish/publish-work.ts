import type { TaskOf } from '#kit/model/job.ts';
import { moveInTransaction } from '#kit/server/command.ts';
import type { QueuedHandler } from '#kit/server/deliveries.ts';
import type { publishJob } from '../../model/jobs.ts';
import { channelHandler } from '../channel-work.ts';
import type { Connections } from '../connections.ts';
import type { ChannelTiming } from '../services.ts';
import { wholeFlaw } from './channel-flaws.ts';
import { pollListings } from './poll-listings.ts';
import { acceptTask, settleTask } from './publish-moves.ts';
import { headOf, itemsIn, noteOutcome, storeVerdicts } from './publish-records.ts';
import { resolveSending } from './resolve-sending.ts';
import { sendListings } from './send-listings.ts';

/** States in which the marketplace still has to say something. */
const AWAITED: readonly string[] = ['submitting', 'processing'];

/**
 * `channels.publish`: the SKUs of one task go out once, and are asked about until each of them stands there or was
 * refused. What broke off in between is looked up before anything is sent again.
 */
export function publishHandler(
  connections: Connections,
  timing: ChannelTiming,
): QueuedHandler<TaskOf<typeof publishJob>> {
  return channelHandler(connections, {
    urgency: 'publish',
    capability: 'publish',
    async shopOf({ payload, tx }) {
      const head = await tx((one) => headOf(one, payload.taskId));
      return head && AWAITED.includes(head.status) && head.attempt === payload.attempt ? head.accountId : null;
    },
    async run(attempt, channel) {
      const { taskId } = attempt.payload;
      const head = await attempt.tx((tx) => headOf(tx, taskId));
      if (!head) return attempt.finish();
      await resolveSending(attempt, channel, head, timing);
      await sendListings(attempt, channel, head);
      await attempt.tx(async (tx) => {
        const now = await headOf(tx, taskId);
        if (now?.status === 'submitting') await moveInTransaction(tx, acceptTask, [taskId]);
      });
      await pollListings(attempt, channel, head);
      await attempt.finish(async (tx) => {
        const now = await headOf(tx, taskId);
        if (now && AWAITED.includes(now.status)) await moveInTransaction(tx, settleTask, [taskId]);
      });
    },
    async giveUp(tx, { payload: { taskId } }, message) {
      const head = await headOf(tx, taskId);
      if (!head || !AWAITED.includes(head.status)) return;
      const queued = await itemsIn(tx, taskId, 'queued');
      await storeVerdicts(
        tx,
        taskId,
        queued.map((item) => ({ item, state: 'refused', flaws: [wholeFlaw('unsent', `没有发出：${message}`)] })),
      );
      await noteOutcome(tx, taskId, message);
      // What may have been heard is not decided here.
      const open = await itemsIn(tx, taskId, 'sending', 'processing');
      if (open.length === 0) await moveInTransaction(tx, settleTask, [taskId]);
    },
  });
}
