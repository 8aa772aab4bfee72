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
import { acceptOrder } from './server/accept-order.ts';
import { cancelOrder } from './server/cancel-units.ts';
import { changesOf } from './server/read-changes.ts';
import { acceptPrice, applyChange, rejectChange } from './server/decide-change.ts';
import { correctAddress, holdOrder, reallocateOrder, releaseOrder } from './server/hold-order.ts';
import { archiveOrder, takeOverOrder } from './server/answered-elsewhere.ts';
import { remarkOrder } from './server/remark-order.ts';
import { refillShortOrders } from './server/map-lines.ts';
import { manualDraft } from './server/manual-draft.ts';
import { orderKeyword } from './server/order-keyword.ts';
import { rejectOrder } from './server/reject-order.ts';
import { orderGlanceRoutes } from './server/order-glance.ts';
import { completeOrder, deliverOrder } from './server/ship-progress.ts';
import { startOrder } from './server/start-order.ts';
import { discardOrder, submitOrder } from './server/submit-order.ts';
import { orderInvariants } from './server/invariants.ts';
import { orderTodoItems } from './server/todos.ts';
import { orderWithin } from './server/shop-environment.ts';

/** 订单 挂起 备注 变更. */
export const orders = defineModule<{ registry: Registry }>({
  name: 'orders',
  declared,
  menus: orderMenus,
  grants: orderGrants,
  serves: [
    {
      resource: salesOrder,
      keyword: orderKeyword,
      draft: manualDraft,
      commands: [
        acceptOrder,
        rejectOrder,
        holdOrder,
        releaseOrder,
        acceptPrice,
        applyChange,
        rejectChange,
        correctAddress,
        reallocateOrder,
        remarkOrder,
        startOrder,
        cancelOrder,
        deliverOrder,
        completeOrder,
        submitOrder,
        discardOrder,
        archiveOrder,
        takeOverOrder,
      ],
      detail: async (tx, row) => ({ changes: await changesOf(tx, row['id'] as string) }),
    },
  ],
  within: orderWithin,
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
  todos: [{ sort: 10, items: orderTodoItems }],
  // What the order pages ask and say beside the generic routes.
  build: ({ registry }) => ({ routes: orderGlanceRoutes(registry) }),
});
