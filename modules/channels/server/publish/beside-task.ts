import { toWireTime } from '#kit/model/time.ts';
import type { Tx } from '#kit/server/database.ts';
import { formChanges } from '../../model/publish/form-changes.ts';
import type { PublishBeside } from '../../model/publish/publish-routes.ts';
import type { StorefrontCode } from '../../model/publish/storefront.ts';
import { formIdOf } from './forms-of-tasks.ts';
import { formById } from './forms.ts';
import { openTask } from './judge-tasks.ts';

/** What stands beside a task: its questions as they are asked now, and how they have changed under it. */
export async function publishBeside(tx: Tx, row: Readonly<Record<string, unknown>>): Promise<PublishBeside> {
  const task = {
    id: String(row['id']),
    accountId: String(row['accountId']),
    storefront: String(row['storefront']) as StorefrontCode,
    classId: String(row['classId']),
    isByHand: row['isByHand'] === true,
  };
  const { form, items, goods } = await openTask(tx, task);
  const own = await formIdOf(tx, task.id);
  return {
    form: { questions: form.questions, fetchedAt: toWireTime(form.fetchedAt, tx.actor.zone) },
    formChanges: own === form.id ? null : formChanges((await formById(tx, own)).questions, form.questions),
    cartonCounts: Object.fromEntries(items.map(({ id, skuId }) => [id, goods.get(skuId)?.cartons.length ?? 0])),
  };
}
