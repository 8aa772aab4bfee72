import { createHash } from 'node:crypto';
import { moveInTransaction } from '#kit/server/command.ts';
import { newId, type Tx } from '#kit/server/database.ts';
import { setColumns } from '#kit/server/stored-rows.ts';
import type { ListingQuestion } from '../../model/port.ts';
import { publishTask } from '../../model/publish/publish-task.ts';
import { changeTask } from './change-task.ts';

/** Of what questions are asked: one class in one storefront of a shop. */
export interface FormKey {
  accountId: string;
  storefront: string;
  classId: string;
}

export interface StoredForm {
  id: string;
  questions: ListingQuestion[];
  fetchedAt: Date;
}

/** What the marketplace was last heard to ask; null where it never was asked. */
export const latestForm = (tx: Tx, { accountId, storefront, classId }: FormKey): Promise<StoredForm | undefined> =>
  tx.maybe<StoredForm>`
    select id, questions, fetched_at from listing_form
    where tenant_id = ${tx.tenant} and account_id = ${accountId}::uuid and storefront = ${storefront}
      and class_id = ${classId}
    order by fetched_at desc, id desc limit 1`;

export const formById = (tx: Tx, id: string): Promise<StoredForm> =>
  tx.one<StoredForm>`
    select id, questions, fetched_at from listing_form where tenant_id = ${tx.tenant} and id = ${id}::uuid`;

/**
 * Keeps what a marketplace asks now. Drafts that were filled in by other questions are marked, and those that were
 * judged by them have to be judged once more.
 * @returns the id of the form, and whether it is another than the last one
 */
export async function storeForm(
  tx: Tx,
  key: FormKey,
  questions: readonly ListingQuestion[],
): Promise<{ id: string; isChanged: boolean }> {
  const before = await latestForm(tx, key);
  const [stored] = await tx.rows<{ id: string }>`
    insert into listing_form (tenant_id, id, account_id, storefront, class_id, hash, questions, fetched_at, create_time)
    values (${tx.tenant}, ${newId()}, ${key.accountId}::uuid, ${key.storefront}, ${key.classId}, ${hashOf(questions)},
      ${JSON.stringify(questions)}::jsonb, ${tx.now}, ${tx.now})
    on conflict (tenant_id, account_id, storefront, class_id, hash) do update set fetched_at = excluded.fetched_at
    returning id`;
  const id = stored?.id ?? '';
  await markDrafts(tx, key, id);
  return { id, isChanged: before !== undefined && before.id !== id };
}

async function markDrafts(tx: Tx, { accountId, storefront, classId }: FormKey, formId: string): Promise<void> {
  const open = await tx.rows<{ id: string; status: string; formId: string; isFormChanged: boolean }>`
    select id, status, form_id, is_form_changed from publish_task
    where tenant_id = ${tx.tenant} and account_id = ${accountId}::uuid and storefront = ${storefront}
      and class_id = ${classId} and status in ('draft', 'invalid', 'valid')
    order by id for update`;
  const changed = open.filter((one) => (one.formId !== formId) !== one.isFormChanged);
  const [others, same] = [true, false].map((isOther) =>
    changed.filter((one) => (one.formId !== formId) === isOther).map(({ id }) => id),
  );
  await setColumns(tx, publishTask, others ?? [], { isFormChanged: true });
  await setColumns(tx, publishTask, same ?? [], { isFormChanged: false });
  const judged = open.filter((one) => one.formId !== formId && one.status === 'valid').map(({ id }) => id);
  await moveInTransaction(tx, changeTask, judged);
}

/** The order in which a marketplace names its questions and choices says nothing. */
function hashOf(questions: readonly ListingQuestion[]): string {
  const plain = (some: readonly ListingQuestion[]): unknown[] =>
    some
      .map((one) => ({
        ...one,
        choices: one.choices.toSorted((a, b) => (a.key < b.key ? -1 : 1)),
        children: plain(one.children),
      }))
      .toSorted((a, b) => (a.id < b.id ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify(plain(questions)))
    .digest('hex');
}
