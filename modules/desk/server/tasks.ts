import type { Refusal } from '#kit/model/refusal.ts';
import { toWireTime } from '#kit/model/time.ts';
import { command, type Command } from '#kit/server/command.ts';
import { setColumns } from '#kit/server/stored-rows.ts';
import {
  buyReturnLabelJob,
  voidReturnLabelJob,
} from '#modules/aftersales/model/return-label-work.ts';
import { buyLabelJob, voidLabelJob } from '#modules/fulfilment/model/carrier-jobs.ts';
import { labelUnsettled, notByHand, taskRunning } from '../model/errors.ts';
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

/**
 * 放弃: nobody tries again; a person has seen to it at the channel. What is asked of a carrier about a label that
 * waits for it is not given up: label, shipment and held money would wait for ever.
 */
export const abandonTask: Command = command(deliveryLifecycle, 'abandon', {
  async guard(tx, rows) {
    const waiting = await tx.rows<{ id: string }>`
      select d.id from delivery d
        join shipping_label l on l.tenant_id = d.tenant_id and l.id::text = d.payload->>'labelId'
      where d.tenant_id = ${tx.tenant} and d.id = any(${rows.map(({ id }) => id)}::uuid[])
        and (d.handler = ${buyLabelJob.name} and l.status = 'requested'
          or d.handler = ${voidLabelJob.name} and l.status = 'voiding')
      union all
      select d.id from delivery d
        join return_label l on l.tenant_id = d.tenant_id and l.id::text = d.payload->>'labelId'
      where d.tenant_id = ${tx.tenant} and d.id = any(${rows.map(({ id }) => id)}::uuid[])
        and (d.handler = ${buyReturnLabelJob.name} and l.status = 'requested'
          or d.handler = ${voidReturnLabelJob.name} and l.status = 'voiding')`;
    return new Map<string, Refusal>(waiting.map(({ id }) => [id, labelUnsettled()]));
  },
  async run(tx, rows) {
    await setColumns(tx, delivery, rows, { doneAt: tx.now, leaseUntil: null });
  },
});

/** 已处理: a person has done at the channel what has no interface. What went wrong is tried again instead. */
export const settleTask: Command = command(deliveryLifecycle, 'settle', {
  guard: async (_tx, rows) =>
    new Map(
      rows
        .filter(({ failure }) => failure !== 'byHand')
        .map(({ id }) => [id, notByHand()] as const),
    ),
  async run(tx, rows) {
    await setColumns(tx, delivery, rows, { doneAt: tx.now, leaseUntil: null });
  },
});
