import type { Refusal } from '#kit/model/refusal.ts';
import { toWireTime } from '#kit/model/time.ts';
import { command, type Command } from '#kit/server/command.ts';
import type { Tx } from '#kit/server/database.ts';
import { setColumns } from '#kit/server/stored-rows.ts';
import { buyReturnLabelJob, voidReturnLabelJob } from '#modules/aftersales/model/return-label-work.ts';
import { returnLabelNotBought } from '#modules/aftersales/server/index.ts';
import { labelNotBought } from '#modules/fulfilment/server/index.ts';
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
        held.map((task) => [task.id, taskRunning({ until: toWireTime(task.leaseUntil, tx.actor.zone) })]),
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
 * waits for it is not given up: label, shipment and held money would wait for ever. A purchase on an account of the
 * seller's own may be, once it has failed: whoever gives it up has seen at the carrier that there is no label, and
 * nothing is paid by us. On an account of the platform that would be the seller's own word about who pays.
 */
export const abandonTask: Command = command(deliveryLifecycle, 'abandon', {
  async guard(tx, rows) {
    const ids = rows.map(({ id }) => id);
    const own = new Set((await ownPurchases(tx, ids)).map(({ id }) => id));
    const waiting = await tx.rows<{ id: string }>`
      select d.id from delivery d
        join shipping_label l on l.tenant_id = d.tenant_id and l.id::text = d.payload->>'labelId'
      where d.tenant_id = ${tx.tenant} and d.id = any(${ids}::uuid[])
        and (d.handler = ${buyLabelJob.name} and l.status = 'requested'
          or d.handler = ${voidLabelJob.name} and l.status = 'voiding')
      union all
      select d.id from delivery d
        join return_label l on l.tenant_id = d.tenant_id and l.id::text = d.payload->>'labelId'
      where d.tenant_id = ${tx.tenant} and d.id = any(${ids}::uuid[])
        and (d.handler = ${buyReturnLabelJob.name} and l.status = 'requested'
          or d.handler = ${voidReturnLabelJob.name} and l.status = 'voiding')`;
    return new Map<string, Refusal>(waiting.filter(({ id }) => !own.has(id)).map(({ id }) => [id, labelUnsettled()]));
  },
  async run(tx, rows, { reason }) {
    const ids = rows.map(({ id }) => id);
    for (const { handler, labelId } of await ownPurchases(tx, ids)) {
      const words = `${tx.actor.username} 确认未出单：${reason}`;
      if (handler === buyLabelJob.name) await labelNotBought(tx, labelId, words);
      else await returnLabelNotBought(tx, labelId, words);
    }
    await setColumns(tx, delivery, rows, { doneAt: tx.now, leaseUntil: null });
  },
});

/** Purchases among tasks that failed, whose label is still awaited on an account of the seller's own. */
const ownPurchases = (tx: Tx, ids: readonly string[]): Promise<{ id: string; handler: string; labelId: string }[]> =>
  tx.rows`
    select d.id, d.handler, l.id as label_id from delivery d
      join shipping_label l on l.tenant_id = d.tenant_id and l.id::text = d.payload->>'labelId'
    where d.tenant_id = ${tx.tenant} and d.id = any(${ids}::uuid[]) and d.status = 'dead'
      and d.handler = ${buyLabelJob.name} and l.status = 'requested' and l.owner = 'own'
    union all
    select d.id, d.handler, l.id as label_id from delivery d
      join return_label l on l.tenant_id = d.tenant_id and l.id::text = d.payload->>'labelId'
    where d.tenant_id = ${tx.tenant} and d.id = any(${ids}::uuid[]) and d.status = 'dead'
      and d.handler = ${buyReturnLabelJob.name} and l.status = 'requested' and l.owner = 'own'`;

/** 已处理: a person has done at the channel what has no interface. What went wrong is tried again instead. */
export const settleTask: Command = command(deliveryLifecycle, 'settle', {
  guard: async (_tx, rows) =>
    new Map(rows.filter(({ failure }) => failure !== 'byHand').map(({ id }) => [id, notByHand()] as const)),
  async run(tx, rows) {
    await setColumns(tx, delivery, rows, { doneAt: tx.now, leaseUntil: null });
  },
});
