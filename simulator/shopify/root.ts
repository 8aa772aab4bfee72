/** The shop's answers: reading by the search language, and what is sent. */
import { addViolation, addWarning } from '../world.ts';
import { demand, ENVIRONMENT, iso, type ShopContext } from './context.ts';
import { inventorySetQuantities } from './set-quantities.ts';
import { nextId } from './state.ts';
import { matches } from './search.ts';
import type { World } from '../world.ts';
import type {
  FulfillmentOrderLine,
  ShopFulfillment,
  ShopFulfillmentOrder,
  ShopifyState,
  ShopLine,
  ShopOrder,
  ShopVariant,
} from './state.ts';

interface PageArguments {
  first?: number | null;
  after?: string | null;
  query?: string | null;
}

const bag = (amount: string, currencyCode: string) => {
  const money = { amount, currencyCode };
  return { shopMoney: money, presentmentMoney: money };
};

export const SHOP_ROOT = {
  shop: (_args: unknown, { world }: ShopContext) => ({
    id: 'gid://shopify/Shop/1',
    name: 'Larkfield Home',
    currencyCode: 'USD',
    myshopifyDomain: new URL(world.url).host,
  }),
  currentAppInstallation: (_args: unknown, { scopes }: ShopContext) => ({
    id: 'gid://shopify/AppInstallation/1',
    accessScopes: scopes.map((handle) => ({ handle, description: handle })),
  }),
  locations: (args: PageArguments, { world }: ShopContext) => pageOf(world.shopify.locations, args),
  orders: listOrders,
  inventoryItems: (args: PageArguments, context: ShopContext) => {
    demand(context, 'read_inventory', 'write_inventory');
    const found = context.world.shopify.variants.filter((one) => matches(args.query, { sku: one.sku ?? '' }));
    return pageOf(found.map(itemOf), args);
  },
  productVariants: (args: PageArguments, context: ShopContext) => {
    demand(context, 'read_products', 'write_products');
    const { shopify } = context.world;
    const found = shopify.variants.filter((one) => matches(args.query, { sku: one.sku ?? '' }));
    return pageOf(
      found.map((one) => variantOf(shopify, one)),
      args,
    );
  },
  fulfillmentCreate,
  inventorySetQuantities,
};

/** Rows behind a cursor, which is the number of the last one. */
function pageOf<T>(rows: readonly T[], { first, after }: PageArguments) {
  const start = after == null ? 0 : Number(Buffer.from(after, 'base64').toString()) + 1;
  const some = rows.slice(start, start + Math.min(first ?? 50, 250));
  const end = start + some.length - 1;
  const endCursor = some.length === 0 ? null : Buffer.from(String(end)).toString('base64');
  const pageInfo = { hasNextPage: end + 1 < rows.length, hasPreviousPage: start > 0, startCursor: null, endCursor };
  return { nodes: some, pageInfo };
}

function listOrders(args: PageArguments & { sortKey: string }, context: ShopContext) {
  demand(context, 'read_orders', 'write_orders');
  const { shopify } = context.world;
  const found = shopify.orders.filter((order) =>
    matches(args.query, { name: order.name, updated_at: order.updatedAt }),
  );
  const sorted = found.toSorted((a, b) =>
    args.sortKey === 'UPDATED_AT' ? a.updatedAt - b.updatedAt : a.createdAt - b.createdAt,
  );
  return pageOf(
    sorted.map((order) => orderOf(shopify, order)),
    args,
  );
}

function orderOf(state: ShopifyState, order: ShopOrder) {
  const { shipTo, currency } = order;
  const left = order.fulfillmentOrders.flatMap(({ lines }) => lines).reduce((sum, { remaining }) => sum + remaining, 0);
  const sent = order.fulfillments.some(({ status }) => status === 'SUCCESS');
  return {
    ...order,
    createdAt: iso(order.createdAt),
    updatedAt: iso(order.updatedAt),
    processedAt: iso(order.createdAt),
    cancelledAt: order.cancelledAt === null ? null : iso(order.cancelledAt),
    cancelReason: order.cancelledAt === null ? null : 'CUSTOMER',
    currencyCode: currency,
    displayFinancialStatus: order.financialStatus,
    displayFulfillmentStatus: sent ? (left === 0 ? 'FULFILLED' : 'PARTIALLY_FULFILLED') : 'UNFULFILLED',
    shippingLine: { title: order.shippingTitle, code: order.shippingTitle, carrierIdentifier: null },
    shippingAddress: { ...shipTo, province: shipTo.provinceCode, country: shipTo.countryCodeV2 },
    lineItems: (args: PageArguments) =>
      pageOf(
        order.lines.map((line) => lineOf(state, line, currency)),
        args,
      ),
    fulfillmentOrders: (args: PageArguments) =>
      pageOf(
        order.fulfillmentOrders.map((row) => fulfillmentOrderOf(state, order, row)),
        args,
      ),
    fulfillments: () => order.fulfillments.map((row) => fulfillmentOf(state, order, row)),
  };
}

const lineOf = (state: ShopifyState, line: ShopLine, currency: string) => {
  const variant = state.variants.find(({ id }) => id === line.variantId);
  return {
    ...line,
    variant: variant ? variantOf(state, variant) : null,
    originalUnitPriceSet: bag(line.price, currency),
    discountedUnitPriceAfterAllDiscountsSet: bag(line.discounted, currency),
  };
};

const fulfillmentOrderOf = (state: ShopifyState, order: ShopOrder, row: ShopFulfillmentOrder) => {
  const location = state.locations.find(({ id }) => id === row.locationId);
  return {
    id: row.id,
    status: row.status,
    fulfillAt: null,
    fulfillBy: row.fulfillBy === null ? null : iso(row.fulfillBy),
    assignedLocation: { name: location?.name ?? '', location: location ?? null },
    lineItems: (args: PageArguments) =>
      pageOf(
        row.lines.map((line) => ({
          id: line.id,
          remainingQuantity: line.remaining,
          totalQuantity: line.total,
          lineItem: lineById(state, order, line.lineItemId),
        })),
        args,
      ),
  };
};

const lineById = (state: ShopifyState, order: ShopOrder, id: string) => {
  const line = order.lines.find((one) => one.id === id);
  return line ? lineOf(state, line, order.currency) : null;
};

const fulfillmentOf = (state: ShopifyState, order: ShopOrder, row: ShopFulfillment) => ({
  id: row.id,
  status: row.status,
  createdAt: iso(row.createdAt),
  trackingInfo: row.numbers.map((number) => ({ company: row.company, number, url: null })),
  fulfillmentLineItems: (args: PageArguments) =>
    pageOf(
      row.lines.map(({ lineItemId, quantity }) => ({
        id: `${row.id}-${lineItemId}`,
        quantity,
        lineItem: lineById(state, order, lineItemId),
      })),
      args,
    ),
});

const variantOf = (state: ShopifyState, variant: ShopVariant) => ({
  id: variant.id,
  sku: variant.sku,
  title: variant.title,
  product: state.products.find(({ id }) => id === variant.productId),
  inventoryItem: itemOf(variant),
});

const itemOf = (variant: ShopVariant) => ({
  id: variant.itemId,
  sku: variant.sku,
  tracked: variant.tracked,
  inventoryLevel: ({ locationId }: { locationId: string }) => {
    const quantity = variant.available[locationId];
    if (quantity === undefined) return null;
    const quantities = ({ names }: { names: string[] }) =>
      names.map((name) => ({ id: `${variant.itemId}-${name}`, name, quantity: name === 'available' ? quantity : 0 }));
    return { id: `${variant.itemId}-${locationId}`, quantities };
  },
});

interface FulfillmentArguments {
  fulfillment: {
    lineItemsByFulfillmentOrder: {
      fulfillmentOrderId: string;
      fulfillmentOrderLineItems?: { id: string; quantity: number }[] | null;
    }[];
    trackingInfo?: { company?: string | null; number?: string | null; numbers?: string[] | null } | null;
  };
}

const READY = new Set(['OPEN', 'IN_PROGRESS']);
const refusedWith = (message: string) => ({ fulfillment: null, userErrors: [{ field: ['fulfillment'], message }] });

/** Takes units out of the fulfilment orders named; without rows all that is left of one. */
function fulfillmentCreate({ fulfillment: input }: FulfillmentArguments, context: ShopContext) {
  demand(context, 'write_merchant_managed_fulfillment_orders');
  const { world } = context;
  const { shopify: state } = world;
  const taken: { order: ShopOrder; row: ShopFulfillmentOrder; line: FulfillmentOrderLine; quantity: number }[] = [];
  for (const { fulfillmentOrderId, fulfillmentOrderLineItems } of input.lineItemsByFulfillmentOrder) {
    const order = state.orders.find((one) => one.fulfillmentOrders.some(({ id }) => id === fulfillmentOrderId));
    const row = order?.fulfillmentOrders.find(({ id }) => id === fulfillmentOrderId);
    if (!order || !row) return refusedWith('Fulfillment order does not exist.');
    if (!READY.has(row.status))
      return refusedWith(
        `Fulfillment order ${fulfillmentOrderId} has an unfulfillable status= ${row.status.toLowerCase()}.`,
      );
    const wanted = fulfillmentOrderLineItems ?? row.lines.map(({ id, remaining }) => ({ id, quantity: remaining }));
    for (const { id, quantity } of wanted) {
      const line = row.lines.find((one) => one.id === id);
      if (!line) return refusedWith('Invalid fulfillment order line item.');
      if (quantity < 1 || quantity > line.remaining)
        return refusedWith('Invalid fulfillment order line item quantity requested.');
      taken.push({ order, row, line, quantity });
    }
  }
  const [first] = taken;
  if (!first) return refusedWith('No items to fulfill.');
  if (taken.some(({ order }) => order !== first.order))
    return refusedWith('All fulfillment orders must belong to one order.');
  if (new Set(taken.map(({ row }) => row.locationId)).size > 1)
    return refusedWith('All fulfillment orders must be assigned to the same location.');
  const { company = null, number, numbers } = input.trackingInfo ?? {};
  const own = numbers ?? (number == null ? [] : [number]);
  judgeNumbers(world, first.order, own);
  const made: ShopFulfillment = {
    id: nextId(state, 'Fulfillment'),
    status: 'SUCCESS',
    createdAt: world.clock.now(),
    company,
    numbers: own,
    lines: taken.map(({ line, quantity }) => ({ lineItemId: line.lineItemId, quantity })),
  };
  for (const { row, line, quantity } of taken) {
    line.remaining -= quantity;
    row.status = row.lines.every(({ remaining }) => remaining === 0) ? 'CLOSED' : 'IN_PROGRESS';
  }
  first.order.fulfillments.push(made);
  first.order.updatedAt = world.clock.now();
  return { fulfillment: fulfillmentOf(state, first.order, made), userErrors: [] };
}

/** One parcel goes to one buyer, and is announced once. */
function judgeNumbers(world: World, order: ShopOrder, numbers: readonly string[]): void {
  if (numbers.length === 0) addWarning(world, ENVIRONMENT, 'fulfilled-without-tracking', order.name, 'no number');
  for (const other of world.shopify.orders)
    for (const { numbers: known } of other.fulfillments)
      for (const number of numbers.filter((one) => known.includes(one)))
        addViolation(
          world,
          ENVIRONMENT,
          other === order ? 'fulfilled-twice' : 'tracking-shared',
          order.name,
          `${number} stands in ${other.name} already`,
        );
}
