import { invalid, notFound } from '#kit/model/refusal.ts';
import { auditResource } from '#kit/server/audit.ts';
import type { Tx } from '#kit/server/database.ts';
import { isUuid } from '#kit/server/kinds.ts';
import type { BesideRows } from '#kit/server/query/list.ts';
import type { Registry } from '#kit/server/registry.ts';
import { implement, type Route } from '#kit/server/route.ts';
import { lockRegister } from '#kit/server/row-storage.ts';
import { pick } from '#kit/server/stored-rows.ts';
import { replaceTags, taggedRows, tagUses } from '#kit/server/tags/tag-places.ts';
import { deleteRows, type Guards } from '#kit/server/write.ts';
import { replaceInQueries } from '#modules/system/server/index.ts';
import { tagInUse, tagNothingToMerge, tagOtherScope, tagScopeFixed, tagTaken } from '../model/errors.ts';
import { tagsMerged } from '../model/events.ts';
import { mergeTagsRoute } from '../model/routes.ts';
import { tag, type TagRow } from '../model/tag.ts';

/** Tags merged at once. */
const MOST_MERGED = 100;

/** A name is taken once in its scope; a tag that rows have neither goes nor changes what it is for. */
export function tagGuards(registry: Registry): Guards<typeof tag> {
  const usesOf = (tx: Tx, ids: readonly string[]): Promise<Map<string, number>> => tagUses(tx, registry, tag, ids);
  return {
    add: (tx, values) => judgeName(tx, values, null),
    async edit(tx, before, values) {
      await judgeName(tx, { ...before, ...values }, before.id);
      if (values.scope === undefined || values.scope === before.scope) return;
      const uses = (await usesOf(tx, [before.id])).get(before.id);
      if (uses) throw invalid([{ field: 'scope', code: 'fixed', message: tagScopeFixed({ uses }) }]);
    },
    async delete(tx, rows) {
      const uses = await usesOf(
        tx,
        rows.map(({ id }) => id),
      );
      const used = rows.find(({ id }) => uses.has(id));
      if (used) throw tagInUse({ name: used.name, uses: uses.get(used.id) ?? 0 });
    },
  };
}

async function judgeName(
  tx: Tx,
  { name, scope }: { name?: string | null; scope?: string | null },
  id: string | null,
): Promise<void> {
  const [taken] = await pick(tx, tag, ['id'])`
    name = ${name} and scope = ${scope ?? tag.fields.scope.default}
      and deleted_at is null and id is distinct from ${id}::uuid`;
  if (taken) throw invalid([{ field: 'name', code: 'taken', message: tagTaken() }]);
}

/** 使用数: rows with each tag of a page, as far as its reader may see them. */
export const usesBeside =
  (registry: Registry): BesideRows =>
  async (tx, rows) => {
    const ids = rows.map(({ id }) => String(id));
    const uses = await tagUses(tx, registry, tag, ids, { isScoped: true });
    return new Map(ids.map((id) => [id, { uses: uses.get(id) ?? 0 }]));
  };

export const tagRoutes = (registry: Registry): Route[] => [
  implement(mergeTagsRoute, ({ body, tx }) => {
    const into = isUuid(body.into) ? body.into.toLowerCase() : '';
    const sent: readonly unknown[] = Array.isArray(body.ids) ? body.ids : [];
    const ids = [...new Set(sent.filter(isUuid).map((id) => id.toLowerCase()))].filter((id) => id !== into);
    if (!into) throw invalid([{ field: 'into', code: 'required', message: '请选择保留的标签' }]);
    if (ids.length === 0 || ids.length > MOST_MERGED) throw tagNothingToMerge();
    return body.dryRun === true
      ? tx((inTx) => countMerge(inTx, registry, ids, into))
      : mergeTags(tx, registry, ids, into);
  }),
];

async function countMerge(
  tx: Tx,
  registry: Registry,
  ids: readonly string[],
  into: string,
): Promise<{ merged: number; rows: number }> {
  const found = await pick(tx, tag, ['id', 'scope'])`
    id = any(${[...ids, into]}::uuid[]) and deleted_at is null`;
  requireOneScope(found, [...ids, into]);
  return { merged: ids.length, rows: await taggedRows(tx, registry, tag, ids) };
}

/** Rows of one transaction of a merge: nobody waits long for a row, however many there are. */
const MERGED_AT_ONCE = 5_000;

/**
 * Rows move from tag to tag part by part; with the last part the tags go, and what lists are asked by follows.
 * Broken off in between, some rows have the other tag already, and merging once more ends it.
 */
async function mergeTags(
  inTx: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>,
  registry: Registry,
  ids: readonly string[],
  into: string,
): Promise<{ merged: number; rows: number }> {
  let rows = 0;
  for (let isMore = true; isMore;) {
    const part = await inTx((tx) => mergePart(tx, registry, { ids, into, before: rows }));
    rows += part.rows;
    isMore = part.isMore;
  }
  return { merged: ids.length, rows };
}

/**
 * Tags are locked before the rows that have them: whoever gives one of them meanwhile is done before,
 * and their rows are moved too, or comes later and finds it gone.
 */
async function mergePart(
  tx: Tx,
  registry: Registry,
  { ids, into, before }: { ids: readonly string[]; into: string; before: number },
): Promise<{ rows: number; isMore: boolean }> {
  const locked = (await lockRegister(tx, tag, [...ids, into])) as unknown as TagRow[];
  requireOneScope(locked, [...ids, into]);
  const part = await replaceTags(tx, registry, tag, ids, into, MERGED_AT_ONCE);
  if (part.isMore) return part;
  await replaceInQueries(tx, ids, into);
  await tx.emit(tagsMerged, into, { ids, into });
  await deleteRows(tx, { registry, resource: tag, guards: tagGuards(registry) as object }, ids);
  const names = locked.filter(({ id }) => id !== into).map(({ name }) => name);
  const diff = { merged: [names, null], rows: [null, before + part.rows] };
  auditResource(tx, tag, [{ rowId: into, action: 'merge', diff }]);
  return part;
}

/** @throws Refusal 404 where one is gone, 422 where they are not all for the same */
function requireOneScope(found: readonly Pick<TagRow, 'id' | 'scope'>[], requested: readonly string[]): void {
  if (found.length < requested.length) throw notFound();
  if (new Set(found.map(({ scope }) => scope)).size > 1) throw tagOtherScope();
}
