import { defineRoute, shape } from '#kit/model/route.ts';
import type { DeskGoods } from '#modules/inventory/model/desk-goods.ts';

/** A line of an order, and how much of it may still come back. */
export interface OfferedLine {
  orderLineId: string;
  lineNo: number;
  skuId: string | null;
  channelSku: string;
  name: string;
  qtyShipped: number;
  qtyReturned: number;
  /** Units on returns that were approved, and have not come yet. */
  qtyOpen: number;
  /** Units that a return may still ask for. */
  returnable: number;
  unitPrice: string;
  /** What may still be credited for the line, decimal text in the currency of the order. */
  creditable: string;
}

/** What a return of an order may hold. */
export interface ReturnOffer {
  orderId: string;
  orderNo: string;
  channelOrderNo: string;
  accountId: string;
  warehouseId: string | null;
  status: string;
  currency: string;
  /** Until when the channel lets goods come back; null where they were not delivered. */
  returnUntil: string | null;
  isLate: boolean;
  /** Whether a shipment of it was lost: a return as loss brings no goods. */
  isLost: boolean;
  lines: OfferedLine[];
}

/** 可退明细 of an order, for the form of a return. */
export const returnOfferRoute = defineRoute({
  method: 'GET',
  path: '/aftersales/returnOrder/offer/:orderId',
  access: { permission: 'aftersales:returnOrder:add' },
  summary: '退货单：可退明细',
  result: shape<ReturnOffer>(),
});

/** What stands beside a return on its page. */
export interface ReturnSurroundings {
  /** Moves that would be refused whatever is answered, with the reason. */
  barred?: Readonly<Record<string, string>>;
  order: { id: string; orderNo: string; channelOrderNo: string; status: string } | null;
  replacement: { id: string; orderNo: string; status: string } | null;
  creditNotes: { id: string; creditNo: string; status: string; total: string; currency: string }[];
  /** By line: the goods as people know them, and what the line was charged and is credited. */
  goods: Record<string, DeskGoods & { name: string; creditable: string | null }>;
}
