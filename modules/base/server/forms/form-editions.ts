import type { Tx } from '#kit/server/database.ts';
import { dictTexts } from '#modules/system/server/index.ts';
import { optionText, type ValueContext } from '../../model/forms/form-values.ts';
import { isFromList, readDefs, type FieldDef } from '../../model/forms/field-def.ts';

/** A version of a form with its fields. */
export interface Edition {
  formId: string;
  formVersion: number;
  fields: readonly FieldDef[];
}

interface EditionRow {
  formId: string;
  formVersion: number;
  fields: unknown;
}

const read = ({ formId, formVersion, fields }: EditionRow): Edition => ({
  formId,
  formVersion,
  fields: readDefs(fields),
});

/** The version that is filled in now, of each form that is published; others are missing. */
export async function latestEditions(tx: Tx, formIds: readonly string[]): Promise<Map<string, Edition>> {
  const rows = await tx.rows<EditionRow>`
    select e.form_id, e.form_version, e.fields
    from dynamic_form f
      join form_edition e on e.tenant_id = f.tenant_id and e.form_id = f.id and e.form_version = f.form_version
    where f.tenant_id = ${tx.tenant} and f.deleted_at is null and f.status = 'published'
      and f.id = any(${[...new Set(formIds)]}::uuid[])`;
  return new Map(rows.map((row) => [row.formId, read(row)]));
}

/** All versions of a form, the latest first. */
export async function editionsOf(tx: Tx, formId: string): Promise<Edition[]> {
  const rows = await tx.rows<EditionRow>`
    select form_id, form_version, fields from form_edition
    where tenant_id = ${tx.tenant} and form_id = ${formId}::uuid order by form_version desc`;
  return rows.map(read);
}

/** One version of a form. */
export async function editionOf(tx: Tx, formId: string, formVersion: number): Promise<Edition | undefined> {
  const row = await tx.maybe<EditionRow>`
    select form_id, form_version, fields from form_edition
    where tenant_id = ${tx.tenant} and form_id = ${formId}::uuid and form_version = ${formVersion}`;
  return row && read(row);
}

/** Values by which fields of a dictionary are judged and worded. */
export interface FormWords extends ValueContext {
  textOf: (def: FieldDef, value: string) => string;
}

/** Reads of dictionaries what some values need to be judged and worded. */
export async function formWords(
  tx: Tx,
  defs: readonly FieldDef[],
  given: readonly Readonly<Record<string, unknown>>[],
): Promise<FormWords> {
  const wanted = new Map<string, Set<string>>();
  for (const def of defs) {
    if (def.dictCode === undefined || !isFromList(def)) continue;
    const values = wanted.get(def.dictCode) ?? new Set();
    for (const one of given)
      for (const value of [one[def.key]].flat()) if (typeof value === 'string') values.add(value);
    wanted.set(def.dictCode, values);
  }
  const texts = new Map<string, Map<string, string>>();
  for (const [code, values] of wanted) texts.set(code, await dictTexts(tx, code, [...values]));
  return {
    zone: tx.actor.zone,
    dict: (code) => new Set(texts.get(code)?.keys()),
    textOf: (def, value) =>
      def.dictCode === undefined ? optionText(def, value) : (texts.get(def.dictCode)?.get(value) ?? value),
  };
}
