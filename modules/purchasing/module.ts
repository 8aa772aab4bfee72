import { defineModule } from '#kit/server/module.ts';
import type { Registry } from '#kit/server/registry.ts';
import * as declared from './model/declared.ts';
import { purchasingGrants } from './model/grants.ts';
import { purchasingMenus } from './model/menus.ts';
import { purchaseOrder } from './model/purchase-order.ts';
import { supplierPrice } from './model/supplier-price.ts';
import { purchasingInvariants } from './server/invariants.ts';
import { purchaseDetail } from './server/purchase-detail.ts';
import { purchaseDraft } from './server/purchase-draft.ts';
import * as purchaseMoves from './server/purchase-orders.ts';
import * as receivingMoves from './server/purchase-receiving.ts';
import { purchaseRoutes } from './server/purchase-routes.ts';
import { supplierPriceGuards } from './server/supplier-prices.ts';
import { purchasingTodos } from './server/todos.ts';

/** 采购单 供应商报价. */
export const purchasing = defineModule<{ registry: Registry }>({
  name: 'purchasing',
  declared,
  menus: purchasingMenus,
  grants: purchasingGrants,
  serves: [
    { resource: purchaseOrder, draft: purchaseDraft, detail: purchaseDetail },
    { resource: supplierPrice, guards: supplierPriceGuards },
  ],
  moves: [purchaseMoves, receivingMoves],
  invariants: purchasingInvariants,
  within: receivingMoves.purchasingWithin,
  build: ({ registry }) => ({
    moves: [receivingMoves.announcingMoves(registry)],
    routes: purchaseRoutes(registry),
  }),
  todos: purchasingTodos,
});
