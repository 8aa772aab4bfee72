import type { IncomingPart } from '#modules/aftersales/model/incoming-part.ts';
import type { IncomingReturn } from '#modules/aftersales/model/incoming-return.ts';
import type { UnreadableRow } from './port-answers.ts';

export type { IncomingPart, IncomingPartLine } from '#modules/aftersales/model/incoming-part.ts';
export type { IncomingReturn, IncomingReturnLine } from '#modules/aftersales/model/incoming-return.ts';

export interface ReturnPage {
  returns: IncomingReturn[];
  unreadable: UnreadableRow[];
}

/** What we say to a return: it may come back under this number, or not. */
export interface ReturnAnswer {
  channelReturnNo: string;
  accept: boolean;
  /** The number that the parcel carries, where it may come. */
  raNo?: string;
  trackingNo?: string;
  reason?: string;
}

export interface PartPage {
  parts: IncomingPart[];
  unreadable: UnreadableRow[];
}

/** What we say to a request for parts. */
export interface PartAnswer {
  channelPartNo: string;
  status: 'confirmed' | 'rejected' | 'shipped';
  /** Day on which it leaves (`YYYY-MM-DD`). */
  shipOn?: string;
  /** As channels count it: needInfo, tooLarge, outOfWarranty, noSuchPart. */
  rejectReason?: string;
  note?: string;
  carrier?: string;
  trackingNo?: string;
}
