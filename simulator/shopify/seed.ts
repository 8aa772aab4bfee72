/** Goods of the demo seller in a shop of its own, and orders made to measure. */
import { CATALOGUE } from '../catalogue.ts';
import { randomBuyer } from '../wayfair/buyers.ts';
import { nextId } from './state.ts';
import type { Random } from '../random.ts';
import type { World } from '../world.ts';
import type { FulfillmentOrderStatus, ShopLine, ShopOrder, ShopVariant } from './state.ts';

/** Locations of the shop, by the number people know them by. */
export const LOCATIONS = [
  { id: '60001', name: 'New Jersey warehouse' },
  { id: '60002', name: 'California warehouse' },
] as const;

export const locationGid = (id: string): string => `gid://shopify/Location/${id}`;

/** Every third part of the seller's catalogue stands in the shop; two products share one SKU. */
export function seedShop({ shopify: state }: World): void {
  if (state.variants.length > 0) return;
  state.locations = LOCATIONS.map(({ id, name }) => ({ id: locationGid(id), name, isActive: true }));
  const goods = CATALOGUE.filter((entry, index) => index % 3 === 0 && entry.reservedFor === undefined);
  for (const entry of goods) addVariant(state, entry.partNumber, entry.name, entry.category);
  const [first] = goods;
  if (first) addVariant(state, first.partNumber, `${first.name} (bundle page)`, first.category);
  addVariant(state, null, 'Gift wrapping', 'Service');
}

export function addVariant(
  state: World['shopify'],
  sku: string | null,
  title: string,
  productType: string,
): ShopVariant {
  const product = { id: nextId(state, 'Product'), title, status: 'ACTIVE' as const, productType };
  state.products.push(product);
  const variant: ShopVariant = {
    id: nextId(state, 'ProductVariant'),
    productId: product.id,
    itemId: nextId(state, 'InventoryItem'),
    sku,
    title: 'Default Title',
    price: '199.00',
    tracked: true,
    available: Object.fromEntries(state.locations.map(({ id }) => [id, 5])),
  };
  state.variants.push(variant);
  return variant;
}

export interface ShopOrderInput {
  lines: { sku: string | null; quantity: number; price?: string; discounted?: string; requiresShipping?: boolean }[];
  /** Location of each line (its number), all at the first where nothing is said. */
  locations?: string[];
  financialStatus?: string;
  status?: FulfillmentOrderStatus;
  currency?: string;
  test?: boolean;
  minutesAgo?: number;
  note?: string;
}

/** An order as a buyer leaves it: paid, assigned to locations, its goods taken out of what can be sold. */
export function createShopOrder(world: World, random: Random, input: ShopOrderInput): ShopOrder {
  const { shopify: state, clock } = world;
  const at = clock.now() - (input.minutesAgo ?? 0) * 60_000;
  const { shipTo, email } = randomBuyer(random);
  const lines = input.lines.map((line): ShopLine => {
    const variant = state.variants.find(({ sku }) => sku === line.sku);
    if (!variant) throw new RangeError(`no variant ${String(line.sku)}`);
    const product = state.products.find(({ id }) => id === variant.productId);
    const price = line.price ?? variant.price;
    return {
      id: nextId(state, 'LineItem'),
      variantId: variant.id,
      sku: variant.sku,
      title: product?.title ?? '',
      variantTitle: null,
      quantity: line.quantity,
      currentQuantity: line.quantity,
      requiresShipping: line.requiresShipping ?? true,
      price,
      discounted: line.discounted ?? price,
    };
  });
  const order: ShopOrder = {
    id: nextId(state, 'Order'),
    name: `#${++state.orderNumber}`,
    createdAt: at,
    updatedAt: at,
    cancelledAt: null,
    currency: input.currency ?? 'USD',
    test: input.test ?? false,
    financialStatus: input.financialStatus ?? 'PAID',
    email,
    note: input.note ?? null,
    tags: [],
    shippingTitle: 'Standard Shipping',
    shipTo: {
      name: shipTo.name,
      company: null,
      address1: shipTo.address1,
      address2: shipTo.address2,
      city: shipTo.city,
      provinceCode: shipTo.state,
      zip: shipTo.postalCode,
      countryCodeV2: shipTo.country,
      phone: shipTo.phoneNumber,
    },
    lines,
    fulfillmentOrders: [],
    fulfillments: [],
  };
  assign(world, order, input);
  state.orders.push(order);
  return order;
}

function assign(
  { shopify: state }: World,
  order: ShopOrder,
  { locations = [], status = 'OPEN' }: ShopOrderInput,
): void {
  const first = state.locations[0]?.id ?? '';
  const goods = order.lines.filter(({ requiresShipping }) => requiresShipping);
  const placeOf = (line: ShopLine): string => {
    const chosen = locations[order.lines.indexOf(line)];
    return chosen === undefined ? first : locationGid(chosen);
  };
  for (const [locationId, some] of Map.groupBy(goods, placeOf)) {
    order.fulfillmentOrders.push({
      id: nextId(state, 'FulfillmentOrder'),
      status,
      locationId,
      fulfillBy: null,
      lines: some.map((line) => ({
        id: nextId(state, 'FulfillmentOrderLineItem'),
        lineItemId: line.id,
        total: line.quantity,
        remaining: line.quantity,
      })),
    });
    for (const line of some) {
      const variant = state.variants.find(({ id }) => id === line.variantId);
      if (variant) variant.available[locationId] = (variant.available[locationId] ?? 0) - line.quantity;
    }
  }
}

/** The buyer or the seller cancels all that has not left. */
export function cancelShopOrder(world: World, order: ShopOrder): void {
  order.cancelledAt = world.clock.now();
  order.updatedAt = world.clock.now();
  for (const row of order.fulfillmentOrders) {
    if (row.status === 'CLOSED') continue;
    row.status = 'CANCELLED';
    for (const line of row.lines) {
      const own = order.lines.find(({ id }) => id === line.lineItemId);
      if (own) own.currentQuantity -= line.remaining;
      line.remaining = 0;
    }
  }
}
