import type { DisputeRow } from './price-dispute.ts';

/** A dispute about the price of an order, as the detail of the order shows it. */
export interface DisputeGlance {
  id: string;
  disputeNo: string;
  status: DisputeRow['status'];
  waitsFor: DisputeRow['waitsFor'];
  dueAt: string | null;
  outcome: string | null;
  version: number;
  /** What waits to be written at the channel; null: nothing. */
  toSend: string | null;
}
