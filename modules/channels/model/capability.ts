import type { Support } from '#kit/model/lifecycle.ts';
import { ChannelError, type ChannelErrorKind } from './channel-error.ts';

/**
 * What a marketplace may offer, what it is called, and the methods of a connection that make it: a
 * connector offers what it has all methods of.
 */
export const CAPABILITIES = {
  pullOrders: { title: '拉取订单', methods: ['pullOrders', 'getOrders'] },
  accept: { title: '接单', methods: ['accept', 'confirmAccept'] },
  reject: { title: '拒单', methods: ['reject', 'getOrders'] },
  register: { title: '登记发货', methods: ['register', 'confirmRegister', 'fetchDocument'] },
  shipNotice: { title: '发货通知', methods: ['shipNotice', 'confirmShipNotice'] },
  pushStock: { title: '推送库存', methods: ['pushStock'] },
  cancellations: { title: '取消请求', methods: ['pullCancellations', 'answerCancellations'] },
  documents: { title: '下载单据', methods: ['fetchDocument'] },
  labels: { title: '面单记录', methods: ['confirmRegister'] },
  stockReadBack: { title: '库存回读', methods: ['readStock'] },
  transactions: { title: '处理结果查询', methods: ['readReceipt'] },
} as const;

export type Capability = keyof typeof CAPABILITIES;

/** How each of them is to be had of a channel. */
export type Supports = Readonly<Record<Capability, Support>>;

export const isCapability = (name: string): name is Capability => Object.hasOwn(CAPABILITIES, name);

/** Failures that will be the same with the next call: the channel does not offer this here. */
const CLOSING: readonly ChannelErrorKind[] = ['denied', 'validation', 'unreadable'];

/** Whether a failure of this kind closes its capability. */
export const isClosing = (kind: ChannelErrorKind | undefined): boolean =>
  kind !== undefined && CLOSING.includes(kind);

/** Whether a failed call says that its capability is closed rather than that it may pass. */
export const closesCapability = (error: unknown): error is ChannelError =>
  error instanceof ChannelError && isClosing(error.kind);
