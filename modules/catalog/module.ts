import { rowChanged } from '#kit/model/event.ts';
import { defineModule } from '#kit/server/module.ts';
import { within } from '#kit/server/outbox.ts';
import * as declared from './model/declared.ts';
import { catalogGrants } from './model/grants.ts';
import { catalogMenus } from './model/menus.ts';
import { product, sku, skuCarton } from './model/product.ts';
import { cartonGuards, productGuards } from './server/guards.ts';
import { countSkus } from './server/sku-count.ts';
import * as productMoves from './server/product-commands.ts';

/** 产品 SKU 箱规. */
export const catalog = defineModule({
  name: 'catalog',
  declared,
  menus: catalogMenus,
  grants: catalogGrants,
  serves: [
    {
      resource: product,
      guards: productGuards,
    },
    { resource: skuCarton, guards: cartonGuards },
  ],
  moves: [productMoves],
  counted: [{ bound: 'skus', of: sku, count: countSkus }],
  within: [
    // A register is added without a move; its history begins here.
    within(
      rowChanged(product),
      'catalog records the birth of a product',
      (tx, change) => productMoves.recordProducts(tx, [change]),
      productMoves.recordProducts,
    ),
  ],
});
