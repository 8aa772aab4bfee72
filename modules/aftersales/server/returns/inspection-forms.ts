import { invalid } from '#kit/model/refusal.ts';
import type { Tx } from '#kit/server/database.ts';
import type { Guards } from '#kit/server/write.ts';
import { latestEditions } from '#modules/base/server/index.ts';
import type { AskedForm } from '../../model/inspection-answers.ts';
import type { inspectionForm } from '../../model/inspection-form.ts';

/** What is asked of goods is a form of its kind that is published. */
export const inspectionFormGuards: Guards<typeof inspectionForm> = {
  add: (tx, { formId }) => requireForm(tx, formId),
  edit: async (tx, before, { formId }) => {
    if (formId !== undefined && formId !== before.formId) await requireForm(tx, formId);
  },
};

async function requireForm(tx: Tx, formId: string | null | undefined): Promise<void> {
  const form = await tx.maybe`
    select 1 from dynamic_form where tenant_id = ${tx.tenant} and id = ${formId ?? null}::uuid and deleted_at is null
      and entity_type = 'returnQuestion' and status = 'published'`;
  if (form) return;
  const message = '须是类型为“退货质检”、已发布的动态表单';
  throw invalid([{ field: 'formId', code: 'aftersales.inspectionForm', message }]);
}

/**
 * What is asked of goods, by SKU: the forms for all products first, then those of each category from the
 * top of the tree down to the product's own.
 */
export async function questionsOf(tx: Tx, skuIds: readonly string[]): Promise<Map<string, AskedForm[]>> {
  const rows = await tx.rows<{ skuId: string; formId: string }>`
    with recursive above as (
      select s.id as sku_id, c.id, c.parent_id, c.level
      from sku s
        join product p on p.tenant_id = s.tenant_id and p.id = s.product_id
        join product_category c on c.tenant_id = p.tenant_id and c.id = p.category_id
      where s.tenant_id = ${tx.tenant} and s.id = any(${[...new Set(skuIds)]}::uuid[])
      union
      select a.sku_id, c.id, c.parent_id, c.level
      from product_category c join above a on c.id = a.parent_id
      where c.tenant_id = ${tx.tenant}),
    asked as (
      select sku_id, id as category_id, level from above
      union all
      select s.id, null, 0 from sku s
      where s.tenant_id = ${tx.tenant} and s.id = any(${[...new Set(skuIds)]}::uuid[]))
    select asked.sku_id, f.form_id
    from asked
      join inspection_form f on f.tenant_id = ${tx.tenant} and f.deleted_at is null
        and f.status = 'enabled' and f.category_id is not distinct from asked.category_id
    order by asked.level, f.create_time, f.id`;
  const editions = await latestEditions(
    tx,
    rows.map(({ formId }) => formId),
  );
  const bySku = new Map<string, AskedForm[]>();
  for (const { skuId, formId } of rows) {
    const edition = editions.get(formId);
    const of = bySku.get(skuId) ?? [];
    if (edition && !of.some((one) => one.formId === formId)) of.push(edition);
    bySku.set(skuId, of);
  }
  return bySku;
}
