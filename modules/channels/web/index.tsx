import { provideCapabilities, type RouteSpecs } from '#kit/web/index.ts';

provideCapabilities('channels:unoffered', (signal) =>
  import('./unoffered.ts').then(({ readUnoffered }) => readUnoffered(signal)),
);

/** Pages that no menu entry names, and which of them show the row of what. */
export const routes: RouteSpecs = {
  'channels/ChannelProductDetail': {
    path: '/channel/wf/product/:id',
    title: '渠道产品',
    detailOf: 'channels:channelProduct',
  },
  'channels/PriceDetail': {
    path: '/channel/wf/pricing/:id',
    title: '调价',
    detailOf: 'channels:priceRecord',
  },
  'channels/PromotionDetail': {
    path: '/channel/wf/promotion/:id',
    title: '促销',
    detailOf: 'channels:promotion',
  },
  'channels/PromotionCalendar': {
    path: '/channel/wf/promotion-calendar',
    title: '促销日历',
  },
  'channels/PublishDetail': {
    path: '/channel/wf/publish/:id',
    title: '刊登',
    detailOf: 'channels:publishTask',
  },
};
