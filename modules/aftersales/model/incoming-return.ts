/** A line of a return as a channel, a sheet or a report file says it. */
export interface IncomingReturnLine {
  channelSku: string;
  qty: number;
  /** Decimal text; absent: as it was sold. */
  unitCredit?: string;
  note?: string;
}

/** A return that comes from outside, in the house's words; pure data. */
export interface IncomingReturn {
  /** Its number there: the same one is the same return, however often it comes. */
  channelReturnNo: string;
  /** Null or unknown: goods of no order of ours. */
  channelOrderNo: string | null;
  requestedAt: Date;
  /** Code of a reason of returns; one that is not known counts as the channel's decision. */
  reasonCode: string;
  type: 'return' | 'refundOnly' | 'exchange';
  labelBy: 'seller' | 'buyer' | 'channel';
  carrier?: string;
  trackingNo?: string;
  remark?: string;
  isCancelled: boolean;
  lines: IncomingReturnLine[];
}
