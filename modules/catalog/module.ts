import { rowChanged } from '#kit/model/event.ts';
import { formChanged } from '#modules/base/model/events.ts';
import { defineModule } from '#kit/server/module.ts';
import { inTransaction } from '#kit/server/outbox.ts';
import type { Registry } from '#kit/server/registry.ts';
import type { Measuring } from '#platform/pictures/measure/measure.ts';
import { bundleItem } from './model/bundle.ts';
import * as declared from './model/declared.ts';
import { catalogGrants } from './model/grants.ts';
import { catalogMenus } from './model/menus.ts';
import { picture } from './model/picture.ts';
import { pictureRule } from './model/picture-rule.ts';
import { productCategory } from './model/product-category.ts';
import { product, sku, skuCarton, type ProductRow } from './model/product.ts';
import { skuAlias } from './model/sku-alias.ts';
import { skuCost } from './model/sku-cost.ts';
import { skuPart } from './model/sku-part.ts';
import { fieldsOfProduct, judgeChangedForm } from './server/attributes.ts';
import { bundleGuards, skuGuards } from './server/bundles.ts';
import { catalogRoutes } from './server/catalog-routes.ts';
import { categoryGuards, placeCategory, lockTree } from './server/category-tree.ts';
import { cartonGuards, pictureRuleGuards, productGuards } from './server/guards.ts';
import { pictureRoutes } from './server/picture-routes.ts';
import { pictureArchive, pictureRows, pictureVersions } from './server/picture-rows.ts';
import { pictureJobs, picturesInTransaction } from './server/picture-work.ts';
import { countSkus } from './server/sku-count.ts';
import { skuCostGuards, standardCostInTransaction } from './server/standard-cost.ts';
import { aliasGuards, partGuards } from './server/sku-lines.ts';
import * as productMoves from './server/product-commands.ts';
import { productFigures } from './server/product-figures.ts';
import { productGaps } from './server/product-gaps.ts';

/** 产品 SKU 箱规 产品分类. */
export const catalog = defineModule<{ registry: Registry; measuring: Measuring }>({
  name: 'catalog',
  declared,
  menus: catalogMenus,
  grants: catalogGrants,
  serves: [
    {
      resource: product,
      guards: productGuards,
      beside: productFigures,
      // What still keeps it from being sold, for its page to say where.
      detail: async (tx, row) => ({
        gaps: (await productGaps(tx, [String(row['id'])])).get(String(row['id'])) ?? [],
        attributeFields: await fieldsOfProduct(tx, row as unknown as ProductRow),
      }),
    },
    { resource: productCategory, guards: categoryGuards },
    { resource: sku, guards: skuGuards },
    { resource: skuCarton, guards: cartonGuards },
    { resource: bundleItem, guards: bundleGuards },
    { resource: skuAlias, guards: aliasGuards },
    { resource: skuCost, guards: skuCostGuards },
    { resource: skuPart, guards: partGuards },
    {
      resource: picture,
      isKeyed: true,
      rows: pictureRows,
      beside: pictureVersions,
      archive: pictureArchive,
    },
    { resource: pictureRule, guards: pictureRuleGuards },
  ],
  moves: [productMoves],
  counted: [{ bound: 'skus', of: sku, count: countSkus }],
  permissions: [{ code: 'catalog:picture:edit', title: '编辑', resource: 'catalog:picture' }],
  build: ({ registry, measuring }) => ({
    routes: [...catalogRoutes(registry), ...pictureRoutes(registry)],
    jobs: pictureJobs(measuring),
  }),
  inTransaction: [
    ...standardCostInTransaction,
    // A register is added without a move; its history begins here.
    inTransaction(
      rowChanged(product),
      'catalog records the birth of a product',
      (tx, change) => productMoves.recordProducts(tx, [change]),
      productMoves.recordProducts,
    ),
    inTransaction(rowChanged(productCategory), 'catalog keeps the places of a branch', (tx, change) =>
      change.change === 'delete' ? Promise.resolve() : placeCategory(tx, change.id),
    ),
    inTransaction(formChanged, 'catalog judges the form of a category', async (tx, { formId }) => {
      await lockTree(tx);
      await judgeChangedForm(tx, formId);
    }),
    ...picturesInTransaction,
  ],
});
