import { defineNumbers, numberOf, ownNumber, ownNumberByPart } from '#kit/model/numbers.ts';
import { product, sku } from './product.ts';
import { skuAlias } from './sku-alias.ts';

export const productNumbers = defineNumbers(product, [
  ownNumber(product, 'spuCode'),
  numberOf(sku, 'skuCode', ['productId']),
]);

export const skuNumbers = defineNumbers(sku, [
  ownNumberByPart(sku, 'skuCode'),
  ownNumber(sku, 'upc'),
  numberOf(skuAlias, 'code', ['skuId']),
]);
