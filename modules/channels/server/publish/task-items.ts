import type { Tx } from '#kit/server/database.ts';
import type { ListingAnswer } from '../../model/port.ts';
import { formColumns, repeatsOf, type FormColumn } from '../../model/publish/answers.ts';
import type { ListedGoods } from '../../model/publish/goods.ts';
import type { PublishFlaw } from '../../model/publish/judge-answers.ts';
import type { PublishItemState } from '../../model/publish/publish-task.ts';
import { answersOf, flawsOf } from '../../model/publish/stored-form.ts';
import type { StoredForm } from './forms.ts';

/** One SKU of a task, as it is stored. */
export interface TaskItem {
  id: string;
  taskId: string;
  lineNo: number;
  skuId: string;
  channelSku: string;
  channelProductId: string | null;
  state: PublishItemState;
  answers: ListingAnswer[];
  /** Null where the listing never stood at the marketplace. */
  liveAnswers: ListingAnswer[] | null;
  /** What is on its way there; null where nothing is. */
  sentAnswers: ListingAnswer[] | null;
  flaws: PublishFlaw[];
  requestIds: string[];
}

interface StoredItem extends Omit<TaskItem, 'answers' | 'liveAnswers' | 'sentAnswers' | 'flaws'> {
  answers: unknown;
  liveAnswers: unknown;
  sentAnswers: unknown;
  flaws: unknown;
}

/** SKUs of tasks, in the order of their lines. */
export async function itemsOf(tx: Tx, taskIds: readonly string[]): Promise<TaskItem[]> {
  const rows = await tx.rows<StoredItem>`
    select id, task_id, line_no, sku_id, channel_sku, channel_product_id, state, answers, live_answers,
      sent_answers, flaws, request_ids
    from publish_item where tenant_id = ${tx.tenant} and task_id = any(${[...taskIds]}::uuid[])
    order by task_id, line_no`;
  return rows.map((row) => ({
    ...row,
    answers: answersOf(row.answers),
    liveAnswers: row.liveAnswers === null ? null : answersOf(row.liveAnswers),
    sentAnswers: row.sentAnswers === null ? null : answersOf(row.sentAnswers),
    flaws: flawsOf(row.flaws),
  }));
}

/** Every place that the SKUs of a task may answer. */
export const columnsFor = (
  form: Pick<StoredForm, 'questions'>,
  items: readonly Pick<TaskItem, 'skuId' | 'answers'>[],
  goods: ReadonlyMap<string, ListedGoods>,
): FormColumn[] =>
  formColumns(
    form.questions,
    repeatsOf(items.map(({ skuId, answers }) => ({ answers, cartonCount: goods.get(skuId)?.cartons.length ?? 1 }))),
  );

/** Stores answers, and what of their flaws still stands. */
export async function storeAnswers(
  tx: Tx,
  items: readonly Pick<TaskItem, 'id' | 'answers' | 'flaws'>[],
): Promise<void> {
  await tx.run`
    update publish_item i set answers = v.answers, flaws = v.flaws, error_count = v.errors, update_time = ${tx.now},
      update_by = ${tx.actor.username}, version = i.version + 1
    from unnest(${items.map(({ id }) => id)}::uuid[], ${items.map(({ answers }) => JSON.stringify(answers))}::jsonb[],
      ${items.map(({ flaws }) => JSON.stringify(flaws))}::jsonb[], ${items.map(({ flaws }) => errorsIn(flaws))}::integer[])
      as v (id, answers, flaws, errors)
    where i.tenant_id = ${tx.tenant} and i.id = v.id`;
}

export const errorsIn = (flaws: readonly PublishFlaw[]): number =>
  flaws.filter(({ severity }) => severity === 'error').length;

/** Stores how SKUs stand at the marketplace, and what it finds wrong with them. */
export async function storeStates(
  tx: Tx,
  items: readonly Pick<TaskItem, 'id' | 'state' | 'flaws' | 'requestIds'>[],
): Promise<void> {
  await tx.run`
    update publish_item i set state = v.state, flaws = v.flaws, error_count = v.errors, update_time = ${tx.now},
      request_ids = case when v.requests = '' then '{}' else string_to_array(v.requests, ' ') end
    from unnest(${items.map(({ id }) => id)}::uuid[], ${items.map(({ state }) => state)}::text[],
      ${items.map(({ flaws }) => JSON.stringify(flaws))}::jsonb[],
      ${items.map(({ flaws }) => errorsIn(flaws))}::integer[],
      ${items.map(({ requestIds }) => requestIds.join(' '))}::text[]) as v (id, state, flaws, errors, requests)
    where i.tenant_id = ${tx.tenant} and i.id = v.id`;
}

/** Counts of tasks as their lists show them, from their SKUs. */
export async function countItems(tx: Tx, taskIds: readonly string[]): Promise<void> {
  await tx.run`
    update publish_task t set item_count = c.items, error_count = c.errors, warning_count = c.warnings,
      live_count = c.live, refused_count = c.refused
    from (
      select i.task_id, count(*)::integer as items, sum(i.error_count)::integer as errors,
        sum(jsonb_array_length(i.flaws) - i.error_count)::integer as warnings,
        count(*) filter (where i.state = 'live')::integer as live,
        count(*) filter (where i.state = 'refused')::integer as refused
      from publish_item i
      where i.tenant_id = ${tx.tenant} and i.task_id = any(${[...taskIds]}::uuid[]) group by i.task_id) c
    where t.tenant_id = ${tx.tenant} and t.id = c.task_id`;
}
