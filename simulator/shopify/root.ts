/** The shop's answers: reading by the search language, fulfilment and stock under its own rules. */
import { GraphQLError } from 'graphql';
import { addViolation, addWarning } from '../world.ts';
import { nextId } from './state.ts';
import { matches } from './search.ts';
import type { GraphQLResolveInfo } from 'graphql';
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

export interface ShopContext {
  world: World;
  scopes: readonly string[];
  /** Another buyer is quicker than the next stock write. */
  sellsMeanwhile: boolean;
}

interface PageArguments {
  first?: number | null;
  after?: string | null;
  query?: string | null;
}

const ENVIRONMENT = 'shopify';
const iso = (at: number): string => new Date(at).toISOString();
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

/** @throws GraphQLError ACCESS_DENIED where the app has none of the scopes */
function demand({ scopes }: ShopContext, ...oneOf: string[]): void {
  if (oneOf.some((scope) => scopes.includes(scope))) return;
  throw new GraphQLError(`Access denied. Required access: \`${oneOf[0] ?? ''}\` access scope.`, {
    extensions: { code: 'ACCESS_DENIED' },
  });
}

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

interface SetArguments {
  input: {
    name: string;
    reason: string;
    quantities: { inventoryItemId: string; locationId: string; quantity: number; changeFromQuantity?: number | null }[];
  };
}

/** Share of what sells that one write may bring to zero before the audit calls it a disaster. */
const ZEROED_SHARE = 0.2;

/** All of it or nothing; a key that was used is answered as it was then. */
function inventorySetQuantities({ input }: SetArguments, context: ShopContext, info: GraphQLResolveInfo): unknown {
  demand(context, 'write_inventory');
  const { world } = context;
  const { shopify: state } = world;
  const key = idempotencyKey(info);
  if (key === null)
    throw new GraphQLError('The @idempotent directive is required for this mutation but was not provided.', {
      extensions: { code: 'BAD_REQUEST' },
    });
  const known = state.answered[key];
  if (known !== undefined) return known;
  if (context.sellsMeanwhile) sellOne(state, input.quantities[0]);
  const userErrors: { field: string[]; message: string; code: string }[] = [];
  const refuse = (row: number, field: string, code: string, message: string) =>
    userErrors.push({ field: ['input', 'quantities', String(row), field], message, code });
  if (input.name !== 'available')
    userErrors.push({ field: ['input', 'name'], message: 'Invalid name.', code: 'INVALID_NAME' });
  const changes = input.quantities.flatMap((row, index) => {
    const variant = state.variants.find(({ itemId }) => itemId === row.inventoryItemId);
    const available = variant?.available[row.locationId];
    if (!variant)
      refuse(index, 'inventoryItemId', 'INVALID_INVENTORY_ITEM', 'The specified inventory item could not be found.');
    else if (available === undefined)
      refuse(index, 'locationId', 'ITEM_NOT_STOCKED_AT_LOCATION', 'The inventory item is not stocked at the location.');
    else if (row.quantity < 0)
      refuse(index, 'quantity', 'INVALID_QUANTITY_NEGATIVE', "The quantity can't be negative.");
    else if (row.changeFromQuantity != null && row.changeFromQuantity !== available)
      refuse(
        index,
        'changeFromQuantity',
        'CHANGE_FROM_QUANTITY_STALE',
        'The changeFromQuantity argument no longer matches the persisted quantity.',
      );
    else
      return [
        {
          variant,
          locationId: row.locationId,
          before: available,
          quantity: row.quantity,
          isBlind: row.changeFromQuantity == null,
        },
      ];
    return [];
  });
  if (userErrors.length > 0) return { inventoryAdjustmentGroup: null, userErrors };
  judgeStock(world, changes);
  for (const { variant, locationId, quantity } of changes) variant.available[locationId] = quantity;
  const group = {
    id: nextId(state, 'InventoryAdjustmentGroup'),
    createdAt: iso(world.clock.now()),
    reason: input.reason,
  };
  return (state.answered[key] = { inventoryAdjustmentGroup: group, userErrors: [] });
}

function judgeStock(
  world: World,
  changes: readonly { variant: ShopVariant; before: number; quantity: number; isBlind: boolean }[],
): void {
  const live = world.shopify.variants.filter(({ available }) => Object.values(available).some((one) => one > 0)).length;
  const zeroed = changes.filter(({ before, quantity }) => before > 0 && quantity === 0).length;
  if (live > 0 && zeroed / live > ZEROED_SHARE)
    addViolation(
      world,
      ENVIRONMENT,
      'push-zeroed-catalogue',
      null,
      `${zeroed} of ${live} variants went to zero at once`,
    );
  const blind = changes.filter(({ isBlind }) => isBlind).length;
  if (blind > 0) addWarning(world, ENVIRONMENT, 'stock-set-blindly', null, `${blind} rows without changeFromQuantity`);
}

function sellOne(state: ShopifyState, row: SetArguments['input']['quantities'][number] | undefined): void {
  const variant = state.variants.find(({ itemId }) => itemId === row?.inventoryItemId);
  if (variant && row) variant.available[row.locationId] = (variant.available[row.locationId] ?? 0) - 1;
}

function idempotencyKey(info: GraphQLResolveInfo): string | null {
  const directive = info.fieldNodes[0]?.directives?.find(({ name }) => name.value === 'idempotent');
  const value = directive?.arguments?.find(({ name }) => name.value === 'key')?.value;
  if (value?.kind === 'StringValue') return value.value;
  const given = value?.kind === 'Variable' ? info.variableValues.coerced[value.name.value] : undefined;
  return typeof given === 'string' && given !== '' ? given : null;
}
