import type { Refusal } from '#kit/model/refusal.ts';
import { toWireTime } from '#kit/model/time.ts';
import { command, type Command } from '#kit/server/command.ts';
import { setColumns } from '#kit/server/stored-rows.ts';
import { taskRunning } from '../model/errors.ts';
import { delivery, deliveryLifecycle } from '../model/task.ts';

/**
 * 重试: the task runs again at once, with a fresh count of attempts; what it noted stays known. One
 * that a node holds is that node's until its lease is over, by the clock of the database.
 */
export const retryTask = (wake: () => void): Command =>
  command(deliveryLifecycle, 'retry', {
    async guard(tx, rows) {
      const held = await tx.rows<{ id: string; leaseUntil: Date }>`
        select id, lease_until from delivery
        where tenant_id = ${tx.tenant} and id = any(${rows.map((row) => row.id)}::uuid[])
          and status = 'running' and lease_until >= clock_timestamp()`;
      return new Map<string, Refusal>(
        held.map((task) => [
          task.id,
          taskRunning({ until: toWireTime(task.leaseUntil, tx.actor.zone) }),
        ]),
      );
    },
    async run(tx, rows) {
      await setColumns(tx, delivery, rows, {
        attempts: 0,
        nextAt: tx.now,
        leaseUntil: null,
        failure: null,
      });
      tx.onCommit(wake);
    },
  });

/** 放弃: nobody tries again; a person has seen to it at the channel. */
export const abandonTask: Command = command(deliveryLifecycle, 'abandon', {
  async run(tx, rows) {
    await setColumns(tx, delivery, rows, { doneAt: tx.now, leaseUntil: null });
  },
});
