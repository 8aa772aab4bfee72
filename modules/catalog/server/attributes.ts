import type { Tx } from '#kit/server/database.ts';
import type { Guards } from '#kit/server/write.ts';
import { holdsValue, type FieldDef } from '#modules/base/model/forms/field-def.ts';
import { judgeValues } from '#modules/base/model/forms/form-values.ts';
import { editionOf, formWords, latestEditions } from '#modules/base/server/index.ts';
import { attributeFields, readAttributes, type AttributeForm } from '../model/attributes.ts';
import { attributesCollide, attributesWrong, categoryFormWrong, formCollides } from '../model/errors.ts';
import type { product } from '../model/product.ts';

/** What products of a category are asked for by its form and those of the categories above, the topmost first. */
export async function attributeForms(tx: Tx, categoryId: string): Promise<AttributeForm[]> {
  const rows = await tx.rows<{ formId: string; category: string }>`
    with recursive above as (
      select id, parent_id, name, level, form_id from product_category
      where tenant_id = ${tx.tenant} and id = ${categoryId}::uuid and deleted_at is null
      union
      select c.id, c.parent_id, c.name, c.level, c.form_id from product_category c join above a on c.id = a.parent_id
      where c.tenant_id = ${tx.tenant})
    select form_id, name as category from above where form_id is not null order by level`;
  const editions = await latestEditions(
    tx,
    rows.map(({ formId }) => formId),
  );
  return rows.flatMap(({ formId, category }) => {
    const edition = editions.get(formId);
    return edition ? [{ ...edition, category }] : [];
  });
}

/** The fields by which a product was filled in; those of its category where nothing was noted. */
export async function fieldsOfProduct(
  tx: Tx,
  { categoryId, attributeForms: filledIn }: { categoryId: string | null; attributeForms: unknown },
): Promise<FieldDef[]> {
  if (!Array.isArray(filledIn)) return categoryId ? attributeFields(await attributeForms(tx, categoryId)) : [];
  const fields: FieldDef[] = [];
  for (const { formId, formVersion } of filledIn as { formId: string; formVersion: number }[])
    fields.push(...((await editionOf(tx, formId, formVersion))?.fields ?? []));
  return fields;
}

/**
 * Judges what a product is said to be, and stores it without blanks and without what its category does not ask for,
 * with the versions that asked. A draft may leave out what is required; what is on sale may not.
 */
export const attributesGuard = async (
  tx: Tx,
  before: { categoryId?: string | null; status?: string } | null,
  values: Parameters<NonNullable<Guards<typeof product>['add']>>[1],
): Promise<void> => {
  if (values.attributes === undefined || values.attributes === null) {
    if (values.attributes === null) values.attributeForms = null;
    return;
  }
  const given = readAttributes(values.attributes);
  if (!given) throw attributesWrong(['分类属性格式不正确']);
  const categoryId = values.categoryId === undefined ? before?.categoryId : values.categoryId;
  const forms = categoryId ? await attributeForms(tx, categoryId) : [];
  const fields = attributeFields(forms);
  const isDraft = before === null || before.status === 'draft';
  const { faults, values: judged } = judgeValues(fields, given, {
    ...(await formWords(tx, fields, [given])),
    isDraft,
  });
  if (faults.length > 0) throw attributesWrong(faults.map(({ message }) => message));
  const isEmpty = Object.keys(judged).length === 0;
  values.attributes = isEmpty ? null : JSON.stringify(judged);
  const filledIn = forms.map(({ formId, formVersion }) => ({ formId, formVersion }));
  values.attributeForms = isEmpty ? null : JSON.stringify(filledIn);
};

/** What products still have to say of themselves, by product. */
export async function attributeGaps(
  tx: Tx,
  rows: readonly { id: string; categoryId: string | null; attributes: string | null }[],
): Promise<Map<string, string[]>> {
  const known = new Map<string, FieldDef[]>();
  const gaps = new Map<string, string[]>();
  for (const { id, categoryId, attributes } of rows) {
    if (!categoryId) continue;
    const fields = known.get(categoryId) ?? attributeFields(await attributeForms(tx, categoryId));
    known.set(categoryId, fields);
    const values = readAttributes(attributes) ?? {};
    const { faults } = judgeValues(fields, values, await formWords(tx, fields, [values]));
    if (faults.length > 0)
      gaps.set(
        id,
        faults.map(({ message }) => message),
      );
  }
  return gaps;
}

interface Placed {
  formId: string | null;
  name: string;
  place: 'above' | 'self' | 'below';
}

/**
 * On every way down the tree a key is asked for once. Of a category where it stands, or would stand: its form, its
 * parent, and who hears of it when there are two.
 */
export async function refuseTwice(
  tx: Tx,
  { id, parentId, formId }: { id: string | null; parentId: string | null; formId: string | null },
  at: 'parentId' | 'formId' | 'publish',
): Promise<void> {
  const rows = await tx.rows<Placed>`
    with recursive above as (
      select id, parent_id, name, form_id from product_category
      where tenant_id = ${tx.tenant} and id = ${parentId}::uuid
      union
      select c.id, c.parent_id, c.name, c.form_id from product_category c join above a on c.id = a.parent_id
      where c.tenant_id = ${tx.tenant}),
    below as (
      select id, name, form_id from product_category
      where tenant_id = ${tx.tenant} and parent_id = ${id}::uuid and deleted_at is null
      union
      select c.id, c.name, c.form_id from product_category c join below b on c.parent_id = b.id
      where c.tenant_id = ${tx.tenant} and c.deleted_at is null)
    select form_id, name, 'above' as place from above
    union all
    select form_id, name, 'below' as place from below`;
  const placed: Placed[] = [...rows, { formId, name: '', place: 'self' }];
  const editions = await latestEditions(
    tx,
    placed.flatMap((one) => one.formId ?? []),
  );
  const keysAt = (place: Placed['place']): Map<string, string> =>
    new Map(
      placed
        .filter((one) => one.place === place)
        .flatMap(({ formId: of, name }) =>
          (editions.get(of ?? '')?.fields ?? []).filter(holdsValue).map(({ key }) => [key.toLowerCase(), name]),
        ),
    );
  const [above, self, below] = [keysAt('above'), keysAt('self'), keysAt('below')];
  for (const [one, other] of [
    [above, self],
    [below, self],
    [above, below],
  ] as const)
    for (const [key, category] of one)
      if (other.has(key))
        throw at === 'parentId' ? attributesCollide({ code: key }) : formCollides({ key, category, at });
}

/** A category takes a form of its kind that is filled in. */
export async function requireCategoryForm(tx: Tx, formId: string): Promise<void> {
  const form = await tx.maybe`
    select 1 from dynamic_form where tenant_id = ${tx.tenant} and id = ${formId}::uuid and deleted_at is null
      and entity_type = 'productCategory' and status = 'published' for share`;
  if (!form) throw categoryFormWrong();
}

/** A form that is published again, or opened again, may ask for what a category above or below asks for. */
export async function judgeChangedForm(tx: Tx, formId: string): Promise<void> {
  const categories = await tx.rows<{ id: string; parentId: string | null }>`
    select id, parent_id from product_category
    where tenant_id = ${tx.tenant} and form_id = ${formId}::uuid and deleted_at is null order by id`;
  for (const { id, parentId } of categories) await refuseTwice(tx, { id, parentId, formId }, 'publish');
}
