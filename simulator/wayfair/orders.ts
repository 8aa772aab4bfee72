/** Order queries of the orders host, and how an order looks on the wire. */
import { PARENT_SUPPLIER, upcOf, WAREHOUSES } from '../catalogue.ts';
import { sees } from '../world.ts';
import { badRequest, PREFIX, schedule, transactionStatus, visibleOrder } from './context.ts';
import { selectRows } from './filters.ts';
import { hasResponse } from './state.ts';
import type { CatalogueWarehouse } from '../catalogue.ts';
import type { WireContext } from './context.ts';
import type { ListArguments } from './filters.ts';
import type { OrderProduct, PostalAddress, PurchaseOrder, ShippingAdvice, WayfairState } from './state.ts';

export interface OrderQueryArguments {
  limit?: number | null;
  hasResponse?: boolean | null;
  fromDate?: number | null;
  poNumbers?: (string | null)[] | null;
  sortOrder?: 'ASC' | 'DESC' | null;
}

/**
 * Orders from `fromDate` on (that instant included), oldest first by default. There is
 * no cursor; the limit is cut silently at the cap.
 */
export function listOrders(kind: PurchaseOrder['kind'], args: OrderQueryArguments, context: WireContext) {
  const limit = args.limit ?? 10;
  if (limit < 1) throw badRequest(context, 'limit must be greater than zero');
  const requested = args.poNumbers == null ? null : new Set(args.poNumbers.map((po) => po?.toUpperCase()));
  const cap = Math.min(limit, context.world.settings.limitCap);
  const ordered = ordersByDate(context.state);
  const rows: PurchaseOrder[] = [];
  for (let i = 0; i < ordered.length && rows.length < cap; i++) {
    const order = ordered[args.sortOrder === 'DESC' ? ordered.length - 1 - i : i];
    if (order === undefined || order.kind !== kind || !sees(context.client, order.warehouseId)) continue;
    if (requested !== null && !requested.has(order.poNumber)) continue;
    if (args.fromDate != null && order.poDate < args.fromDate) continue;
    if (args.hasResponse != null && hasResponse(order) !== args.hasResponse) continue;
    const copies = requested === null ? 1 + order.repeatedRows : 1;
    for (let copy = 0; copy < copies && rows.length < cap; copy++) rows.push(order);
  }
  return rows.map((order) => orderToWire(order, context));
}

/** The legacy list with its filter language. */
export function listLegacyOrders(args: ListArguments, context: WireContext) {
  const mine = ordersByDate(context.state).filter((order) => sees(context.client, order.warehouseId));
  const rows = selectRows(mine, args, legacyField, context.world.settings.limitCap);
  return rows.map((order) => orderToWire(order, context));
}

/** The wire form of an order; instants stay milliseconds until the date scalar writes them. */
export function orderToWire(order: PurchaseOrder, context: Pick<WireContext, 'world' | 'environment'>) {
  const warehouse = warehouseOf(order.warehouseId);
  const { shipTo } = order;
  return {
    ...order,
    supplierId: Number(order.warehouseId),
    supplierName: PARENT_SUPPLIER.name,
    supplierAddress1: warehouse.address1,
    supplierAddress2: null,
    supplierAddress3: null,
    supplierCity: warehouse.city,
    supplierState: warehouse.state,
    supplierPostalCode: warehouse.postalCode,
    customerName: shipTo.name,
    customerAddress1: shipTo.address1,
    customerAddress2: shipTo.address2,
    customerCity: shipTo.city,
    customerState: shipTo.state,
    customerPostalCode: shipTo.postalCode,
    customerCountry: shipTo.country,
    shippingInfo: {
      shipSpeed: order.shipSpeed,
      carrierCode: order.carrierCode,
      poolPointAgent: null,
      crossDockAgent: null,
      deliveryAgent: null,
    },
    packingSlipUrl: `${context.world.url}${PREFIX[context.environment]}/v1/packing_slip/${order.poNumber}`,
    warehouse: {
      id: order.warehouseId,
      name: warehouse.name,
      address: addressOf(warehouse),
      supplier: { ...PARENT_SUPPLIER, status: 'ACTIVE', currency: 'USD' },
    },
    products: order.products.map(productToWire),
    billTo: BILL_TO,
    billingInfo: { vatNumber: null },
  };
}

export function warehouseOf(supplierId: string): CatalogueWarehouse {
  const found = WAREHOUSES.find((w) => w.supplierId === supplierId) ?? WAREHOUSES[0];
  if (found === undefined) throw new Error('the catalogue has no warehouses');
  return found;
}

export function addressOf(warehouse: CatalogueWarehouse): PostalAddress {
  return {
    name: warehouse.name,
    address1: warehouse.address1,
    address2: null,
    address3: null,
    city: warehouse.city,
    state: warehouse.state,
    country: warehouse.country,
    postalCode: warehouse.postalCode,
    phoneNumber: warehouse.phone,
  };
}

/** Ship advice of orders that the channel's own warehouse sent. */
export function listShippingAdvice(
  args: OrderQueryArguments & { wsaIds?: (string | null)[] | null },
  context: WireContext,
) {
  const rows = context.state.advices.filter(
    (advice) =>
      sees(context.client, advice.supplierId) &&
      (args.wsaIds == null || args.wsaIds.includes(advice.wsaId)) &&
      (args.fromDate == null || advice.creationDate >= args.fromDate) &&
      (args.hasResponse == null || advice.acknowledged === args.hasResponse),
  );
  const sign = args.sortOrder === 'DESC' ? -1 : 1;
  rows.sort((a, b) => sign * (a.creationDate - b.creationDate));
  const cap = Math.min(args.limit ?? 10, context.world.settings.limitCap);
  return rows.slice(0, cap).map((advice) => adviceToWire(advice, context));
}

/** Takes note of a CastleGate order: it leaves the unanswered queue after the lag. */
export function acknowledgeCastleGate(args: { poNumber: string }, context: WireContext) {
  const order = visibleOrder(context, args.poNumber);
  if (order === null || order.kind !== 'castlegate') {
    return transactionStatus(context, [{ key: args.poNumber, message: 'Purchase order could not be found' }]);
  }
  if (order.acceptSubmittedAt === null && !context.dropEffect) {
    order.acceptSubmittedAt = context.now;
    schedule(context, { kind: 'accept', poNumber: order.poNumber, shipDates: {} });
  }
  return transactionStatus(context, []);
}

export function acknowledgeShippingAdvice(args: { wsaIds: (string | null)[] }, context: WireContext) {
  const known = new Set(context.state.advices.map((advice) => advice.wsaId));
  const wsaIds = args.wsaIds.filter((id) => id !== null);
  const errors = wsaIds
    .filter((id) => !known.has(id))
    .map((key) => ({ key, message: 'Warehouse shipping advice could not be found' }));
  if (!context.dropEffect) schedule(context, { kind: 'acknowledge', wsaIds });
  return transactionStatus(context, errors);
}

const BILL_TO: PostalAddress = {
  name: 'Wayfair LLC',
  address1: '4 Copley Place',
  address2: 'Floor 7',
  address3: null,
  city: 'Boston',
  state: 'MA',
  country: 'US',
  postalCode: '02116',
  phoneNumber: null,
};

function productToWire(product: OrderProduct) {
  return {
    ...product,
    totalCost: Math.round(product.price * product.quantity * 100) / 100,
    totalWeight: Math.round(product.weight * product.quantity * 100) / 100,
    isTscaCompliant: true,
    twoDayGuaranteeDeliveryDeadline: null,
    event: null,
  };
}

function adviceToWire(advice: ShippingAdvice, context: WireContext) {
  const order = context.state.orders[advice.poNumber];
  const products = order?.products ?? [];
  const address = order === undefined ? null : { ...order.shipTo, company: null };
  const weight = products.reduce((total, product) => total + product.weight * product.quantity, 0);
  return {
    wsaId: advice.wsaId,
    supplierId: Number(advice.supplierId),
    poNumber: advice.poNumber,
    fulfillmentCustomerOrderNumber: order?.orderId ?? null,
    retailerOrderNumber: order?.orderId ?? null,
    fulfillmentPurchaseOrderNumber: advice.poNumber,
    creationDate: advice.creationDate,
    shipDate: advice.shipDate,
    shipSpeed: order?.shipSpeed ?? null,
    carrierCode: order?.carrierCode ?? null,
    totalShipmentWeight: weight,
    totalQuantity: products.reduce((total, product) => total + product.quantity, 0),
    warehouseId: advice.supplierId,
    actionDate: advice.shipDate,
    transactionHandle: advice.wsaId,
    packages: advice.trackingNumbers.map((trackingNumber) => ({
      packageWeight: weight / advice.trackingNumbers.length,
      trackingNumber,
    })),
    shipFrom: { ...addressOf(warehouseOf(advice.supplierId)), company: 'CastleGate' },
    shipTo: address,
    products: products.map((product) => ({
      quantityOrdered: product.orderedQuantity,
      quantityShipped: product.quantity,
      partNumber: product.partNumber,
      name: product.name,
      upc: upcOf(product.partNumber),
      sku: product.sku,
      forceQuantityMultiplier: 1,
    })),
  };
}

function legacyField(order: PurchaseOrder, field: string): string | number | boolean {
  switch (field) {
    case 'open':
      return !hasResponse(order);
    case 'poDate':
      return order.poDate;
    case 'estimatedShipDate':
      return order.estimatedShipDate;
    case 'supplierId':
      return Number(order.warehouseId);
    case 'id':
      return order.id;
    default:
      return order.poNumber;
  }
}

/** Sorted once per set of orders; a new or re-dated order makes a new list. */
const sortedOrders = new WeakMap<WayfairState['orders'], { count: number; rows: PurchaseOrder[] }>();

function ordersByDate(state: WayfairState): readonly PurchaseOrder[] {
  const known = sortedOrders.get(state.orders);
  const count = Object.keys(state.orders).length;
  if (known !== undefined && known.count === count) return known.rows;
  const rows = Object.values(state.orders).sort((a, b) => a.poDate - b.poDate || (a.poNumber < b.poNumber ? -1 : 1));
  sortedOrders.set(state.orders, { count, rows });
  return rows;
}

/** Call after changing the date of an order. */
export function forgetOrderOfDates(state: WayfairState): void {
  sortedOrders.delete(state.orders);
}
