import { carriedOut } from '#kit/server/deliveries.ts';
import { defineModule } from '#kit/server/module.ts';
import type { Registry } from '#kit/server/registry.ts';
import type { MailCarrier } from '#platform/mail/smtp-mail.ts';
import * as declared from './model/declared.ts';
import { purchasingGrants } from './model/grants.ts';
import { landedCost } from './model/landed-cost.ts';
import { purchasingMenus } from './model/menus.ts';
import { mailOrderJob } from './model/order-mail.ts';
import { purchaseOrder } from './model/purchase-order.ts';
import { restockAdvice } from './model/restock-list.ts';
import { supplierBill } from './model/supplier-bill.ts';
import { supplierPrice } from './model/supplier-price.ts';
import { supplierStock } from './model/supply/supplier-stock.ts';
import { supplyFeed } from './model/supply/supply-feed.ts';
import { readDueSuppliesWork, readSupplyJob } from './model/supply/supply-routes.ts';
import { supplierDelivery, supplierScore } from './model/supplier-score.ts';
import { billDraft } from './server/bill-draft.ts';
import * as paymentMoves from './server/bill-payments.ts';
import { billTodos } from './server/bill-todos.ts';
import { currencyInTransaction } from './server/currency-use.ts';
import { purchasingInvariants } from './server/invariants.ts';
import * as landedMoves from './server/landed-costs.ts';
import { landedCostDraft } from './server/landed-draft.ts';
import { billDetail, landedDetail } from './server/document-entries.ts';
import { mailRoutes } from './server/order-mails.ts';
import { purchaseDetail } from './server/purchase-detail.ts';
import { purchaseDraft } from './server/purchase-draft.ts';
import * as purchaseMoves from './server/purchase-orders.ts';
import * as receivingMoves from './server/purchase-receiving.ts';
import { purchaseRoutes } from './server/purchase-routes.ts';
import { purchaseSettingsRoutes } from './server/purchase-settings.ts';
import { sendOrderMail } from './server/send-order-mail.ts';
import * as billMoves from './server/supplier-bills.ts';
import { balanceRoutes } from './server/supplier-credits.ts';
import { orderAdvised } from './server/restock-orders.ts';
import { restockTotalsOf } from './server/restock-totals.ts';
import { restockRows } from './server/restock.ts';
import { deliveryRows, scoreRows } from './server/supplier-score.ts';
import { supplierPriceGuards } from './server/supplier-prices.ts';
import { supplyFeedGuards, type SupplyServices } from './server/supply/feeds.ts';
import { supplierStockRows } from './server/supply/stock-rows.ts';
import * as supplyMoves from './server/supply/supply-moves.ts';
import { supplyRoutes } from './server/supply/supply-routes.ts';
import { supplyTodos } from './server/supply/supply-todos.ts';
import { enqueueDueSupplies, readSupplyHandler, supplyWorks } from './server/supply/supply-work.ts';
import { purchasingTodos } from './server/todos.ts';

/** What the wiring gives to this module. */
export interface PurchasingServices extends SupplyServices {
  registry: Registry;
  /** Takes mails out of the house; null: no mail server is set up. */
  mail: MailCarrier | null;
}

const MINUTES_MS = 5 * 60_000;

/** 补货建议 采购单 头程费用分摊 应付单 付款 供应商报价 批发供货. */
export const purchasing = defineModule<PurchasingServices>({
  name: 'purchasing',
  declared,
  menus: purchasingMenus,
  grants: purchasingGrants,
  serves: [
    { resource: purchaseOrder, draft: purchaseDraft, detail: purchaseDetail },
    { resource: landedCost, draft: landedCostDraft, detail: landedDetail },
    { resource: supplierBill, draft: billDraft, detail: billDetail },
    { resource: restockAdvice, rows: restockRows },
    { resource: supplierDelivery, rows: deliveryRows },
    { resource: supplierScore, rows: scoreRows },
    { resource: supplierPrice, guards: supplierPriceGuards },
    { resource: supplierStock, rows: supplierStockRows },
  ],
  moves: [purchaseMoves, receivingMoves, landedMoves, billMoves, paymentMoves, supplyMoves],
  invariants: purchasingInvariants,
  inTransaction: [...receivingMoves.receivingInTransaction, currencyInTransaction],
  build: ({ registry, mail, ...supply }) => ({
    serves: [{ resource: supplyFeed, guards: supplyFeedGuards(supply) }],
    moves: [receivingMoves.announcingMoves(registry), supplyMoves.makingMoves(registry)],
    routes: [
      ...purchaseRoutes(registry),
      ...purchaseSettingsRoutes,
      ...balanceRoutes,
      ...mailRoutes(mail !== null),
      restockTotalsOf(registry),
      orderAdvised(registry),
      ...supplyRoutes(supply),
    ],
    jobs: [carriedOut(mailOrderJob, sendOrderMail(mail)), carriedOut(readSupplyJob, readSupplyHandler(supply))],
    scheduled: [{ kind: readDueSuppliesWork, everyMs: MINUTES_MS, run: (now) => enqueueDueSupplies(supply.db, now) }],
    works: supplyWorks(supply),
  }),
  todos: [...purchasingTodos, ...billTodos, ...supplyTodos],
});
