import { dict } from '#kit/model/dict.ts';
import { accountHealth } from '#modules/base/model/account-health.ts';
import { accountStatus, channelEnvironment } from '#modules/base/model/channel-account.ts';
import { feedTrigger } from '#modules/channels/model/feed-trigger.ts';
import type { Fact } from './fact.ts';

const feedResult = dict('rule_feed_result', { failed: '失败', partial: '部分差异' });

/** What is asked about a stock feed that failed, and about its shop. */
export const feedFactSpecs = {
  feedResult: { title: '推送结果', kind: 'one', family: 'feed', dict: feedResult },
  feedTrigger: { title: '推送触发', kind: 'one', family: 'feed', dict: feedTrigger },
  feedItems: { title: '推送条数', kind: 'number', family: 'feed' },
  feedFailedItems: {
    title: '未成功条数',
    kind: 'number',
    family: 'feed',
    hint: '整个失败时为全部未核对的条数',
  },
  feedToZero: { title: '归零条数', kind: 'number', family: 'feed' },
  feedError: { title: '错误', kind: 'text', family: 'feed', hint: '平台或系统给出的原因' },
  feedFailures: {
    title: '24小时内失败次数',
    kind: 'number',
    family: 'feed',
    hint: '这家店铺，含这一次',
  },
  shopEnvironment: { title: '店铺环境', kind: 'one', family: 'feed', dict: channelEnvironment },
  shopStatus: {
    title: '店铺状态',
    kind: 'one',
    family: 'feed',
    dict: accountStatus,
    isOfToday: true,
  },
  shopHealth: {
    title: '店铺健康度',
    kind: 'one',
    family: 'feed',
    dict: accountHealth,
    isOfToday: true,
  },
  feedSkuIds: { title: '未成功的SKU', kind: 'set', family: 'feedItem', to: 'catalog:sku' },
  feedChannelSkus: { title: '未成功的渠道SKU', kind: 'set', family: 'feedItem' },
  feedWarehouseCodes: { title: '未成功的渠道仓', kind: 'set', family: 'feedItem' },
} as const satisfies Record<string, Fact>;
