import type { Refusal } from '#kit/model/refusal.ts';
import type { Tx } from '#kit/server/database.ts';
import { productNotReady, type ProductGap } from '../model/errors.ts';
import { attributeGaps } from './attributes.ts';
import { bundleParts } from './bundles.ts';
import { cartonsOf, hugeBundles, MOST_BUNDLE_CARTONS } from './sku-queries.ts';

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
export async function productGaps(tx: Tx, ids: readonly string[]): Promise<Map<string, ProductGap[]>> {
  const skus = await tx.rows<{ id: string; productId: string; skuCode: string; type: string }>`
    select id, product_id, sku_code, type from sku
    where tenant_id = ${tx.tenant} and deleted_at is null and type in ('simple', 'bundle')
      and product_id = any(${ids}::uuid[])
    order by sku_code`;
  const skuIds = skus.map(({ id }) => id);
  const cartons = await cartonsOf(tx, skuIds);
  const bundles = await bundleParts(tx, skuIds);
  const huge = await hugeBundles(tx, skuIds);
  const facts = await tx.rows<ProductFacts>`
    select id, category_id, attributes, coalesce(cardinality(images), 0) > 0 as has_picture
    from product where tenant_id = ${tx.tenant} and id = any(${ids}::uuid[])`;
  const unstated = await attributeGaps(tx, facts);
  const gaps = new Map<string, ProductGap[]>();
  for (const { id, categoryId, hasPicture } of facts) {
    const own = skus.filter((sku) => sku.productId === id);
    const empty = own.filter((sku) => bundles.get(sku.id)?.length === 0);
    const big = own.filter((sku) => huge.has(sku.id));
    const bare = own.filter((sku) => !cartons.has(sku.id) && !empty.includes(sku) && !big.includes(sku));
    const missing: ProductGap[] = [];
    if (own.length === 0) missing.push({ field: 'skus', message: '没有SKU' });
    if (empty.length > 0) missing.push({ field: 'skus', message: `组合没有组件：${codesOf(empty)}` });
    if (big.length > 0)
      missing.push({
        field: 'skus',
        message: `组合每套超过 ${MOST_BUNDLE_CARTONS} 箱，请检查组件数量：${codesOf(big)}`,
      });
    if (bare.length > 0) missing.push({ field: 'cartons', message: `缺少箱规（尺寸与毛重）：${codesOf(bare)}` });
    if (!categoryId) missing.push({ field: 'categoryId', message: '没有选择分类' });
    for (const message of unstated.get(id) ?? []) missing.push({ field: 'attributes', message });
    if (!hasPicture) missing.push({ field: 'images', message: '没有图片' });
    if (missing.length > 0) gaps.set(id, missing);
  }
  return gaps;
}

const codesOf = (skus: readonly { skuCode: string }[]): string => {
  const named = skus.slice(0, MOST_NAMED).map(({ skuCode }) => skuCode);
  return named.join('、') + (skus.length > MOST_NAMED ? ` 等 ${skus.length} 个SKU` : '');
};

/** Products that cannot be sold yet, with everything that is missing. */
export async function refuseIncomplete(tx: Tx, rows: readonly { id: string }[]): Promise<Map<string, Refusal>> {
  const gaps = await productGaps(
    tx,
    rows.map(({ id }) => id),
  );
  return new Map([...gaps].map(([id, missing]) => [id, productNotReady(missing)]));
}
