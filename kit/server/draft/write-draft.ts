import { isDeletable, isDraft } from '#kit/model/draft-shape.ts';
import { illegalMove, staleVersion } from '#kit/model/refusal.ts';
import { resourceKey } from '#kit/model/resource.ts';
import { groupField } from '#kit/model/scope.ts';
import { recordBirth } from '../apply-move.ts';
import { auditResource, fieldDiff } from '../audit.ts';
import { newId, type Tx } from '../database.ts';
import { holdRowUploads, releaseUploads } from '../held-uploads.ts';
import type { AnyDocument } from '../move-effect.ts';
import { requireVisible } from '../query/own-visibility.ts';
import { tableOf } from '../registry.ts';
import { insertRows, updateRows } from '../row-storage.ts';
import { column, sql } from '../sql.ts';
import { BIRTH } from './draft-place.ts';
import { insertLines, lockDocument, removeLines, storedLines } from './draft-rows.ts';
import type { DraftPlace, ReadDraft } from './draft-slots.ts';
import { lineDiffs, type LineDiff } from './line-diffs.ts';
import { openValues, readHead, readLines, type ReadHead, type ReadLine } from './read-draft.ts';

type Values = Record<string, unknown>;

/** What a save of a draft answers: where it is, its version, and its name. */
export type WrittenDraft = Values & { id: string; version: number };

/** Stores a new draft. @throws Refusal 422 naming fields and rows */
export async function addDraft(tx: Tx, place: DraftPlace, body: Values): Promise<WrittenDraft> {
  const head = await readHead(tx, place, body, null);
  return storeDraft(tx, place, head, await readLines(tx, place, body['lines'], new Map()));
}

/** Stores a new draft of what was read before. */
export async function storeDraft(
  tx: Tx,
  place: DraftPlace,
  read: ReadHead,
  lines: readonly ReadLine[],
): Promise<WrittenDraft> {
  const { resource, declared } = place.shape;
  const { field, prefix } = declared.number;
  const [number = ''] = await tx.numbering.take(tx.actor, prefix, 1);
  const id = newId();
  const status = declared.states[0] as string;
  const draft = { head: read.head, lines: lines.map(({ values }) => values), number, before: null };
  const derived = await deriveAll(tx, place, draft);
  const values = { ...read.values, ...derived.head, [field]: number, status };
  await orTaken(place, values, async () => {
    await insertRows(tx, { resource, registry: place.registry }, [{ id, values }]);
    await insertLines(tx, place, id, withDerived(lines, derived.lines));
  });
  await requireVisible(tx, resource, id);
  await holdRowUploads(tx, resource, id, { values });
  await place.slots.written?.(tx, id);
  recordBirth(tx, place.lifecycle, BIRTH, [{ id, status, scope: groupOf(place, values) }]);
  auditResource(tx, resource, [{ rowId: id, action: 'add' }]);
  return { id, version: 1, [field]: number, [resource.label]: values[resource.label] };
}

/**
 * Replaces a draft: its head and all its lines, under its version.
 * @throws Refusal 404, 409 when it is none any more or was changed meanwhile, 422 naming fields and rows
 */
export async function editDraft(tx: Tx, place: DraftPlace, body: Values): Promise<WrittenDraft> {
  const { resource, declared } = place.shape;
  const before = await lockDocument(tx, place, body['id']);
  const { id, version } = before;
  if (!isDraft(resource, before.status)) throw illegalMove();
  if (Number(body['version']) !== version) throw staleVersion();
  const read = await readHead(tx, place, body, before);
  const stored = await storedLines(tx, place, id);
  const lines = await readLines(tx, place, body['lines'], stored);
  const { field } = declared.number;
  const number = before[field] as string;
  const draft = { head: read.head, lines: lines.map(({ values }) => values), number, before };
  const derived = await deriveAll(tx, place, draft);
  const values = { ...read.values, ...derived.head };
  await orTaken(place, values, async () => {
    await removeLines(tx, place, id);
    await updateRows(tx, { resource, registry: place.registry }, [{ id, before, values }]);
    await insertLines(tx, place, id, withDerived(lines, derived.lines));
  });
  await requireVisible(tx, resource, id);
  await holdRowUploads(tx, resource, id, { values, before });
  await place.slots.written?.(tx, id);
  moveCounter(tx, place, before, values);
  const diff = withLines(diffOf(tx, place, before, values), lineDiffs(place, stored, lines));
  auditResource(tx, resource, [{ rowId: id, action: 'edit', diff }]);
  const label = values[resource.label] ?? before[resource.label];
  return { id, version: version + 1, [field]: number, [resource.label]: label };
}

/** Takes a draft away with its lines. @throws Refusal 404, 409 when it is none any more */
export async function deleteDraft(tx: Tx, place: DraftPlace, id: unknown): Promise<void> {
  const { resource } = place.shape;
  const before = await lockDocument(tx, place, id);
  if (!isDeletable(resource, before.status)) throw illegalMove();
  await removeLines(tx, place, before.id);
  await tx.query(sql`delete from ${column(tableOf(resource))}
    where tenant_id = ${tx.tenant} and id = ${before.id}::uuid`);
  const group = groupOf(place, before);
  if (group) tx.journal.count(resourceKey(resource), group, before.status, -1);
  await releaseUploads(tx, resource, [before]);
  auditResource(tx, resource, [{ rowId: before.id, action: 'delete' }]);
}

async function deriveAll(
  tx: Tx,
  { slots }: DraftPlace,
  draft: ReadDraft<AnyDocument, Values, Values>,
): Promise<{ head: Values; lines: readonly Values[] }> {
  const { head, columns, lines = [] } = (await slots.derive?.(tx, draft)) ?? {};
  return { head: { ...head, ...columns }, lines };
}

const withDerived = (lines: readonly ReadLine[], derived: readonly Values[]): ReadLine[] =>
  lines.map((line, index) => ({ ...line, values: { ...line.values, ...derived[index] } }));

/** Stores; a unique value that is another's is refused in the words of the document. */
async function orTaken({ slots }: DraftPlace, values: Values, store: () => Promise<void>): Promise<void> {
  try {
    await store();
  } catch (error) {
    const isTaken = (error as { code?: string }).code === '23505';
    throw (isTaken && slots.taken?.(values)) || error;
  }
}

/** The group whose tab counters count a document. */
function groupOf({ shape }: DraftPlace, values: Values): string | null {
  const key = groupField(shape.resource.scope ?? {});
  return key ? ((values[key] as string | null | undefined) ?? null) : null;
}

function moveCounter(tx: Tx, place: DraftPlace, before: AnyDocument, values: Values): void {
  const [from, to] = [groupOf(place, before), groupOf(place, values)];
  if (from === to) return;
  const key = resourceKey(place.shape.resource);
  if (from) tx.journal.count(key, from, before.status, -1);
  if (to) tx.journal.count(key, to, before.status, 1);
}

const withLines = (diff: Record<string, unknown> | null, lines: readonly LineDiff[]): Record<string, unknown> | null =>
  lines.length > 0 ? { ...diff, lines } : diff;

/** What was changed; of personal data only that it was. */
function diffOf(tx: Tx, place: DraftPlace, before: AnyDocument, values: Values): Record<string, unknown> | null {
  const { resource } = place.shape;
  const diff = fieldDiff(resource, { ...before, ...openValues(tx, place, before) }, values);
  const personal: readonly string[] = resource.masks?.[place.registry.sealedMask] ?? [];
  for (const key of personal) if (diff && key in diff) diff[key] = ['***', '***'];
  return diff;
}
