import { choice, integer, link, quantity } from '#kit/model/field.ts';
import { defineRoute, shape } from '#kit/model/route.ts';
import type { RowOf } from '#kit/model/row.ts';
import type { DeskGoods } from './desk-goods.ts';
import { stockCondition } from './stock.ts';
import type { StockCountRow, stockCountLine } from './stock-count.ts';

/** One SKU in one condition, as it is counted. */
export type CountedLine = Pick<
  RowOf<typeof stockCountLine>,
  | ('id' | 'version' | 'skuId' | 'condition' | 'isAdded')
  | ('bookQty' | 'movedQty' | 'countedQty' | 'differenceQty' | 'firstQty' | 'countedBy')
> & { goods: DeskGoods };

/** Everything that a page of counting shows. */
export type CountDesk = Pick<StockCountRow, 'id' | 'countNo' | 'status' | 'isBlind' | 'version'> & {
  warehouse: string;
  lines: CountedLine[];
};

/** 盘点台 */
export const countDeskRoute = defineRoute({
  method: 'GET',
  path: '/inventory/stockCount/:id/desk',
  access: { permission: 'inventory:stockCount:list' },
  summary: '盘点台',
  result: shape<CountDesk>(),
});

/** What lies there of one SKU, in place of what was counted of it before. */
export const countRoute = defineRoute({
  method: 'POST',
  path: '/inventory/stockCount/:id/count',
  access: { permission: 'inventory:stockCount:count' },
  summary: '盘点一行',
  body: {
    skuId: link('SKU', 'catalog:sku', { required: true }),
    condition: choice('品质', stockCondition, { required: true, default: 'good' }),
    qty: quantity('实盘数量', { required: true, max: 1_000_000 }),
    version: integer('版本', { hint: '这一行最后看到的版本；计划外的SKU不填' }),
  },
  result: shape<CountedLine>(),
});
