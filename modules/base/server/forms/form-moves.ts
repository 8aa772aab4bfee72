import { command, type Command } from '#kit/server/command.ts';
import type { Tx } from '#kit/server/database.ts';
import type { Refusal } from '#kit/model/refusal.ts';
import { insertInto, setColumns } from '#kit/server/stored-rows.ts';
import { formChanged } from '../../model/events.ts';
import {
  dynamicForm,
  dynamicFormLifecycle,
  formEdition,
  type DynamicFormRow,
  type FormType,
} from '../../model/forms/dynamic-form.ts';
import { holdsValue, readDefs } from '../../model/forms/field-def.ts';
import { formEmpty, formUnchanged } from '../../model/forms/form-errors.ts';
import { judged } from './dynamic-forms.ts';

/** 发布: what was worked on becomes one more version, and is filled in from now on. */
export const publishForm: Command = command(dynamicFormLifecycle, 'publish', {
  guard: (_tx, rows) => {
    const refusals = new Map<string, Refusal>();
    for (const { id, isChanged, fields } of rows)
      if (!readDefs(fields).some(holdsValue)) refusals.set(id, formEmpty());
      else if (!isChanged) refusals.set(id, formUnchanged());
    return Promise.resolve(refusals);
  },
  async run(tx, rows) {
    for (const row of rows) await addEdition(tx, row);
  },
});

async function addEdition(tx: Tx, { id, entityType, formVersion: last, fields: given }: DynamicFormRow): Promise<void> {
  // Judged again: a dictionary may be gone since it was saved.
  const fields = await judged(tx, { id, form: entityType as FormType, given });
  const formVersion = last + 1;
  const fieldCount = fields.filter(holdsValue).length;
  await insertInto(tx, formEdition, [{ formId: id, formVersion, fieldCount, fields }]);
  await setColumns(tx, dynamicForm, [id], { formVersion, fieldCount, isChanged: false });
  await tx.emit(formChanged, id, { formId: id, formVersion });
}

/** 归档: nothing is filled in any more; what was, stays. */
export const archiveForm: Command = command(dynamicFormLifecycle, 'archive', {
  run: async () => undefined,
});

/** 恢复: it is filled in again as it was last published. */
export const reopenForm: Command = command(dynamicFormLifecycle, 'reopen', {
  run: async (tx, rows) => {
    for (const { id, formVersion } of rows) await tx.emit(formChanged, id, { formId: id, formVersion });
  },
});
