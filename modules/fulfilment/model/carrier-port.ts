/**
 * The carrier port: what a connector of a carrier offers to Waybill. Connectors map and transport;
 * identity, money, idempotency and state belong to this module. Lengths mm, weights g, amounts minor
 * units (bigint), instants Date. A method that is absent is something the carrier does not offer.
 */

export interface CarrierPlace {
  name: string;
  phone: string;
  address1: string;
  address2: string;
  city: string;
  state: string;
  postalCode: string;
  country: string;
}

export interface CarrierParcel {
  lengthMm: number;
  widthMm: number;
  heightMm: number;
  weightG: number;
}

/** What is to be carried: its boxes in the order of their labels. */
export interface Consignment {
  from: CarrierPlace;
  to: CarrierPlace;
  parcels: readonly CarrierParcel[];
}

export interface CarrierRate {
  service: string;
  title: string;
  amount: bigint;
  currency: string;
  /** Days on the way; null: not said. */
  days: number | null;
}

export interface LabelRequest extends Consignment {
  /** The same purchase has the same key, however often it is asked for. */
  key: string;
  service: string;
}

/**
 * Labels that one purchase has made: a tracking number and a page for each parcel, in their order. It is
 * paid, whatever else of the answer can be read.
 */
export interface BoughtLabel {
  labelId: string;
  /** Empty text for a parcel whose number cannot be read. */
  trackingNos: readonly string[];
  /** Null: cannot be read. */
  cost: bigint | null;
  currency: string | null;
  /** Null: none came. */
  file: { mime: string; bytes: Uint8Array } | null;
  /** Until when it can be voided; null: not said. */
  voidUntil: Date | null;
  /** Further live labels that the carrier made under the same key: nobody wants them. */
  extra: readonly string[];
  /** The key that the answer says the label is of; null: not said. */
  reference: string | null;
  /** Where the answer says that it goes; null: not said. */
  postalCode: string | null;
  /** In which words the answer says that the label is none (`voided`, `error`); null: it does not. */
  ended: string | null;
}

export type VoidOutcome = { status: 'voided' } | { status: 'refused'; message: string };

export type TrackingCode = 'pickedUp' | 'moving' | 'delivering' | 'delivered' | 'exception' | 'lost' | 'other';

export interface CarrierEvent {
  /** The same event has the same key, however often it is reported. */
  key: string;
  code: TrackingCode;
  /** The carrier's words. */
  said: string;
  place: string;
  at: Date;
}

/** What a carrier asks after the purchase; below zero: gives back. */
export interface CarrierCharge {
  ref: string;
  amount: bigint;
  currency: string;
  reason: string;
}

/** What a carrier asks or gives back, and what of it cannot be read in words for people. */
export interface CarrierCharges {
  charges: readonly CarrierCharge[];
  message?: string;
}

export interface CarrierConnection {
  /** @throws CarrierError where the account does not answer */
  testAuth(): Promise<void>;
  quote(consignment: Consignment): Promise<CarrierRate[]>;
  buyLabel(request: LabelRequest): Promise<BoughtLabel>;
  /** What a purchase has made, asked after an unclear answer; null: nothing. */
  findLabel(key: string): Promise<BoughtLabel | null>;
  voidLabel(labelId: string): Promise<VoidOutcome>;
  /** @param since events before it are known */
  track(trackingNo: string, since: Date | null): Promise<CarrierEvent[]>;
  charges?(labelId: string): Promise<CarrierCharges>;
}

/**
 * What a call may fail with: `unknown` says that a purchase may have been made and only `findLabel`
 * can tell, `duplicate` that the key was used before; `rate` keeps the carrier's Retry-After.
 */
export type CarrierErrorKind =
  | 'auth'
  | 'denied'
  | 'validation'
  | 'rate'
  | 'transient'
  | 'unknown'
  | 'duplicate'
  | 'gone'
  | 'unreadable';

export class CarrierError extends Error {
  readonly kind: CarrierErrorKind;
  readonly retryAfterMs: number | undefined;

  constructor(kind: CarrierErrorKind, message: string, retryAfterMs?: number) {
    super(message);
    this.name = 'CarrierError';
    this.kind = kind;
    this.retryAfterMs = retryAfterMs;
  }
}

/** An account as a connector sees it: in memory only. */
export interface CarrierLogin {
  apiUrl: string;
  accountNumber: string;
  apiKey: string;
}

/** Outgoing calls go through the house's one client: allow-list, time-outs, caps. */
export type CarrierFetch = (
  url: string,
  init: {
    method: 'GET' | 'POST';
    headers: Record<string, string>;
    body?: string;
    timeoutMs?: number;
    maxBytes?: number;
  },
) => Promise<{ status: number; headers: Record<string, string>; body: Uint8Array }>;

/** What is known of a carrier without an account. */
export interface Carrier {
  code: string;
  title: string;
  /** Where it answers; absent: every account names its address. */
  apiUrl?: string;
  /** Origins besides that an account of its own may be called at. */
  origins?: readonly string[];
  needsAccountNumber: boolean;
  limits: { requestsPerSecond: number };
  /** Only where it is simulated beside this install. */
  isPractice?: boolean;
  connect(login: CarrierLogin, fetch: CarrierFetch, now: () => Date): CarrierConnection;
}
