import { defineNumbers, numberOf, ownNumber } from '#kit/model/numbers.ts';
import { product, sku } from './product.ts';
import { skuAlias } from './sku-alias.ts';

export const productNumbers = defineNumbers(product, [
  ownNumber(product, 'spuCode'),
  numberOf(sku, 'skuCode', ['productId']),
]);

export const skuNumbers = defineNumbers(sku, [
  ownNumber(sku, 'skuCode'),
  ownNumber(sku, 'upc'),
  numberOf(skuAlias, 'code', ['skuId']),
]);
