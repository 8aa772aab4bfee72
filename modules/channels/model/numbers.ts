import { defineNumbers, ownNumber } from '#kit/model/numbers.ts';
import { channelProduct } from './channel-product.ts';

export const channelProductNumbers = defineNumbers(channelProduct, [
  ownNumber(channelProduct, 'channelSku'),
  ownNumber(channelProduct, 'channelItemId'),
  ownNumber(channelProduct, 'skuId'),
]);
