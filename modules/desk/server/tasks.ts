import { command, type Command } from '#kit/server/command.ts';
import { deliveryLifecycle } from '../model/task.ts';

/** 重试: the task runs again at once, with a fresh count of attempts; what it noted stays known. */
export const retryTask = (wake: () => void): Command =>
  command(deliveryLifecycle, 'retry', {
    async run(tx, rows) {
      await tx.run`
        update delivery set attempts = 0, next_at = ${tx.now}, lease_until = null
        where tenant_id = ${tx.tenant} and id = any(${rows.map((row) => row.id)}::uuid[])`;
      tx.onCommit(wake);
    },
  });

/** 放弃: nobody tries again; a person has seen to it at the channel. */
export const abandonTask: Command = command(deliveryLifecycle, 'abandon', {
  async run(tx, rows) {
    await tx.run`
      update delivery set done_at = ${tx.now}, lease_until = null
      where tenant_id = ${tx.tenant} and id = any(${rows.map((row) => row.id)}::uuid[])`;
  },
});
