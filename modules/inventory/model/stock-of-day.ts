import { date, integer, link, money, text } from '#kit/model/field.ts';
import { defineView } from '#kit/model/resource.ts';
import { defineRoute, shape } from '#kit/model/route.ts';

/**
 * 历史库存: what lay in a warehouse of a SKU at the end of the days that are asked about, and what came
 * and went in them. Goods that changed their condition came from nowhere: that is no coming or going.
 */
export const stockOfDay = defineView({
  module: 'inventory',
  name: 'stockOfDay',
  title: '历史库存',
  empty: '有库存流水之后，过去任意一天结束时的库存可以在这里查。',
  fields: {
    skuId: link('SKU', 'catalog:sku', { always: true }),
    warehouseId: link('仓库', 'base:warehouse', { always: true }),
    /** Asked as a range: its last day is the one that is shown. */
    day: date('日期', { always: true }),
    openingQty: integer('期初', { always: true }),
    openingValue: money('期初货值', 'currency', { always: true }),
    inQty: integer('入库', { always: true }),
    inValue: money('入库金额', 'currency', { always: true }),
    outQty: integer('出库', { always: true }),
    outValue: money('出库金额', 'currency', { always: true }),
    qty: integer('期末在库', { always: true }),
    value: money('期末货值', 'currency', { always: true }),
    currency: text('币种', { always: true }),
    goodQty: integer('期末良品', { always: true }),
    damagedQty: integer('期末不良品', { always: true }),
    quarantineQty: integer('期末待检', { always: true }),
  },
  label: 'id',
  list: [
    { key: 'skuId', isFaced: true },
    { key: 'warehouseId', under: ['day'] },
    { key: 'openingQty', under: ['openingValue'] },
    { key: 'inQty', under: ['inValue'] },
    { key: 'outQty', under: ['outValue'] },
    { key: 'qty', under: ['value'] },
    'goodQty',
    'damagedQty',
    'quarantineQty',
  ],
  search: ['day', 'skuId', 'warehouseId', 'qty'],
  sort: { field: 'qty', order: 'desc' },
  masks: { cost: ['openingValue', 'inValue', 'outValue', 'value'] },
});

/** Units, and what they cost as the wire writes it; null: hidden from the reader. */
interface Worth {
  units: number;
  value: string | null;
}

export interface DayTotals {
  /** The first and the last of the days that were asked about. */
  from: string;
  to: string;
  /** The day of the first movement there is; null: there is none. */
  firstDay: string | null;
  currency: string;
  opening: Worth;
  came: Worth;
  went: Worth;
  closing: Worth;
}

/** 历史库存合计 of whatever the list finds. */
export const dayTotalsRoute = defineRoute({
  method: 'GET',
  path: '/inventory/stockOfDay/totals',
  access: { permission: 'inventory:stockOfDay:list' },
  summary: '历史库存合计',
  query: stockOfDay.fields,
  result: shape<DayTotals>(),
});
