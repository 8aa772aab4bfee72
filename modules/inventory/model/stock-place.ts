import { dict } from '#kit/model/dict.ts';
import { choice, datetime, integer, link, money, quantity, text } from '#kit/model/field.ts';
import { defineView } from '#kit/model/resource.ts';
import { defineRoute, shape } from '#kit/model/route.ts';
import { tagsOf } from '#modules/base/model/tag.ts';

/** How a SKU stands in a warehouse: the worst that is true of it. */
export const stockState = dict('stock_state', {
  negative: '负数',
  out: '缺货',
  low: '低于安全',
  in: '有货',
});

/** States that somebody has to see to. */
export const WANTING = ['out', 'low', 'negative'] as const;

/** 库存: a SKU in a warehouse, all its conditions in one row. */
export const stockPlace = defineView({
  module: 'inventory',
  name: 'stockPlace',
  title: '库存',
  empty: '从“调整单”录入期初库存，过账后各仓的数量在这里。',
  fields: {
    skuId: link('SKU', 'catalog:sku', { always: true }),
    productId: link('产品', 'catalog:product', { always: true }),
    categoryId: link('分类', 'catalog:productCategory'),
    warehouseId: link('仓库', 'base:warehouse', { always: true }),
    binId: link('货位', 'base:warehouseBin'),
    state: choice('库存状态', stockState, { always: true }),
    onHand: integer('良品', { always: true }),
    reserved: quantity('预占', { always: true }),
    frozen: quantity('冻结', { always: true }),
    available: integer('可用', { always: true }),
    damaged: integer('不良品', { always: true }),
    quarantine: integer('待检', { always: true }),
    inTransit: quantity('在途', { always: true }),
    onOrder: quantity('采购未到', { always: true }),
    safetyStock: quantity('安全库存', { always: true }),
    age: integer('库龄(天)'),
    value: money('货值', 'currency', { always: true }),
    currency: text('币种', { always: true }),
    updateTime: datetime('更新时间', { always: true }),
    tagIds: tagsOf('product', { derived: true, holder: 'productId' }),
  },
  label: 'id',
  list: [
    { key: 'skuId', isFaced: true },
    { key: 'warehouseId', under: ['binId'] },
    'state',
    { key: 'available', under: ['onHand'] },
    { key: 'reserved', under: ['frozen'] },
    { key: 'quarantine', under: ['damaged'] },
    { key: 'inTransit', under: ['onOrder'] },
    'safetyStock',
    { key: 'value', under: ['age'] },
    'updateTime',
  ],
  search: ['skuId', 'warehouseId', 'categoryId', 'state', 'tagIds', 'binId'],
  sort: { field: 'updateTime', order: 'desc' },
  masks: { cost: ['value'] },
});

/** Rows in each state that somebody has to see to; a count stops at `most`. */
export interface StockStates {
  counts: Record<(typeof WANTING)[number], number>;
  most: number;
}

/** 库存 by state, whatever state is asked for: what stands on the chips above the list. */
export const stockStatesRoute = defineRoute({
  method: 'GET',
  path: '/inventory/stockPlace/states',
  access: { permission: 'inventory:stockPlace:list' },
  summary: '库存：各状态的行数',
  query: stockPlace.fields,
  result: shape<StockStates>(),
});
