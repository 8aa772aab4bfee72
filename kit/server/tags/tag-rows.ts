import { rowChanged } from '#kit/model/event.ts';
import { invalid, notFound, Refusal } from '#kit/model/refusal.ts';
import { tagRoute, type BulkRow } from '#kit/model/resource-routes.ts';
import type { AnyRow } from '#kit/model/row.ts';
import { MOST_TAGS } from '#kit/model/field.ts';
import { MOST_TAGGED_ROWS, taggedWith, tagFieldOf, taggingFault, type TagField } from '#kit/model/tagging.ts';
import { auditResource, fieldDiff } from '../audit.ts';
import { filteredIds, noneSelected } from '../batch-scope.ts';
import type { Tx } from '../database.ts';
import { isUuid } from '../kinds.ts';
import { labelsOf } from '../lookup-route.ts';
import { MESSAGES } from '../messages.ts';
import { faultOf } from '../move-results.ts';
import { maskedFields } from '../query/columns.ts';
import { baseConditions } from '../query/row-conditions.ts';
import { tableOf, type Registry } from '../registry.ts';
import { implement, type Call, type Route } from '../route.ts';
import { usableTags } from '../row-relations.ts';
import { lockRegister, updateRows, type ChangedRow } from '../row-storage.ts';
import type { Serve } from '../serve.ts';
import { column, join, sql } from '../sql.ts';
import { storeVisible } from '../store-visible.ts';

/** Rows of one transaction. */
const CHUNK = 200;
/** Rows of a preview whose tags are shown. */
const SHOWN = 20;

interface Tagging {
  serve: Serve;
  registry: Registry;
  tags: TagField;
  add: readonly string[];
  remove: readonly string[];
  isTrial: boolean;
}

/**
 * Tags given to many rows and taken from them, within what the person may see: a chunk of rows a
 * transaction, refused ones do not stop the others. What a row has already is not written again, so
 * that a call may be repeated.
 */
export const tagRoutes = (serve: Serve, registry: Registry): Route =>
  implement(tagRoute(serve.resource), async (call) => {
    const tagging = readTagging(call as unknown as Call, serve, registry);
    await call.tx((tx) => requireUsable(tx, tagging));
    const ids = await idsOf(call as unknown as Call, tagging);
    const rows: BulkRow[] = [];
    for (let at = 0; at < ids.length; at += CHUNK)
      rows.push(...(await tagChunk(call as unknown as Call, tagging, ids.slice(at, at + CHUNK))));
    const shown = tagging.isTrial ? await call.tx((tx) => withNames(tx, tagging, rows)) : rows;
    const changed = rows.filter((row) => row.ok && row.isChanged).length;
    const refused = rows.filter((row) => !row.ok).length;
    return {
      total: rows.length,
      changed,
      same: rows.length - changed - refused,
      refused,
      rows: shown,
    };
  });

function readTagging({ body, actor }: Call, serve: Serve, registry: Registry): Tagging {
  const tags = tagFieldOf(serve.resource);
  if (!tags || maskedFields(serve.resource, actor).has(tags.key)) throw notFound();
  const [add, remove] = [idList(body['add'], tags), idList(body['remove'], tags)];
  const fault = taggingFault(add, remove);
  if (fault) throw invalid([{ field: 'add', code: 'invalid', message: fault }]);
  return { serve, registry, tags, add, remove, isTrial: body['dryRun'] === true };
}

function idList(sent: unknown, { field: { title } }: TagField): string[] {
  if (sent === undefined || sent === null) return [];
  if (!Array.isArray(sent) || !sent.every(isUuid) || sent.length > MOST_TAGS)
    throw invalid([{ field: 'add', code: 'invalid', message: MESSAGES.tagMissing(title) }]);
  return [...new Set(sent.map((id) => id.toLowerCase()))].sort();
}

async function idsOf(call: Call, { serve, registry }: Tagging): Promise<string[]> {
  const { ids, filter } = call.body;
  const given = Array.isArray(ids)
    ? [...new Set(ids.filter(isUuid).map((id) => id.toLowerCase()))]
    : await call.tx((tx) => filteredIds(tx, serve, registry, filter, MOST_TAGGED_ROWS + 1));
  if (given.length === 0) throw noneSelected();
  if (given.length > MOST_TAGGED_ROWS)
    throw new Refusal('tooManyRows', MESSAGES.tooManyTagged(MOST_TAGGED_ROWS), { status: 422 });
  return given;
}

/** Tags that are given must be there; ones that are taken away need not be any more. */
async function requireUsable(tx: Tx, { registry, tags: { field }, add }: Tagging): Promise<void> {
  if (add.length === 0) return;
  const usable = await usableTags(tx, registry.resource(field.to as string), field, add);
  if (add.some((id) => !usable.has(id)))
    throw invalid([{ field: 'add', code: 'missing', message: MESSAGES.tagMissing(field.title) }]);
}

async function tagChunk(call: Call, tagging: Tagging, ids: readonly string[]): Promise<BulkRow[]> {
  try {
    return await call.tx((tx) => (tagging.isTrial ? tryRows(tx, tagging, ids) : tagRows(tx, tagging, ids)));
  } catch (error) {
    return ids.map((id) => ({ id, label: '', ok: false, ...faultOf(error) }));
  }
}

/** Tags before rows, in the order in which whoever merges tags takes them. */
async function tagRows(tx: Tx, tagging: Tagging, ids: readonly string[]): Promise<BulkRow[]> {
  const { resource } = tagging.serve;
  const { key } = tagging.tags;
  await requireUsable(tx, tagging);
  const stored = await lockRegister(tx, resource, ids);
  const { results, changed } = judge(tagging, ids, stored, tx);
  const writer = { registry: tagging.registry, resource };
  const left = await storeVisible(tx, writer, changed, (some) => updateRows(tx, writer, some));
  const retained = changed.filter(({ id }) => !left.has(id));
  const entries = retained.map(({ id, before, values }) => ({
    rowId: id,
    action: 'edit',
    diff: fieldDiff(resource, { [key]: before[key] }, values),
  }));
  auditResource(tx, resource, entries);
  if (resource.kind === 'register')
    await tx.emitAll(
      rowChanged(resource),
      retained.map(({ id }) => ({ aggregate: id, payload: { id, change: 'edit' } })),
    );
  return results.map((row) => {
    const refusal = left.get(row.id);
    return refusal ? { id: row.id, label: row.label, ok: false, code: refusal.code, message: refusal.message } : row;
  });
}

async function tryRows(tx: Tx, tagging: Tagging, ids: readonly string[]): Promise<BulkRow[]> {
  const { resource } = tagging.serve;
  const conditions = [...baseConditions(resource, tx.actor), sql`t.id = any(${ids}::uuid[])`];
  const stored = await tx.query<AnyRow>(sql`
    select t.* from ${column(tableOf(resource))} t where ${join(conditions, ' and ')}`);
  const { results, changed } = judge(tagging, ids, stored, tx);
  const pairs = new Map(changed.map((row) => [row.id, row]));
  const { key } = tagging.tags;
  return results.map((row) => {
    const pair = pairs.get(row.id);
    return pair ? { ...row, before: pair.before[key] ?? [], after: pair.values[key] ?? [] } : row;
  });
}

function judge(
  { serve: { resource }, tags: { key, field }, add, remove }: Tagging,
  ids: readonly string[],
  stored: readonly AnyRow[],
  tx: Tx,
): { results: BulkRow[]; changed: ChangedRow[] } {
  const rows = new Map(stored.map((row) => [row.id, row]));
  const isNamed = !maskedFields(resource, tx.actor).has(resource.label);
  const most = field.max ?? MOST_TAGS;
  const changed: ChangedRow[] = [];
  const results = ids.map((id): BulkRow => {
    const row = rows.get(id);
    const label = row && isNamed ? String(row[resource.label] ?? '') : '';
    if (!row) {
      const { code, message } = notFound();
      return { id, label, ok: false, code, message };
    }
    const before = ((row[key] as string[] | null) ?? []).toSorted();
    const after = taggedWith(before, add, remove);
    if (after.length > most && after.length > before.length)
      return {
        id,
        label,
        ok: false,
        code: 'tooMany',
        message: MESSAGES.tooManyTags(field.title, most),
      };
    const isChanged = before.join() !== after.join();
    if (isChanged) changed.push({ id, before: row, values: { [key]: after.length > 0 ? after : null } });
    return { id, label, ok: true, isChanged };
  });
  return { results, changed };
}

/** The first rows of a preview with the names of their tags, before and after. */
async function withNames(tx: Tx, { registry, tags }: Tagging, rows: BulkRow[]): Promise<BulkRow[]> {
  const shown = new Set(rows.filter((row) => 'after' in row).slice(0, SHOWN));
  const ids = [...shown].flatMap(({ before, after }) => [before, after].flat()) as string[];
  const names = await labelsOf(tx, registry.resource(tags.field.to as string), [...new Set(ids)]);
  const text = (value: unknown): string =>
    (value as string[])
      .map((id) => names.get(id) ?? '')
      .filter(Boolean)
      .sort()
      .join(';');
  return rows.map(({ before, after, ...row }, at) =>
    shown.has(rows[at] as BulkRow)
      ? { ...row, before, after, before_dictText: text(before), after_dictText: text(after) }
      : row,
  );
}
