import { MOST_TAGS } from '#kit/model/field.ts';
import { taggedWith } from '#kit/model/tagging.ts';
import { auditResource, fieldDiff } from '#kit/server/audit.ts';
import type { Tx } from '#kit/server/database.ts';
import { usableTags } from '#kit/server/row-relations.ts';
import { pick, setEach } from '#kit/server/stored-rows.ts';
import { tag } from '#modules/base/model/tag.ts';
import { tagsGone, tooManyTags } from '../model/errors.ts';
import { salesOrder } from '../model/order.ts';

/**
 * Gives orders tags beside those they have, for a module above; locked in the order of their ids.
 * @returns which of them had not all of these
 * @throws Refusal for tags that are gone, or are too many on any of them
 */
export async function tagOrders(tx: Tx, orderIds: readonly string[], tagIds: readonly string[]): Promise<Set<string>> {
  const usable = await usableTags(tx, tag, salesOrder.fields.tagIds, tagIds);
  if (tagIds.some((id) => !usable.has(id))) throw tagsGone();
  const rows = await pick(tx, salesOrder, ['id', 'tagIds', 'version'])`
    id = any(${[...orderIds]}::uuid[]) order by id for update`;
  const added = [...tagIds].sort();
  const changed = rows.flatMap(({ id, version, tagIds: tags }) => {
    const before = (tags ?? []).toSorted();
    const after = taggedWith(before, added, []);
    return after.join() === before.join() ? [] : [{ id, version, before, after }];
  });
  if (changed.some(({ after }) => after.length > MOST_TAGS)) throw tooManyTags({ most: MOST_TAGS });
  if (changed.length === 0) return new Set();
  await setEach(
    tx,
    salesOrder,
    changed.map(({ id, version, after }) => ({
      id,
      tagIds: after,
      version: version + 1,
      updateBy: tx.actor.username,
      updateTime: tx.now,
    })),
  );
  auditResource(
    tx,
    salesOrder,
    changed.map(({ id, before, after }) => ({
      rowId: id,
      action: 'edit',
      diff: fieldDiff(salesOrder, { tagIds: before }, { tagIds: after }),
    })),
  );
  return new Set(changed.map(({ id }) => id));
}
