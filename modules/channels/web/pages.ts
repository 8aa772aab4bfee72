import type { PageSpecs } from '#kit/web/index.ts';

/** Pages of the channels module: shops and what they sell under which part number. */
export const pages: PageSpecs = {
  'channels/AccountList': {
    load: () => import('./account-list.tsx').then(({ AccountList }) => AccountList),
  },
  'channels/HomeAccountList': {
    load: () => import('./home-channel.tsx').then(({ HomeAccountList }) => HomeAccountList),
  },
  'channels/HomeProductList': {
    load: () => import('./home-channel.tsx').then(({ HomeProductList }) => HomeProductList),
  },
  'channels/ChannelFeeList': {
    load: () => import('./channel-fee-list.tsx').then(({ ChannelFeeList }) => ChannelFeeList),
  },
  'channels/ChannelProductList': {
    load: () => import('./channel-product-list.tsx').then(({ ChannelProductList }) => ChannelProductList),
  },
  'channels/ChannelProductDetail': {
    load: () => import('./channel-product-detail.tsx').then((one) => one.ChannelProductDetail),
  },
  'channels/ComparisonList': {
    load: () => import('./comparison-list.tsx').then(({ ComparisonList }) => ComparisonList),
  },
  'channels/FeedList': {
    load: () => import('./feed-list.tsx').then(({ FeedList }) => FeedList),
  },
  'channels/Performance': {
    load: () => import('./performance.tsx').then(({ Performance }) => Performance),
  },
  'channels/ChannelStockList': {
    load: () => import('./channel-stock-list.tsx').then(({ ChannelStockList }) => ChannelStockList),
  },
  'channels/PromotionList': {
    load: () => import('./pricing/promotion-pages.tsx').then(({ PromotionList }) => PromotionList),
  },
  'channels/PromotionCalendar': {
    load: () => import('./pricing/promotion-calendar.tsx').then((one) => one.PromotionCalendar),
  },
  'channels/PromotionDetail': {
    load: () => import('./pricing/promotion-pages.tsx').then(({ PromotionDetail }) => PromotionDetail),
  },
  'channels/PublishList': {
    load: () => import('./publish/publish-pages.tsx').then(({ PublishList }) => PublishList),
  },
  'channels/PublishDetail': {
    load: () => import('./publish/publish-pages.tsx').then(({ PublishDetail }) => PublishDetail),
  },
  'channels/PriceList': {
    load: () => import('./pricing/price-pages.tsx').then(({ PriceList }) => PriceList),
  },
  'channels/PriceDetail': {
    load: () => import('./pricing/price-pages.tsx').then(({ PriceDetail }) => PriceDetail),
  },
};
