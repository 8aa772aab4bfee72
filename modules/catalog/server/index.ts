import { recordBirth } from '#kit/server/command.ts';
import type { EventRecord, Tx } from '#kit/server/database.ts';
import type { Within } from '#kit/server/outbox.ts';
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
  {
    // A register is added without a move; its history begins here.
    event: 'catalog:product.changed',
    name: 'catalog records the birth of a product',
    run: (tx, event) => recordProducts(tx, [event]),
    runAll: recordProducts,
  },
];

async function recordProducts(tx: Tx, events: readonly EventRecord[]): Promise<void> {
  const born = events.filter(({ payload }) => payload['change'] === 'add');
  if (born.length === 0) return;
  recordBirth(
    tx,
    productLifecycle,
    'add',
    born.map(({ payload }) => ({
      id: payload['id'] as string,
      status: productLifecycle.initial,
      scope: null,
    })),
  );
}
