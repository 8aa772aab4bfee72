import { dict } from '#kit/model/dict.ts';

/**
 * The supplier port: what a connector of a wholesale supplier offers to Waybill. Connectors map and transport;
 * what becomes of a row, guards, identity and state belong to this module. Prices are in 1/10000 of the major
 * unit (bigint), lengths mm, weights g, instants Date.
 */

/** Marketplaces that a supplier may forbid a product to be listed at. */
export const bannedPlatform = dict('supply_platform', {
  wayfair: 'Wayfair',
  amazon: 'Amazon',
  walmart: 'Walmart',
  ownSite: '自有网站',
  ebay: 'eBay',
  overstock: 'Overstock',
  homeDepot: 'Home Depot',
  lowes: "Lowe's",
  wish: 'Wish',
  newegg: 'Newegg',
  aliexpress: 'AliExpress',
  shein: 'SHEIN',
  temu: 'Temu',
  tiktok: 'TikTok',
  costco: 'Costco',
  other: '其他平台',
});
export type BannedPlatform = keyof typeof bannedPlatform.items;

/** A row of an answer that says nothing we can use, and why. */
export interface UnreadSupply {
  sku: string | null;
  reason: string;
  /** As it came. */
  raw: string;
}

/** Rows of one question, those that could not be read, and those that the supplier does not give us. */
export interface SupplyAnswer<T> {
  rows: readonly T[];
  unread: readonly UnreadSupply[];
}

/** A page of what the supplier lets us buy. */
export interface SupplyPage extends SupplyAnswer<string> {
  /** Null: it was the last. */
  next: number | null;
}

export interface SupplyDetail {
  sku: string;
  title: string;
  category: string | null;
  imageUrl: string | null;
  weightG: number | null;
  lengthMm: number | null;
  widthMm: number | null;
  heightMm: number | null;
  banned: readonly BannedPlatform[];
  /** Least quantity that is sold; null: not said. */
  moq: number | null;
}

export interface SupplyPrice {
  sku: string;
  currency: string;
  /** The lowest that is valid now; null: it cannot be bought now. */
  price: bigint | null;
  shippingFee: bigint | null;
  isAvailable: boolean;
}

/** Units of one warehouse of the supplier: quantities come as ranges. */
export interface SupplyStock {
  sku: string;
  warehouseCode: string;
  least: number;
  most: number;
  /** Day of the next arrival; null: not said. */
  eta: string | null;
  etaQty: number | null;
}

export interface SupplierConnection {
  /** @throws SupplierError that says which thing is wrong */
  testAuth(): Promise<void>;
  listSkus(page: number): Promise<SupplyPage>;
  /** Of as many as {@link SupplierConnector.limits} allow in one go; one that is not given is among `unread`. */
  details(skus: readonly string[]): Promise<SupplyAnswer<SupplyDetail>>;
  prices(skus: readonly string[]): Promise<SupplyAnswer<SupplyPrice>>;
  stock(skus: readonly string[]): Promise<SupplyAnswer<SupplyStock>>;
}

/** What a call may fail with. `clock` is a secret that may be right and a clock that is wrong. */
export type SupplierErrorKind = 'auth' | 'clock' | 'denied' | 'validation' | 'rate' | 'transient' | 'unreadable';

export class SupplierError extends Error {
  readonly kind: SupplierErrorKind;
  readonly retryAfterMs: number | undefined;

  constructor(kind: SupplierErrorKind, message: string, retryAfterMs?: number) {
    super(message);
    this.name = 'SupplierError';
    this.kind = kind;
    this.retryAfterMs = retryAfterMs;
  }
}

/** A feed as a connector sees it: in memory only. */
export interface SupplierLogin {
  apiUrl: string;
  clientId: string;
  clientSecret: string;
}

/** Outgoing calls go through the house's one client. `rateKey` names the ceiling that a call falls under. */
export type SupplierFetch = (
  url: string,
  init: { method: 'GET' | 'POST'; headers: Record<string, string>; body?: string; rateKey: string },
) => Promise<{ status: number; headers: Record<string, string>; body: Uint8Array }>;

/** What is known of a supplier's interface without a feed. */
export interface SupplierConnector {
  code: string;
  title: string;
  /** Where it answers live. */
  apiUrl: string;
  /** Further origins that a live feed may be read at. */
  origins?: readonly string[];
  limits: {
    /** SKUs that one question may name. */
    batch: number;
    /** Calls under one rate key: so many at once, and so many a second after that. */
    burst: number;
    perSecond: number;
  };
  /** @param now the house's clock: signatures carry its time */
  connect(login: SupplierLogin, fetch: SupplierFetch, now: () => Date): SupplierConnection;
}
