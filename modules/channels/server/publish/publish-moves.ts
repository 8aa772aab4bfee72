import { Refusal } from '#kit/model/refusal.ts';
import { command, type Command } from '#kit/server/command.ts';
import type { Tx } from '#kit/server/database.ts';
import { enqueue } from '#kit/server/outbox.ts';
import { setColumns, setEach } from '#kit/server/stored-rows.ts';
import { publishJob } from '../../model/jobs.ts';
import { answeredByInterface, standsThere, formOutdated, hasErrors } from '../../model/publish/publish-errors.ts';
import { publishLifecycle } from '../../model/publish/publish-lifecycle.ts';
import { publishTask, type PublishTaskRow } from '../../model/publish/publish-task.ts';
import { formIdOf } from './forms-of-tasks.ts';
import { judgeTasks, type JudgedTask } from './judge-tasks.ts';
import { endListings, makeListings, reviveListings } from './listings-of-tasks.ts';
import { countItems, itemsOf, storeAnswers, storeStates, type TaskItem } from './task-items.ts';
import { toSend } from './to-send.ts';

export { changeTask } from './change-task.ts';

const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id);

/** 校验: by what the marketplace asks now; what is wrong stands at its cell. */
export const validateTask: Command = command(publishLifecycle, 'validate', {
  async run(tx, rows) {
    const judged = await judgeTasks(tx, rows);
    const states = new Map<string, 'valid' | 'invalid'>();
    for (const { id } of rows) {
      const one = judged.get(id);
      if (!one) continue;
      await storeAnswers(
        tx,
        one.items.map((item) => ({ ...item, flaws: one.flaws.get(item.id) ?? [] })),
      );
      await adoptForm(tx, id, one.form.id);
      states.set(id, one.errors > 0 ? 'invalid' : 'valid');
    }
    await setColumns(tx, publishTask, idsOf(rows), { isFormChanged: false, outcome: null });
    await countItems(tx, idsOf(rows));
    return states;
  },
});

const adoptForm = (tx: Tx, taskId: string, formId: string): Promise<number> => tx.run`
  update publish_task set form_id = ${formId}::uuid where tenant_id = ${tx.tenant} and id = ${taskId}::uuid`;

/** 提交: judged once more, as costs, goods and questions may be others than when it was validated. */
export const submitTask: Command = command(publishLifecycle, 'submit', {
  read: (tx, rows) => judgeTasks(tx, rows),
  async guard(tx, rows, _answers, judged) {
    const refusals = new Map<string, Refusal>();
    for (const { id } of rows) {
      const one = judged.get(id);
      if (!one) continue;
      if (one.form.id !== (await formIdOf(tx, id))) refusals.set(id, formOutdated());
      else if (one.errors > 0) refusals.set(id, hasErrors({ errors: one.errors }));
    }
    return refusals;
  },
  async run(tx, rows, _answers, judged) {
    const states = new Map<string, 'submitting' | 'processing'>();
    for (const row of rows) {
      const one = judged.get(row.id);
      if (!one) continue;
      await queueItems(tx, one);
      states.set(row.id, row.isByHand ? 'processing' : 'submitting');
      if (!row.isByHand) await enqueuePublish(tx, row);
    }
    await setEach(
      tx,
      publishTask,
      rows.map(({ id, attempt, isByHand }) => ({
        id,
        attempt: attempt + 1,
        submittedBy: tx.actor.username,
        submittedAt: tx.now,
        answeredAt: null,
        isOverdue: false,
        outcome: isByHand ? '请到平台处理：导出答案，在平台后台刊登后回来确认' : null,
      })),
    );
    await countItems(tx, idsOf(rows));
    return states;
  },
});

async function enqueuePublish(tx: Tx, { id, attempt, accountId }: PublishTaskRow): Promise<void> {
  await enqueue(tx, publishJob, {
    aggregate: `publish:${id}`,
    dedupeKey: `publish:${id}:${attempt + 1}`,
    payload: { taskId: id, accountId, attempt: attempt + 1 },
  });
}

/** What stands there and is as it should be, stays; all else goes out. */
async function queueItems(tx: Tx, { items, columns, goods, task }: JudgedTask): Promise<void> {
  const going = items.flatMap((item) => {
    const sent = toSend(item, columns, goods.get(item.skuId));
    return sent ? [{ ...item, sent }] : [];
  });
  const state = task.isByHand ? 'processing' : 'queued';
  await tx.run`
    update publish_item i set sent_answers = v.answers
    from unnest(${going.map(({ id }) => id)}::uuid[], ${going.map(({ sent }) => JSON.stringify(sent))}::jsonb[])
      as v (id, answers)
    where i.tenant_id = ${tx.tenant} and i.id = v.id`;
  await storeStates(
    tx,
    going.map((item) => ({ ...item, state, requestIds: [] })),
  );
}

/** 修改: what the marketplace refused, or what was judged already. */
export const reopenTask: Command = command(publishLifecycle, 'reopen', { run: openAgain });

/** 修改已上架: the next submission holds only what differs from what stands there. */
export const updateTask: Command = command(publishLifecycle, 'update', {
  async run(tx, rows) {
    await setEach(
      tx,
      publishTask,
      rows.map(({ id, revision }) => ({ id, revision: revision + 1 })),
    );
    await openAgain(tx, rows);
  },
});

async function openAgain(tx: Tx, rows: readonly PublishTaskRow[]): Promise<void> {
  const items = await itemsOf(tx, idsOf(rows));
  await storeStates(
    tx,
    items.map((item) => ({ ...item, state: item.liveAnswers === null ? ('open' as const) : ('live' as const) })),
  );
  await tx.run`
    update publish_item set sent_answers = null
    where tenant_id = ${tx.tenant} and task_id = any(${idsOf(rows)}::uuid[])`;
  await setColumns(tx, publishTask, idsOf(rows), { outcome: null });
  await countItems(tx, idsOf(rows));
}

/** 下架: here at once; the marketplace has no call for it. */
export const endTask: Command = command(publishLifecycle, 'end', {
  async run(tx, rows, { reason }) {
    await endListings(tx, idsOf(rows));
    await setColumns(tx, publishTask, idsOf(rows), { outcome: `下架：${reason}，请同时到平台后台下架`.slice(0, 255) });
  },
});

/** 重新上架 */
export const relistTask: Command = command(publishLifecycle, 'relist', {
  async run(tx, rows) {
    await reviveListings(tx, idsOf(rows));
    await setColumns(tx, publishTask, idsOf(rows), { outcome: null });
  },
});

/** Where the marketplace has no interface, or has said nothing for a day: a person has looked there. */
const DAY_MS = 86_400_000;

async function refuseAnswered(tx: Tx, rows: readonly PublishTaskRow[]): Promise<Map<string, Refusal>> {
  const awaited = rows.filter(
    ({ isByHand, submittedAt }) => !isByHand && tx.now.getTime() - (submittedAt?.getTime() ?? 0) < DAY_MS,
  );
  return new Map(awaited.map(({ id }) => [id, answeredByInterface()]));
}

/** 确认已上架: by a person who has seen it there. What was refused before stays so. */
export const acknowledgeTask: Command = command(publishLifecycle, 'acknowledge', {
  guard: (tx, rows) => refuseAnswered(tx, rows),
  async run(tx, rows, { note = null }) {
    const items = await itemsOf(tx, idsOf(rows));
    await storeStates(
      tx,
      items.flatMap((item) => (item.state === 'refused' ? [] : [{ ...item, state: 'live' as const }])),
    );
    await makeListings(tx, idsOf(rows));
    await setColumns(tx, publishTask, idsOf(rows), {
      answeredAt: tx.now,
      liveAt: tx.now,
      isOverdue: false,
      outcome: note,
    });
    await countItems(tx, idsOf(rows));
    const refused = new Set(items.flatMap(({ state, taskId }) => (state === 'refused' ? [taskId] : [])));
    return new Map(rows.map(({ id }) => [id, refused.has(id) ? 'partial' : 'live']));
  },
});

/** 被平台拒绝: by a person who has read it there; of what was under way. What stands there goes on to stand. */
export const turnDownTask: Command = command(publishLifecycle, 'turnDown', {
  guard: (tx, rows) => refuseAnswered(tx, rows),
  async run(tx, rows, { reason }) {
    const items = await itemsOf(tx, idsOf(rows));
    await storeStates(
      tx,
      items.flatMap((item) => (item.state === 'live' ? [] : [{ ...item, state: 'refused' as const }])),
    );
    await setColumns(tx, publishTask, idsOf(rows), { answeredAt: tx.now, isOverdue: false, outcome: reason });
    await countItems(tx, idsOf(rows));
    const standing = new Set(items.flatMap((item) => (isStanding(item) ? [item.taskId] : [])));
    return new Map(rows.map(({ id }) => [id, standing.has(id) ? 'partial' : 'failed']));
  },
});

const isStanding = ({ state, liveAnswers }: TaskItem): boolean => state === 'live' || liveAnswers !== null;

/** Whoever withdrew a change of what stands there would let its SKUs be listed once more. */
async function refuseStanding(tx: Tx, rows: readonly PublishTaskRow[]): Promise<Map<string, Refusal>> {
  const standing = Map.groupBy((await itemsOf(tx, idsOf(rows))).filter(isStanding), ({ taskId }) => taskId);
  return new Map([...standing].map(([id, { length }]) => [id, standsThere({ count: length })]));
}

/** 撤回: its SKUs may stand in another task. */
export const withdrawTask: Command = command(publishLifecycle, 'withdraw', {
  guard: (tx, rows) => refuseStanding(tx, rows),
  run: async (tx, rows) =>
    void (await tx.run`
    update publish_item set is_held = false
    where tenant_id = ${tx.tenant} and task_id = any(${idsOf(rows)}::uuid[])`),
});

/** 平台已收下 */
export const acceptTask: Command = command(publishLifecycle, 'accept', { run: async () => undefined });

/** 平台答复: SKU by SKU; where some stand there and some were refused it is 部分上架. */
export const settleTask: Command = command(publishLifecycle, 'settle', {
  async run(tx, rows) {
    await countItems(tx, idsOf(rows));
    const items = Map.groupBy(await itemsOf(tx, idsOf(rows)), ({ taskId }) => taskId);
    const states = new Map<string, 'live' | 'partial' | 'failed'>();
    await setEach(
      tx,
      publishTask,
      rows.map(({ id, liveAt, outcome }) => {
        const own = items.get(id) ?? [];
        const refused = own.filter(({ state }) => state === 'refused').length;
        const standing = own.filter(isStanding).length;
        const state = refused === 0 && own.length > 0 ? 'live' : standing > 0 ? 'partial' : 'failed';
        states.set(id, state);
        const said =
          refused === 0 ? null : `${own.length} 个 SKU 中 ${own.length - refused} 个已上架，${refused} 个被拒`;
        return {
          id,
          answeredAt: tx.now,
          isOverdue: false,
          liveAt: liveAt ?? (state === 'failed' ? null : tx.now),
          outcome: state === 'failed' && outcome !== null ? outcome : said,
        };
      }),
    );
    return states;
  },
});
