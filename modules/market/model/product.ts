import { choice, datetime, integer, link, price, rate, text } from '#kit/model/field.ts';
import { defineView } from '#kit/model/resource.ts';
import { marketplace } from './marketplaces.ts';

/** 市场产品: a SKU of ours against those that compete with it, in one marketplace and one currency. */
export const marketProduct = defineView({
  module: 'market',
  name: 'marketProduct',
  title: '市场产品',
  empty: '在“Listing”里给竞品选对应SKU，这里就能看到自己的价格、评分和排名与竞品的差距。',
  fields: {
    skuId: link('SKU', 'catalog:sku', { always: true }),
    marketplace: choice('市场', marketplace, { always: true }),
    currency: text('币种', { always: true }),
    ownPrice: price('我方价格'),
    lowestPrice: price('竞品最低'),
    medianPrice: price('竞品中位'),
    gap: rate('与最低价差', { percent: true }),
    ownRank: integer('我方排名'),
    bestRank: integer('竞品最好排名'),
    ownRating: rate('我方评分'),
    averageRating: rate('竞品平均评分'),
    ownCount: integer('我方Listing', { always: true }),
    rivalCount: integer('竞品数', { always: true }),
    rivalsOut: integer('竞品缺货', { always: true }),
    lastSeenAt: datetime('最近观察'),
  },
  label: 'id',
  list: [
    { key: 'skuId', picture: ['skuId'] },
    { key: 'marketplace', under: ['currency'] },
    'ownPrice',
    { key: 'lowestPrice', under: ['medianPrice'] },
    'gap',
    { key: 'ownRank', under: ['bestRank'] },
    { key: 'ownRating', under: ['averageRating'] },
    { key: 'rivalCount', under: ['rivalsOut'] },
    'ownCount',
    'lastSeenAt',
  ],
  search: ['skuId', 'marketplace', 'currency', 'gap', 'rivalCount', 'lastSeenAt'],
  sort: { field: 'rivalCount', order: 'desc' },
});
