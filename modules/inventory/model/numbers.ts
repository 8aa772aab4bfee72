import { defineNumbers, ownNumber } from '#kit/model/numbers.ts';
import { stockLevel } from './stock.ts';

export const stockNumbers = defineNumbers(stockLevel, [ownNumber(stockLevel, 'skuId')]);
