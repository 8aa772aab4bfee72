import { dict } from '#kit/model/dict.ts';

/** What sets off a pull of orders or a push of stock. */
export const feedTrigger = dict('feed_trigger', {
  schedule: '定时',
  manual: '手工',
  full: '全量',
  authorized: '授权恢复',
  stock: '库存变动',
  override: '放行',
  mapping: '配对',
  listing: '渠道产品变更',
  rule: '规则变更',
  product: '产品状态',
  sku: 'SKU变更',
  shop: '店铺变更',
  warehouse: '仓库变更',
});
export type FeedTrigger = keyof typeof feedTrigger.items;
