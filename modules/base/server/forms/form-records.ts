import { invalid, type FieldError } from '#kit/model/refusal.ts';
import type { AnyRow } from '#kit/model/row.ts';
import type { Tx } from '#kit/server/database.ts';
import { uploadErrors } from '#kit/server/held-uploads.ts';
import type { Guards } from '#kit/server/write.ts';
import { formRecord } from '../../model/forms/dynamic-form.ts';
import { isFilledIn, shapeOf, type FieldDef, type FormValues } from '../../model/forms/field-def.ts';
import {
  notCustom,
  notFillable,
  recordOfOther,
  unknownKeysFaults,
  valuesWrong,
} from '../../model/forms/form-errors.ts';
import { judgeValues, unknownKeys, valueText } from '../../model/forms/form-values.ts';
import { editionOf, formWords, type Edition } from './form-editions.ts';
import { departsAmong, usersAmong } from './people-of-forms.ts';

/** A record is judged by the version that it was filled in with, the first time and whenever it is edited. */
export const formRecordGuards: Guards<typeof formRecord> = {
  async add(tx, values) {
    const formId = values.formId ?? '';
    const formVersion = await fillableVersion(tx, formId);
    await judge(tx, values, { formId, formVersion, before: null });
    if (!values.recordNo) [values.recordNo = null] = await tx.numbering.take(tx.actor, 'FR', 1);
  },
  async edit(tx, before, values) {
    if (values.formId !== undefined && values.formId !== before.formId) throw recordOfOther();
    await fillableVersion(tx, before.formId);
    // A record is never without its number.
    if (values.recordNo === null) delete values.recordNo;
    if (values.values === undefined) return;
    await judge(tx, values, { formId: before.formId, formVersion: before.formVersion, before });
  },
};

/** The version that is filled in now; the form is held, so that it is not archived meanwhile. */
async function fillableVersion(tx: Tx, formId: string): Promise<number> {
  const form = await tx.maybe<{ entityType: string; status: string; formVersion: number }>`
    select entity_type, status, form_version from dynamic_form
    where tenant_id = ${tx.tenant} and id = ${formId}::uuid and deleted_at is null for share`;
  if (!form || form.entityType !== 'custom') throw notCustom();
  if (form.status !== 'published') throw notFillable({ status: form.status });
  return form.formVersion;
}

type Written = Partial<Record<keyof (typeof formRecord)['fields'], unknown>>;

async function judge(
  tx: Tx,
  values: Written,
  { formId, formVersion, before }: { formId: string; formVersion: number; before: AnyRow | null },
): Promise<void> {
  const given = readValues(values.values);
  const edition = await editionOf(tx, formId, formVersion);
  if (!given || !edition) throw valuesWrong();
  const unknown = unknownKeys(edition.fields, given);
  if (unknown.length > 0) throw invalid(unknownKeysFaults(unknown));
  const words = await formWords(tx, edition.fields, [given]);
  const { faults, values: judged } = judgeValues(edition.fields, given, words);
  const attachments = filesOf(edition, judged);
  const errors = [
    ...faults.map(({ key, code, message }) => ({ field: `values.${key}`, code, message })),
    ...(await peopleFaults(tx, edition, judged)),
    ...(await fileFaults(tx, edition, judged, { attachments, before })),
  ];
  if (errors.length > 0) throw invalid(errors);
  Object.assign(values, {
    values: JSON.stringify(judged),
    formVersion,
    attachments: attachments.length > 0 ? attachments : null,
    summary: summaryOf(edition, judged, words.textOf),
  });
}

/** The values of a body; null where they are none. */
function readValues(given: unknown): Record<string, unknown> | null {
  const value: unknown = typeof given === 'string' ? JSON.parse(given) : given;
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
}

const filesOf = ({ fields }: Edition, values: FormValues): string[] => [
  ...new Set(fields.flatMap((def) => (shapeOf(def) === 'files' ? [values[def.key] ?? []].flat().map(String) : []))),
];

/** Files are uploads of whoever fills in, or held by the record already; said at the field that names them. */
async function fileFaults(
  tx: Tx,
  { fields }: Edition,
  values: FormValues,
  { attachments, before }: { attachments: string[]; before: AnyRow | null },
): Promise<FieldError[]> {
  if (attachments.length === 0) return [];
  const [errors = []] = await uploadErrors(tx, formRecord, [
    { values: { attachments }, ...(before ? { before } : {}) },
  ]);
  const images = fields.filter(({ type }) => type === 'image');
  const wanted = images.flatMap(({ key }) => [values[key] ?? []].flat().map(String));
  const others = await tx.rows<{ address: string }>`
    select address from asset where tenant_id = ${tx.tenant} and address = any(${wanted}::text[])
      and mime not like 'image/%'`;
  const isOther = new Set(others.map(({ address }) => address));
  const first = fields.find((def) => shapeOf(def) === 'files' && values[def.key] !== undefined);
  return [
    ...errors.map(({ code, message }) => ({ field: `values.${first?.key ?? ''}`, code, message })),
    ...images
      .filter(({ key }) => [values[key] ?? []].flat().some((one) => isOther.has(String(one))))
      .map(({ key, label }) => ({ field: `values.${key}`, code: 'upload', message: `${label}须为图片` })),
  ];
}

/** People and departments are the tenant's own. */
async function peopleFaults(tx: Tx, { fields }: Edition, values: FormValues): Promise<FieldError[]> {
  const named = (shape: 'user' | 'depart'): FieldDef[] =>
    fields.filter((def) => shapeOf(def) === shape && values[def.key] !== undefined);
  const [users, departs] = [named('user'), named('depart')];
  const names = users.map(({ key }) => String(values[key]));
  const ids = departs.map(({ key }) => String(values[key]));
  const known = new Set([
    ...(names.length > 0 ? await usersAmong(tx, names) : []),
    ...(ids.length > 0 ? await departsAmong(tx, ids) : []),
  ]);
  return [...users, ...departs]
    .filter(({ key }) => !known.has(String(values[key])))
    .map(({ key, label }) => ({ field: `values.${key}`, code: 'invalid', message: `${label}不在可选范围内` }));
}

const MOST_SUMMARY = 120;

/** What a record is called: what stands in its first fields. */
const summaryOf = ({ fields }: Edition, values: FormValues, textOf: (def: FieldDef, value: string) => string): string =>
  fields
    .filter((def) => isFilledIn(def) && !['files', 'user', 'depart', 'datetime'].includes(shapeOf(def)))
    .map((def) => valueText(def, values[def.key], textOf))
    .filter((text) => text !== '')
    .slice(0, 3)
    .join(' · ')
    .slice(0, MOST_SUMMARY);
