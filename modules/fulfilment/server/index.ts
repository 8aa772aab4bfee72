import { command } from '#kit/server/command.ts';
import { within, type Within } from '#kit/server/outbox.ts';
import type { Serve } from '#kit/server/resource-routes.ts';
import type { Route } from '#kit/server/route.ts';
import { orderCancelling, orderStarted } from '#modules/orders/model/events.ts';
import {
  box,
  shipment,
  shipmentLifecycle,
  shipmentLine,
  shippingDocument,
} from '../model/shipment.ts';
import { createShipments } from './create-shipments.ts';
import { measureBox, packShipment, reopenBox, reopenShipment, sealAll, sealBox } from './pack.ts';
import { enterOwnLabel, retractLabel } from './own-label.ts';
import { packingRoutes } from './packing-routes.ts';
import { printRoutes } from './print-routes.ts';
import { registerLate, registerShipment } from './register.ts';
import { shipShipment } from './ship.ts';
import { onOrderCancelling, voidShipment } from './void-shipment.ts';

export { fulfilmentInvariants } from './invariants.ts';
export { labelFailed, labelsArrived, type ArrivedDocument, type ArrivedLabels } from './labels.ts';
export {
  noticeDone,
  noticeFailed,
  readShipment,
  type ShipmentBox,
  type ShipmentForChannel,
} from './read-shipment.ts';

const deliver = command(shipmentLifecycle, 'deliver', { run: async () => undefined });
const scan = command(shipmentLifecycle, 'scan', { run: async () => undefined });

export const fulfilmentServes: Serve[] = [
  {
    resource: shipment,
    commands: [
      packShipment,
      sealAll,
      reopenShipment,
      registerShipment,
      enterOwnLabel,
      retractLabel,
      shipShipment,
      registerLate,
      deliver,
      scan,
      voidShipment,
    ],
  },
  { resource: shipmentLine },
  { resource: box, commands: [measureBox, sealBox, reopenBox] },
  { resource: shippingDocument },
];

export const fulfilmentRoutes: Route[] = [...packingRoutes, ...printRoutes];

export const fulfilmentWithin: Within[] = [
  within(orderStarted, 'fulfilment makes the shipments', (tx, { orderId }) =>
    createShipments(tx, orderId),
  ),
  within(orderCancelling, 'fulfilment gives up boxes and labels', onOrderCancelling),
];
