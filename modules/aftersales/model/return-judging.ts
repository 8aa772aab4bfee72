import { defineRoute, shape } from '#kit/model/route.ts';
import type { DeskGoods } from '#modules/inventory/model/desk-goods.ts';
import type { AskedForm } from './inspection-answers.ts';
import type { Disposition, ReturnOutcome } from './return-order.ts';

/** What is proposed of a line; whoever judges it may say otherwise. */
export interface Proposal {
  outcome: ReturnOutcome;
  disposition: Disposition;
  damagedDisposition: Disposition;
}

/** A line of a return as whoever judges it needs it. */
export interface JudgedLine {
  id: string;
  skuId: string;
  goods: DeskGoods;
  requested: number;
  received: number;
  good: number;
  damaged: number;
  wrong: number;
  /** Of these, units that leave the books with the disposal. */
  wrongOpen: number;
  refurbOpen: number;
  outcome: ReturnOutcome | null;
  disposition: Disposition | null;
  /** Units that are credited though they are not here, and why. */
  accepted: number;
  acceptReason: string | null;
  damagedDisposition: Disposition | null;
  /** Cartons of a SKU that has several. */
  cartons: { no: number; label: string }[];
  /** What is asked of it: by the forms of all products first, then by those of its categories. */
  questions: AskedForm[];
  proposed: Proposal;
  /** What one unit came back with, decimal text in the currency of the books; absent where costs are hidden. */
  unitValue?: string;
  /** What the buyer was charged for the line, what was credited of it before, and what is left; null without an order. */
  charged: string | null;
  creditedBefore: string | null;
  creditable: string | null;
  /** What the buyer was charged for one unit of the line; null without an order. */
  chargedUnit: string | null;
  /** What is credited where nobody says otherwise. */
  suggested: string | null;
}

/** Everything that is judged about a return. */
export interface ReturnJudging {
  id: string;
  version: number;
  returnNo: string;
  status: string;
  type: string;
  /** Of the order, and of the books. */
  currency: string;
  baseCurrency: string;
  /** Above it a second person approves what becomes of the goods; absent where costs are hidden. */
  disposalLimit?: string;
  lines: JudgedLine[];
}

export const returnJudgingRoute = defineRoute({
  method: 'GET',
  path: '/aftersales/returnOrder/:id/judging',
  access: { permission: 'aftersales:returnOrder:list' },
  summary: '退货单：质检、处置和退款所需',
  result: shape<ReturnJudging>(),
});
