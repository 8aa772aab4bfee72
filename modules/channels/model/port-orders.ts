import type { IncomingOrder } from '#modules/orders/model/incoming-order.ts';
import type { UnreadableRow } from './port-answers.ts';

/** A raw row that could not be understood: kept with its reason, never half saved. */
export interface UnreadableOrder {
  channelOrderNo: string | null;
  reason: string;
  raw: string;
}

/** What was read, and what of it could not be understood. */
export interface OrderReading {
  orders: IncomingOrder[];
  unreadable: UnreadableOrder[];
}

export interface PullPage extends OrderReading {
  /** Where to go on after this page; null when nothing is left. Opaque text owned by the connector. */
  next: string | null;
  /** Where the next pull starts once everything up to here is saved. */
  cursor: string;
}

export interface AcceptLine {
  channelSku: string;
  qty: number;
  unitPrice: bigint;
  estShipDate: Date;
}

export interface AcceptRequest {
  channelOrderNo: string;
  shipSpeed: string;
  lines: AcceptLine[];
}

export interface CancellationPage {
  requests: CancellationRequest[];
  unreadable: UnreadableRow[];
}

export interface CancellationRequest {
  requestId: string;
  channelOrderNo: string;
  channelSku: string;
  /** Null = the channel does not say: all of the part that is open. */
  qty: number | null;
  status: 'pending' | 'cancelled' | 'rejected';
  reason: string;
  requestedAt: Date;
}

export interface CancellationAnswer {
  requestId: string;
  accept: boolean;
  reason?: string;
}

export interface CancellationResult {
  requestId: string;
  ok: boolean;
  message?: string;
}
