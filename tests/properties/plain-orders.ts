import { expect } from 'vitest';
import { available, unitOf, type PlainStock, type Share } from './plain-stock.ts';
import type { Place } from './walk-scene.ts';

/** Orders and their parcels as domain.md describes them (§3.1, §3.2, O-01 to O-05), without a database. */

export interface PlainLine {
  id: string;
  orderId: string;
  skuId: string;
  qty: number;
  cancelled: number;
  shipped: number;
  /** What its shipped units cost, and what is asked for it, minor units. */
  cost: bigint;
  net: bigint;
  /** Units of it that came back, and what parts cost that were sent for it later. */
  returned: number;
  partCost: bigint;
  /** Units held for it, by warehouse. */
  held: Map<string, number>;
}

/** A line as it is stored. */
export type StoredLine = Omit<PlainLine, 'held'> & {
  channelOrderNo: string;
  returnStatus: string;
};

/** Units of a line that a parcel carries. */
export interface Carried {
  id: string;
  shipmentId: string;
  warehouseId: string;
  orderLineId: string;
  skuId: string;
  qty: number;
}

export const openOf = ({ qty, cancelled, shipped }: PlainLine): number => qty - cancelled - shipped;
export const heldOf = ({ held }: PlainLine): number => [...held.values()].reduce((sum, qty) => sum + qty, 0);
const sum = (lines: readonly PlainLine[], of: (line: PlainLine) => number): number =>
  lines.reduce((all, line) => all + of(line), 0);

/** Whether an order may be in a state with these counters (O-04). */
export function fits(state: string, lines: readonly PlainLine[]): boolean {
  const open = sum(lines, openOf);
  const shipped = sum(lines, (line) => line.shipped);
  if (['shipped', 'delivered', 'completed'].includes(state)) return open === 0 && shipped > 0;
  if (state === 'partial') return open > 0 && shipped > 0;
  if (state === 'cancelled' || state === 'rejected') return open === 0 && shipped === 0;
  if (state === 'draft' || state === 'history') return shipped === 0;
  return open > 0 && shipped === 0;
}

/** Moves after which an order may hold other units than before, its own or those of its family. */
export const HOLDING: ReadonlySet<string> = new Set([
  'submit',
  'accept',
  'acceptPart',
  'reallocate',
  'reopen',
  'split',
  'cancel',
  'callBack',
  'reject',
  'archive',
  'takeOver',
  'release',
  'notDuplicate',
  'acceptPrice',
  'replace',
]);
/** States in which nothing is held any more. */
const OVER: ReadonlySet<string> = new Set([
  'draft',
  'shipped',
  'delivered',
  'completed',
  'history',
  'cancelled',
  'rejected',
]);

export class PlainOrders {
  readonly lines = new Map<string, PlainLine>();
  readonly #byOrder = new Map<string, Set<PlainLine>>();
  /** To which house each goes. */
  readonly houses = new Map<string, number>();
  /** Parcels that left, of each line: from which warehouse. */
  readonly #from = new Map<string, string[]>();
  readonly #sent = new Map<string, { shares: Share[]; isOwed: boolean }>();

  of(orderId: string): PlainLine[] {
    return [...(this.#byOrder.get(orderId) ?? [])];
  }

  /** A line is another order's from now on. */
  pass(line: PlainLine, orderId: string): void {
    this.#byOrder.get(line.orderId)?.delete(line);
    line.orderId = orderId;
    this.#add(line);
  }

  /** Warehouses that units of a line left. */
  sentFrom(lineId: string): ReadonlySet<string> {
    return new Set(this.#from.get(lineId));
  }

  #add(line: PlainLine): void {
    const own = this.#byOrder.get(line.orderId) ?? new Set();
    this.#byOrder.set(line.orderId, own.add(line));
  }

  adopt(stored: StoredLine): void {
    const { channelOrderNo: _, returnStatus: _shown, ...line } = stored;
    const adopted = { ...line, held: new Map<string, number>() };
    this.lines.set(line.id, adopted);
    this.#add(adopted);
  }

  /** Goods leave with their parcel: the oldest first, at what they cost. */
  ship(stock: PlainStock, place: Place, { id, orderLineId, warehouseId, qty }: Carried): void {
    const line = this.lines.get(orderLineId);
    const lying = place.pile.layers.reduce((all, layer) => all + layer.qty, 0);
    const shares = stock.leave(place.pile, 'good', qty);
    this.#sent.set(id, { shares, isOwed: lying < qty });
    place.pile.reserved -= qty;
    if (!line) return;
    line.shipped += qty;
    this.#from.set(line.id, [...(this.#from.get(line.id) ?? []), warehouseId]);
    line.cost += shares.reduce((all, { value }) => all + value, 0n);
    line.held.set(warehouseId, (line.held.get(warehouseId) ?? 0) - qty);
  }

  /** They stand there after all: worth what they left with, held as before. */
  takeBack(stock: PlainStock, place: Place, { id, orderLineId, warehouseId, qty }: Carried): void {
    const line = this.lines.get(orderLineId);
    const { shares, isOwed } = this.#sent.get(id) ?? { shares: [], isOwed: false };
    const value = shares.reduce((all, share) => all + share.value, 0n);
    const back = isOwed ? [{ qty, value }] : shares;
    stock.arrive(
      place.pile,
      'good',
      back.map((share) => ({ ...share, unit: unitOf(share) })),
      `back ${id}`,
    );
    place.pile.reserved += qty;
    if (!line) return;
    line.shipped -= qty;
    const from = this.#from.get(line.id) ?? [];
    this.#from.set(line.id, from.toSpliced(from.indexOf(warehouseId), 1));
    line.cost -= value;
    line.held.set(warehouseId, (line.held.get(warehouseId) ?? 0) + qty);
  }

  /**
   * Which warehouse units are held in is the product's choice; whether they may be is not: no more than
   * the line still needs, nothing once the order is over.
   */
  judge(orderId: string, state: string, at: string): void {
    const lines = this.of(orderId);
    expect(fits(state, lines), `${at}: order ${state} ${counters(lines)}`).toBe(true);
    for (const line of lines) {
      expect(heldOf(line), `${at}: held ${counters([line])}`).toBeLessThanOrEqual(openOf(line));
      if (OVER.has(state)) expect(heldOf(line), `${at}: ${state} ${counters([line])}`).toBe(0);
    }
  }
}

/** Whether some warehouse could promise all of an order. */
export const couldHold = (places: readonly Place[], lines: readonly PlainLine[]): boolean =>
  [...new Set(places.map(({ warehouseId }) => warehouseId))].some((warehouseId) =>
    lines.every((line) => {
      const here = places.find((p) => p.warehouseId === warehouseId && p.skuId === line.skuId);
      return here && available(here.pile) - openOf(line) >= -here.pile.limit;
    }),
  );

const counters = (lines: readonly PlainLine[]): string =>
  lines
    .map((line) => `${line.qty}/-${line.cancelled}/>${line.shipped}/h${JSON.stringify([...line.held.values()])}`)
    .join(' ');
