/** Makes believable purchase orders from a seed, and the stock the channel starts with. */
import { addBusinessDays, atLocalHour } from './business-time.ts';
import { CALIFORNIA, CATALOGUE, NEW_JERSEY, ONTARIO, SANDBOX_CATALOGUE, WAREHOUSES } from './catalogue.ts';
import { shipClassOf } from './ship-class.ts';
import { randomBuyer } from './wayfair/buyers.ts';
import { catalogueCartons, cataloguePart } from './wayfair/cartons.ts';
import { FREIGHT_CARRIERS, PARCEL_CARRIERS } from './wayfair/codes.ts';
import { warehouseOf } from './wayfair/orders.ts';
import { wayfairSku } from './wayfair/sku.ts';
import { nextNumber } from './wayfair/state.ts';
import type { CataloguePart } from './catalogue.ts';
import type { Random } from './random.ts';
import type { ShipClass } from './ship-class.ts';
import type { EnvironmentName, OrderProduct, PostalAddress, PurchaseOrder } from './wayfair/state.ts';
import type { World } from './world.ts';

/** What a caller may fix about an order; everything else is made up from the seed. */
export interface OrderInput {
  poNumber?: string;
  kind?: PurchaseOrder['kind'];
  /** Instant in milliseconds, or ISO text. */
  poDate?: number | string;
  estimatedShipDate?: number | string;
  warehouseId?: string;
  lines?: { partNumber: string; quantity: number; price?: number; customComment?: string }[];
  shipTo?: Partial<PostalAddress>;
  shipSpeed?: string;
  carrierCode?: string | null;
  customsRequired?: boolean;
  repeatedRows?: number;
  /** What another system of the seller's has done with it already. */
  elsewhere?: 'accepted' | 'shipped';
}

/** Puts one order into the channel and returns it. */
export function createOrder(
  world: World,
  environment: EnvironmentName,
  random: Random,
  input: OrderInput = {},
): PurchaseOrder {
  const state = world.environments[environment];
  const warehouseId = input.warehouseId ?? pickWarehouse(random);
  const products = (input.lines ?? pickLines(environment, warehouseId, random)).map(productOf);
  const { shipTo, email } = randomBuyer(random);
  const shipClass = classOf(products);
  const poDate = instantOf(input.poDate) ?? world.clock.now();
  const storePrefix = random.chance(0.85) ? 'CS' : random.pick(['JM', 'AM', 'BL', 'PG']);
  const poNumber = input.poNumber ?? nextPoNumber(world, storePrefix, random);
  const order: PurchaseOrder = {
    id: nextNumber(state),
    kind: input.kind ?? 'dropship',
    poNumber,
    poDate,
    orderId: `4${random.digits(9)}`,
    orderType: 'Dropship',
    storePrefix: poNumber.slice(0, 2),
    salesChannelName: STORES[poNumber.slice(0, 2)] ?? 'Wayfair US',
    warehouseId,
    estimatedShipDate: instantOf(input.estimatedShipDate) ?? mustShipBy(poDate, shipClass, warehouseId),
    scheduledDeliveryDate: addBusinessDays(poDate, shipClass === 'parcel' ? 6 : 11),
    deliveryMethodCode: shipClass === 'parcel' ? 'SP' : 'LP',
    shipTo: { ...shipTo, ...input.shipTo },
    customerEmail: email,
    shipSpeed: input.shipSpeed ?? pickSpeed(shipClass, random),
    carrierCode: input.carrierCode === undefined ? pickCarrier(shipClass, random) : input.carrierCode,
    products,
    customsRequired: input.customsRequired ?? warehouseId === ONTARIO,
    repeatedRows: input.repeatedRows ?? 0,
    acceptSubmittedAt: null,
    acceptedAt: null,
  };
  for (const product of order.products) product.estShipDate = order.estimatedShipDate;
  if (state.orders[poNumber] !== undefined) throw new RangeError(`${poNumber} exists already`);
  state.orders[poNumber] = order;
  if (input.elsewhere) actElsewhere(order, input.elsewhere, world.clock.now());
  return order;
}

/**
 * Answers an order, and ships it, as another system of the seller's would: at once, uncounted.
 * @param parts what of it is shipped; all of it by default
 */
export function actElsewhere(
  order: PurchaseOrder,
  what: 'accepted' | 'shipped',
  at: number,
  parts?: readonly string[],
): void {
  order.acceptSubmittedAt ??= at;
  order.acceptedAt ??= at;
  if (what === 'accepted') return;
  for (const product of order.products) {
    if (product.isCancelled || parts?.includes(product.partNumber) === false) continue;
    product.shippedQuantity = product.quantity;
    product.fillDate = at;
  }
}

/** Publishes the suggested stock, as if the seller's last full feed had just been taken. */
export function seedStock(world: World, environment: EnvironmentName): void {
  const state = world.environments[environment];
  const parts = environment === 'sandbox' ? SANDBOX_CATALOGUE : CATALOGUE;
  for (const { supplierId } of WAREHOUSES) {
    const rows = (state.stock[supplierId] ??= {});
    for (const entry of parts) {
      rows[entry.partNumber] ??= {
        onHand: entry.stock[supplierId] ?? 0,
        backordered: 0,
        onOrder: 0,
        nextAvailability: null,
        discontinued: false,
        updatedAt: world.clock.now(),
      };
    }
  }
}

/** Class of the order as the channel's catalogue would pack it. */
export function classOf(products: readonly Pick<OrderProduct, 'partNumber'>[]): ShipClass {
  return shipClassOf(products.flatMap((product) => catalogueCartons(product.partNumber)));
}

const STORES: Readonly<Record<string, string>> = {
  CS: 'Wayfair US',
  JM: 'Joss & Main',
  AM: 'AllModern',
  BL: 'Birch Lane',
  PG: 'Perigold',
};

function pickWarehouse(random: Random): string {
  const roll = random.next();
  if (roll < 0.52) return NEW_JERSEY;
  return roll < 0.92 ? CALIFORNIA : ONTARIO;
}

function pickLines(environment: EnvironmentName, warehouseId: string, random: Random) {
  const parts = sellableParts(environment, warehouseId);
  const roll = random.next();
  const count = roll < 0.7 ? 1 : roll < 0.92 ? 2 : 3;
  const chosen = new Set<CataloguePart>();
  while (chosen.size < count) chosen.add(random.pick(parts));
  return [...chosen].map(({ partNumber }) => {
    const luck = random.next();
    const most = warehouseId === ONTARIO ? 2 : 4;
    const quantity = luck < 0.76 ? 1 : luck < 0.95 ? 2 : random.integer(2, most);
    return { partNumber, quantity };
  });
}

/** Parts of no scenario that the warehouse really holds. */
function sellableParts(environment: EnvironmentName, warehouseId: string): CataloguePart[] {
  const parts = environment === 'sandbox' ? SANDBOX_CATALOGUE : CATALOGUE;
  return parts.filter((entry) => entry.reservedFor === undefined && (entry.stock[warehouseId] ?? 0) > 0);
}

export function productOf(line: NonNullable<OrderInput['lines']>[number]): OrderProduct {
  const part = cataloguePart(line.partNumber);
  const cartons = catalogueCartons(line.partNumber);
  return {
    partNumber: line.partNumber,
    sku: wayfairSku(line.partNumber),
    name: part?.name ?? line.partNumber,
    orderedQuantity: line.quantity,
    quantity: line.quantity,
    price: line.price ?? Number(part?.price ?? '50.00'),
    pieceCount: cartons.length,
    weight: cartons.reduce((total, carton) => total + carton.weightLb, 0),
    estShipDate: null,
    fillDate: null,
    isCancelled: false,
    shippedQuantity: 0,
    customComment: line.customComment ?? null,
  };
}

function pickSpeed(shipClass: ShipClass, random: Random): string {
  const roll = random.next();
  if (shipClass === 'parcel') {
    if (roll < 0.86) return 'GROUND';
    return roll < 0.94 ? 'FEDEX_HOME' : 'SECOND_DAY_AIR';
  }
  if (roll < 0.6) return 'CURBSIDE';
  return roll < 0.85 ? 'THRESHOLD_DELIVERY' : 'WHITE_GLOVE_SILVER';
}

function pickCarrier(shipClass: ShipClass, random: Random): string {
  return random.pick(shipClass === 'parcel' ? PARCEL_CARRIERS : FREIGHT_CARRIERS).code;
}

/** Two workdays for parcels, three for freight, until 17:00 at the warehouse. */
function mustShipBy(poDate: number, shipClass: ShipClass, warehouseId: string): number {
  const day = addBusinessDays(poDate, shipClass === 'parcel' ? 2 : 3);
  return atLocalHour(day, 17, warehouseOf(warehouseId).timeZone);
}

/** Two letters of the store and nine digits; never the same number twice. */
function nextPoNumber(world: World, storePrefix: string, random: Random): string {
  world.poSequence += 1;
  return `${storePrefix}${415_870_000 + world.poSequence * 37 + random.integer(0, 36)}`;
}

function instantOf(value: number | string | undefined): number | null {
  if (value === undefined) return null;
  const instant = typeof value === 'number' ? value : Date.parse(value);
  if (Number.isNaN(instant)) throw new RangeError(`no date: ${value}`);
  return instant;
}
