import { defineNumbers, numberOf, ownNumber, trackingPlace } from '#kit/model/numbers.ts';
import { returnLine, returnOrder } from './return-order.ts';

export const returnNumbers = defineNumbers(returnOrder, [
  ownNumber(returnOrder, 'returnNo'),
  ownNumber(returnOrder, 'raNo'),
  trackingPlace(ownNumber(returnOrder, 'trackingNo')),
  ownNumber(returnOrder, 'orderId'),
  numberOf(returnLine, 'skuId', ['returnId']),
]);
