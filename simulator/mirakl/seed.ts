/** Orders, offers and returns of the home-improvement marketplace, made to order or by the demo. */
import { CATALOGUE } from '../catalogue.ts';
import type { World } from '../world.ts';
import { nextNumber, type MiraklOrder, type MiraklReturn, type MiraklState, type OrderState } from './state.ts';

const HOUR = 3_600_000;
/** Parts of the seller that this marketplace lists. */
export const LISTED = CATALOGUE.filter((part) => part.reservedFor === undefined).slice(0, 24);

export interface OrderInput {
  lines: { sku: string; quantity: number; price?: string }[];
  state?: OrderState;
  withheld?: boolean;
  paymentWorkflow?: MiraklOrder['paymentWorkflow'];
  currency?: string;
  createdAt?: number;
}

const BUYERS = [
  ['Grace', 'Okafor', '48 Maple Avenue', 'Cleveland', 'OH', '44120'],
  ['Diego', 'Larsen', '1207 Juniper Lane', 'Austin', 'TX', '78704'],
  ['Priya', 'Haddad', '9 Harbor Street', 'Portland', 'OR', '97214'],
  ['Henry', 'Novak', '330 Oak Hill Road', 'Raleigh', 'NC', '27608'],
  ['Naomi', 'Clark', '71 Lakeview Drive', 'Madison', 'WI', '53703'],
] as const;

/** The seller's offers, where there are none yet. */
export function seedOffers(state: MiraklState): void {
  if (Object.keys(state.offers).length > 0) return;
  for (const [index, part] of LISTED.entries())
    state.offers[part.partNumber] = {
      sku: part.partNumber,
      id: 50_001 + index,
      title: part.name,
      quantity: 5,
      price: retailOf(part.price),
      description: part.name,
      leadtimeToShip: 2,
      logisticClass: 'M',
      minOrderQuantity: 1,
      isActive: index % 9 !== 8,
    };
}

/** @throws RangeError for a part that the marketplace does not list */
export function createOrder(world: World, input: OrderInput): MiraklOrder {
  const state = world.mirakl;
  seedOffers(state);
  const number = nextNumber(state);
  const id = `HI-${String(700_000 + number)}-A`;
  const at = input.createdAt ?? world.clock.now();
  const [firstname, lastname, street_1, city, region, zip_code] = BUYERS[number % BUYERS.length] ?? BUYERS[0];
  const order: MiraklOrder = {
    id,
    state: input.state ?? 'WAITING_ACCEPTANCE',
    createdAt: at,
    updatedAt: at,
    currency: input.currency ?? 'USD',
    paymentWorkflow: input.paymentWorkflow ?? 'PAY_ON_ACCEPTANCE',
    isWithheld: input.withheld ?? false,
    debitAt: null,
    debitedAt: null,
    // A door of its own for each order: two alike would be taken for one that came twice.
    to: {
      firstname,
      lastname,
      street_1: `${number} ${street_1}`,
      city,
      state: region,
      zip_code,
      country_iso_code: 'USA',
      phone: '2165550142',
    },
    lines: input.lines.map(({ sku, quantity, price }, index) => {
      const offer = state.offers[sku];
      if (offer === undefined) throw new RangeError(`no offer ${sku}`);
      const own = { sku, quantity, title: offer.title, price: price ?? offer.price };
      return {
        ...own,
        id: `${id}-${index + 1}`,
        state: input.state ?? 'WAITING_ACCEPTANCE',
        shippedQuantity: 0,
        shippedAt: null,
      };
    }),
    carrier: null,
    trackingNumber: null,
    counts: { acceptCalls: 0, acceptEffects: 0, shipCalls: 0, shipEffects: 0 },
  };
  state.orders[id] = order;
  return order;
}

export function createReturn(
  world: World,
  input: { orderId: string; reason?: string; lines?: MiraklReturn['lines'] },
): MiraklReturn {
  const order = world.mirakl.orders[input.orderId];
  if (order === undefined) throw new RangeError(`no order ${input.orderId}`);
  const made: MiraklReturn = {
    id: `5f0c0000-0000-4000-8000-${String(nextNumber(world.mirakl)).padStart(12, '0')}`,
    orderId: order.id,
    state: 'WAITING_ACCEPTANCE',
    reason: input.reason ?? 'RETURN_CHANGED_MIND',
    lines: input.lines ?? order.lines.slice(0, 1).map(({ id }) => ({ lineId: id, quantity: 1 })),
    createdAt: world.clock.now(),
  };
  world.mirakl.returns.push(made);
  return made;
}

/** What the demo finds there: orders of each kind, one of which stays in STAGING. */
export function seedDemoOrders(world: World): void {
  const now = world.clock.now();
  const skus = LISTED.map(({ partNumber }) => partNumber);
  const at = (index: number): string => skus[index % skus.length] ?? '';
  const make = (hours: number, input: OrderInput): void => {
    createOrder(world, { createdAt: now - hours * HOUR, ...input });
  };
  make(20, { lines: [{ sku: at(0), quantity: 1 }] });
  make(9, {
    lines: [
      { sku: at(3), quantity: 2 },
      { sku: at(5), quantity: 1 },
    ],
  });
  make(6, { lines: [{ sku: at(7), quantity: 1 }], withheld: true });
  make(4, { lines: [{ sku: at(11), quantity: 1 }], paymentWorkflow: 'PAY_ON_SHIPMENT' });
  make(2, { lines: [{ sku: at(13), quantity: 1 }], state: 'STAGING' });
  make(1, {
    lines: [
      { sku: at(2), quantity: 1 },
      { sku: at(9), quantity: 2 },
    ],
    withheld: true,
  });
}

/** What a buyer pays there: a third above the wholesale price, to the cent. */
export function retailOf(price: string): string {
  const cents = (BigInt(price.replace('.', '')) * 4n) / 3n;
  return `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`;
}
