import type { LevelKey } from './levels.ts';

/** Units of one layer, and what they cost together. */
export interface LayerShare {
  qty: number;
  value: bigint;
  /** Since when they are ours; absent: since they come now. */
  since?: Date;
  /** The movement with which their cost was entered; absent: nobody entered one. */
  originId?: string;
}

/** One change of stock on hand, as its cause tells it. */
export interface Movement extends LevelKey {
  /** Says once and for all that this happened: a second posting with the same key is nothing. */
  key: string;
  type: string;
  /** Signed, never 0. */
  qty: number;
  /** Cost of one incoming unit, text of numeric(18,4); outgoing units are costed first in, first out. */
  unitCost?: string | null;
  /** Of incoming units that were stock before: the layers they left, in place of a unit cost. */
  layers?: readonly LayerShare[];
  refType: string;
  refId: string;
  refNo: string;
  reason?: string | null;
}
