import { invalid } from '#kit/model/refusal.ts';
import type { Tx } from '#kit/server/database.ts';
import type { Guards } from '#kit/server/write.ts';
import { itemsIn } from '#modules/catalog/model/attributes.ts';
import { questionFault, type Question } from '../../model/inspection-answers.ts';
import type { inspectionQuestion } from '../../model/inspection-form.ts';

/** A question can be answered, and its bad answer given. */
export const inspectionQuestionGuards: Guards<typeof inspectionQuestion> = {
  add: (tx, values) => judge(tx, values),
  edit: (tx, before, values) => judge(tx, { ...before, ...values, id: before.id }),
};

interface InspectionQuestion {
  id?: string;
  formId?: string | null;
  question?: string | null;
}

async function judge(tx: Tx, values: InspectionQuestion): Promise<void> {
  const fault = questionFault(values as Parameters<typeof questionFault>[0]);
  if (fault) throw invalid([{ ...fault, code: 'aftersales.inspectionQuestion' }]);
  const other = await tx.maybe`
    select 1 as one from inspection_question where tenant_id = ${tx.tenant} and deleted_at is null
      and id::text <> ${values.id ?? ''} and form_id = ${values.formId ?? null}::uuid
      and question = ${values.question ?? null}`;
  if (other) throw invalid([{ field: 'question', code: 'taken', message: '该质检表已有这个问题' }]);
}

/**
 * What is asked of goods, by SKU: the form for all products first, then that of each category from the
 * top of the tree down to the product's own.
 */
export async function questionsOf(tx: Tx, skuIds: readonly string[]): Promise<Map<string, Question[]>> {
  const rows = await tx.rows<Omit<Question, 'items'> & { skuId: string; items: string | null }>`
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
    select asked.sku_id, q.id, q.question, q.kind, q.items,
      coalesce(q.is_required, false) as is_required, q.bad_answer
    from asked
      join inspection_form f on f.tenant_id = ${tx.tenant} and f.deleted_at is null
        and f.status = 'enabled' and f.category_id is not distinct from asked.category_id
      join inspection_question q on q.tenant_id = f.tenant_id and q.form_id = f.id
        and q.deleted_at is null
    order by asked.level, q.ordinal, q.id`;
  const bySku = new Map<string, Question[]>();
  for (const { skuId, items, ...question } of rows) {
    const of = bySku.get(skuId) ?? [];
    of.push({ ...question, items: itemsIn(items) });
    bySku.set(skuId, of);
  }
  return bySku;
}
