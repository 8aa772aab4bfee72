import { defineNumbers, numberOf, ownNumber } from '#kit/model/numbers.ts';
import { orderLine, salesOrder } from './order.ts';

export const orderNumbers = defineNumbers(salesOrder, [
  ownNumber(salesOrder, 'channelOrderNo'),
  ownNumber(salesOrder, 'orderNo'),
  numberOf(orderLine, 'channelSku', ['orderId']),
  numberOf(orderLine, 'skuId', ['orderId']),
]);
