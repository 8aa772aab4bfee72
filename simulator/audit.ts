/** What the channel saw of its clients: facts per order, promises kept and broken. */
import { brokenAtMirakl } from './mirakl/audit.ts';
import { hasResponse, isCancelled } from './wayfair/state.ts';
import type { CallCounts, EnvironmentName, PurchaseOrder, WayfairState } from './wayfair/state.ts';
import type { Violation, World } from './world.ts';

export interface OrderFacts extends CallCounts {
  environment: EnvironmentName;
  hasResponse: boolean;
  cancelled: boolean;
  labels: number;
  products: {
    partNumber: string;
    ordered: number;
    open: number;
    shipped: number;
    isCancelled: boolean;
  }[];
}

export interface Audit {
  violations: Violation[];
  warnings: Violation[];
  /** By PO number, every order that was ever called for or exists. */
  facts: Record<string, OrderFacts>;
  /** Writes answered and not yet in effect. */
  pendingEffects: number;
}

/** Violations noted as they happened, and those that only counting shows. */
export function audit(world: World): Audit {
  const facts: Record<string, OrderFacts> = {};
  const counted: Violation[] = [];
  const at = new Date(world.clock.now()).toISOString();
  let pendingEffects = 0;
  for (const environment of ['production', 'sandbox'] as const) {
    const state = world.environments[environment];
    pendingEffects += state.effects.length;
    for (const order of Object.values(state.orders)) {
      const fact = factsOf(environment, state, order);
      facts[order.poNumber] = fact;
      for (const [rule, detail] of brokenBy(fact)) {
        counted.push({ rule, at, environment, poNumber: order.poNumber, detail });
      }
    }
  }
  for (const [rule, detail] of paidTwice(world))
    counted.push({ rule, at, environment: 'production', poNumber: null, detail });
  for (const [rule, orderId, detail] of brokenAtMirakl(world))
    counted.push({ rule, at, environment: 'production', poNumber: orderId, detail });
  return {
    violations: [...world.violations, ...counted],
    warnings: world.warnings,
    facts,
    pendingEffects,
  };
}

function factsOf(environment: EnvironmentName, state: WayfairState, order: PurchaseOrder): OrderFacts {
  const events = state.labelEvents.filter((event) => event.poNumber === order.poNumber);
  return {
    ...(state.calls[order.poNumber] ?? NO_CALLS),
    environment,
    hasResponse: hasResponse(order),
    cancelled: isCancelled(order),
    labels: events.reduce((total, event) => total + event.boxes.length, 0),
    products: order.products.map((product) => ({
      partNumber: product.partNumber,
      ordered: product.orderedQuantity,
      open: product.isCancelled ? 0 : product.quantity,
      shipped: product.shippedQuantity,
      isCancelled: product.isCancelled,
    })),
  };
}

/** Labels of the carrier that were paid for one and the same purchase, and kept. */
function paidTwice(world: World): [string, string][] {
  const stored = new Map<string, string[]>();
  for (const { id, reference, voidedAt } of world.carrier.labels)
    if (voidedAt === null) stored.set(reference, [...(stored.get(reference) ?? []), id]);
  return [...stored]
    .filter(([, ids]) => ids.length > 1)
    .map(([reference, ids]) => ['label-paid-twice', `${reference}: ${ids.join(', ')}`]);
}

function brokenBy(fact: OrderFacts): [string, string][] {
  const broken: [string, string][] = [];
  if (fact.acceptEffects > 1) broken.push(['accepted-twice', `${fact.acceptEffects} accepts`]);
  if (fact.registerEffects > 1) {
    broken.push(['registered-twice', `${fact.registerEffects} label events`]);
  }
  for (const product of fact.products) {
    if (product.shipped > product.ordered) {
      const detail = `${product.partNumber}: shipped ${product.shipped} of ${product.ordered}`;
      broken.push(['shipped-twice', detail]);
    }
  }
  return broken;
}

const NO_CALLS: CallCounts = {
  acceptCalls: 0,
  acceptRefused: 0,
  acceptEffects: 0,
  registerCalls: 0,
  registerRefused: 0,
  registerEffects: 0,
  noticeCalls: 0,
  noticeRefused: 0,
  noticeEffects: 0,
};
