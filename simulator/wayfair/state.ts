/** The channel's own truth: everything Wayfair would keep, one slice per environment. */
import { emptyListingState, type ListingState } from './listing/state.ts';

export type EnvironmentName = 'production' | 'sandbox';

export interface PostalAddress {
  name: string;
  address1: string;
  address2: string | null;
  address3: string | null;
  city: string;
  state: string;
  country: string;
  postalCode: string;
  phoneNumber: string | null;
}

export interface OrderProduct {
  partNumber: string;
  sku: string;
  name: string;
  /** Quantity as ordered; never changes. */
  orderedQuantity: number;
  /** Quantity still wanted: falls with a partial cancellation. */
  quantity: number;
  /** Wholesale unit price, major units of the order currency. */
  price: number;
  pieceCount: number;
  weight: number;
  estShipDate: number | null;
  /** Ship date of the latest notice that took effect for this line. */
  fillDate: number | null;
  isCancelled: boolean;
  shippedQuantity: number;
  customComment: string | null;
}

export interface PurchaseOrder {
  id: number;
  kind: 'dropship' | 'castlegate';
  poNumber: string;
  poDate: number;
  orderId: string;
  orderType: string;
  storePrefix: string;
  salesChannelName: string;
  warehouseId: string;
  estimatedShipDate: number;
  scheduledDeliveryDate: number | null;
  deliveryMethodCode: string;
  shipTo: PostalAddress;
  customerEmail: string | null;
  shipSpeed: string;
  carrierCode: string | null;
  products: OrderProduct[];
  customsRequired: boolean;
  /** Extra copies of this row in list queries (0 for a sound row). */
  repeatedRows: number;
  /** Parts that an accept took while it refused others. */
  takenParts?: string[];
  acceptSubmittedAt: number | null;
  acceptedAt: number | null;
}

export interface LabelBox {
  carton: number;
  trackingNumber: string;
  ucc: string;
  lengthIn: number;
  widthIn: number;
  heightIn: number;
  weightLb: number;
  /** What is inside: part, piece of the part (1..qty), carton of the piece (1..n). */
  contents: { partNumber: string; piece: number; sequence: number }[];
}

export interface LabelEvent {
  id: number;
  poNumber: string;
  warehouseId: string;
  eventDate: number;
  /** From here on `labelGenerationEvents` shows it. */
  visibleAt: number;
  pickupDate: number;
  shipClass: 'parcel' | 'ltl';
  carrierCode: string;
  carrier: string;
  /** PRO number of an LTL shipment; null for parcels. */
  proNumber: string | null;
  bolNumber: string | null;
  boxes: LabelBox[];
}

interface ShipNoticeRecord {
  id: number;
  poNumber: string;
  supplierId: string;
  submittedAt: number;
  effectiveAt: number | null;
  shipDate: number;
  trackingNumbers: string[];
  packageCount: number;
  lines: { partNumber: string; quantity: number }[];
}

export interface StockRow {
  onHand: number;
  backordered: number;
  onOrder: number;
  nextAvailability: string | null;
  discontinued: boolean;
  updatedAt: number;
}

export type CancellationStatus = 'CANCELLATION_PENDING_SUPPLIER_CONFIRMATION' | 'CANCELLED' | 'CANCELLATION_REJECTED';

export interface CancellationRecord {
  requestId: string;
  poNumber: string;
  partNumber: string;
  warehouseId: string;
  originalQuantity: number;
  cancelledQuantity: number;
  reason: string;
  status: CancellationStatus;
  requestedAt: number;
  /** The supplier's answer until it takes effect. */
  answer: 'confirm' | 'reject' | null;
  decidedAt: number | null;
  autoCancelled: boolean;
}

interface StockAdjustment {
  eventDate: number;
  adjustmentType: string;
  supplierId: string;
  supplierPartNumber: string;
  quantity: number;
  description: string;
}

/** Ship advice of an order that Wayfair's own warehouse sent. */
export interface ShippingAdvice {
  wsaId: string;
  poNumber: string;
  supplierId: string;
  creationDate: number;
  shipDate: number;
  trackingNumbers: string[];
  acknowledged: boolean;
}

export interface StockChange {
  supplierId: string;
  partNumber: string;
  onHand: number;
  backordered: number;
  onOrder: number;
  nextAvailability: string | null;
  discontinued: boolean | null;
}

/** A write that was answered and takes effect at `dueAt` of the simulator's clock. */
export type PendingEffect = { seq: number; dueAt: number } & (
  | { kind: 'accept'; poNumber: string; shipDates: Record<string, number> }
  | { kind: 'notice'; noticeId: number }
  | { kind: 'stock'; changes: StockChange[]; trueUp: boolean }
  | { kind: 'cancellation'; requestId: string }
  | { kind: 'acknowledge'; wsaIds: string[] }
);

export interface CallCounts {
  acceptCalls: number;
  acceptRefused: number;
  acceptEffects: number;
  registerCalls: number;
  registerRefused: number;
  registerEffects: number;
  noticeCalls: number;
  noticeRefused: number;
  noticeEffects: number;
}

/** A write as `transactions` tells of it later. */
export interface TransactionRecord {
  id: number;
  submittedAt: number;
  /** When it is finished; null = never. */
  completedAt: number | null;
  itemCount: number;
  errors: { key: string; message: string }[];
  errorCount: number;
}

/** A report on advertising that was asked for. */
export interface AdReport {
  id: string;
  name: string;
  reportType: 'CAMPAIGN_REPORT' | 'LISTING_REPORT';
  groupBy: string;
  /** First and last day, milliseconds. */
  from: number;
  to: number;
  readyAt: number;
}

export interface WayfairState {
  orders: Record<string, PurchaseOrder>;
  labelEvents: LabelEvent[];
  notices: ShipNoticeRecord[];
  /** supplier id → part number → row */
  stock: Record<string, Record<string, StockRow>>;
  adjustments: StockAdjustment[];
  cancellations: CancellationRecord[];
  advices: ShippingAdvice[];
  effects: PendingEffect[];
  transactions: TransactionRecord[];
  calls: Record<string, CallCounts>;
  /** What tests declare as really available: supplier id → part → quantity. */
  available: Record<string, Record<string, number>>;
  listings: ListingState;
  reports: AdReport[];
  sequence: number;
}

export function emptyWayfairState(): WayfairState {
  return {
    orders: {},
    labelEvents: [],
    notices: [],
    stock: {},
    adjustments: [],
    cancellations: [],
    advices: [],
    effects: [],
    transactions: [],
    calls: {},
    available: {},
    listings: emptyListingState(),
    reports: [],
    sequence: 1000,
  };
}

/** Next number of the environment: events, notices, handles, tracking numbers. */
export function nextNumber(state: WayfairState): number {
  state.sequence += 1;
  return state.sequence;
}

/** Counters of one PO, made on first use. */
export function callCounts(state: WayfairState, poNumber: string): CallCounts {
  return (state.calls[poNumber] ??= {
    acceptCalls: 0,
    acceptRefused: 0,
    acceptEffects: 0,
    registerCalls: 0,
    registerRefused: 0,
    registerEffects: 0,
    noticeCalls: 0,
    noticeRefused: 0,
    noticeEffects: 0,
  });
}

/** An order is cancelled exactly when every line is; the wire has no flag for the order. */
export function isCancelled(order: PurchaseOrder): boolean {
  return order.products.every((product) => product.isCancelled);
}

/** Leaves the `hasResponse: false` queue once accepted, or once nothing is left to answer. */
export function hasResponse(order: PurchaseOrder): boolean {
  return order.acceptedAt !== null || isCancelled(order);
}
