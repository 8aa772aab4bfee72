import { command } from '#kit/server/command.ts';
import { defineModule } from '#kit/server/module.ts';
import { within } from '#kit/server/outbox.ts';
import { orderCancelling, orderStarted } from '#modules/orders/model/events.ts';
import * as declared from './model/declared.ts';
import { fulfilmentGrants } from './model/grants.ts';
import { fulfilmentMenus } from './model/menus.ts';
import { shipmentLifecycle } from './model/shipment-lifecycle.ts';
import { shipment } from './model/shipment.ts';
import { createShipments } from './server/create-shipments.ts';
import * as packMoves from './server/pack.ts';
import * as ownLabelMoves from './server/own-label.ts';
import { packingRoutes } from './server/packing-routes.ts';
import { printRoutes } from './server/print-routes.ts';
import * as registerMoves from './server/register.ts';
import * as shipMoves from './server/ship.ts';
import { shipQuote } from './server/ship-quote.ts';
import { shipmentKeyword } from './server/shipment-keyword.ts';
import * as voidMoves from './server/void-shipment.ts';
import { fulfilmentInvariants } from './server/invariants.ts';
import { fulfilmentTodos } from './server/todos.ts';

const deliver = command(shipmentLifecycle, 'deliver', { run: async () => undefined });
const scan = command(shipmentLifecycle, 'scan', { run: async () => undefined });

/** 发货单 箱 面单 打包台. */
export const fulfilment = defineModule({
  name: 'fulfilment',
  declared,
  menus: fulfilmentMenus,
  grants: fulfilmentGrants,
  moves: [packMoves, ownLabelMoves, registerMoves, shipMoves, voidMoves, { deliver, scan }],
  routes: [...packingRoutes, ...printRoutes, shipQuote],
  serves: [{ resource: shipment, keyword: shipmentKeyword }],
  within: [
    within(orderStarted, 'fulfilment makes the shipments', (tx, { orderId }) =>
      createShipments(tx, orderId),
    ),
    within(orderCancelling, 'fulfilment gives up boxes and labels', voidMoves.onOrderCancelling),
  ],
  invariants: fulfilmentInvariants,
  todos: fulfilmentTodos,
});
