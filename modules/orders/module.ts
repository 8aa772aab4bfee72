import { carriedOut } from '#kit/server/deliveries.ts';
import { defineModule } from '#kit/server/module.ts';
import { after } from '#kit/server/outbox.ts';
import type { Registry } from '#kit/server/registry.ts';
import { stockIncreased } from '#modules/inventory/model/events.ts';
import * as declared from './model/declared.ts';
import { orderGrants } from './model/grants.ts';
import { orderMenus } from './model/menus.ts';
import { refillJob } from './model/jobs.ts';
import { salesOrder } from './model/order.ts';
import type { AddressService } from './model/address/address-service.ts';
import * as addressMoves from './server/address-advice.ts';
import { addressAdviceRoutes } from './server/address-advice.ts';
import * as partMoves from './server/accept-part.ts';
import * as callBackMoves from './server/call-back-moves.ts';
import * as arrangeMoves from './server/arrange-order.ts';
import * as acceptMoves from './server/accept-order.ts';
import * as cancelMoves from './server/cancel-units.ts';
import { changesOf, decidedChanges } from './server/read-changes.ts';
import * as changeMoves from './server/decide-change.ts';
import { heldBundles } from './server/held-bundles.ts';
import * as holdMoves from './server/hold-order.ts';
import * as elsewhereMoves from './server/answered-elsewhere.ts';
import * as remarkMoves from './server/remark-order.ts';
import { refillShortOrders } from './server/map-lines.ts';
import { manualDraft } from './server/manual-draft.ts';
import { orderKeyword } from './server/order-keyword.ts';
import * as rejectMoves from './server/reject-order.ts';
import { ordersAtHand } from './server/orders-at-hand.ts';
import { surroundingsOf } from './server/order-goods.ts';
import { orderGlanceRoutes } from './server/order-glance.ts';
import { productSalesRoutes } from './server/product-sales.ts';
import * as progressMoves from './server/ship-progress.ts';
import * as reopenMoves from './server/reopen-order.ts';
import * as splitMoves from './server/split-order.ts';
import * as startMoves from './server/start-order.ts';
import * as disputeMoves from './server/price-dispute.ts';
import { disputeTodos } from './server/dispute-todos.ts';
import { disputesOf } from './server/disputes-of.ts';
import * as draftMoves from './server/submit-order.ts';
import { orderInvariants } from './server/invariants.ts';
import { countOrdersOfMonth } from './server/order-count.ts';
import { orderTodoItems } from './server/todos.ts';
import { ordersInTransaction } from './server/shop-environment.ts';
import { servedSalesLines } from './server/sales-lines.ts';
import { sealedOrders } from './server/sealed-orders.ts';

/** What the wiring gives to this module. */
interface OrderServices {
  registry: Registry;
  /** Somebody outside who knows addresses, where one is configured. */
  addressService?: AddressService;
}

/** 订单 挂起 备注 变更. */
export const orders = defineModule<OrderServices>({
  name: 'orders',
  declared,
  menus: orderMenus,
  grants: orderGrants,
  sealed: sealedOrders,
  counted: [{ bound: 'orders', count: countOrdersOfMonth }],
  serves: [
    {
      resource: salesOrder,
      keyword: orderKeyword,
      draft: manualDraft,
      beside: ordersAtHand,
      changesOf: decidedChanges,
      detail: async (tx, row) => ({
        changes: await changesOf(tx, row['id'] as string),
        disputes: await disputesOf(tx, row['id'] as string),
        ...(await surroundingsOf(tx, row['id'] as string)),
      }),
    },
    servedSalesLines,
  ],
  moves: [
    acceptMoves,
    addressMoves,
    partMoves,
    callBackMoves,
    arrangeMoves,
    cancelMoves,
    changeMoves,
    holdMoves,
    elsewhereMoves,
    remarkMoves,
    rejectMoves,
    progressMoves,
    reopenMoves,
    splitMoves,
    startMoves,
    draftMoves,
    disputeMoves,
  ],
  inTransaction: [...ordersInTransaction, ...heldBundles],
  after: [after(stockIncreased, refillJob)],
  jobs: [
    carriedOut(refillJob, {
      rank: 4,
      run: async (attempt) => {
        await refillShortOrders((work) => attempt.tx(work), attempt.payload.skuIds);
        await attempt.finish();
      },
    }),
  ],
  invariants: orderInvariants,
  todos: [{ sort: 10, items: orderTodoItems }, ...disputeTodos],
  // What the order pages ask and say beside the generic routes.
  build: ({ registry, addressService }) => ({
    routes: [...orderGlanceRoutes(registry), ...productSalesRoutes, ...addressAdviceRoutes(addressService)],
  }),
});
