import type { Tx } from '#kit/server/database.ts';
import { setEach } from '#kit/server/stored-rows.ts';
import type { Guards } from '#kit/server/write.ts';
import { categoryCycle, categoryHasChildren, categoryHasProducts, categoryTooDeep } from '../model/errors.ts';
import { MOST_LEVELS, productCategory, type ProductCategoryRow } from '../model/product-category.ts';
import { refuseTwice, requireCategoryForm } from './attributes.ts';

/** Categories stay a tree of six levels at most; one that is not empty stays. */
export const categoryGuards: Guards<typeof productCategory> = {
  async add(tx, values) {
    // The form before the tree, as whoever publishes it locks them.
    if (values.formId) await requireCategoryForm(tx, values.formId);
    await lockTree(tx);
    if ((await levelOf(tx, values.parentId)) >= MOST_LEVELS) throw categoryTooDeep({ most: MOST_LEVELS });
    if (values.formId)
      await refuseTwice(tx, { id: null, parentId: values.parentId ?? null, formId: values.formId }, 'formId');
    Object.assign(values, { level: 0, fullName: '', place: '' });
  },
  async edit(tx, before, values) {
    if (!('parentId' in values) && !('formId' in values)) return;
    if (values.formId && values.formId !== before.formId) await requireCategoryForm(tx, values.formId);
    await lockTree(tx);
    await judgeForm(tx, before, values);
    const parent = values.parentId ?? null;
    if (!parent) return;
    if ((await levelOf(tx, parent)) + (await heightOf(tx, before.id)) > MOST_LEVELS)
      throw categoryTooDeep({ most: MOST_LEVELS });
  },
  async delete(tx, rows) {
    await lockTree(tx);
    const ids = rows.map((row) => row.id);
    const child = await tx.maybe<{ category: string }>`
      select p.name as category from product_category c
        join product_category p on p.tenant_id = c.tenant_id and p.id = c.parent_id
      where c.tenant_id = ${tx.tenant} and c.deleted_at is null
        and c.parent_id = any(${ids}::uuid[]) and c.id <> all(${ids}::uuid[]) limit 1`;
    if (child) throw categoryHasChildren(child);
    const used = await tx.maybe<{ category: string }>`
      select c.name as category from product p
        join product_category c on c.tenant_id = p.tenant_id and c.id = p.category_id
      where p.tenant_id = ${tx.tenant} and p.deleted_at is null
        and p.category_id = any(${ids}::uuid[]) limit 1`;
    if (used) throw categoryHasProducts(used);
  },
};

/** One lock for the whole tree of the tenant: places in it are given out one after the other. */
export const lockTree = (tx: Tx): Promise<unknown> =>
  tx.platform.rows`select id from tenant where id = ${tx.tenant} for no key update`;

async function levelOf(tx: Tx, id: string | null | undefined): Promise<number> {
  if (!id) return 0;
  const row = await tx.maybe<{ level: number }>`
    select level from product_category where tenant_id = ${tx.tenant} and id = ${id}::uuid`;
  return row?.level ?? 0;
}

/** Whether a category is another one or hangs below it. */
async function isBelow(tx: Tx, id: string, other: string): Promise<boolean> {
  const row = await tx.maybe`
    with recursive above as (
      select id, parent_id from product_category where tenant_id = ${tx.tenant} and id = ${id}::uuid
      union
      select c.id, c.parent_id from product_category c join above a on c.id = a.parent_id
      where c.tenant_id = ${tx.tenant})
    select 1 from above where id = ${other}::uuid`;
  return row !== undefined;
}

/** How many levels a category takes with all below it. */
async function heightOf(tx: Tx, id: string): Promise<number> {
  const { height } = await tx.one<{ height: number }>`
    with recursive below as (
      select id, 1 as depth from product_category where tenant_id = ${tx.tenant} and id = ${id}::uuid
      union all
      select c.id, b.depth + 1 from product_category c join below b on c.parent_id = b.id
      where c.tenant_id = ${tx.tenant} and c.deleted_at is null and b.depth <= ${MOST_LEVELS})
    select max(depth)::integer as height from below`;
  return height;
}

/** What a category asks its products for is asked for once on every way down, wherever it is hung. */
async function judgeForm(
  tx: Tx,
  before: ProductCategoryRow,
  values: Partial<Record<'parentId' | 'formId', string | null>>,
): Promise<void> {
  const formId = values.formId === undefined ? before.formId : values.formId;
  const parentId = values.parentId === undefined ? before.parentId : values.parentId;
  const at = parentId === before.parentId ? 'formId' : 'parentId';
  if (parentId !== null && (await isBelow(tx, parentId, before.id))) throw categoryCycle();
  await refuseTwice(tx, { id: before.id, parentId, formId }, at);
}

/** Level, full name and order follow from where a category hangs, and so do those of all below it. */
export async function placeCategory(tx: Tx, id: string): Promise<void> {
  const moved = await tx.rows<{ id: string; level: number; fullName: string; place: string }>`
    with recursive branch as (
      select c.id, coalesce(p.level, 0) + 1 as level,
        case when p.id is null then c.name else p.full_name || ' / ' || c.name end as full_name,
        coalesce(p.place, '') || lpad(c.sort_no::text, 4, '0') || c.code || '/' as place
      from product_category c
        left join product_category p on p.tenant_id = c.tenant_id and p.id = c.parent_id
      where c.tenant_id = ${tx.tenant} and c.id = ${id}::uuid
      union all
      select c.id, b.level + 1, b.full_name || ' / ' || c.name,
        b.place || lpad(c.sort_no::text, 4, '0') || c.code || '/'
      from product_category c join branch b on c.parent_id = b.id
      where c.tenant_id = ${tx.tenant} and c.deleted_at is null and b.level <= ${MOST_LEVELS})
    select b.id, b.level, b.full_name, b.place from branch b
      join product_category c on c.tenant_id = ${tx.tenant} and c.id = b.id
    where (c.level, c.full_name, c.place) is distinct from (b.level, b.full_name, b.place)`;
  if (moved.length > 0) await setEach(tx, productCategory, moved);
}
