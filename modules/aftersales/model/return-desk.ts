import { json, link, text } from '#kit/model/field.ts';
import { defineRoute, shape } from '#kit/model/route.ts';
import type { DeskGoods } from '#modules/inventory/model/desk-goods.ts';

/** What somebody counted of a line and nobody has taken in yet. */
export interface DeskCount {
  by: string;
  qty: number;
  isMe: boolean;
}

/** One SKU that is to come back with a return. */
export interface DeskLine {
  id: string;
  returnId: string;
  skuId: string;
  goods: DeskGoods;
  requested: number;
  received: number;
  /** Units that its order leaves to come back altogether; null where there is no order. */
  most: number | null;
  /** Counted by everybody at the desk, not taken in yet. */
  counted: number;
  counts: DeskCount[];
  /** Nobody said that it would come. */
  isStranger: boolean;
  /** Why more came than was announced. */
  reason: string | null;
}

/** A return as the receiving desk shows it. */
export interface DeskReturn {
  id: string;
  returnNo: string;
  raNo: string | null;
  status: string;
  orderId: string | null;
  channelOrderNo: string | null;
  shop: string | null;
  warehouse: string;
  trackingNo: string | null;
  /** Wire time until which it is expected. */
  dueAt: string | null;
  /** Goods can be received of it now. */
  isOpen: boolean;
  lines: DeskLine[];
}

/** A return that a number may mean. */
export interface DeskCandidate {
  id: string;
  returnNo: string;
  raNo: string | null;
  channelOrderNo: string | null;
  shop: string | null;
  status: string;
  /** Codes and units that are still to come. */
  goods: string;
  isOpen: boolean;
}

/** An order that a number leads to and that has no return: goods of it may come unannounced. */
export interface DeskOrder {
  id: string;
  channelOrderNo: string;
  shop: string;
}

/** What a number at the desk leads to: a parcel at once, several returns to choose from, or none. */
export interface DeskFound {
  /** Returns whose goods are in the parcel. */
  parcel: DeskReturn[];
  candidates: DeskCandidate[];
  orders: DeskOrder[];
}

/** Most returns in one parcel. */
export const MOST_IN_PARCEL = 20;
/** Most units of one count. */
export const MOST_COUNTED = 100_000;
/** Why more came back than was announced. */
export const OVER_REASONS = ['买家多退', '平台少报', '发货时多发', '登记有误'] as const;

/** One step at the desk; it happens once, however often it is sent under its key. */
export type DeskStep =
  | { kind: 'count'; lineId: string; by: number; reason?: string }
  | { kind: 'stranger'; returnId: string; skuId: string; by: number }
  | { kind: 'undo' }
  | { kind: 'receive' }
  | { kind: 'finish'; returnId: string };

/** The desk after a step. */
export interface DeskAnswer {
  parcel: DeskReturn[];
  /** Units that were taken in by this step. */
  taken: number;
  /** What was undone, in words; null where nothing was. */
  undone: string | null;
  /** Returns of goods of no order that this step made, and that somebody else is to approve first. */
  waiting?: readonly { units: number; reason: string }[];
}

const AT_DESK = { permission: 'aftersales:returnOrder:receive' };

export const returnDeskFindRoute = defineRoute({
  method: 'GET',
  path: '/aftersales/returnDesk/find',
  access: AT_DESK,
  summary: '退货签收台：按号码找',
  query: { number: text('号码', { max: 120 }) },
  result: shape<DeskFound>(),
});

export const returnDeskRoute = defineRoute({
  method: 'GET',
  path: '/aftersales/returnDesk',
  access: AT_DESK,
  summary: '退货签收台：一个包裹',
  query: { ids: text('退货单', { max: 800 }) },
  result: shape<{ parcel: DeskReturn[] }>(),
});

export const returnDeskStepRoute = defineRoute({
  method: 'POST',
  path: '/aftersales/returnDesk/step',
  access: AT_DESK,
  summary: '退货签收台：一步',
  body: shape<{ ids: string[]; step: DeskStep }>(),
  result: shape<DeskAnswer>(),
});

/** What is known of a parcel that nobody announced. */
export const unorderedFields = {
  orderId: link('订单', 'orders:salesOrder', { hint: '认得出是哪张订单的就选' }),
  accountId: link('店铺', 'base:channelAccount', { hint: '选了订单可留空' }),
  warehouseId: link('收货仓', 'base:warehouse', { required: true }),
  reasonId: link('退货原因', 'aftersales:returnReason', { hint: '留空为来源不明' }),
  trackingNo: text('退货运单号', { max: 64, written: 'trackingNo' }),
  remark: text('备注', { max: 500, hint: '箱上的姓名、单号等，方便以后认领' }),
};

/** A return of goods that nobody announced. */
export interface UnorderedTaken {
  id: string;
  returnNo: string;
  /** Why somebody else is to approve it before it is received; null where it is in quarantine. */
  checkReason: string | null;
}

/** 无单退货 in one go: made, approved and in quarantine, or waiting for another person. `lines`: `[{ skuId, qty }]`. */
export const unorderedReturnRoute = defineRoute({
  method: 'POST',
  path: '/aftersales/returnDesk/unordered',
  access: AT_DESK,
  summary: '退货签收台：登记无单退货',
  body: { ...unorderedFields, lines: json('商品', { required: true }) },
  result: shape<UnorderedTaken>(),
});
