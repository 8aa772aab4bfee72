import { may } from '#kit/server/actor.ts';
import type { BesideRows } from '#kit/server/query/list.ts';
import { maskedFields } from '#kit/server/query/columns.ts';
import { sku } from '../model/product.ts';

interface Figures {
  productId: string;
  skuCount: number;
  cartonsLeast: number | null;
  cartonsMost: number | null;
  costLeast: string | null;
  costMost: string | null;
}

/** What is said of a product in its list by its SKUs: how many, in how many cartons, at what cost. */
export const productFigures: BesideRows = async (tx, rows) => {
  if (!may(tx.actor, 'catalog:sku:list')) return new Map();
  const ids = rows.map((row) => String(row['id']));
  const hidesCost = maskedFields(sku, tx.actor).has('standardCost');
  const found = await tx.rows<Figures>`
    select s.product_id, count(*)::integer as sku_count,
      min(c.n)::integer as cartons_least, max(c.n)::integer as cartons_most,
      min(s.standard_cost)::text as cost_least, max(s.standard_cost)::text as cost_most
    from sku s
      left join lateral (
        select nullif(count(*), 0) as n from sku_carton c
        where c.tenant_id = s.tenant_id and c.sku_id = s.id and c.deleted_at is null) c on true
    where s.tenant_id = ${tx.tenant} and s.product_id = any(${ids}::uuid[]) and s.deleted_at is null
    group by 1`;
  return new Map(
    found.map(({ productId, costLeast, costMost, ...figures }) => [
      productId,
      { ...figures, ...(hidesCost ? {} : { costLeast, costMost }) },
    ]),
  );
};
