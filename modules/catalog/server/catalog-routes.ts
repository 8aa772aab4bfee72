import { notFound } from '#kit/model/refusal.ts';
import type { Tx } from '#kit/server/database.ts';
import { changesOfRows } from '#kit/server/history.ts';
import { isUuid } from '#kit/server/kinds.ts';
import { baseConditions } from '#kit/server/query/row-conditions.ts';
import type { Registry } from '#kit/server/registry.ts';
import { answer, implement, type Route } from '#kit/server/route.ts';
import { join, sql } from '#kit/server/sql.ts';
import { productCategory } from '../model/product-category.ts';
import { sku } from '../model/product.ts';
import {
  categoryAttributesRoute,
  copyProductRoute,
  saveVariantsRoute,
  skuChangesRoute,
  type SkuChange,
} from '../model/routes.ts';
import { attributeForms } from './attributes.ts';
import { copyProduct } from './copy-product.ts';
import { seenSkusOf } from './seen-product.ts';
import { saveVariants } from './variants.ts';

/** What the pages of the catalogue ask beside their rows. */
export const catalogRoutes = (registry: Registry): Route[] => [
  implement(categoryAttributesRoute, (call) =>
    call.tx(async (tx) => {
      const { id } = call.params;
      const [known] = isUuid(id)
        ? await tx.query<{ id: string }>(sql`select t.id from product_category t
            where ${join(baseConditions(productCategory, tx.actor), ' and ')} and t.id = ${id}::uuid`)
        : [];
      if (!known) throw notFound();
      return attributeForms(tx, id);
    }),
  ),
  implement(saveVariantsRoute, async (call) => {
    const { id } = call.params;
    if (!isUuid(id)) throw notFound();
    await call.tx((tx) => saveVariants(tx, registry, id, call.body));
    return answer('规格已保存', { id });
  }),
  implement(copyProductRoute, async (call) => {
    const { id } = call.params;
    if (!isUuid(id)) throw notFound();
    const { spuCode, name } = call.body;
    const copy = await call.tx((tx) => copyProduct(tx, registry, id, { spuCode, name }));
    return answer('已复制为草稿', { id: copy });
  }),
  implement(skuChangesRoute, (call) => call.tx((tx) => skuChanges(tx, registry, call.params.id))),
];

const MOST_CHANGES = 50;

async function skuChanges(tx: Tx, registry: Registry, id: string): Promise<SkuChange[]> {
  const skus = new Map((await seenSkusOf(tx, id)).map((one) => [one.id, one.skuCode]));
  const changes = await changesOfRows(tx, { resource: sku, registry }, [...skus.keys()], MOST_CHANGES);
  return changes.map(({ rowId, ...change }) => ({ ...change, skuCode: skus.get(rowId) ?? '' }));
}
