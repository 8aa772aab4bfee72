import { dict } from '#kit/model/dict.ts';
import { choice, datetime, integer, link, price, rate, text, textarea } from '#kit/model/field.ts';
import { defineLifecycle } from '#kit/model/lifecycle.ts';
import { defineLedger, defineRegister } from '#kit/model/resource.ts';
import type { RowOf } from '#kit/model/row.ts';
import { marketplace } from './marketplaces.ts';

export const stockSignal = dict('stock_signal', { inStock: '有货', low: '少量', out: '缺货' });
export type StockSignal = keyof typeof stockSignal.items;

/** What one observation says of a listing; empty: nobody saw it, never zero. */
const SEEN = {
  rating: { min: 0, max: 5 },
  reviewCount: { min: 0, max: 2_000_000_000 },
  rank: { min: 1, max: 2_000_000_000 },
} as const;

/** 市场Listing: something that is offered at a marketplace, by us or by others, with how it was seen last. */
export const marketListing = defineRegister({
  module: 'market',
  name: 'marketListing',
  title: '市场Listing',
  empty: '新增要关注的商品页，或导入行情文件：文件里没见过的商品会自动加入关注。',
  fields: {
    marketplace: choice('市场', marketplace, { required: true, default: 'wayfair_us' }),
    itemId: text('平台商品ID', { required: true, max: 64 }),
    title: text('标题', { required: true, max: 255 }),
    url: text('链接', { max: 1000, rule: 'url' }),
    category: text('类目', { max: 64 }),
    sellerId: link('卖家', 'market:seller'),
    channelProductId: link('渠道产品', 'channels:channelProduct', { hint: '是自己的商品时选；竞品留空' }),
    accountId: link('店铺', 'base:channelAccount', { derived: true }),
    skuId: link('对应SKU', 'catalog:sku', { hint: '竞品选与它竞争的自有SKU；自己的商品随渠道产品' }),
    currency: text('币种', { required: true, max: 3, rule: 'currencyCode', default: 'USD' }),
    price: price('价格', { derived: true }),
    rating: rate('评分', { derived: true, ...SEEN.rating }),
    reviewCount: integer('评论数', { derived: true, ...SEEN.reviewCount }),
    rank: integer('排名', { derived: true, ...SEEN.rank }),
    stockSignal: choice('库存信号', stockSignal, { derived: true }),
    lastSeenAt: datetime('最近观察', { derived: true }),
    note: textarea('备注', { max: 500 }),
    status: choice('状态', dict('market_listing_status', { watched: '关注中', unwatched: '已取消关注' }), {
      always: true,
      derived: true,
    }),
  },
  label: 'title',
  list: [
    { key: 'title', under: ['itemId'] },
    { key: 'marketplace', under: ['category'] },
    { key: 'price', under: ['currency'] },
    { key: 'rating', under: ['reviewCount'] },
    'rank',
    'stockSignal',
    { key: 'sellerId', under: ['accountId'] },
    'skuId',
    'lastSeenAt',
    'status',
  ],
  search: [
    'title',
    'category',
    'sellerId',
    'marketplace',
    'itemId',
    'stockSignal',
    'skuId',
    'channelProductId',
    'accountId',
    'currency',
    'lastSeenAt',
  ],
  form: [
    ['marketplace', 'itemId'],
    ['title'],
    ['url', 'category'],
    ['sellerId', 'currency'],
    ['channelProductId', 'skuId'],
    ['note'],
  ],
  scope: { shops: 'accountId', openWithout: ['shops'] },
  lines: { 'market:sellerOffer': 'listingId' },
});
export type MarketListingRow = RowOf<typeof marketListing>;

/** What 登记行情 asks, and a row of a sheet says beside what it is about. */
export const OBSERVED = {
  price: price('价格', { min: 0 }),
  stockState: choice('库存信号', stockSignal),
  rating: rate('评分', { ...SEEN.rating, hint: '0 到 5 分' }),
  reviewCount: integer('评论数', SEEN.reviewCount),
  rank: integer('排名', { ...SEEN.rank, hint: '类目排名，越小越靠前' }),
} as const;

export const marketListingLifecycle = defineLifecycle(marketListing, {
  initial: 'watched',
  births: { add: '新增', import: '导入行情' },
  states: { watched: ['关注中', 'done'], unwatched: ['已取消关注', 'idle'] },
  tabs: {
    watched: { title: '关注中', states: ['watched'] },
    unwatched: { title: '已取消关注', states: ['unwatched'] },
  },
  moves: {
    observe: {
      title: '登记行情',
      from: ['watched'],
      to: 'same',
      input: {
        at: datetime('观察时间', { required: true }),
        sellerId: link('卖家', 'market:seller', { startsAs: 'sellerId', hint: '这条报价是谁的' }),
        ...OBSERVED,
      },
    },
    watch: { title: '关注', from: ['unwatched'], to: 'watched' },
    unwatch: { title: '取消关注', from: ['watched'], to: 'unwatched' },
  },
});

/** How an observation came. */
const offerSource = dict('seller_offer_source', { typed: '手工', file: '导入' });

/** 卖家报价: what was seen of a listing and a seller at an instant; it stays as it was seen. */
export const sellerOffer = defineLedger({
  module: 'market',
  name: 'sellerOffer',
  title: '卖家报价',
  empty: '在“Listing”导入行情文件，或在一行点“登记行情”；每次看到的价格、排名和库存信号记在这里。',
  fields: {
    listingId: link('市场Listing', 'market:marketListing', { required: true }),
    sellerId: link('卖家', 'market:seller', { required: true }),
    at: datetime('观察时间', { always: true }),
    price: price('价格'),
    currency: text('币种', { always: true }),
    stockState: choice('库存信号', stockSignal),
    rating: rate('评分'),
    reviewCount: integer('评论数'),
    rank: integer('排名'),
    source: choice('来源', offerSource, { always: true }),
  },
  label: 'id',
  list: ['at', 'listingId', 'sellerId', 'price', 'currency', 'stockState', 'rating', 'reviewCount', 'rank', 'source'],
  search: ['listingId', 'sellerId', 'stockState', 'at'],
  form: [
    ['listingId', 'sellerId'],
    ['at', 'price'],
    ['stockState', 'rank'],
    ['rating', 'reviewCount'],
  ],
  sort: { field: 'at', order: 'desc' },
});
export type SellerOfferRow = RowOf<typeof sellerOffer>;
