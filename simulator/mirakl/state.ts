/** What the home-improvement marketplace knows: orders, offers, imports, shipments, returns, and who called how often. */

export type OrderState =
  | 'STAGING'
  | 'WAITING_ACCEPTANCE'
  | 'WAITING_DEBIT'
  | 'SHIPPING'
  | 'SHIPPED'
  | 'REFUSED'
  | 'CANCELED';

export interface MiraklLine {
  id: string;
  sku: string;
  title: string;
  quantity: number;
  /** Decimal text with two places. */
  price: string;
  state: OrderState;
  shippedQuantity: number;
  shippedAt: number | null;
}

export interface MiraklAddress {
  firstname: string;
  lastname: string;
  street_1: string;
  city: string;
  state: string;
  zip_code: string;
  country_iso_code: string;
  phone: string;
}

export interface MiraklOrder {
  id: string;
  state: OrderState;
  createdAt: number;
  updatedAt: number;
  currency: string;
  paymentWorkflow: 'PAY_ON_ACCEPTANCE' | 'PAY_ON_SHIPMENT';
  /** The address is shown only once the buyer has been charged. */
  isWithheld: boolean;
  /** When the debit is through; null = none is waited for. */
  debitAt: number | null;
  debitedAt: number | null;
  to: MiraklAddress;
  lines: MiraklLine[];
  carrier: string | null;
  trackingNumber: string | null;
  counts: { acceptCalls: number; acceptEffects: number; shipCalls: number; shipEffects: number };
}

/** Fields of an offer beside its key, with what each falls back to where a full write leaves it out. */
export interface MiraklOffer {
  sku: string;
  id: number;
  title: string;
  quantity: number;
  price: string;
  description: string;
  leadtimeToShip: number;
  logisticClass: string;
  minOrderQuantity: number;
  isActive: boolean;
}

export interface StockRow {
  sku: string;
  quantity: string;
  warehouse: string;
  action: string;
}

export interface StockImport {
  id: string;
  rows: StockRow[];
  status: 'WAITING' | 'RUNNING' | 'COMPLETE' | 'FAILED';
  /** Rows by their place in the file, with what is wrong with them. */
  errors: { line: number; message: string }[];
  /** Rows that the operator's rules refuse, whatever they say. */
  refusedSku: string | null;
  fails: boolean;
}

export interface MiraklShipment {
  id: string;
  orderId: string;
  trackingNumber: string;
  lines: { lineId: string; quantity: number }[];
  createdAt: number;
}

export interface MiraklReturn {
  id: string;
  orderId: string;
  state: 'WAITING_ACCEPTANCE' | 'IN_PROGRESS' | 'REFUSED' | 'CANCELED' | 'CLOSED';
  reason: string;
  lines: { lineId: string; quantity: number }[];
  createdAt: number;
}

export interface MiraklState {
  orders: Record<string, MiraklOrder>;
  offers: Record<string, MiraklOffer>;
  imports: Record<string, StockImport>;
  shipments: MiraklShipment[];
  returns: MiraklReturn[];
  /** When each operation with a ceiling was last called. */
  lastCalls: Record<string, number>;
  sequence: number;
}

export const emptyMiraklState = (): MiraklState => ({
  orders: {},
  offers: {},
  imports: {},
  shipments: [],
  returns: [],
  lastCalls: {},
  sequence: 0,
});

export const nextNumber = (state: MiraklState): number => (state.sequence += 1);
