import { carriedOut } from '#kit/server/deliveries.ts';
import { after } from '#kit/server/outbox.ts';
import type { Registry } from '#kit/server/registry.ts';
import type { Route } from '#kit/server/route.ts';
import type { Serve } from '#kit/server/resource-routes.ts';
import { stockIncreased } from '#modules/inventory/model/events.ts';
import { refillJob } from '../model/jobs.ts';
import { orderChange, orderHold, orderLine, orderRemark, salesOrder } from '../model/order.ts';
import { acceptOrder } from './accept-order.ts';
import { cancelOrder } from './cancel-units.ts';
import { changesOf } from './read-changes.ts';
import { acceptPrice, applyChange, rejectChange } from './decide-change.ts';
import { correctAddress, holdOrder, reallocateOrder, releaseOrder } from './hold-order.ts';
import { archiveOrder, takeOverOrder } from './answered-elsewhere.ts';
import { remarkOrder } from './remark-order.ts';
import { refillShortOrders } from './map-lines.ts';
import { manualDraft } from './manual-draft.ts';
import { orderKeyword } from './order-keyword.ts';
import { rejectOrder } from './reject-order.ts';
import { orderGlanceRoutes } from './order-glance.ts';
import { completeOrder, deliverOrder } from './ship-progress.ts';
import { startOrder } from './start-order.ts';
import { discardOrder, submitOrder } from './submit-order.ts';

export { markAnswered } from './answered-elsewhere.ts';
export { acceptOrder } from './accept-order.ts';
export { cancelUnits } from './cancel-units.ts';
export { unitsCancelledByTelling } from './change-items.ts';
export {
  closeHolds,
  holdTitles,
  openHold,
  readOrderHolds,
  type HoldType,
  type NewHold,
} from './holds.ts';
export { sealedOrders } from './sealed-orders.ts';
export { orderInvariants } from './invariants.ts';
export { releaseMappedWarehouses } from './map-warehouses.ts';
export { orderWithin } from './shop-environment.ts';
export { mapLines, unmapLines } from './map-lines.ts';
export { recordAgreedPrices } from './order-lines.ts';
export { noteAsked, openOrdersUnreadSince } from './open-orders.ts';
export { renewPromises } from './ship-promise.ts';
export {
  buyerWords,
  openQty,
  readOrder,
  type OrderForShipment,
  type OrderLineState,
} from './read-order.ts';
export {
  receiveOrder,
  type AccountPolicy,
  type MappedLine,
  type MappedOrder,
  type Received,
} from './receive-order.ts';
export {
  acknowledgeOrder,
  recordCost,
  recordPacked,
  recordShipped,
  returnToReady,
  setFacts,
  type OrderFacts,
} from './ship-progress.ts';

export const orderServes: Serve[] = [
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
  { resource: orderLine },
  { resource: orderHold },
  { resource: orderRemark },
  { resource: orderChange },
];

/** What the order pages ask and say beside the generic routes. */
export const orderRoutes = ({ registry }: { registry: Registry }): Route[] =>
  orderGlanceRoutes(registry);

/** `after` work of this module. */
export const orderAfter = [after(stockIncreased, refillJob)];

export const orderJobs = [
  carriedOut(refillJob, {
    rank: 4,
    run: async (attempt) => {
      await refillShortOrders((work) => attempt.tx(work), attempt.payload.skuIds);
      await attempt.finish();
    },
  }),
];
