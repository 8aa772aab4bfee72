/** Named sets of orders that tests and the demo ask for, with what is special about them. */
import { CATALOGUE, LEGACY_PART_NUMBERS, NEW_JERSEY } from './catalogue.ts';
import { createRandom } from './random.ts';
import { classOf, createOrder, seedStock } from './seed.ts';
import { requestCancellation } from './wayfair/cancel.ts';
import { nextNumber } from './wayfair/state.ts';
import type { Random } from './random.ts';
import type { OrderInput } from './seed.ts';
import type { EnvironmentName, PurchaseOrder } from './wayfair/state.ts';
import type { World } from './world.ts';

export const SCENARIOS = ['empty', 'demo', 's2', 's3', 's5', 'bulk', 'sandbox', 'moving'] as const;
export type Scenario = (typeof SCENARIOS)[number];

/** Which orders a scenario made, and which of them are odd in what way. */
export interface ScenarioFacts {
  scenario: Scenario;
  environment: EnvironmentName;
  poNumbers: string[];
  /** Rows that list queries show more than once. */
  repeated: string[];
  /** Old listing codes; `means` is the seller's own part. */
  unmapped: { poNumber: string; partNumber: string; means: string }[];
  /** Orders priced below the seller's list, with both prices. */
  priceMismatch: { poNumber: string; partNumber: string; listPrice: string; poPrice: string }[];
  badAddress: string[];
  outOfStock: { poNumber: string; partNumber: string }[];
  cancellationRequests: { poNumber: string; requestId: string }[];
  castleGate: string[];
  ltl: string[];
  customs: string[];
  /** Answered by another system of the seller's, not shipped yet. */
  acceptedElsewhere: string[];
  shippedElsewhere: string[];
}

export interface ScenarioOptions {
  scenario: Scenario;
  environment?: EnvironmentName;
  /** Number of orders of `bulk` (default 100). */
  n?: number;
  /** Seed of this set (default: the simulator's own). */
  seed?: number;
}

/** Adds the orders of a scenario to what is there. Same seed, same orders (dates move with the clock). */
export function applyScenario(world: World, options: ScenarioOptions): ScenarioFacts {
  const environment = options.environment ?? (options.scenario === 'sandbox' ? 'sandbox' : 'production');
  const random = createRandom(options.seed ?? world.seed);
  seedStock(world, environment);
  const before = new Set(Object.keys(world.environments[environment].orders));
  const facts = noFacts(options.scenario, environment);
  switch (options.scenario) {
    case 'empty':
      break;
    case 's2':
      seedS2(world, random, facts);
      break;
    case 'demo':
      seedDemo(world, random, facts);
      break;
    case 's3':
      add(world, random, facts, {
        warehouseId: NEW_JERSEY,
        lines: [{ partNumber: BED, quantity: 2 }],
      });
      break;
    case 's5':
      add(world, random, facts, {
        warehouseId: NEW_JERSEY,
        lines: [{ partNumber: STOOL, quantity: 10 }],
      });
      break;
    case 'bulk':
      spread(
        world,
        random,
        facts,
        Array.from({ length: options.n ?? 100 }, () => ({})),
        7 * 24,
      );
      break;
    case 'moving':
      seedMoving(world, random, facts);
      break;
    case 'sandbox':
      spread(
        world,
        random,
        facts,
        Array.from({ length: 25 }, () => ({})),
        72,
      );
      break;
  }
  const made = Object.values(world.environments[environment].orders).filter((order) => !before.has(order.poNumber));
  describe(made, facts);
  return facts;
}

const BED = 'WB-BED-HALDEN-QN';
const STOOL = 'WB-DCH-BRAM-CTR';
const HOUR = 3_600_000;

/**
 * 28 orders that arrive as 30 rows: two rows come twice, one of them across the edge of a page of
 * 25. Three orders name parts by old codes, one is 8 % cheaper than listed, one has a bad ZIP, two
 * ask for parts that are nowhere in stock.
 */
function seedS2(world: World, random: Random, facts: ScenarioFacts): void {
  const inputs: OrderInput[] = Array.from({ length: 28 }, () => ({}));
  const legacy = Object.keys(LEGACY_PART_NUMBERS);
  [3, 12, 20].forEach((place, i) => {
    inputs[place] = { lines: [{ partNumber: legacy[i] ?? '', quantity: 1 }] };
  });
  inputs[6] = cheaperOrder('WB-CTB-ARDEN-RD', 0.92);
  inputs[15] = { shipTo: { postalCode: '9021' } };
  const missing = CATALOGUE.filter((part) => part.reservedFor === 'out-of-stock');
  [17, 25].forEach((place, i) => {
    inputs[place] = { lines: [{ partNumber: missing[i]?.partNumber ?? '', quantity: 1 }] };
  });
  inputs[9] = { repeatedRows: 1 };
  inputs[23] = { repeatedRows: 1 };
  const orders = spread(world, random, facts, inputs, 26);
  facts.badAddress = [orders[15]?.poNumber ?? ''];
}

/** A working week of a small seller, with one of everything that needs a person. */
function seedDemo(world: World, random: Random, facts: ScenarioFacts): void {
  const inputs: OrderInput[] = Array.from({ length: 40 }, () => ({}));
  const legacy = Object.keys(LEGACY_PART_NUMBERS);
  inputs[5] = { lines: [{ partNumber: legacy[0] ?? '', quantity: 1 }] };
  inputs[18] = { lines: [{ partNumber: legacy[1] ?? '', quantity: 2 }] };
  inputs[9] = cheaperOrder('WB-VAN-LIDO-24', 0.92);
  inputs[14] = { shipTo: { postalCode: '9021' } };
  inputs[22] = { lines: [{ partNumber: 'WB-BKC-CUBE-9', quantity: 1 }] };
  inputs[27] = { warehouseId: NEW_JERSEY, lines: [{ partNumber: BED, quantity: 2 }] };
  const orders = spread(world, random, facts, inputs, 72);
  facts.badAddress = [orders[14]?.poNumber ?? ''];
  for (const order of [orders[30], orders[34]]) {
    const product = order?.products[0];
    if (order === undefined || product === undefined) continue;
    const record = requestCancellation(world, facts.environment, {
      poNumber: order.poNumber,
      partNumber: product.partNumber,
      reason: 'Customer changed mind',
    });
    facts.cancellationRequests.push({ poNumber: order.poNumber, requestId: record.requestId });
  }
  for (let i = 0; i < 2; i++) seedCastleGate(world, random, facts, i);
}

/** An order that the channel's own warehouse ships, with its advice. */
function seedCastleGate(world: World, random: Random, facts: ScenarioFacts, index: number): void {
  const poDate = world.clock.now() - (30 + index * 9) * HOUR;
  const order = createOrder(world, facts.environment, random, { kind: 'castlegate', poDate });
  const state = world.environments[facts.environment];
  facts.castleGate.push(order.poNumber);
  state.advices.push({
    wsaId: `WSA${nextNumber(state)}`,
    poNumber: order.poNumber,
    supplierId: order.warehouseId,
    creationDate: poDate + 20 * HOUR,
    shipDate: poDate + 19 * HOUR,
    trackingNumbers: [`7962${random.digits(8)}`],
    acknowledged: false,
  });
}

/**
 * What a seller finds who comes from another system: of the last days' orders some wait for an
 * answer, some have been answered there, some have been shipped.
 */
function seedMoving(world: World, random: Random, facts: ScenarioFacts): void {
  const inputs = Array.from({ length: 12 }, (_, i): OrderInput => {
    const elsewhere = (['shipped', 'accepted', undefined] as const)[i % 3];
    return elsewhere ? { elsewhere } : {};
  });
  const orders = spread(world, random, facts, inputs, 5 * 24);
  const of = (rest: number): string[] => orders.filter((_, i) => i % 3 === rest).map(({ poNumber }) => poNumber);
  facts.shippedElsewhere = of(0);
  facts.acceptedElsewhere = of(1);
}

function cheaperOrder(partNumber: string, factor: number): OrderInput {
  const listPrice = Number(CATALOGUE.find((part) => part.partNumber === partNumber)?.price ?? 0);
  const price = Math.round(listPrice * factor * 100) / 100;
  return { warehouseId: NEW_JERSEY, lines: [{ partNumber, quantity: 1, price }] };
}

/** Orders in the sequence given, evenly over the last `hours`, the newest an hour old. */
function spread(
  world: World,
  random: Random,
  facts: ScenarioFacts,
  inputs: readonly OrderInput[],
  hours: number,
): PurchaseOrder[] {
  const end = world.clock.now() - HOUR;
  const step = ((hours - 1) * HOUR) / Math.max(1, inputs.length);
  return inputs.map((input, i) => {
    const jitter = random.integer(0, Math.floor(step / 2));
    const poDate = Math.floor(end - (inputs.length - i) * step + jitter);
    return createOrder(world, facts.environment, random, { poDate, ...input });
  });
}

function add(world: World, random: Random, facts: ScenarioFacts, input: OrderInput): void {
  createOrder(world, facts.environment, random, { poDate: world.clock.now() - HOUR, ...input });
}

function describe(made: readonly PurchaseOrder[], facts: ScenarioFacts): void {
  const listed = new Map(CATALOGUE.map((part) => [part.partNumber, part]));
  for (const order of made.filter((one) => one.kind === 'dropship')) {
    const { poNumber } = order;
    facts.poNumbers.push(poNumber);
    if (order.repeatedRows > 0) facts.repeated.push(poNumber);
    if (order.customsRequired) facts.customs.push(poNumber);
    if (classOf(order.products) === 'ltl') facts.ltl.push(poNumber);
    for (const { partNumber, price } of order.products) {
      const means = LEGACY_PART_NUMBERS[partNumber];
      if (means !== undefined) facts.unmapped.push({ poNumber, partNumber, means });
      const part = listed.get(partNumber);
      if (part === undefined) continue;
      if (part.reservedFor === 'out-of-stock') facts.outOfStock.push({ poNumber, partNumber });
      if (Math.abs(Number(part.price) - price) > 0.005) {
        const poPrice = price.toFixed(2);
        facts.priceMismatch.push({ poNumber, partNumber, listPrice: part.price, poPrice });
      }
    }
  }
}

const noFacts = (scenario: Scenario, environment: EnvironmentName): ScenarioFacts => ({
  scenario,
  environment,
  poNumbers: [],
  repeated: [],
  unmapped: [],
  priceMismatch: [],
  badAddress: [],
  outOfStock: [],
  cancellationRequests: [],
  castleGate: [],
  ltl: [],
  customs: [],
  acceptedElsewhere: [],
  shippedElsewhere: [],
});
