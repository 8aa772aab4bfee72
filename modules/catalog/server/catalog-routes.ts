import { notFound } from '#kit/model/refusal.ts';
import { isUuid } from '#kit/server/kinds.ts';
import { baseConditions } from '#kit/server/query/row-conditions.ts';
import type { Registry } from '#kit/server/registry.ts';
import { answer, implement, type Route } from '#kit/server/route.ts';
import { join, sql } from '#kit/server/sql.ts';
import { productCategory } from '../model/product-category.ts';
import { categoryAttributesRoute, copyProductRoute, saveVariantsRoute } from '../model/routes.ts';
import { attributesOf } from './attributes.ts';
import { copyProduct } from './copy-product.ts';
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
      return attributesOf(tx, id);
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
];
