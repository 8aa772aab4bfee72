import { defineOwnWork, defineTenantWork } from '#kit/model/clock-work.ts';
import { link } from '#kit/model/field.ts';

export const pullDueShopsWork = defineOwnWork(
  'channels.pullDue',
  '按店铺节奏拉单',
  '到了店铺设置的拉单间隔即拉取订单。',
);

export const pullDueListingsWork = defineOwnWork(
  'channels.pullDueListings',
  '每天同步平台商品',
  '每个店铺每天读取一次平台上的商品，与渠道产品对比；新店铺从第二天起。',
);

export const startPricesWork = defineOwnWork(
  'channels.startPrices',
  '调价到生效日',
  '到了生效日还没有提报的调价转到“待平台生效”，提醒到平台处理。',
);

export const movePromotionsWork = defineOwnWork(
  'channels.movePromotions',
  '促销到点开始和结束',
  '促销到开始时间再检查一次底价，通过的开始，不通过的停止；到结束时间自动结束。',
);

const SHOP = { accountId: link('店铺', 'base:channelAccount', { required: true }) };

/** Beside the pace of the shop: at hours that somebody chose. */
export const pullShopWork = defineTenantWork('channels.pullOrders', '拉取订单', {
  about: '到点从一个店铺拉取订单，不受店铺自己的拉单间隔影响。',
  fields: SHOP,
  right: 'channels:account:pull',
});

export const pushShopWork = defineTenantWork('channels.pushStock', '推送库存', {
  about: '到点把一个店铺有变化的库存推送给平台；平台近期拒收的也再送一次。',
  fields: SHOP,
  right: 'channels:account:pushStock',
});
