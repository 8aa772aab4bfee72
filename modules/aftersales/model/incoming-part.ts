import type { Address } from '#kit/model/address.ts';

/** A part as a channel asks for it. */
export interface IncomingPartLine {
  /** Part number of the product at the channel. */
  channelSku: string;
  /** Our own part, where the channel has its number; else `description` says which. */
  partSku?: string;
  description?: string;
  qty: number;
  cause: 'missing' | 'damaged' | 'defective' | 'wrong' | 'lost' | 'other';
  cartonNo?: number;
}

/** A request for parts that comes from outside; pure data. */
export interface IncomingPart {
  /** PO-R-n: the same one is the same request, however often it comes. */
  channelPartNo: string;
  channelOrderNo: string | null;
  requestedAt: Date;
  /** Absent: to whom the order went. */
  shipTo?: Address;
  remark?: string;
  isCancelled: boolean;
  lines: IncomingPartLine[];
}
