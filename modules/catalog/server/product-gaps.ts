import type { Refusal } from '#kit/model/refusal.ts';
import type { Tx } from '#kit/server/database.ts';
import { productNotReady, type ProductGap } from '../model/errors.ts';
import { attributeGaps } from './attributes.ts';

interface ProductFacts {
  id: string;
  categoryId: string | null;
  attributes: string | null;
  hasPicture: boolean;
}

/** Most SKU codes that one sentence names. */
const MOST_NAMED = 10;

/**
 * What products lack before they can be sold: a SKU with cartons for every unit, a place in the
 * catalogue with what it asks for, a picture. Each missing thing has its own entry.
 */
export async function productGaps(
  tx: Tx,
  ids: readonly string[],
): Promise<Map<string, ProductGap[]>> {
  const skus = await tx.rows<{ productId: string; skuCode: string; cartons: number }>`
    select s.product_id, s.sku_code, count(c.id)::integer as cartons
    from sku s left join sku_carton c on c.tenant_id = s.tenant_id and c.sku_id = s.id and c.deleted_at is null
    where s.tenant_id = ${tx.tenant} and s.deleted_at is null and s.type = 'simple'
      and s.product_id = any(${ids}::uuid[])
    group by s.id, s.product_id, s.sku_code order by s.sku_code`;
  const facts = await tx.rows<ProductFacts>`
    select id, category_id, attributes, coalesce(cardinality(images), 0) > 0 as has_picture
    from product where tenant_id = ${tx.tenant} and id = any(${ids}::uuid[])`;
  const unsaid = await attributeGaps(tx, facts);
  const gaps = new Map<string, ProductGap[]>();
  for (const { id, categoryId, hasPicture } of facts) {
    const own = skus.filter((sku) => sku.productId === id);
    const bare = own.filter((sku) => sku.cartons === 0).map((sku) => sku.skuCode);
    const missing: ProductGap[] = [];
    if (own.length === 0) missing.push({ field: 'skus', message: '没有SKU' });
    if (bare.length > 0)
      missing.push({
        field: 'cartons',
        message: `缺少箱规（尺寸与毛重）：${bare.slice(0, MOST_NAMED).join('、')}${bare.length > MOST_NAMED ? ` 等 ${bare.length} 个SKU` : ''}`,
      });
    if (!categoryId) missing.push({ field: 'categoryId', message: '没有选择分类' });
    for (const message of unsaid.get(id) ?? []) missing.push({ field: 'attributes', message });
    if (!hasPicture) missing.push({ field: 'images', message: '没有图片' });
    if (missing.length > 0) gaps.set(id, missing);
  }
  return gaps;
}

/** Products that cannot be sold yet, with everything that is missing. */
export async function refuseIncomplete(
  tx: Tx,
  rows: readonly { id: string }[],
): Promise<Map<string, Refusal>> {
  const gaps = await productGaps(
    tx,
    rows.map(({ id }) => id),
  );
  return new Map([...gaps].map(([id, missing]) => [id, productNotReady(missing)]));
}
