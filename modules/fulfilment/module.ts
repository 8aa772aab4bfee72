import { carriedOut } from '#kit/server/deliveries.ts';
import { defineModule, type Parts } from '#kit/server/module.ts';
import { after, inTransaction } from '#kit/server/outbox.ts';
import type { Registry } from '#kit/server/registry.ts';
import { walletCredited } from '#modules/ledger/model/wallet.ts';
import {
  orderAddressLate,
  orderCancelling,
  orderMethodChanged,
  orderPriorityChanged,
  orderShipByChanged,
  orderStarted,
  orderUnitsLate,
} from '#modules/orders/model/events.ts';
import { buyLabelJob, labelBuying, labelVoiding, trackLabelJob, voidLabelJob } from './model/carrier-jobs.ts';
import { trackLabelsWork } from './model/clock-works.ts';
import * as declared from './model/declared.ts';
import { fulfilmentGrants } from './model/grants.ts';
import { fulfilmentMenus } from './model/menus.ts';
import { shipment } from './model/shipment.ts';
import { wave } from './model/wave.ts';
import { buyLabelHandler } from './server/carriers/buy-label-work.ts';
import { carrierInvariants } from './server/carriers/carrier-invariants.ts';
import { carrierRoutes } from './server/carriers/carrier-routes.ts';
import { carrierTodos } from './server/carriers/carrier-todos.ts';
import { createCarriers, type CarrierServices } from './server/carriers/carriers.ts';
import * as callBackMoves from './server/call-back-ship.ts';
import { createShipments } from './server/create-shipments.ts';
import { followMethod, followPriority, followShipBy } from './server/follow-order.ts';
import { joinRoutes, separateShipments } from './server/joint/join-shipments.ts';
import { completeLabel } from './server/carriers/complete-label.ts';
import { voidLabel } from './server/carriers/label-ends.ts';
import { payDueAdjustments } from './server/carriers/label-money.ts';
import { buyLabel } from './server/carriers/label-purchase.ts';
import * as wayMoves from './server/carriers/on-the-way.ts';
import * as packMoves from './server/packing/pack.ts';
import * as ownLabelMoves from './server/packing/own-label.ts';
import { packingRoutes } from './server/packing/packing-routes.ts';
import { printRoutes } from './server/packing/print-routes.ts';
import * as registerMoves from './server/packing/register.ts';
import * as shipMoves from './server/ship.ts';
import { shipQuote } from './server/carriers/ship-quote.ts';
import { shipmentsAtHand } from './server/shipments-at-hand.ts';
import { shipmentKeyword } from './server/shipment-keyword.ts';
import * as interceptMoves from './server/intercept.ts';
import { enqueueTracking, trackHandler } from './server/carriers/track-work.ts';
import * as unshipMoves from './server/unship.ts';
import * as voidMoves from './server/void-shipment.ts';
import { voidLabelHandler } from './server/carriers/void-label-work.ts';
import { fulfilmentInvariants } from './server/invariants.ts';
import { stationRoutes } from './server/station/station-routes.ts';
import * as handoverMoves from './server/handover/handovers.ts';
import { handoverRoutes } from './server/handover/handover-routes.ts';
import { fulfilmentSettingsRoutes } from './server/fulfilment-settings.ts';
import { namedAssignees } from './server/waves/pickers.ts';
import { wavePapers } from './server/waves/print-waves.ts';
import { fulfilmentTodos } from './server/todos.ts';
import { waveInvariants } from './server/waves/wave-invariants.ts';
import { waveRoutes } from './server/waves/wave-routes.ts';
import { waveTodos } from './server/waves/wave-todos.ts';
import * as waveMoves from './server/waves/waves.ts';

interface Services extends CarrierServices {
  registry: Registry;
}

/** 发货单 箱 面单 打包台 波次 交接清单. */
export const fulfilment = defineModule<Services>({
  name: 'fulfilment',
  declared,
  menus: fulfilmentMenus,
  grants: fulfilmentGrants,
  moves: [
    packMoves,
    ownLabelMoves,
    registerMoves,
    shipMoves,
    interceptMoves,
    unshipMoves,
    callBackMoves,
    voidMoves,
    wayMoves,
    waveMoves,
    handoverMoves,
    { buyLabel, completeLabel, voidLabel, takeShipmentsApart: separateShipments },
  ],
  routes: [
    ...packingRoutes,
    ...printRoutes,
    ...stationRoutes,
    shipQuote,
    ...wavePapers,
    ...handoverRoutes,
    ...fulfilmentSettingsRoutes,
  ],
  serves: [
    { resource: shipment, keyword: shipmentKeyword, beside: shipmentsAtHand },
    { resource: wave, beside: namedAssignees },
  ],
  inTransaction: [
    inTransaction(orderStarted, 'fulfilment makes the shipments', (tx, { orderId }) => createShipments(tx, orderId)),
    inTransaction(orderCancelling, 'fulfilment gives up boxes and labels', voidMoves.onOrderCancelling),
    inTransaction(orderMethodChanged, 'shipments without a label leave as their order does', followMethod),
    inTransaction(
      orderAddressLate,
      'parcels to an address that has changed are stopped',
      async (tx, { orderId, reason }) => {
        await interceptMoves.requestIntercept(tx, [orderId], reason);
      },
    ),
    inTransaction(
      orderUnitsLate,
      'parcels with goods that the channel took back are stopped',
      async (tx, { orderId, reason, lineIds }) => {
        await interceptMoves.requestIntercept(tx, [orderId], reason, lineIds);
      },
    ),
    inTransaction(orderPriorityChanged, 'what is packed first follows the order', followPriority),
    inTransaction(orderShipByChanged, 'what leaves first follows the order', async (tx, change) => {
      await followShipBy(tx, change);
    }),
    inTransaction(walletCredited, 'what carriers asked later is paid once there is money', (tx, { currency }) =>
      payDueAdjustments(tx, currency),
    ),
  ],
  after: [after(labelBuying, buyLabelJob), after(labelVoiding, voidLabelJob)],
  invariants: [...fulfilmentInvariants, ...carrierInvariants, ...waveInvariants],
  todos: [...fulfilmentTodos, ...carrierTodos, ...waveTodos],
  build,
});

function build(services: Services): Parts {
  const carriers = createCarriers(services);
  return {
    routes: [...carrierRoutes(services, carriers), ...joinRoutes(services.registry), ...waveRoutes(services.registry)],
    scheduled: [{ kind: trackLabelsWork, run: (now) => enqueueTracking(services.db, now) }],
    jobs: [
      carriedOut(buyLabelJob, buyLabelHandler(carriers)),
      carriedOut(voidLabelJob, voidLabelHandler(carriers)),
      carriedOut(trackLabelJob, trackHandler(carriers)),
    ],
  };
}
