import { defineNumbers, numberOf, ownNumber, trackingPlace } from '#kit/model/numbers.ts';
import { salesOrder } from '#modules/orders/model/order.ts';
import { box, shipment } from './shipment.ts';

export const shipmentNumbers = defineNumbers(shipment, [
  ownNumber(shipment, 'shipmentNo'),
  ownNumber(shipment, 'orderId'),
  trackingPlace(numberOf(box, 'trackingNo', ['shipmentId'])),
  numberOf(box, 'boxNo', ['shipmentId']),
]);

export const boxNumbers = defineNumbers(box, [
  ownNumber(box, 'boxNo'),
  trackingPlace(ownNumber(box, 'trackingNo')),
  ownNumber(box, 'shipmentId'),
]);

/** Labels stand at boxes: an order of several has several numbers. */
export const parcelNumbers = defineNumbers(salesOrder, [
  trackingPlace(numberOf(box, 'trackingNo', ['shipmentId', 'orderId'])),
]);
