import { ChannelError, type ChannelCapability, type ChannelErrorKind } from './port.ts';

/** What each capability is called on the account page. */
export const CAPABILITY_TITLES: Readonly<Record<ChannelCapability, string>> = {
  pullOrders: '拉取订单',
  accept: '接单',
  register: '登记发货',
  shipNotice: '发货通知',
  pushStock: '推送库存',
  cancellations: '取消请求',
  documents: '下载单据',
  labels: '面单记录',
  stockReadBack: '库存回读',
  transactions: '处理结果查询',
};

/** Failures that will be the same with the next call: the channel does not offer this here. */
const CLOSING: readonly ChannelErrorKind[] = ['denied', 'validation', 'unreadable'];

/** Whether a failure of this kind closes its capability. */
export const isClosing = (kind: ChannelErrorKind | undefined): boolean =>
  kind !== undefined && CLOSING.includes(kind);

/** Whether a failed call says that its capability is closed rather than that it may pass. */
export const closesCapability = (error: unknown): error is ChannelError =>
  error instanceof ChannelError && isClosing(error.kind);
