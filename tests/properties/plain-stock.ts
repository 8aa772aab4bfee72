/**
 * Stock as domain.md describes it (§2.3, §4), without a database: boxes on shelves, what they cost, and
 * who was promised them. Written from there, not from the code: the random walk compares the two.
 */
export const CONDITIONS = ['good', 'damaged', 'quarantine'] as const;
export type Condition = (typeof CONDITIONS)[number];

/** Units and what they cost together, minor units. */
export interface Share {
  qty: number;
  value: bigint;
}

/** Units that came together; `unit` is what one of them costs, in 1/10000. */
export interface Layer extends Share {
  unit: bigint;
  from: string;
}

/** Goods of one SKU in one warehouse. */
export interface Pile {
  onHand: Record<Condition, number>;
  frozen: Record<Condition, number>;
  reserved: number;
  inTransit: number;
  limit: number;
  mayBeBelow: boolean;
  standardCost: bigint | null;
  /** Oldest first. */
  layers: Layer[];
  /** Left before they came, oldest first: units and value above zero. */
  owed: Share[];
  lastLayer?: Layer | undefined;
  /** What the last unit that came with a cost did cost: counts take it for what they find. */
  lastPaid?: bigint;
}

export const emptyPile = (of: Pick<Pile, 'limit' | 'mayBeBelow' | 'standardCost'>): Pile => ({
  onHand: { good: 0, damaged: 0, quarantine: 0 },
  reserved: 0,
  inTransit: 0,
  frozen: { good: 0, damaged: 0, quarantine: 0 },
  layers: [],
  owed: [],
  ...of,
});

export const halfUp = (value: bigint, by: bigint): bigint => (2n * value + by) / (2n * by);
/** A number of units at a price in 1/10000, in minor units. */
export const amountOf = (qty: number, unit: bigint): bigint => halfUp(BigInt(qty) * unit, 100n);
export const unitOf = ({ qty, value }: Share): bigint => halfUp(value * 100n, BigInt(qty));
export const sumOf = (shares: readonly Share[]): bigint => shares.reduce((sum, { value }) => sum + value, 0n);
const unitsOf = (shares: readonly Share[]): number => shares.reduce((sum, { qty }) => sum + qty, 0);
export const worthOf = ({ layers, owed }: Pile): bigint => sumOf(layers) - sumOf(owed);
export const unitsIn = ({ layers, owed }: Pile): number => unitsOf(layers) - unitsOf(owed);

/** Takes the oldest first; the remainder of a division stays on the layer. */
export function takeOldest(from: Share[], expected: number): Share[] {
  const taken: Share[] = [];
  let open = expected;
  for (const layer of from) {
    const qty = Math.min(open, layer.qty);
    if (qty === 0) continue;
    const value = halfUp(layer.value * BigInt(qty), BigInt(layer.qty));
    layer.qty -= qty;
    layer.value -= value;
    open -= qty;
    taken.push({ qty, value });
  }
  return taken;
}

/** What may leave: what nobody was promised, and no more than lies there unless it may be below zero. */
export function mayLeave(pile: Pile, condition: Condition, promised = 0): number {
  const isGood = condition === 'good';
  const held = isGood ? pile.reserved - promised : 0;
  const free = pile.onHand[condition] - held - pile.frozen[condition] + (isGood ? pile.limit : 0);
  return pile.mayBeBelow ? free : Math.min(pile.onHand[condition], free);
}

export const available = (pile: Pile): number => pile.onHand.good - pile.reserved - pile.frozen.good;

export class PlainStock {
  readonly piles: Pile[];
  /** Posted to 成本差异 so far, debit above zero. */
  variance = 0n;
  /** On their way, by line of a transfer. */
  readonly transit = new Map<string, { to: Pile; shares: Share[] }>();
  private readonly landed = new Map<
    string,
    { total: bigint; notes: { layer: Layer; qtyThen: number; amount: bigint }[] }
  >();

  constructor(piles: Pile[]) {
    this.piles = piles;
  }

  /** Units come, in shares of what they cost; those that left before stand settled by the oldest. */
  arrive(pile: Pile, condition: Condition, shares: readonly (Share & { unit: bigint })[], from: string): void {
    pile.onHand[condition] += unitsOf(shares);
    const layers = shares.map((share) => ({ ...share, from }));
    pile.layers.push(...layers);
    pile.lastLayer = layers.at(-1) ?? pile.lastLayer;
    const paid = layers.length === 1 ? layers[0]?.unit : unitOf(total(shares));
    if (paid) pile.lastPaid = paid;
    const units = Math.min(unitsOf(pile.layers), unitsOf(pile.owed));
    this.variance += sumOf(takeOldest(pile.layers, units)) - sumOf(takeOldest(pile.owed, units));
    pile.layers = pile.layers.filter(({ qty }) => qty > 0);
    pile.owed = pile.owed.filter(({ qty }) => qty > 0);
  }

  /** Units leave, first in, first out; what is nowhere costs what the last did. */
  leave(pile: Pile, condition: Condition, qty: number): Share[] {
    pile.onHand[condition] -= qty;
    const taken = takeOldest(pile.layers, qty);
    pile.layers = pile.layers.filter((layer) => layer.qty > 0);
    const missing = qty - unitsOf(taken);
    if (missing === 0) return taken;
    const value = amountOf(missing, pile.lastLayer?.unit ?? pile.standardCost ?? 0n);
    pile.owed.push({ qty: missing, value });
    return [...taken, { qty: missing, value }];
  }

  /** A cost of goods that came before: what lies there costs more, what has left is 成本差异. */
  land(id: string, amount: bigint, goods: readonly { pile: Pile; from: string; qty: number }[]): void {
    const notes: { layer: Layer; qtyThen: number; amount: bigint }[] = [];
    const parts = allocate(
      amount,
      goods.map(({ qty }) => qty),
    );
    for (const [at, { pile, from, qty }] of goods.entries()) {
      const own = pile.layers.filter((layer) => layer.from === from);
      const gone = qty - unitsOf(own);
      const shares = allocate(parts[at] ?? 0n, [...own.map((layer) => layer.qty), gone]);
      this.variance += shares.at(-1) ?? 0n;
      for (const [index, layer] of own.entries()) {
        const more = shares[index] ?? 0n;
        if (more === 0n) continue;
        notes.push({ layer, qtyThen: layer.qty, amount: more });
        layer.value += more;
        layer.unit = unitOf(layer);
      }
    }
    this.landed.set(id, { total: amount, notes });
  }

  /** Taken back: of each layer what its units still hold of it, the rest is 成本差异. */
  unland(id: string): void {
    const { total: amount, notes } = this.landed.get(id) ?? { total: 0n, notes: [] };
    let back = 0n;
    for (const { layer, qtyThen, amount: added } of notes) {
      const share = (added * BigInt(layer.qty)) / BigInt(qtyThen);
      const held = share < layer.value ? share : layer.value;
      layer.value -= held;
      if (held > 0n) layer.unit = unitOf(layer);
      back += held;
    }
    this.variance -= amount - back;
    this.landed.delete(id);
  }

  /** What all transfers on their way cost. */
  transitWorth(): bigint {
    return [...this.transit.values()].reduce((sum, { shares }) => sum + sumOf(shares), 0n);
  }
}

const total = (shares: readonly Share[]): Share => ({
  qty: unitsOf(shares),
  value: sumOf(shares),
});

/** Largest remainder, ties to the earlier (domain.md §0). */
export function allocate(amount: bigint, weights: readonly number[]): bigint[] {
  const all = BigInt(weights.reduce((sum, weight) => sum + weight, 0));
  if (all === 0n) return weights.map(() => 0n);
  const parts = weights.map((weight) => (amount * BigInt(weight)) / all);
  const rest = weights.map((weight) => (amount * BigInt(weight)) % all);
  let open = amount - parts.reduce((sum, part) => sum + part, 0n);
  const order = weights.map((_, at) => at).sort((a, b) => Number((rest[b] ?? 0n) - (rest[a] ?? 0n)));
  for (const at of order) {
    if (open === 0n) break;
    parts[at] = (parts[at] ?? 0n) + 1n;
    open -= 1n;
  }
  return parts;
}
