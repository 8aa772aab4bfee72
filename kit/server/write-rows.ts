import { rowChanged } from '#kit/model/event.ts';
import type { Field } from '#kit/model/field.ts';
import { invalid, Refusal, type FieldError } from '#kit/model/refusal.ts';
import { type AnyResource } from '#kit/model/resource.ts';
import type { AnyRow } from '#kit/model/row.ts';
import { auditResource, fieldDiff, type AuditEntry } from './audit.ts';
import { newId, type Tx } from './database.ts';
import { readFields } from './parse.ts';
import { holdRowUploads, uploadErrors } from './held-uploads.ts';
import { maskedFields } from './query/columns.ts';
import type { Registry } from './registry.ts';
import { relationErrors } from './row-relations.ts';
import { givingUp } from './passed-values.ts';
import { insertRows, setAside, updateRows, type ChangedRow } from './row-storage.ts';
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
 * Adds rows: validate → unique and links → guard → insert → audit → events. Look-ups, audit and
 * the insert are one statement each, whatever the number of rows; where the resource has a guard,
 * rows go in one by one, so that a guard sees the rows before its own. Refused rows are left out;
 * whatever else goes wrong throws, and the caller decides about the rest.
 * @returns one outcome per row, in order
 */
export async function addRows(
  tx: Tx,
  writer: Writer,
  rows: readonly NewRow[],
): Promise<RowOutcome[]> {
  const { resource, guards, via = 'form' } = writer;
  const fields = writable(resource, tx);
  const read = rows.map(({ body }) => readFields(fields, body, { zone: tx.actor.zone }));
  const related = await relationErrors(
    tx,
    writer,
    read.map(({ values }) => ({ values, id: null })),
  );
  const uploads = await uploadErrors(tx, resource, read);
  const added: { id: string; values: Record<string, unknown> }[] = [];
  const outcomes: RowOutcome[] = [];
  for (const [index, { values, errors }] of read.entries()) {
    errors.push(...(related[index] as FieldError[]), ...(uploads[index] as FieldError[]));
    Object.assign(values, rows[index]?.derived);
    const refusal =
      errors.length > 0 ? invalid(errors) : await refused(() => guards?.add?.(tx, values, via));
    if (refusal) {
      outcomes.push({ refusal });
      continue;
    }
    const row = { id: newId(), values };
    if (guards?.add) await insertRows(tx, writer, [row]);
    added.push(row);
    outcomes.push({ id: row.id, isChanged: true });
  }
  if (!guards?.add) await insertRows(tx, writer, added);
  for (const row of added) await holdRowUploads(tx, resource, row.id, row);
  await announce(
    tx,
    resource,
    'add',
    added.map(({ id, values }) => ({ rowId: id, diff: fieldDiff(resource, null, values) })),
  );
  return outcomes;
}

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
    const how = { zone: tx.actor.zone, partial: true, before };
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
  const changed: ChangedRow[] = [];
  const outcomes: RowOutcome[] = [];
  for (const [index, { before, values, errors }] of read.entries()) {
    const id = before.id;
    errors.push(...(related[index] as FieldError[]), ...(uploads[index] as FieldError[]));
    const isUntouched = onlyChanges && Object.keys(values).length === 0;
    const refusal =
      errors.length > 0
        ? invalid(errors)
        : isUntouched
          ? null
          : await refused(() => guards?.edit?.(tx, before, values, via));
    if (refusal) {
      outcomes.push({ refusal });
      continue;
    }
    outcomes.push({ id, isChanged: !isUntouched });
    if (isUntouched) continue;
    if (guards?.edit) await updateRows(tx, writer, [{ id, before, values }]);
    changed.push({ id, before, values });
  }
  if (!guards?.edit) await updateRows(tx, writer, changed);
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
  return outcomes;
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
    entries.map(({ rowId: id }) => ({ aggregate: id, payload: { id, change } })),
  );
}
