import { choice, link, quantity, type Values } from '#kit/model/field.ts';
import { stockCondition } from './stock.ts';

/** Rows of one sheet: as many as a count has lines. */
export const MOST_COUNT_ROWS = 5000;

/** 盘点单 by a sheet: a row for each SKU of a count that is under way, with what was found of it. */
export const COUNT_SHEET = {
  countId: link('盘点单号', 'inventory:stockCount', { required: true }),
  skuId: link('SKU', 'catalog:sku', { required: true }),
  condition: choice('品质', stockCondition),
  qty: quantity('实盘数量', { required: true, max: 1_000_000 }),
};
export type CountSheetRow = Values<typeof COUNT_SHEET>;
