import { moveInTransaction } from '#kit/server/command.ts';
import type { Tx } from '#kit/server/database.ts';
import { pick } from '#kit/server/stored-rows.ts';
import { takeBackJob } from '#modules/channels/model/jobs.ts';
import { delivery } from '../model/task.ts';
import { abandonTask } from './tasks.ts';

/** Nobody is to cancel at the channel what has been brought back here: tasks that ask for it end. */
export async function endTakingBack(tx: Tx, { orderId }: { orderId: string }): Promise<void> {
  const open = await pick(tx, delivery, ['id'])`
    aggregate = ${orderId} and handler = ${takeBackJob.name} and status = 'dead' order by id`;
  const ids = open.map(({ id }) => id);
  if (ids.length > 0) await moveInTransaction(tx, abandonTask, ids, { reason: '订单已恢复' });
}
