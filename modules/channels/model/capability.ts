import type { Support } from '#kit/model/lifecycle.ts';
import { channelCapability, type ChannelCapability } from '#modules/base/model/account-health.ts';
import { ChannelError, type ChannelErrorKind } from './channel-error.ts';

/**
 * What a marketplace may offer, what it is called, and the methods of a connection that make it: a
 * connector offers what it has all methods of.
 */
export const CAPABILITIES = {
  pullOrders: { title: channelCapability.items.pullOrders, methods: ['pullOrders', 'getOrders'] },
  accept: { title: channelCapability.items.accept, methods: ['accept', 'confirmAccept'] },
  reject: { title: channelCapability.items.reject, methods: ['reject', 'getOrders'] },
  register: {
    title: channelCapability.items.register,
    methods: ['register', 'confirmRegister', 'fetchDocument'],
  },
  shipNotice: {
    title: channelCapability.items.shipNotice,
    methods: ['shipNotice', 'confirmShipNotice'],
  },
  pushStock: { title: channelCapability.items.pushStock, methods: ['pushStock'] },
  cancellations: {
    title: channelCapability.items.cancellations,
    methods: ['pullCancellations', 'answerCancellations'],
  },
  documents: { title: channelCapability.items.documents, methods: ['fetchDocument'] },
  labels: { title: channelCapability.items.labels, methods: ['confirmRegister'] },
  stockReadBack: { title: channelCapability.items.stockReadBack, methods: ['readStock'] },
  transactions: { title: channelCapability.items.transactions, methods: ['readReceipt'] },
  returns: { title: channelCapability.items.returns, methods: ['pullReturns', 'answerReturn'] },
  parts: { title: channelCapability.items.parts, methods: ['pullParts', 'answerPart'] },
  listings: { title: channelCapability.items.listings, methods: ['pullListings', 'findListings'] },
  publish: {
    title: channelCapability.items.publish,
    methods: ['submitListings', 'readSubmission', 'listingClasses', 'listingQuestions'],
  },
  listingUpdates: { title: channelCapability.items.listingUpdates, methods: ['updateListings', 'readUpdate'] },
  adReports: { title: channelCapability.items.adReports, methods: ['requestAdReport', 'readAdReport'] },
} as const satisfies Record<ChannelCapability, { title: string; methods: readonly string[] }>;

export type Capability = keyof typeof CAPABILITIES;

/** How each of them is to be had of a channel. */
export type Supports = Readonly<Record<Capability, Support>>;

export const isCapability = (name: string): name is Capability => Object.hasOwn(CAPABILITIES, name);

/** Failures that will be the same with the next call: the channel does not offer this here. */
const CLOSING: readonly ChannelErrorKind[] = ['denied', 'validation', 'unreadable'];

/** Whether a failure of this kind closes its capability. */
export const isClosing = (kind: ChannelErrorKind | undefined): boolean => kind !== undefined && CLOSING.includes(kind);

/** Whether a failed call says that its capability is closed rather than that it may pass. */
export const closesCapability = (error: unknown): error is ChannelError =>
  error instanceof ChannelError && isClosing(error.kind);
