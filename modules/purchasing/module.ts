import { defineModule } from '#kit/server/module.ts';
import type { Registry } from '#kit/server/registry.ts';
import * as declared from './model/declared.ts';
import { purchasingGrants } from './model/grants.ts';
import { landedCost } from './model/landed-cost.ts';
import { purchasingMenus } from './model/menus.ts';
import { purchaseOrder } from './model/purchase-order.ts';
import { restockAdvice } from './model/restock-list.ts';
import { supplierBill } from './model/supplier-bill.ts';
import { supplierPrice } from './model/supplier-price.ts';
import { billDraft } from './server/bill-draft.ts';
import { billTodos } from './server/bill-todos.ts';
import { purchasingInvariants } from './server/invariants.ts';
import * as landedMoves from './server/landed-costs.ts';
import { landedCostDraft } from './server/landed-draft.ts';
import { purchaseDetail } from './server/purchase-detail.ts';
import { purchaseDraft } from './server/purchase-draft.ts';
import * as purchaseMoves from './server/purchase-orders.ts';
import * as receivingMoves from './server/purchase-receiving.ts';
import { purchaseRoutes } from './server/purchase-routes.ts';
import * as billMoves from './server/supplier-bills.ts';
import { orderAdvised } from './server/restock-orders.ts';
import { restockTotalsOf } from './server/restock-totals.ts';
import { restockRows } from './server/restock.ts';
import { supplierPriceGuards } from './server/supplier-prices.ts';
import { purchasingTodos } from './server/todos.ts';

/** 补货建议 采购单 到岸费用单 应付单 供应商报价. */
export const purchasing = defineModule<{ registry: Registry }>({
  name: 'purchasing',
  declared,
  menus: purchasingMenus,
  grants: purchasingGrants,
  serves: [
    { resource: purchaseOrder, draft: purchaseDraft, detail: purchaseDetail },
    { resource: landedCost, draft: landedCostDraft },
    { resource: supplierBill, draft: billDraft },
    { resource: restockAdvice, rows: restockRows },
    { resource: supplierPrice, guards: supplierPriceGuards },
  ],
  moves: [purchaseMoves, receivingMoves, landedMoves, billMoves],
  invariants: purchasingInvariants,
  within: receivingMoves.purchasingWithin,
  build: ({ registry }) => ({
    moves: [receivingMoves.announcingMoves(registry)],
    routes: [...purchaseRoutes(registry), restockTotalsOf(registry), orderAdvised(registry)],
  }),
  todos: [...purchasingTodos, ...billTodos],
});
