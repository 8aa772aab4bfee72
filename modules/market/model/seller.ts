import { dict } from '#kit/model/dict.ts';
import { choice, integer, link, rate, text, textarea } from '#kit/model/field.ts';
import { defineRegister } from '#kit/model/resource.ts';
import type { RowOf } from '#kit/model/row.ts';
import { marketplace } from './marketplaces.ts';

export const sellerKind = dict('seller_kind', { own: '自有', watched: '关注' });

/** 卖家: who offers something at a marketplace: a shop of ours, or somebody who is watched (domain.md §2.4). */
export const seller = defineRegister({
  module: 'market',
  name: 'seller',
  title: '卖家',
  empty: '自有卖家随店铺账号自动建立；点“新增”登记要关注的同行，或导入。',
  fields: {
    marketplace: choice('市场', marketplace, { required: true, default: 'wayfair_us' }),
    channelSellerId: text('平台卖家ID', { required: true, max: 64 }),
    name: text('卖家', { required: true, max: 128 }),
    kind: choice('类型', sellerKind, { always: true, derived: true }),
    accountId: link('店铺', 'base:channelAccount', { derived: true }),
    rating: rate('评级', { min: 0, max: 5, hint: '0 到 5 分' }),
    feedbackCount: integer('评价数', { min: 0, max: 2_000_000_000 }),
    url: text('主页', { max: 1000, rule: 'url' }),
    note: textarea('备注', { max: 500 }),
  },
  label: 'name',
  list: [
    { key: 'name', under: ['channelSellerId'] },
    'marketplace',
    'kind',
    'accountId',
    { key: 'rating', under: ['feedbackCount'] },
    'note',
    'updateTime',
  ],
  search: ['name', 'marketplace', 'kind', 'channelSellerId', 'accountId'],
  form: [['marketplace', 'channelSellerId'], ['name', 'url'], ['rating', 'feedbackCount'], ['note']],
  scope: { shops: 'accountId', openWithout: ['shops'] },
});
export type SellerRow = RowOf<typeof seller>;
