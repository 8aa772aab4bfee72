import { dict } from '#kit/model/dict.ts';
import { choice, date, flag, integer, link, money, quantity, text } from '#kit/model/field.ts';
import { defineView } from '#kit/model/resource.ts';
import { defineRoute, shape } from '#kit/model/route.ts';

/** Goods older than this that nobody bought for as many days are 呆滞. */
export const STALE_DAYS = 90;

/** The last day of each band of age; what is older is in the last one. */
export const AGE_BANDS = [
  { key: '30', title: '0–30天', upTo: 30 },
  { key: '60', title: '31–60天', upTo: 60 },
  { key: '90', title: '61–90天', upTo: 90 },
  { key: '180', title: '91–180天', upTo: 180 },
  { key: '365', title: '181–365天', upTo: 365 },
  { key: 'Over', title: '365天以上', upTo: null },
] as const;

export const ageBand = dict('stock_age_band', {
  d30: '0–30天',
  d60: '31–60天',
  d90: '61–90天',
  d180: '91–180天',
  d365: '181–365天',
  over: '365天以上',
});

/** 库龄: what lies in a warehouse of a SKU, by how long ago it came. */
export const stockAge = defineView({
  module: 'inventory',
  name: 'stockAge',
  title: '库龄',
  empty: '有货入库后，各仓每个 SKU 放了多久在这里。',
  fields: {
    skuId: link('SKU', 'catalog:sku', { always: true }),
    warehouseId: link('仓库', 'base:warehouse', { always: true }),
    qty: quantity('在库', { always: true }),
    value: money('货值', 'currency', { always: true }),
    currency: text('币种', { always: true }),
    units30: quantity('0–30天', { always: true }),
    value30: money('0–30天货值', 'currency', { always: true }),
    units60: quantity('31–60天', { always: true }),
    value60: money('31–60天货值', 'currency', { always: true }),
    units90: quantity('61–90天', { always: true }),
    value90: money('61–90天货值', 'currency', { always: true }),
    units180: quantity('91–180天', { always: true }),
    value180: money('91–180天货值', 'currency', { always: true }),
    units365: quantity('181–365天', { always: true }),
    value365: money('181–365天货值', 'currency', { always: true }),
    unitsOver: quantity('365天以上', { always: true }),
    valueOver: money('365天以上货值', 'currency', { always: true }),
    age: integer('最长库龄(天)', { always: true }),
    band: choice('库龄段', ageBand, { always: true }),
    oldestDay: date('最早入库日', { always: true }),
    lastSoldDay: date('最近售出日'),
    sold30: quantity('近30天售出', { always: true }),
    sold90: quantity('近90天售出', { always: true }),
    isStale: flag('呆滞', { always: true }),
  },
  label: 'id',
  list: [
    { key: 'skuId', isFaced: true },
    'warehouseId',
    { key: 'qty', under: ['value'] },
    { key: 'units30', under: ['value30'] },
    { key: 'units60', under: ['value60'] },
    { key: 'units90', under: ['value90'] },
    { key: 'units180', under: ['value180'] },
    { key: 'units365', under: ['value365'] },
    { key: 'unitsOver', under: ['valueOver'] },
    { key: 'age', under: ['oldestDay'] },
    { key: 'lastSoldDay', under: ['sold30', 'sold90'] },
    'isStale',
  ],
  search: ['skuId', 'warehouseId', 'band', 'isStale', 'age', 'oldestDay'],
  sort: { field: 'age', order: 'desc' },
  masks: {
    cost: ['value', 'value30', 'value60', 'value90', 'value180', 'value365', 'valueOver'],
  },
});

/** What all found rows of a computed list come to, amounts as the wire writes them. */
export interface AgeTotals {
  currency: string;
  rows: number;
  qty: number;
  /** null: hidden from the reader. */
  value: string | null;
  bands: { key: string; title: string; units: number; value: string | null }[];
  stale: { rows: number; units: number; value: string | null };
}

/** 库龄合计 of whatever the list finds. */
export const ageTotalsRoute = defineRoute({
  method: 'GET',
  path: '/inventory/stockAge/totals',
  access: { permission: 'inventory:stockAge:list' },
  summary: '库龄合计',
  query: stockAge.fields,
  result: shape<AgeTotals>(),
});
