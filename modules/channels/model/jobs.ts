import { defineJob } from '#kit/model/job.ts';
import type { FeedTrigger } from './feed-trigger.ts';

interface AboutOrder {
  orderId: string;
  accountId: string;
}

interface AboutShipment extends AboutOrder {
  shipmentId: string;
}

const ABOUT_ORDERS = { about: 'orders:salesOrder' };

/** `runId`: the run that somebody watches; scheduled pulls begin one of their own. */
export const pullJob = defineJob<{ accountId: string; trigger: FeedTrigger; runId?: string }>(
  'channels.pull',
  '拉取订单',
  { isPeriodic: true },
);
/** What the marketplace shows of a shop's goods, read whole. */
export const pullListingsJob = defineJob<{ accountId: string; trigger: FeedTrigger; runId?: string }>(
  'channels.pullListings',
  '同步在线商品',
  { isPeriodic: true },
);
export const acceptJob = defineJob<AboutOrder>('channels.accept', '接单同步平台', {
  awaitedAs: '接单同步',
  isHeld: true,
  ...ABOUT_ORDERS,
});
/** `reason`: of a rejection, for the channel. */
export const takeBackJob = defineJob<AboutOrder & { reason?: string }>('channels.takeBack', '撤回接单同步', {
  awaitedAs: '撤单核对',
  isHeld: true,
  ...ABOUT_ORDERS,
});
export const registerJob = defineJob<AboutShipment>('channels.register', '申请面单', {
  awaitedAs: '面单申请',
  ...ABOUT_ORDERS,
});
export const shipNoticeJob = defineJob<AboutShipment>('channels.shipNotice', '发货通知平台（ASN）', {
  awaitedAs: '发货回传',
  isHeld: true,
  ...ABOUT_ORDERS,
});
/** The channel was notified of goods that have not left: a person corrects it there. */
export const correctNoticeJob = defineJob<AboutShipment>('channels.correctNotice', '更正平台发货通知', {
  awaitedAs: '更正发货通知',
  ...ABOUT_ORDERS,
});
export const stockChangedJob = defineJob<{ skuIds: readonly string[] }>('channels.stock', '汇总库存变动');
/** `askedBy`: by hand, who; `retryRefused`: rows that the channel refused lately go again. */
export const pushStockJob = defineJob<{
  accountId: string;
  trigger: FeedTrigger;
  askedBy?: string | null;
  retryRefused?: boolean;
}>('channels.pushStock', '推送库存', { isPeriodic: true });
export const answerCancellationJob = defineJob<{
  /** Of the cancellation request. */
  id: string;
  accept: boolean;
  reason: string | null;
  accountId: string;
}>('channels.answerCancellation', '答复取消申请', { awaitedAs: '取消答复' });
/** Whether a return may come is said to the channel that asked. */
export const answerReturnJob = defineJob<{
  returnId: string;
  orderId: string | null;
  accountId: string | null;
}>('channels.answerReturn', '答复平台退货', { awaitedAs: '退货答复', ...ABOUT_ORDERS });
/** When parts leave, or why not, is said to the channel that asked. */
export const answerPartJob = defineJob<{
  partOrderId: string;
  orderId: string | null;
  accountId: string;
}>('channels.answerPart', '答复平台配件', { awaitedAs: '配件答复', ...ABOUT_ORDERS });
/** What a shop is to sell at its marketplace: sent once, then asked about until it has said what became of it. */
export const publishJob = defineJob<{ taskId: string; accountId: string; attempt: number }>(
  'channels.publish',
  '提交刊登',
  { awaitedAs: '刊登提交' },
);
