import { defineNumbers, ownNumberByPart } from '#kit/model/numbers.ts';
import { stockPlace } from './stock-place.ts';
import { stockLevel, stockMovement } from './stock.ts';

/** A row of 库存 has the id of its good stock. */
export const stockNumbers = defineNumbers(stockPlace, [{ rows: stockLevel, field: 'skuId' }]);

/** 库存流水 by the numbers of its documents. */
export const movementNumbers = defineNumbers(stockMovement, [ownNumberByPart(stockMovement, 'refNo')]);
