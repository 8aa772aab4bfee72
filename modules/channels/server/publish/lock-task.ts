import { notFound, staleVersion } from '#kit/model/refusal.ts';
import { moveInTransaction } from '#kit/server/command.ts';
import type { Tx } from '#kit/server/database.ts';
import { baseConditions } from '#kit/server/query/row-conditions.ts';
import { join, sql } from '#kit/server/sql.ts';
import { notEditable } from '../../model/publish/publish-errors.ts';
import { publishLifecycle } from '../../model/publish/publish-lifecycle.ts';
import { publishTask, type PublishTaskRow } from '../../model/publish/publish-task.ts';
import { changeTask } from './change-task.ts';

const EDITABLE: readonly string[] = ['draft', 'invalid', 'valid'];

type Locked = Pick<
  PublishTaskRow,
  'id' | 'accountId' | 'storefront' | 'classId' | 'status' | 'version' | 'taskNo' | 'isByHand'
>;

/** A task that its reader may see, held until the end of the transaction. @throws Refusal 404 */
export async function lockTask(tx: Tx, id: string): Promise<Locked> {
  const [row] = await tx.query<Locked>(sql`
    select t.id, t.account_id, t.storefront, t.class_id, t.status, t.version, t.task_no, t.is_by_hand
    from publish_task t where ${join([...baseConditions(publishTask, tx.actor), sql`t.id = ${id}::uuid`], ' and ')}
    for update`);
  if (!row) throw notFound();
  return row;
}

/**
 * A task whose answers may be written now.
 * @param version the one that its writer has seen; null: whatever it is
 * @throws Refusal 404, 409 where somebody was faster, or it is on its way
 */
export async function lockEditable(tx: Tx, id: string, version: number | null): Promise<Locked> {
  const task = await lockTask(tx, id);
  if (version !== null && version !== task.version) throw staleVersion();
  if (!EDITABLE.includes(task.status)) throw notEditable({ status: publishLifecycle.states[task.status][0] });
  return task;
}

/** Answers have changed: the task is to be judged once more. @returns how it stands then */
export async function markChanged(tx: Tx, id: string): Promise<{ version: number; status: string }> {
  await moveInTransaction(tx, changeTask, [id]);
  return tx.one<{ version: number; status: string }>`
    select version, status from publish_task where tenant_id = ${tx.tenant} and id = ${id}::uuid`;
}
