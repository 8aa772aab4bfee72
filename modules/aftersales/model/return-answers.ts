import type { Disposition, ReturnOutcome } from './return-order.ts';

/** `lines` of 收货: what came now. Of a line that is not named nothing came. */
export interface ReceivedUnits {
  lineId: string;
  qty: number;
}

/** `lines` of 质检: what the received units of a line are; together they are all that were received. */
export interface InspectedUnits {
  lineId: string;
  good: number;
  damaged: number;
  /** Other goods than the line says. */
  wrong?: number;
  outcome?: ReturnOutcome;
  /** Of a SKU in several cartons: the one that the trouble was in. */
  cartonNo?: number;
  /** Addresses of uploads, joined by commas. */
  photos?: string;
  note?: string;
  /** What a form of questions was answered, by key. */
  findings?: Readonly<Record<string, unknown>>;
}

/** What becomes of good and of damaged units. */
export const GOOD_DISPOSITIONS = ['restock', 'scrap', 'returnToSupplier', 'donate'] as const;
export const DAMAGED_DISPOSITIONS = ['scrap', 'refurb', 'returnToSupplier', 'donate'] as const;

/** Longest reason for which units are credited that are not here. */
export const LONGEST_ACCEPT_REASON = 255;

/** `lines` of 处置. Of a line of which nothing came: `disposition` keepByBuyer, or nothing. */
export interface DisposedUnits {
  lineId: string;
  disposition?: Disposition;
  damagedDisposition?: Disposition;
  /** Units that are credited though they did not come or are other goods: then the reason has to be said. */
  accepted?: number;
  acceptReason?: string;
}

/** `lines` of 退款: amounts as decimal text in the currency of the return. */
export interface CreditedAmount {
  lineId: string;
  amount: string;
}

/** `lines` of 翻新完成: units that are good now, and units that were beyond repair and are scrapped. */
export interface RefurbishedUnits {
  lineId: string;
  good: number;
  scrapped?: number;
}
