import type { TaskOf } from '#kit/model/job.ts';
import type { Tx } from '#kit/server/database.ts';
import type { Attempt } from '#kit/server/deliveries.ts';
import { setColumns } from '#kit/server/stored-rows.ts';
import type { publishJob } from '../../model/jobs.ts';
import type { Offering } from '../../model/offering.ts';
import type { PublishFlaw } from '../../model/publish/judge-answers.ts';
import { publishTask, type PublishItemState } from '../../model/publish/publish-task.ts';
import type { StorefrontCode } from '../../model/publish/storefront.ts';
import type { Channel } from '../connections.ts';
import { makeListings } from './listings-of-tasks.ts';
import { countItems, itemsOf, storeStates, type TaskItem } from './task-items.ts';

export type PublishAttempt = Attempt<TaskOf<typeof publishJob>>;
export type PublishChannel = Channel<Offering<'publish'>>;

/** A task as the work on it sees it. */
export interface TaskHead {
  id: string;
  accountId: string;
  storefront: StorefrontCode;
  classId: string;
  status: string;
  attempt: number;
  submittedAt: Date;
}

export const headOf = (tx: Tx, taskId: string): Promise<TaskHead | undefined> =>
  tx.maybe<TaskHead>`
    select id, account_id, storefront, class_id, status, attempt, submitted_at from publish_task
    where tenant_id = ${tx.tenant} and id = ${taskId}::uuid`;

/** What has become of one SKU. */
export interface ItemVerdict {
  item: TaskItem;
  state: PublishItemState;
  flaws: readonly PublishFlaw[];
  requestIds?: readonly string[];
}

/** SKUs on their way: what people have decided meanwhile is no answer's to undo. */
const ON_THE_WAY: readonly PublishItemState[] = ['queued', 'sending', 'processing'];

/**
 * Stores what has become of SKUs that are still on their way; those that stand there now are listings of the shop at
 * once.
 */
export async function storeVerdicts(tx: Tx, taskId: string, found: readonly ItemVerdict[]): Promise<void> {
  if (found.length === 0) return;
  await tx.run`select id from publish_task where tenant_id = ${tx.tenant} and id = ${taskId}::uuid for update`;
  const open = new Set((await itemsIn(tx, taskId, ...ON_THE_WAY)).map(({ id }) => id));
  const verdicts = found.filter(({ item }) => open.has(item.id));
  if (verdicts.length === 0) return;
  await storeStates(
    tx,
    verdicts.map(({ item, state, flaws, requestIds }) => ({
      id: item.id,
      state,
      flaws: [...flaws],
      requestIds: [...(requestIds ?? item.requestIds)],
    })),
  );
  if (verdicts.some(({ state }) => state === 'live')) await makeListings(tx, [taskId]);
  await countItems(tx, [taskId]);
}

/** SKUs of a task in one of some states. */
export const itemsIn = async (tx: Tx, taskId: string, ...states: readonly PublishItemState[]): Promise<TaskItem[]> =>
  (await itemsOf(tx, [taskId])).filter(({ state }) => states.includes(state));

export const noteOutcome = (tx: Tx, taskId: string, outcome: string): Promise<void> =>
  setColumns(tx, publishTask, [taskId], { outcome: outcome.slice(0, 500) });

const DAY_MS = 86_400_000;

/** How long the marketplace has had SKUs of a task; after a day somebody is asked to look. */
export const noteWaiting = (tx: Tx, taskId: string, outcome: string, ms: number): Promise<void> =>
  setColumns(tx, publishTask, [taskId], { outcome: outcome.slice(0, 500), isOverdue: ms >= DAY_MS });

/** A few names for a sentence. */
export const namesOf = (items: readonly TaskItem[]): string =>
  `${items
    .slice(0, 3)
    .map(({ channelSku }) => channelSku)
    .join('、')}${items.length > 3 ? ` 等 ${items.length} 个` : ''}`;
