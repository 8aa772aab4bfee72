import type { Field, Fields } from '#kit/model/field.ts';
import { invalid, Refusal, type FieldError } from '#kit/model/refusal.ts';
import type { AnyResource } from '#kit/model/resource.ts';
import type { AnyRow } from '#kit/model/row.ts';
import type { Tx } from '../database.ts';
import { MESSAGES } from '../messages.ts';
import { readFields } from '../parse.ts';
import { maskedFields } from '../query/columns.ts';
import { requireVisible } from '../query/own-visibility.ts';
import { isRuled } from '../query/row-rules.ts';
import { underSavepoint } from '../savepoint.ts';
import type { RowOutcome } from '../write-rows.ts';
import type { StoredSheet } from '../writer.ts';
import { rowRefusal } from './row-refusal.ts';

type Body = Record<string, unknown>;

/** Adds rows of a sheet by the store of their module. @returns one outcome per row, in order */
export async function addStored(
  tx: Tx,
  resource: AnyResource,
  { sheet }: StoredSheet,
  rows: readonly { body: Body }[],
): Promise<RowOutcome[]> {
  const fields = sheetFields(resource, tx);
  const outcomes: RowOutcome[] = [];
  for (const { body } of rows) {
    const { values, errors } = readFields(fields, body, { zone: tx.actor.zone });
    outcomes.push(await outcomeOf(tx, '', errors, () => sheet.add(tx, values)));
  }
  return outcomes;
}

/** Edits rows by what their sheet says otherwise; a row that it says nothing new of stays as it is. */
export async function editStored(
  tx: Tx,
  resource: AnyResource,
  { rows, sheet, fixed }: StoredSheet,
  edits: readonly { before: AnyRow; body: Body }[],
): Promise<RowOutcome[]> {
  const fields = sheetFields(resource, tx);
  const outcomes: RowOutcome[] = [];
  for (const { before, body } of edits) {
    const how = { zone: tx.actor.zone, partial: true, before };
    const { values, errors } = readFields(fields, body, how);
    errors.push(...fixed.filter((key) => values[key] !== undefined).map((key) => stays(fields, key)));
    outcomes.push(
      errors.length === 0 && Object.keys(values).length === 0
        ? { id: before.id, isChanged: false }
        : await outcomeOf(tx, before.id, errors, async () => {
            await sheet.edit(tx, before.id, values);
            if (isRuled(resource, tx.actor)) await requireVisible(tx, resource, before.id, await rows(tx, {}));
          }),
    );
  }
  return outcomes;
}

const stays = (fields: Fields, key: string): FieldError => ({
  field: key,
  code: 'fixed',
  message: MESSAGES.staysAsItIs(fields[key]?.title ?? key),
});

async function outcomeOf(tx: Tx, id: string, errors: FieldError[], write: () => Promise<unknown>): Promise<RowOutcome> {
  if (errors.length > 0) return { refusal: invalid(errors) };
  const done = await underSavepoint(tx, write, rowRefusal);
  return done instanceof Refusal ? { refusal: done } : { id, isChanged: true };
}

/** What a sheet may say of a row: what the form writes, and derived fields that it fills in. */
function sheetFields(resource: AnyResource, tx: Tx): Fields {
  const hidden = maskedFields(resource, tx.actor);
  return Object.fromEntries(
    Object.entries(resource.fields as Record<string, Field>)
      .filter(([key]) => !hidden.has(key))
      .map(([key, field]) => [key, field.onSheet ? { ...field, derived: false } : field]),
  );
}
