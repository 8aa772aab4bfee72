import { dict } from '#kit/model/dict.ts';
import { choice, datetime, integer, link, text } from '#kit/model/field.ts';
import { defineView } from '#kit/model/resource.ts';
import { defineRoute, shape } from '#kit/model/route.ts';

/** What of a listing is compared. */
export const comparedField = dict('listing_compared_field', {
  status: '状态',
  itemId: '平台ID',
  title: '标题',
  storefront: '站点',
  class: '类目',
});
export type ComparedField = keyof typeof comparedField.items;

export const listingGap = dict('listing_gap', {
  differs: '有差异',
  onlyTheirs: '仅平台有',
  untold: '无从比较',
  same: '一致',
});

/** How a listing stands at its marketplace. */
export const STANDING_STATES = { live: '在售', launching: '上架中', notLive: '未在售', gone: '平台已没有' } as const;
export type StandingState = keyof typeof STANDING_STATES;

/** 平台对比: a field of a listing, as it stands here and at the marketplace; of shops whose goods have been read. */
export const listingComparison = defineView({
  module: 'channels',
  name: 'listingComparison',
  title: '平台对比',
  empty: '每天读取一次平台上的商品，也可在“店铺账号”点“同步商品”；读到以后，与渠道产品逐项的对比在这里。',
  fields: {
    accountId: link('店铺', 'base:channelAccount', { always: true }),
    channelProductId: link('渠道产品', 'channels:channelProduct'),
    channelSku: text('渠道SKU', { always: true }),
    skuId: link('本地SKU', 'catalog:sku'),
    item: choice('项目', comparedField, { always: true }),
    storefront: text('站点'),
    ours: text('我们'),
    theirs: text('平台'),
    gap: choice('差异', listingGap, { always: true }),
    /** What the listing would hold with the marketplace's word for it; null where that is not ours to take. */
    acceptable: text('可采用的值'),
    /** Of the listing as this row shows it: whoever changes it by what they read here says so with it. */
    listingVersion: integer('渠道产品版本'),
    publishTaskId: link('刊登', 'channels:publishTask'),
    readAt: datetime('读取时间'),
  },
  label: 'channelSku',
  list: [
    'channelSku',
    { key: 'item', under: ['storefront'] },
    'ours',
    'theirs',
    'gap',
    'accountId',
    { key: 'skuId', isFaced: true },
    'readAt',
  ],
  search: ['channelSku', 'accountId', 'item', 'gap', 'skuId', 'channelProductId'],
  sort: { field: 'channelSku', order: 'asc' },
});

export const pullListingsRoute = defineRoute({
  method: 'POST',
  path: '/channels/account/:id/pullListings',
  access: { permission: 'channels:account:pullListings' },
  summary: '店铺：同步商品',
  /** `isNew` unless one of this shop waits that has read nothing yet, which then is the one. */
  result: shape<{ runId: string; isNew: boolean }>(),
});

/** Rows of one call at most. */
export const MOST_ADOPTED = 200;

/** 加入渠道产品: what stands at the marketplace alone becomes a listing here, mapped where that is certain. */
export const adoptListingsRoute = defineRoute({
  method: 'POST',
  path: '/channels/listingComparison/adopt',
  access: { permission: 'channels:channelProduct:add' },
  summary: '平台对比：加入渠道产品',
  body: shape<{ rows: readonly { accountId: string; channelSku: string }[] }>(),
  result: shape<{ added: number; mapped: number }>(),
});
