import type { Support } from '#kit/model/lifecycle.ts';
import type { Capability, Supports } from './capability.ts';
import type { ChannelErrorKind } from './channel-error.ts';
import type { Confirmation, WriteOutcome } from './port-answers.ts';
import type {
  AcceptRequest,
  CancellationAnswer,
  CancellationPage,
  CancellationResult,
  OrderReading,
  PullPage,
} from './port-orders.ts';
import type { PartAnswer, PartPage, ReturnAnswer, ReturnPage } from './port-aftersales.ts';
import type {
  ListingClass,
  ListingPage,
  ListingQuestion,
  Storefront,
  SubmissionReading,
  SubmitListings,
  SubmitOutcome,
  UpdateListings,
  UpdateReading,
} from './port-publish.ts';
import type {
  DocumentFile,
  DocumentKind,
  RegisterRequest,
  RegisterResult,
  ShipNotice,
  ShippedParts,
} from './port-shipping.ts';
import type { AdReportReading, AdReportRequest } from './port-reports.ts';
import type { ReceiptReading, StockItem, StockOutcome, StockPage } from './port-stock.ts';

export type { Address } from '#kit/model/address.ts';
export type { IncomingLine, IncomingOrder } from '#modules/orders/model/incoming-order.ts';
export type { HeadField } from '#modules/orders/model/order-change.ts';
export { ChannelError, NotYet, type ChannelErrorKind } from './channel-error.ts';
export type { Capability, Supports } from './capability.ts';
export type * from './port-aftersales.ts';
export type * from './port-answers.ts';
export type * from './port-orders.ts';
export type * from './port-publish.ts';
export type * from './port-reports.ts';
export type * from './port-shipping.ts';
export type * from './port-stock.ts';

/**
 * The connector port: what a marketplace connector offers to Waybill. A connector maps and
 * transports; identity, idempotency and state belong to the modules. Units are the house's:
 * price in 1/10000 major units (bigint), lengths mm, weights g, instants Date.
 *
 * A method that is absent is something the channel does not offer (capability.ts). A channel that
 * wants no acceptance of orders answers `accept` and `confirmAccept` with done and calls nobody.
 */
export interface Connection {
  testAuth(): Promise<TestStep[]>;
  /** Unanswered and recently changed orders from a cursor (null = from the beginning). */
  pullOrders?(cursor: string | null, page: string | null): Promise<PullPage>;
  /** Particular orders, whatever their state; unknown numbers are left out. */
  getOrders?(channelOrderNos: readonly string[]): Promise<OrderReading>;
  accept?(request: AcceptRequest): Promise<WriteOutcome>;
  confirmAccept?(channelOrderNo: string): Promise<Confirmation>;
  /** Whether it arrived, `getOrders` tells. */
  reject?(channelOrderNo: string, reason: string): Promise<WriteOutcome>;
  register?(request: RegisterRequest): Promise<RegisterResult>;
  confirmRegister?(channelOrderNo: string): Promise<Confirmation<RegisterResult>>;
  fetchDocument?(kind: DocumentKind, channelOrderNo: string, url: string | null): Promise<DocumentFile | null>;
  shipNotice?(notice: ShipNotice): Promise<WriteOutcome>;
  /** @param others what left apart from it: a trace that may be theirs proves nothing */
  confirmShipNotice?(notice: ShipNotice, others?: readonly ShippedParts[]): Promise<Confirmation>;
  pushStock?(items: StockItem[]): Promise<StockOutcome>;
  readStock?(channelWarehouseCode: string, channelSkus: string[]): Promise<StockPage>;
  /** What became of an earlier feed of these rows; null when the channel knows nothing of it. */
  readReceipt?(receipt: string, items: StockItem[]): Promise<ReceiptReading | null>;
  /** Returns that were asked for, or changed, since then; null = all. */
  pullReturns?(since: Date | null): Promise<ReturnPage>;
  /** Whether it arrived, `pullReturns` shows: the state of the return there. */
  answerReturn?(answer: ReturnAnswer): Promise<WriteOutcome>;
  /** Requests for parts; each is answered once with a day, a reason, or a parcel. */
  pullParts?(since: Date | null): Promise<PartPage>;
  answerPart?(answer: PartAnswer): Promise<WriteOutcome>;
  pullCancellations?(since: Date | null): Promise<CancellationPage>;
  answerCancellations?(answers: CancellationAnswer[]): Promise<CancellationResult[]>;
  /** What stands there; page by page, null = the first. */
  pullListings?(page: string | null): Promise<ListingPage>;
  /**
   * What stands there of these parts, what is being launched too; a part that is not there is left out.
   * The only trace of a submission whose answer was lost: its request has no name then.
   */
  findListings?(channelSkus: readonly string[]): Promise<ListingPage>;
  listingClasses?(storefront: Storefront): Promise<ListingClass[]>;
  /** What a listing of this class has to answer in this storefront. */
  listingQuestions?(storefront: Storefront, classId: string): Promise<ListingQuestion[]>;
  submitListings?(request: SubmitListings): Promise<SubmitOutcome>;
  /** Null when the channel knows nothing of the request. */
  readSubmission?(requestId: string): Promise<SubmissionReading | null>;
  /** Answers the ids of the requests that it became, one for each kind of change. */
  updateListings?(request: UpdateListings): Promise<string[]>;
  readUpdate?(requestId: string): Promise<UpdateReading | null>;
  /** Answers the id by which `readAdReport` asks for it. */
  requestAdReport?(request: AdReportRequest): Promise<string>;
  /** Null when the channel knows nothing of the report. */
  readAdReport?(reportId: string): Promise<AdReportReading | null>;
}

/** Progress of a connection test, step by step: the failing step is named. */
export interface TestStep {
  step: 'token' | 'read' | 'write' | 'capability';
  title: string;
  ok: boolean;
  /** What this step tries. A capability that is missing closes itself, never the shop. */
  capability?: Capability;
  message?: string;
  /** Why it failed: `auth` says that the channel refused the credentials, `denied` this one thing. */
  kind?: ChannelErrorKind;
}

/** An account as a connector sees it: settings in clear, in memory only. */
export interface ConnectorAccount {
  id: string;
  environment: 'sandbox' | 'live';
  settings: Record<string, string>;
  secrets: Record<string, string>;
  /** Channel codes of the warehouses this account feeds, then of those it fed before. */
  warehouseCodes: string[];
}

/** Outgoing calls go through the house's one client: allow-list, time-outs, caps, redaction. */
export type Fetch = (
  url: string,
  init: {
    method: 'GET' | 'POST' | 'PUT';
    headers: Record<string, string>;
    body?: string;
    timeoutMs?: number;
    maxBytes?: number;
  },
) => Promise<{ status: number; headers: Record<string, string>; body: Uint8Array }>;

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

/** How a channel takes what is not accepted whole and now. */
export interface Acceptance {
  /** Units for a later day. */
  backorder: Support;
  /** Units that are not accepted at all: sent with it, or cancelled there by a person first. */
  refuseUnits: Support;
  /** Units of one line answered differently. `no`: a line is filled or killed. */
  divideLine: Support;
}

/** What is known of a marketplace without an account; made by `defineConnector`. */
export interface Connector {
  code: string;
  title: string;
  /** Follows from the methods of its connections. */
  supports: Supports;
  /** What an acceptance may leave open, line by line; absent: nothing, each line is taken whole and now. */
  acceptance?: Acceptance;
  /** Settings and secrets an account of this channel asks for. */
  accountFields: readonly AccountField[];
  limits: { requestsPerSecond: number; stockBatch: number };
  /** Where people do there what has no interface. */
  backOffice?: string;
  /** Origins its default addresses stand at: an account that names none may be called there. */
  origins?: readonly string[];
  /** Domains that are the marketplace's own with each shop at a host below them: `myshopify.com`. */
  domains?: readonly string[];
  /** Carrier and service codes the channel speaks, shown in pickers. */
  carrierCodes: readonly { code: string; title: string }[];
  connect(account: ConnectorAccount, fetch: Fetch, now: () => Date): Connection;
}
