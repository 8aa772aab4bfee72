import { invalid } from '#kit/model/refusal.ts';
import { recordBirth } from '#kit/server/command.ts';
import type { Tx } from '#kit/server/database.ts';
import type { RowChange } from '#kit/model/event.ts';
import type { Guards } from '#kit/server/write.ts';
import { knownDicts } from '#modules/system/server/index.ts';
import { dynamicFormLifecycle, type dynamicForm, type FormType } from '../../model/forms/dynamic-form.ts';
import { designFaults, plainDefs, shapesOf } from '../../model/forms/field-def-faults.ts';
import { holdsValue, readDefs, type FieldDef } from '../../model/forms/field-def.ts';
import { formArchived, formPublished, formTypeFixed } from '../../model/forms/form-errors.ts';
import { editionsOf } from './form-editions.ts';

/** What is worked on is judged as it is saved; what is filled in changes by publishing alone. */
export const dynamicFormGuards: Guards<typeof dynamicForm> = {
  async add(tx, values) {
    const fields = await judged(tx, { id: null, form: values.entityType as FormType, given: values.fields });
    Object.assign(values, stored(fields), { formVersion: 0, isChanged: true });
  },
  async edit(tx, before, values) {
    if (before.status === 'archived') throw formArchived();
    const form = (values.entityType ?? before.entityType) as FormType;
    if (form !== before.entityType && before.formVersion > 0) throw formTypeFixed();
    if (values.fields === undefined && form === before.entityType) return;
    const given = values.fields === undefined ? before.fields : values.fields;
    const fields = await judged(tx, { id: before.id, form, given });
    const [latest] = await editionsOf(tx, before.id);
    Object.assign(values, stored(fields), {
      isChanged: JSON.stringify(plainDefs(latest?.fields)) !== JSON.stringify(fields),
    });
  },
  delete: async (_tx, rows) => {
    if (rows.some(({ formVersion }) => formVersion > 0)) throw formPublished();
  },
};

const stored = (fields: readonly FieldDef[]): object => ({
  fields: JSON.stringify(fields),
  fieldCount: fields.filter(holdsValue).length,
});

interface Design {
  id: string | null;
  form: FormType;
  given: unknown;
}

/** Fields as they are stored. @throws Refusal 422 with what is wrong, by row and property */
export async function judged(tx: Tx, { id, form, given }: Design): Promise<FieldDef[]> {
  const fields = plainDefs(readDefs(given));
  const dicts = await knownDicts(
    tx,
    fields.flatMap(({ dictCode }) => (typeof dictCode === 'string' ? [dictCode] : [])),
  );
  const earlier = shapesOf(id === null ? [] : await editionsOf(tx, id));
  const faults = designFaults(fields, { form, earlier, hasDict: (code) => dicts.has(code) });
  if (faults.length > 0) throw invalid(faults);
  return fields;
}

/** A register is added without a move; its history begins here. */
export function recordForms(tx: Tx, { id, change }: RowChange): void {
  if (change === 'add')
    recordBirth(tx, dynamicFormLifecycle, 'add', [{ id, status: dynamicFormLifecycle.initial, scope: null }]);
}
