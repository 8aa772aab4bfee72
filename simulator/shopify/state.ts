/** What the simulated shop knows: its goods by location, its orders, and what was sent of them. */

export interface ShopVariant {
  id: string;
  productId: string;
  itemId: string;
  sku: string | null;
  title: string;
  price: string;
  tracked: boolean;
  /** What can be sold, by location; absent: not stocked there. */
  available: Record<string, number>;
}

export interface ShopProduct {
  id: string;
  title: string;
  status: 'ACTIVE' | 'DRAFT' | 'ARCHIVED';
  productType: string;
}

export interface ShopAddress {
  name: string;
  company: string | null;
  address1: string;
  address2: string | null;
  city: string;
  provinceCode: string | null;
  zip: string;
  countryCodeV2: string;
  phone: string | null;
}

export interface ShopLine {
  id: string;
  variantId: string;
  sku: string | null;
  title: string;
  variantTitle: string | null;
  quantity: number;
  currentQuantity: number;
  requiresShipping: boolean;
  price: string;
  discounted: string;
}

export interface FulfillmentOrderLine {
  id: string;
  lineItemId: string;
  total: number;
  remaining: number;
}

export type FulfillmentOrderStatus = 'OPEN' | 'IN_PROGRESS' | 'ON_HOLD' | 'SCHEDULED' | 'CLOSED' | 'CANCELLED';

export interface ShopFulfillmentOrder {
  id: string;
  status: FulfillmentOrderStatus;
  locationId: string;
  fulfillBy: number | null;
  lines: FulfillmentOrderLine[];
}

export interface ShopFulfillment {
  id: string;
  status: 'SUCCESS' | 'CANCELLED';
  createdAt: number;
  company: string | null;
  numbers: string[];
  lines: { lineItemId: string; quantity: number }[];
}

export interface ShopOrder {
  id: string;
  name: string;
  createdAt: number;
  updatedAt: number;
  cancelledAt: number | null;
  currency: string;
  test: boolean;
  financialStatus: string;
  email: string;
  note: string | null;
  tags: string[];
  shippingTitle: string;
  shipTo: ShopAddress;
  lines: ShopLine[];
  fulfillmentOrders: ShopFulfillmentOrder[];
  fulfillments: ShopFulfillment[];
}

export interface ShopifyState {
  serial: number;
  orderNumber: number;
  locations: { id: string; name: string; isActive: boolean }[];
  products: ShopProduct[];
  variants: ShopVariant[];
  orders: ShopOrder[];
  /** Answers by the key they were asked with. */
  answered: Record<string, unknown>;
  /** Tokens and when they end, milliseconds. */
  tokens: Record<string, number>;
}

export const emptyShopifyState = (): ShopifyState => ({
  serial: 7_000_000,
  orderNumber: 1000,
  locations: [],
  products: [],
  variants: [],
  orders: [],
  answered: {},
  tokens: {},
});

export const nextId = (state: ShopifyState, kind: string): string => `gid://shopify/${kind}/${++state.serial}`;
