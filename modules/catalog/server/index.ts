import { rowChanged, type RowChange } from '#kit/model/event.ts';
import { recordBirth } from '#kit/server/command.ts';
import type { Tx } from '#kit/server/database.ts';
import { within, type Within } from '#kit/server/outbox.ts';
import type { Serve } from '#kit/server/resource-routes.ts';
import { product, productLifecycle, sku, skuCarton } from '../model/product.ts';
import { cartonGuards, productGuards } from './guards.ts';
import { activateProduct, discontinueProduct, pauseProduct } from './product-commands.ts';

export {
  cartonsOf,
  saleStates,
  skuIdsOf,
  skusLike,
  skusNamedLike,
  type Carton,
  type SaleState,
  type SkuName,
} from './sku-queries.ts';

export const catalogServes: Serve[] = [
  {
    resource: product,
    guards: productGuards,
    commands: [activateProduct, pauseProduct, discontinueProduct],
  },
  { resource: sku },
  { resource: skuCarton, guards: cartonGuards },
];

export const catalogWithin: Within[] = [
  // A register is added without a move; its history begins here.
  within(
    rowChanged(product),
    'catalog records the birth of a product',
    (tx, change) => recordProducts(tx, [change]),
    recordProducts,
  ),
];

async function recordProducts(tx: Tx, changes: readonly RowChange[]): Promise<void> {
  const born = changes.filter(({ change }) => change === 'add');
  if (born.length === 0) return;
  recordBirth(
    tx,
    productLifecycle,
    'add',
    born.map(({ id }) => ({ id, status: productLifecycle.initial, scope: null })),
  );
}
