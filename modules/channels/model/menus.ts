import { listPages, type DeclaredMenu } from '#kit/model/menu.ts';

/** How shops do: what is counted, what it is held against, and what the marketplace says. */
const PERFORMANCE = '/channel/performance';

/** Home-improvement marketplaces: shops and goods as those of all channels, of this one alone. */
const HOME = '/channel/hi';

/** A page of them: its buttons belong to the page of all channels. */
const homePage = (path: string, title: string, sort: number, resource: string, component: string): DeclaredMenu => ({
  path: `${HOME}/${path}`,
  title,
  parent: HOME,
  component,
  sort,
  permission: `${resource}:list`,
  resources: [],
  keepAlive: true,
});

/** 渠道, with what shops are declared by below (domain.md §11 for the paths). */
export const channelMenus: readonly DeclaredMenu[] = [
  { path: '/channel', title: '渠道', icon: 'cloud', sort: 20, redirect: '/channel/wf/account' },
  ...listPages('/channel', [
    ['/channel/wf/account', '店铺账号', 1, 'base:channelAccount', 'channels/AccountList'],
    ['/channel/wf/product', '渠道产品', 2, 'channels:channelProduct', 'channels/ChannelProductList'],
    ['/channel/wf/comparison', '平台对比', 2.1, 'channels:listingComparison', 'channels/ComparisonList'],
    ['/channel/wf/inventory', '渠道库存', 3, 'channels:channelStock', 'channels/ChannelStockList'],
    ['/channel/wf/feed', '数据提交', 3.4, 'channels:feed', 'channels/FeedList'],
    ['/channel/wf/feed-item', '提交明细', 3.45, 'channels:feedItem'],
    ['/channel/wf/stock-push', '库存推送', 3.5, 'channels:stockPush'],
    ['/channel/wf/pricing', '定价', 2.2, 'channels:priceRecord', 'channels/PriceList'],
    ['/channel/wf/promotion', '促销', 2.4, 'channels:promotion', 'channels/PromotionList'],
    ['/channel/wf/publish', '刊登', 2.5, 'channels:publishTask', 'channels/PublishList'],
    ['/channel/wf/price-setting', '定价参数', 2.6, 'channels:priceSetting'],
    ['/channel/wf/rule', '库存同步规则', 4, 'channels:inventorySyncRule'],
    ['/channel/wf/warehouse', '渠道仓库', 5, 'base:channelWarehouse'],
    ['/channel/wf/ship-code', '渠道物流代码', 6, 'base:shipMethodCode'],
    ['/base/channel-fee', '渠道费用', 6.5, 'channels:channelFee', 'channels/ChannelFeeList'],
    ['/channel/wf/pull', '拉单记录', 7, 'channels:pullRun'],
    ['/channel/wf/quarantine', '异常订单', 8, 'channels:quarantinedOrder'],
    ['/channel/wf/cancellation', '取消申请', 9, 'channels:cancellationRequest'],
  ]),
  { path: PERFORMANCE, title: '绩效', parent: '/channel', sort: 3.6, redirect: '/channel/wf/performance' },
  ...listPages(PERFORMANCE, [
    ['/channel/wf/performance', '绩效概览', 1, 'channels:performance', 'channels/Performance'],
    ['/channel/wf/performance-row', '绩效明细', 2, 'channels:performanceRow'],
    ['/channel/wf/performance-target', '绩效目标', 3, 'channels:performanceTarget'],
    ['/channel/wf/published-metric', '平台公布绩效', 4, 'channels:publishedMetric'],
  ]),
  { path: HOME, title: '家装渠道', parent: '/channel', sort: 3.7, redirect: `${HOME}/account` },
  homePage('account', '家装店铺', 1, 'base:channelAccount', 'channels/HomeAccountList'),
  homePage('product', '家装产品', 2, 'channels:channelProduct', 'channels/HomeProductList'),
];
