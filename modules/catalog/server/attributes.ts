import type { Tx } from '#kit/server/database.ts';
import type { Guards } from '#kit/server/write.ts';
import { itemsIn, judgeAttributes, readAttributes, type Attribute, type AttributeValues } from '../model/attributes.ts';
import { attributeBounds, attributeTaken, attributeWithoutItems, attributesWrong } from '../model/errors.ts';
import type { categoryAttribute } from '../model/product-category.ts';
import type { product } from '../model/product.ts';
import { lockTree } from './category-tree.ts';

/** What products of a category say of themselves: what stands above first, each level in its order. */
export async function attributesOf(tx: Tx, categoryId: string): Promise<Attribute[]> {
  const rows = await tx.rows<Omit<Attribute, 'items'> & { items: string | null }>`
    with recursive above as (
      select id, parent_id, name, level from product_category
      where tenant_id = ${tx.tenant} and id = ${categoryId}::uuid and deleted_at is null
      union
      select c.id, c.parent_id, c.name, c.level from product_category c join above a on c.id = a.parent_id
      where c.tenant_id = ${tx.tenant})
    select t.code, t.name, t.kind, coalesce(t.is_required, false) as "isRequired", t.items, t.unit,
      t.least, t.most, above.name as category
    from category_attribute t join above on above.id = t.category_id
    where t.tenant_id = ${tx.tenant} and t.deleted_at is null
    order by above.level, t.ordinal, t.code`;
  return rows.map((row) => ({ ...row, items: itemsIn(row.items) }));
}

/** An attribute can be filled in, and its code is met once on every way down the tree. */
export const attributeGuards: Guards<typeof categoryAttribute> = {
  add: (tx, values) => judge(tx, null, values),
  edit: (tx, before, values) => judge(tx, before.id, { ...before, ...values }),
};

async function judge(
  tx: Tx,
  id: string | null,
  values: Partial<Record<keyof (typeof categoryAttribute)['fields'], unknown>>,
): Promise<void> {
  const isChosen = values.kind === 'choice' || values.kind === 'choices';
  if (isChosen && itemsIn(values.items as string | null).length === 0) throw attributeWithoutItems();
  if (values.least && values.most && Number(values.least) > Number(values.most)) throw attributeBounds();
  await lockTree(tx);
  const code = String(values.code);
  const taken = await tx.maybe<{ category: string | null }>`
    with recursive above as (
      select id, parent_id from product_category
      where tenant_id = ${tx.tenant} and id = ${values.categoryId as string}::uuid
      union
      select c.id, c.parent_id from product_category c join above a on c.id = a.parent_id
      where c.tenant_id = ${tx.tenant}),
    below as (
      select id from product_category
      where tenant_id = ${tx.tenant} and id = ${values.categoryId as string}::uuid
      union
      select c.id from product_category c join below b on c.parent_id = b.id
      where c.tenant_id = ${tx.tenant} and c.deleted_at is null)
    select case when c.id = ${values.categoryId as string}::uuid then null else c.name end as category
    from category_attribute t
      join product_category c on c.tenant_id = t.tenant_id and c.id = t.category_id
    where t.tenant_id = ${tx.tenant} and t.deleted_at is null and lower(t.code) = lower(${code})
      and t.id is distinct from ${id}::uuid
      and (t.category_id in (select id from above) or t.category_id in (select id from below))
    limit 1`;
  if (taken) throw attributeTaken(taken);
}

/**
 * Judges what a product is said to be and keeps it without blanks. A draft may leave out what is
 * required; what is on sale may not.
 */
export const attributesGuard = async (
  tx: Tx,
  before: { categoryId?: string | null; status?: string } | null,
  values: Parameters<NonNullable<Guards<typeof product>['add']>>[1],
): Promise<void> => {
  if (values.attributes === undefined || values.attributes === null) return;
  const given = readAttributes(values.attributes);
  if (!given) throw attributesWrong(['分类属性格式不正确']);
  const categoryId = values.categoryId === undefined ? before?.categoryId : values.categoryId;
  const attributes = categoryId ? await attributesOf(tx, categoryId) : [];
  const isDraft = before === null || before.status === 'draft';
  const { faults, kept } = judgeAttributes(
    isDraft ? attributes.map((one) => ({ ...one, isRequired: false })) : attributes,
    given,
  );
  if (faults.length > 0) throw attributesWrong(faults);
  values.attributes = Object.keys(kept).length === 0 ? null : JSON.stringify(kept);
};

/** What products still have to say of themselves, by product. */
export async function attributeGaps(
  tx: Tx,
  rows: readonly { id: string; categoryId: string | null; attributes: string | null }[],
): Promise<Map<string, string[]>> {
  const known = new Map<string, Attribute[]>();
  const gaps = new Map<string, string[]>();
  for (const { id, categoryId, attributes } of rows) {
    if (!categoryId) continue;
    const requested = known.get(categoryId) ?? (await attributesOf(tx, categoryId));
    known.set(categoryId, requested);
    const values: AttributeValues = readAttributes(attributes) ?? {};
    const { faults } = judgeAttributes(requested, values);
    if (faults.length > 0) gaps.set(id, faults);
  }
  return gaps;
}
