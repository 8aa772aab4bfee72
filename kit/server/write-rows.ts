import { rowChanged } from '#kit/model/event.ts';
import type { Field } from '#kit/model/field.ts';
import { invalid, Refusal, type FieldError } from '#kit/model/refusal.ts';
import { resourceKey, type AnyResource } from '#kit/model/resource.ts';
import type { AnyRow } from '#kit/model/row.ts';
import { placeOf } from './actor.ts';
import { auditResource, fieldDiff, type AuditEntry } from './audit.ts';
import { newId, type Tx } from './database.ts';
import { readFields } from './parse.ts';
import { holdRowUploads, uploadErrors } from './held-uploads.ts';
import { maskedFields } from './query/columns.ts';
import type { Registry } from './registry.ts';
import { relationErrors } from './row-relations.ts';
import { givingUp } from './passed-values.ts';
import { insertRows, setAside, updateRows, type ChangedRow } from './row-storage.ts';
import { storeVisible } from './store-visible.ts';
import type { Writer } from './writer.ts';

/** What became of one row of several: written, left as it was, or refused with its reasons. */
export type RowOutcome = { id: string; isChanged: boolean } | { refusal: Refusal };

export interface NewRow {
  /** Wire values; `id`, audit columns and derived fields in it are ignored. */
  body: Record<string, unknown>;
  /** Values of derived fields, by key. */
  derived?: Record<string, unknown>;
}

interface RowEdit {
  /** The row as `lockRegister` read it. */
  before: AnyRow;
  /** Wire values; only fields present in it change. */
  body: Record<string, unknown>;
}

/**
 * Adds rows: validate → unique and links → guard → insert → in sight → audit → events. Look-ups, audit and
 * the insert are one statement each, whatever the number of rows; where the resource has a guard of
 * single rows, they go in one by one, so that it sees the rows before its own. Refused rows are left out;
 * whatever else goes wrong throws, and the caller decides about the rest.
 * @returns one outcome per row, in order
 */
export async function addRows(tx: Tx, writer: Writer, rows: readonly NewRow[]): Promise<RowOutcome[]> {
  const { resource, guards, via = 'form' } = writer;
  const fields = writable(resource, tx);
  const read = rows.map(({ body }) => readFields(fields, body, placeOf(tx.actor)));
  const related = await relationErrors(
    tx,
    writer,
    read.map(({ values }) => ({ values, id: null })),
  );
  const uploads = await uploadErrors(tx, resource, read);
  const room = rows.length > 0 ? await tx.roomFor(resourceKey(resource)) : null;
  const given: { id: string; values: Record<string, unknown> }[] = [];
  const insert = (some: readonly (typeof given)[number][]): Promise<void> => insertRows(tx, writer, some);
  const outcomes: RowOutcome[] = [];
  for (const [index, { values, errors }] of read.entries()) {
    errors.push(...(related[index] as FieldError[]), ...(uploads[index] as FieldError[]));
    Object.assign(values, rows[index]?.derived);
  }
  const together = await judgedTogether(tx, writer, read);
  const isOneByOne = guards?.add !== undefined && together === null;
  for (const { values, errors } of read) {
    const isFull = room !== null && given.length >= room.left;
    const refusal =
      errors.length > 0
        ? invalid(errors)
        : isFull
          ? room.refusal
          : together
            ? (together.get(values) ?? null)
            : await refused(() => guards?.add?.(tx, values, via));
    if (refusal) {
      outcomes.push({ refusal });
      continue;
    }
    const row = { id: newId(), values };
    const left = isOneByOne && (await storeVisible(tx, writer, [row], insert)).get(row.id);
    if (!left) given.push(row);
    outcomes.push(left ? { refusal: left } : { id: row.id, isChanged: true });
  }
  const left = isOneByOne ? NONE : await storeVisible(tx, writer, given, insert);
  const added = given.filter(({ id }) => !left.has(id));
  for (const row of added) await holdRowUploads(tx, resource, row.id, row);
  await announce(
    tx,
    resource,
    'add',
    added.map(({ id, values }) => ({ rowId: id, diff: fieldDiff(resource, null, values) })),
  );
  return withoutLeft(outcomes, left);
}

interface ReadRow {
  values: Record<string, unknown>;
  errors: FieldError[];
}

/** What a guard of rows together says of those that are right in themselves; null: there is none. */
async function judgedTogether(
  tx: Tx,
  { guards, via = 'form' }: Writer,
  read: readonly ReadRow[],
): Promise<Map<Record<string, unknown>, Refusal | null> | null> {
  if (!guards?.addAll) return null;
  const sound = read.filter(({ errors }) => errors.length === 0).map(({ values }) => values);
  const refusals = sound.length > 0 ? await guards.addAll(tx, sound, via) : [];
  return new Map(sound.map((values, at) => [values, refusals[at] ?? null]));
}

const NONE: ReadonlyMap<string, Refusal> = new Map();

const withoutLeft = (outcomes: readonly RowOutcome[], left: ReadonlyMap<string, Refusal>): RowOutcome[] =>
  outcomes.map((outcome) => {
    const refusal = 'id' in outcome ? left.get(outcome.id) : undefined;
    return refusal ? { refusal } : outcome;
  });

interface EditHow {
  /** Sheets: values that a row has already are not written; a row without others keeps its version. */
  onlyChanges?: boolean;
  /** All rows are written or none, so that they may pass values on to each other. */
  isOneSave?: boolean;
}

/** Edits locked rows, with the same pipeline as `addRows`. */
export async function editRows(
  tx: Tx,
  writer: Writer,
  edits: readonly RowEdit[],
  { onlyChanges = false, isOneSave = false }: EditHow = {},
): Promise<RowOutcome[]> {
  const { resource, registry, guards, via = 'form' } = writer;
  const fields = writable(resource, tx);
  const read = edits.map(({ before, body }) => {
    const how = { ...placeOf(tx.actor), partial: true, before };
    const { values, errors } = readFields(fields, body, how);
    if (onlyChanges)
      for (const key of Object.keys(values))
        if (isSame(fields[key] as Field, before[key], values[key], registry)) delete values[key];
    return { before, values, errors };
  });
  const related = await relationErrors(
    tx,
    writer,
    read.map(({ before, values }) => ({ values, id: before.id })),
    isOneSave,
  );
  const uploads = await uploadErrors(tx, resource, read);
  if (isOneSave) await setAside(tx, writer, givingUp(resource, read));
  const given: ChangedRow[] = [];
  const update = (some: readonly ChangedRow[]): Promise<void> => updateRows(tx, writer, some);
  const outcomes: RowOutcome[] = [];
  for (const [index, { errors }] of read.entries())
    errors.push(...(related[index] as FieldError[]), ...(uploads[index] as FieldError[]));
  const isLeft = ({ values }: { values: object }): boolean => onlyChanges && Object.keys(values).length === 0;
  const sound = read.filter((edit) => edit.errors.length === 0 && !isLeft(edit));
  const together = guards?.editAll && sound.length > 0 ? await guards.editAll(tx, sound, via) : null;
  const judged = new Map(sound.map(({ before }, at) => [before.id, together?.[at] ?? null]));
  const isOneByOne = guards?.edit !== undefined && !guards.editAll;
  for (const { before, values, errors } of read) {
    const id = before.id;
    const isUntouched = isLeft({ values });
    const refusal =
      errors.length > 0
        ? invalid(errors)
        : isUntouched || !isOneByOne
          ? (judged.get(id) ?? null)
          : await refused(() => guards?.edit?.(tx, before, values, via));
    if (refusal) {
      outcomes.push({ refusal });
      continue;
    }
    const row = { id, before, values };
    const left = isOneByOne && !isUntouched && (await storeVisible(tx, writer, [row], update));
    const gone = left ? left.get(id) : undefined;
    outcomes.push(gone ? { refusal: gone } : { id, isChanged: !isUntouched });
    if (!isUntouched && !gone) given.push(row);
  }
  const left = isOneByOne ? NONE : await storeVisible(tx, writer, given, update);
  const changed = given.filter(({ id }) => !left.has(id));
  for (const row of changed) await holdRowUploads(tx, resource, row.id, row);
  await announce(
    tx,
    resource,
    'edit',
    changed.map(({ id, before, values }) => ({
      rowId: id,
      diff: fieldDiff(resource, before, values),
    })),
  );
  return withoutLeft(outcomes, left);
}

/** Fields this actor may write: derived ones never, masked ones not at all. */
export function writable(resource: AnyResource, tx: Tx): Record<string, Field> {
  const hidden = maskedFields(resource, tx.actor);
  return Object.fromEntries(
    Object.entries(resource.fields as Record<string, Field>).filter(([key]) => !hidden.has(key)),
  );
}

/** A guard's refusal of one row; other errors fall through. */
async function refused(guard: () => Promise<void> | undefined): Promise<Refusal | null> {
  try {
    await guard();
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

/** Whether a parsed value is what the row holds already. */
function isSame(field: Field, stored: unknown, value: unknown, registry: Registry): boolean {
  if (stored === null || stored === undefined) return value === null;
  if (value === null) return false;
  switch (field.kind) {
    case 'secret':
    case 'json':
      return false;
    case 'sealed':
      return registry.vault.open(stored as string) === value;
    case 'text':
    case 'textarea':
      return (stored as string).trim() === value;
    case 'datetime':
      return (stored as Date).getTime() === (value as Date).getTime();
    case 'choices':
    case 'tags':
    case 'files':
    case 'pictures':
      return JSON.stringify(stored) === JSON.stringify(value);
    default:
      return String(stored) === String(value);
  }
}

async function announce(
  tx: Tx,
  resource: AnyResource,
  change: 'add' | 'edit',
  entries: readonly Pick<AuditEntry & { rowId: string }, 'rowId' | 'diff'>[],
): Promise<void> {
  auditResource(
    tx,
    resource,
    entries.map((entry) => ({ ...entry, action: change })),
  );
  await tx.emitAll(
    rowChanged(resource),
    entries.map(({ rowId: id, diff }) => ({
      aggregate: id,
      payload: { id, change, fields: Object.keys(diff ?? {}) },
    })),
  );
}
