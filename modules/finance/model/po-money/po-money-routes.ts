import { choice, integer, money, text } from '#kit/model/field.ts';
import { dict } from '#kit/model/dict.ts';
import { defineRoute, shape } from '#kit/model/route.ts';
import { orderStatus } from '#modules/orders/model/order.ts';
import { orderPayStatus, type OrderPayStatus } from '#modules/orders/model/order-pay-status.ts';

/** What a figure or an event is read from, and where it opens. */
export type PoSourceKind =
  | 'order'
  | 'shipment'
  | 'invoice'
  | 'remittance'
  | 'payment'
  | 'deduction'
  | 'creditNote'
  | 'returnOrder'
  | 'claim';

export interface PoSource {
  kind: PoSourceKind;
  id: string;
  no: string;
  /** Where in its document or file it stands: 第 3 行 · 文件第 5 行. */
  place: string;
  /** Decimal text; null: nothing, or not for this reader. */
  amount: string | null;
}

/** One step from what was ordered to what is still to come. */
export interface PoStep {
  key: string;
  title: string;
  /** A sum stands on the ground, what is taken and given hangs from the one before. */
  kind: 'sum' | 'less' | 'more';
  /** Decimal text, without a sign. */
  amount: string;
  sources: PoSource[];
}

export interface PoEvent {
  /** A day, or a moment of the reader's zone. */
  at: string;
  title: string;
  text: string;
  /** Decimal text with its sign, and its currency. */
  amount: string | null;
  currency: string;
  tone: 'good' | 'bad' | 'wait' | 'plain';
  /** It was taken back. */
  isUndone: boolean;
  source: PoSource;
}

/** The answer about a PO. Figures are decimal texts in `currency`; null: none, or not for them. */
export interface PoAnswer {
  /** As it was pasted. */
  number: string;
  isFound: boolean;
  /** The order that came in first. */
  orderId: string | null;
  poNo: string | null;
  shop: string | null;
  status: keyof typeof orderStatus.items | null;
  payStatus: OrderPayStatus | null;
  currency: string | null;
  ordered: string | null;
  invoiced: string | null;
  received: string | null;
  deducted: string | null;
  open: string | null;
  overdueDays: number | null;
  remittances: { id: string; no: string }[];
  /** One sentence: what is missing until all of it is money. */
  missing: string;
  tone: 'good' | 'bad' | 'wait' | 'plain';
}

export interface PoTrail {
  answer: PoAnswer;
  steps: PoStep[];
  events: PoEvent[];
  /** What the reader may not see, in words; figures that depend on it are left out. */
  hidden: string[];
}

const isFound = dict('po_money_found', { yes: '找到', no: '未找到' });

/** Columns of the sheet of answers. */
export const poAnswerFields = {
  number: text('PO号'),
  found: choice('结果', isFound),
  shop: text('店铺'),
  status: choice('订单状态', orderStatus),
  payStatus: choice('回款状态', orderPayStatus),
  currency: text('币种'),
  ordered: money('订单金额', 'currency'),
  invoiced: money('已开票', 'currency'),
  received: money('已收', 'currency'),
  deducted: money('扣款', 'currency'),
  open: money('未收', 'currency'),
  overdueDays: integer('逾期天数'),
  remittances: text('回款单号'),
  missing: text('还差什么'),
};

const LIST = { permission: 'finance:poMoney:list' } as const;

/** 批量查PO: where the money of each is. Twice the same number is one question. */
export const poAnswersRoute = defineRoute({
  method: 'POST',
  path: '/finance/poMoney/answers',
  access: LIST,
  summary: '批量查PO到账',
  effect: 'reads',
  body: shape<{ numbers: readonly string[] }>(),
  result: shape<PoAnswer[]>(),
});

export const poSheetRoute = defineRoute({
  method: 'POST',
  path: '/finance/poMoney/sheet',
  access: { permission: 'finance:poMoney:export' },
  summary: '导出PO到账',
  effect: 'reads',
  body: shape<{ numbers: readonly string[] }>(),
  givesFile: true,
});

/** 一张PO到底: the whole way of the PO that an order stands for. */
export const poTrailRoute = defineRoute({
  method: 'GET',
  path: '/finance/poMoney/:id',
  access: LIST,
  summary: '一张PO到底',
  result: shape<PoTrail>(),
});
