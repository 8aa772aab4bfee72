import type { Address, IncomingOrder } from '#modules/orders/model/incoming-order.ts';

export type { Address, IncomingLine, IncomingOrder } from '#modules/orders/model/incoming-order.ts';
export type { HeadField } from '#modules/orders/model/order-change.ts';

/**
 * The connector port: what a marketplace connector offers to Waybill. A connector maps and
 * transports; identity, idempotency and state belong to the modules. Units are the house's:
 * price in 1/10000 major units (bigint), lengths mm, weights g, instants Date.
 */

/** yes: by interface · file: by file import · manual: a person does it at the channel · no: not offered. */
export type Support = 'yes' | 'file' | 'manual' | 'no';

export type Capability =
  | 'pullOrders'
  | 'accept'
  | 'reject'
  | 'register'
  | 'voidLabel'
  | 'shipNotice'
  | 'pushStock'
  | 'cancellations'
  | 'documents'
  | 'mergeOrders';

/** A raw row that could not be understood: kept with its reason, never half saved. */
export interface UnreadableOrder {
  channelOrderNo: string | null;
  reason: string;
  raw: string;
}

/** What a row of an answer is: an odd one is set aside alone, whatever its kind. */
export type RowKind = 'order' | 'cancellation' | 'label' | 'stock' | 'transaction';

/** A raw row of any kind that could not be understood. */
export interface UnreadableRow {
  kind: RowKind;
  /** What the row calls itself: a number, a part; null when even that is missing. */
  key: string | null;
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

/** One carton to be labelled: which piece of the part, which carton of that piece. */
export interface ShippingUnit {
  channelSku: string;
  /** 1..quantity */
  piece: number;
  /** 1..n */
  carton: number;
  weightG: number;
  lengthMm: number;
  widthMm: number;
  heightMm: number;
  freightClass?: string;
  /** All pieces in this box, where it holds more than the one named: still one box, one label. */
  holds?: readonly { channelSku: string; piece: number }[];
}

export interface RegisterRequest {
  channelOrderNo: string;
  channelWarehouseCode: string;
  pickupDate: Date;
  units: ShippingUnit[];
}

export interface ChannelLabel {
  trackingNo: string;
  carrierCode: string;
}

export interface RegisterResult {
  /** The channel's own id of the label event. */
  eventId: string;
  pickupDate: Date | null;
  labels: ChannelLabel[];
  labelUrl: string | null;
  bolUrl: string | null;
  customs: { required: boolean; url: string | null };
}

export interface ShipNotice {
  channelOrderNo: string;
  channelWarehouseCode: string;
  carrierCode: string;
  shipSpeed: string;
  trackingNo: string;
  shippedAt: Date;
  weightG: number;
  volumeMm3: number;
  from: Address;
  to: Address;
  /** 'parcel' lists packages with their items, 'ltl' lists parts with their packages. */
  shipClass: 'parcel' | 'ltl';
  packages: {
    trackingNo: string;
    weightG: number;
    items: { channelSku: string; qty: number }[];
  }[];
}

export interface StockItem {
  channelWarehouseCode: string;
  channelSku: string;
  /** ≥ 0 */
  qty: number;
  discontinued: boolean;
}

export interface StockReading {
  channelWarehouseCode: string;
  channelSku: string;
  qty: number;
}

export interface StockPage {
  readings: StockReading[];
  unreadable: UnreadableRow[];
}

/** A row of a stock feed that the channel refused by name: sending it again changes nothing. */
export interface StockRefusal {
  item: StockItem;
  message: string;
}

/** What the channel said to a stock feed. */
export interface StockOutcome {
  refused: StockRefusal[];
  /** A refusal that names no row: none of the rows not named counts as taken. Null = they are taken. */
  refusal: string | null;
  /** The channel's id of this write, by which `readReceipt` asks what became of it. */
  receipt: string | null;
}

/** What became of a stock feed, as the channel tells it by the id of the write. */
export interface ReceiptReading {
  isFinal: boolean;
  refused: StockRefusal[];
  /** A failure that names no row: nothing is known of the rows not named. */
  refusal: string | null;
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

/** What happened to a write: done, refused by the channel, or sent and not yet visible. */
/** `repeat`: the channel has this answer already; whether from us, the caller knows. */
export type WriteOutcome =
  | { status: 'done' }
  | { status: 'pending' }
  | { status: 'repeat' }
  /** `rows`: part numbers of the refused lines of a batch; the other lines were taken. */
  | { status: 'refused'; message: string; rows?: readonly string[] };

/** Answer of a re-read: did the effect of an earlier, unanswered write arrive? */
export type Confirmation<T = undefined> = { status: 'done'; result: T } | { status: 'absent' };

export type DocumentKind = 'label' | 'packingSlip' | 'bol' | 'customs';

/** What a channel may or may not let an application do, each by itself. */
export type ChannelCapability =
  | 'pullOrders'
  | 'accept'
  | 'register'
  | 'shipNotice'
  | 'pushStock'
  | 'cancellations'
  | 'documents'
  | 'labels'
  | 'stockReadBack'
  | 'transactions';

/** Progress of a connection test, step by step: the failing step is named. */
export interface TestStep {
  step: 'token' | 'read' | 'write' | 'capability';
  title: string;
  ok: boolean;
  /** What this step tries. A capability that is missing closes itself, never the shop. */
  capability?: ChannelCapability;
  message?: string;
  /** Why it failed: `auth` says that the channel refused the credentials, `denied` this one thing. */
  kind?: ChannelErrorKind;
}

/**
 * Everything a call may fail with. `retryAfterMs` is kept by the caller; `unknown` says the
 * effect may have happened and only `confirm…` can tell; `denied` that this application may not do
 * this one thing, whatever else it may.
 */
export type ChannelErrorKind =
  'auth' | 'denied' | 'validation' | 'rate' | 'transient' | 'unknown' | 'gone' | 'unreadable';

export class ChannelError extends Error {
  readonly kind: ChannelErrorKind;
  readonly retryAfterMs: number | undefined;
  /** Step or operation that failed, for people. */
  readonly operation: string;

  constructor(kind: ChannelErrorKind, operation: string, message: string, retryAfterMs?: number) {
    super(message);
    this.name = 'ChannelError';
    this.kind = kind;
    this.operation = operation;
    this.retryAfterMs = retryAfterMs;
  }
}

/** An account as a connector sees it: settings in clear, in memory only. */
export interface ConnectorAccount {
  id: string;
  environment: 'sandbox' | 'live';
  settings: Record<string, string>;
  secrets: Record<string, string>;
  /** Channel codes of the warehouses this account feeds. */
  warehouseCodes: string[];
}

/** Outgoing calls go through the house's one client: allow-list, time-outs, caps, redaction. */
export type Fetch = (
  url: string,
  init: {
    method: 'GET' | 'POST';
    headers: Record<string, string>;
    body?: string;
    timeoutMs?: number;
    maxBytes?: number;
  },
) => Promise<{ status: number; headers: Record<string, string>; body: Uint8Array }>;

export interface Connection {
  testAuth(): Promise<TestStep[]>;
  /** Unanswered and recently changed orders from a cursor (null = from the beginning). */
  pullOrders(cursor: string | null, page: string | null): Promise<PullPage>;
  /** Particular orders, whatever their state; unknown numbers are left out. */
  getOrders(channelOrderNos: readonly string[]): Promise<OrderReading>;
  accept(request: AcceptRequest): Promise<WriteOutcome>;
  confirmAccept(channelOrderNo: string): Promise<Confirmation>;
  register(request: RegisterRequest): Promise<RegisterResult>;
  confirmRegister(channelOrderNo: string): Promise<Confirmation<RegisterResult>>;
  fetchDocument(
    kind: DocumentKind,
    channelOrderNo: string,
    url: string | null,
  ): Promise<{ bytes: Uint8Array; mime: string } | null>;
  shipNotice(notice: ShipNotice): Promise<WriteOutcome>;
  confirmShipNotice(notice: ShipNotice): Promise<Confirmation>;
  pushStock(items: StockItem[]): Promise<StockOutcome>;
  readStock(channelWarehouseCode: string, channelSkus: string[]): Promise<StockPage>;
  /** What became of an earlier feed of these rows; null when the channel knows nothing of it. */
  readReceipt(receipt: string, items: StockItem[]): Promise<ReceiptReading | null>;
  pullCancellations(since: Date | null): Promise<CancellationPage>;
  answerCancellations(
    answers: { requestId: string; accept: boolean; reason?: string }[],
  ): Promise<{ requestId: string; ok: boolean; message?: string }[]>;
}

export interface AccountField {
  key: string;
  title: string;
  secret: boolean;
  required: boolean;
  /** Says which seller it is: two shops with the same value are one. */
  identifies?: boolean;
  default?: string;
  hint?: string;
  /**
   * identity: whose the secret is · address: where the secret, or a token got with it, is sent ·
   * files: where documents are fetched without a token. What is neither, changes nothing for the secret.
   */
  role?: 'identity' | 'address' | 'files';
}

export interface Connector {
  code: string;
  title: string;
  supports: Readonly<Record<Capability, Support>>;
  /** Settings and secrets an account of this channel asks for. */
  accountFields: readonly AccountField[];
  limits: { requestsPerSecond: number; stockBatch: number };
  /** Origins its default addresses stand at: an account that names none may be called there. */
  origins?: readonly string[];
  /** Carrier and service codes the channel speaks, shown in pickers. */
  carrierCodes: readonly { code: string; title: string }[];
  connect(account: ConnectorAccount, fetch: Fetch, now: () => Date): Connection;
}
