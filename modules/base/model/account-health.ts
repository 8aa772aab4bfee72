import { dict } from '#kit/model/dict.ts';

/** What was found when a shop was last spoken to. */
export const accountHealth = dict('channel_account_health', {
  pulled: '正常',
  connected: '连接正常',
  pullFailed: '拉单失败',
  testFailed: '测试失败',
  refused: '授权被拒',
});
type AccountHealth = keyof typeof accountHealth.items;

/** What a marketplace may offer. */
export const channelCapability = dict('channel_capability', {
  pullOrders: '拉取订单',
  accept: '接单',
  reject: '拒单',
  register: '登记发货',
  shipNotice: '发货通知',
  pushStock: '推送库存',
  cancellations: '取消请求',
  documents: '下载单据',
  labels: '面单记录',
  stockReadBack: '库存回读',
  transactions: '处理结果查询',
  returns: '退货',
  parts: '配件补发',
  listings: '在线商品',
  publish: '商品刊登',
  listingUpdates: '在线商品修改',
  adReports: '广告报表',
});
export type ChannelCapability = keyof typeof channelCapability.items;

/** How a shop stands, as it is stored. */
export interface StoredHealth {
  healthCode: AccountHealth | null;
  /** What was tried when it went wrong, as its connector calls it. */
  healthStep: string | null;
  /** What the channel answered, in its words. */
  healthReason: string | null;
  /** What the channel keeps closed beside what works. */
  closedCapabilities: readonly ChannelCapability[];
}

/** The health line of a shop, for people: null before it was ever spoken to. */
export function healthText(health: StoredHealth): string | null {
  const { healthCode: code, healthStep, healthReason, closedCapabilities } = health;
  const reason = healthReason ?? '';
  switch (code) {
    case null:
      return null;
    case 'pullFailed':
      return `${accountHealth.items[code]}：${reason}`;
    case 'testFailed':
      return `${healthStep ?? ''}失败：${reason}`;
    case 'refused':
      return `${healthStep ?? ''}：${reason}`;
    case 'pulled':
    case 'connected': {
      const names = closedCapabilities.map((name) => channelCapability.items[name]);
      const line = accountHealth.items[code];
      return names.length === 0 ? line : `${line}；未开通：${names.join('、')}`;
    }
  }
}
