import type { Tx } from '#kit/server/database.ts';
import { judgeAnswers, sharedIdentifiers, type PublishFlaw } from '../../model/publish/judge-answers.ts';
import { formIdOf } from './forms-of-tasks.ts';
import { formById, latestForm } from './forms.ts';
import { judgeForbidden } from './forbidden-goods.ts';
import { judgeTaskPrices } from './judge-task-prices.ts';
import type { OpenedTask, TaskAbout } from './opened-task.ts';
import { listedGoods, type PictureUrl } from './listed-goods.ts';
import { columnsFor, errorsIn, itemsOf, type TaskItem } from './task-items.ts';

export interface JudgedTask extends OpenedTask {
  /** What is wrong, by SKU of the task. */
  flaws: ReadonlyMap<string, PublishFlaw[]>;
  errors: number;
}

/** A task with its SKUs, its questions of now and what is known of its goods. */
export async function openTask(
  tx: Tx,
  task: TaskAbout,
  known?: readonly TaskItem[],
  pictureUrl?: PictureUrl,
): Promise<OpenedTask> {
  const items = known ? [...known] : await itemsOf(tx, [task.id]);
  const form = (await latestForm(tx, task)) ?? (await formById(tx, await formIdOf(tx, task.id)));
  const goods = await listedGoods(
    tx,
    task.accountId,
    items.map(({ skuId }) => skuId),
    new Map(items.map(({ skuId, channelSku }) => [skuId, channelSku])),
    pictureUrl,
  );
  return { task, form, items, goods, columns: columnsFor(form, items, goods) };
}

/** Judges tasks by what the marketplaces ask now, what is known of the goods, and the one floor of every price. */
export async function judgeTasks(tx: Tx, tasks: readonly TaskAbout[]): Promise<Map<string, JudgedTask>> {
  const stored = await itemsOf(
    tx,
    tasks.map(({ id }) => id),
  );
  const items = Map.groupBy(stored, ({ taskId }) => taskId);
  const judged = new Map<string, JudgedTask>();
  for (const task of tasks)
    judged.set(task.id, await judgeOpened(tx, await openTask(tx, task, items.get(task.id) ?? [])));
  return judged;
}

/** As {@link judgeTasks}, one task that was opened. */
export async function judgeOpened(tx: Tx, opened: OpenedTask): Promise<JudgedTask> {
  const { columns, form, items, goods } = opened;
  const prices = await judgeTaskPrices(tx, opened);
  const forbidden = await judgeForbidden(tx, opened);
  const shared = sharedIdentifiers(columns, items);
  const flaws = new Map(
    items.map((item) => {
      const known = goods.get(item.skuId);
      const own = known ? judgeAnswers(columns, form.questions, item.answers, known) : [];
      return [
        item.id,
        [...own, ...(shared.get(item.id) ?? []), ...(prices.get(item.id) ?? []), ...(forbidden.get(item.id) ?? [])],
      ];
    }),
  );
  return { ...opened, flaws, errors: [...flaws.values()].reduce((sum, one) => sum + errorsIn(one), 0) };
}
