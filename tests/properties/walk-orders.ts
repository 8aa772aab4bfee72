import { expect } from 'vitest';
import {
  couldHold,
  heldOf,
  HOLDING,
  openOf,
  type Carried,
  type PlainLine,
  type PlainOrders,
  type StoredLine,
} from './plain-orders.ts';
import type { Followed, Happened } from './walk-law.ts';
import type { Walk } from './walk-scene.ts';

/** Units that the database holds for a line in one warehouse, of an order or of parts. */
export interface Held {
  kind: 'order' | 'part';
  orderId: string;
  orderLineId: string;
  warehouseId: string;
  skuId: string;
  qty: number;
}

/** A move that was asked for and made. */
export interface Asked {
  key: string;
  id: string;
  state: string;
  move: string;
  answers: Record<string, unknown>;
  /** By a person, who may do less alone than the system. */
  isPerson: boolean;
}

/** What one look at the database says of the step before it. */
export interface Seen {
  rows: Happened[];
  held: Held[];
  /** It is not what it was after the step before. */
  isHeldOther: boolean;
  lines: StoredLine[];
  carried: Carried[];
}

/** As much of a walk as orders are about. */
interface World {
  walk: Walk;
  followed: Followed;
  orders: PlainOrders;
  asked: Asked | null;
}

const ORDER = 'orders:salesOrder';
const PARCEL = 'fulfilment:shipment';

/** Carries out in the model what has happened to orders and parcels, and compares every number with it. */
export function ordersMoved(world: World, seen: Seen): void {
  const { orders, walk, followed } = world;
  const born = seen.rows.filter(({ key, from, move }) => key === ORDER && !from && ['add', 'replace'].includes(move));
  for (const line of seen.lines) if (born.some(({ rowId }) => rowId === line.orderId)) orders.adopt(line);
  for (const { orderId, channelOrderNo } of seen.lines)
    orders.houses.set(orderId, Math.floor(Number(channelOrderNo.split('-')[1]) / 2));
  for (const row of seen.rows) parcelMoved(world, seen, row);
  const request = world.asked;
  if (request?.key === ORDER) countersAsked(world, request);
  if (request?.key === ORDER && request.move === 'split') divided(world, seen.lines, request.id);
  compareCounters(world, seen.lines);
  const touched = new Set(seen.lines.map(({ orderId }) => orderId));
  holdingsMoved(world, seen);
  for (const orderId of touched) orders.judge(orderId, followed.docs.get(orderId)?.state ?? '', walk.at);
}

function parcelMoved({ orders, walk }: World, seen: Seen, row: Happened): void {
  if (row.key !== PARCEL || !['ship', 'unship', 'callBack'].includes(row.move)) return;
  for (const one of seen.carried.filter(({ shipmentId }) => shipmentId === row.rowId)) {
    const place = walk.places.find(({ warehouseId, skuId }) => warehouseId === one.warehouseId && skuId === one.skuId);
    if (!place) continue;
    walk.touch(place);
    if (row.move === 'ship') orders.ship(walk.stock, place, one);
    else orders.takeBack(walk.stock, place, one);
  }
}

interface Units {
  lineId: string;
  qty?: number;
  refuse?: number;
}
/** Null where nothing is named, which is all of it. */
function unitsIn(raw: unknown): Units[] | null {
  const units = typeof raw === 'string' ? (JSON.parse(raw) as Units[]) : [];
  return units.length > 0 ? units : null;
}

/** What a move says of units by its answers. */
function countersAsked({ orders }: World, { id, move, answers }: Asked): void {
  const own = orders.of(id);
  const stated = unitsIn(answers['lines']);
  for (const line of own) {
    const one = stated?.find(({ lineId }) => lineId === line.id);
    if (move === 'cancel') line.cancelled += stated ? (one?.qty ?? 0) : openOf(line);
    if (move === 'acceptPart') line.cancelled += one?.refuse ?? 0;
    if (move === 'discard' || move === 'reject') line.cancelled = line.qty;
    if (move === 'reopen') line.cancelled = 0;
  }
}

/** Units, amounts and what is held go to new orders, and none of them is made or lost (O-03). */
function divided({ orders, walk }: World, stored: readonly StoredLine[], id: string): void {
  const before = orders.of(id);
  const ids = new Set(stored.map(({ orderId }) => orderId));
  for (const sku of new Set(before.map(({ skuId }) => skuId))) {
    const was = before.filter(({ skuId }) => skuId === sku);
    const now = stored.filter(({ skuId, orderId }) => skuId === sku && ids.has(orderId));
    const figures = (lines: readonly Omit<PlainLine, 'held'>[]) => ({
      qty: lines.reduce((all, { qty }) => all + qty, 0),
      cancelled: lines.reduce((all, { cancelled }) => all + cancelled, 0),
      net: lines.reduce((all, { net }) => all + net, 0n),
    });
    expect(figures(now), `${walk.at}: split`).toEqual(figures(was));
  }
  for (const line of stored) {
    const known = orders.lines.get(line.id);
    if (!known) orders.adopt(line);
    else {
      orders.pass(known, line.orderId);
      const { qty, net, cancelled } = line;
      Object.assign(known, { qty, net, cancelled });
    }
  }
}

function compareCounters({ orders, walk }: World, stored: readonly StoredLine[]): void {
  const shown = ({ id, orderId, qty, cancelled, shipped, ...line }: Omit<PlainLine, 'held'>) =>
    `${id} ${orderId} ${qty} -${cancelled} >${shipped} <${line.returned} ${line.cost} ${line.partCost}`;
  for (const line of stored) {
    const model = orders.lines.get(line.id);
    expect(shown(line), `${walk.at}: counters`).toBe(model ? shown(model) : 'unknown');
    if (model) model.net = line.net;
  }
}

/** The product chooses warehouses; the model says who may choose, how much, and that levels follow. */
function holdingsMoved(world: World, seen: Seen): void {
  const { orders, walk } = world;
  // Nobody moved, and what is held is what it was when it was compared the last time.
  if (seen.rows.length === 0 && !seen.isHeldOther) return;
  const stored = Map.groupBy(seen.held, ({ orderLineId }) => orderLineId);
  const moved = new Set(seen.rows.filter(({ key, move }) => key === ORDER && HOLDING.has(move)).map((r) => r.rowId));
  const changed = [...orders.lines.values()].filter((line) => {
    const now = stored.get(line.id) ?? [];
    if (now.length === 0 && line.held.size === 0) return false;
    const was = [...line.held].filter(([, qty]) => qty > 0);
    return was.length !== now.length || now.some(({ warehouseId, qty }) => line.held.get(warehouseId) !== qty);
  });
  submitted(world, stored);
  for (const line of changed) {
    const now = new Map((stored.get(line.id) ?? []).map((one) => [one.warehouseId, one.qty]));
    const wasHeld = heldOf(line);
    for (const warehouseId of new Set([...line.held.keys(), ...now.keys()])) {
      const place = walk.places.find((one) => one.warehouseId === warehouseId && one.skuId === line.skuId);
      if (!place) throw new Error(`${walk.at}: held where nothing of the walk lies`);
      place.pile.reserved += (now.get(warehouseId) ?? 0) - (line.held.get(warehouseId) ?? 0);
      walk.touch(place);
    }
    line.held = now;
    // Goods that came in are held for who waited for them; anybody else's units stay as they are.
    const isRefill = wasHeld === 0 && heldOf(line) === openOf(line);
    const isMoved = moved.has(line.orderId) || isRefill;
    expect(isMoved, `${walk.at}: held of ${line.orderId} changed by nobody`).toBe(true);
  }
}

/** All of an order is held as it arrives, or nothing of it; and all, where one warehouse has it. */
function submitted({ asked, orders, walk }: World, stored: ReadonlyMap<string, Held[]>): void {
  if (asked?.key !== ORDER || asked.move !== 'submit') return;
  const lines = orders.of(asked.id);
  const held = lines.map((line) => (stored.get(line.id) ?? []).reduce((all, { qty }) => all + qty, 0));
  const isWhole = lines.every((line, at) => held[at] === openOf(line));
  expect(isWhole || held.every((qty) => qty === 0), `${walk.at}: held in part`).toBe(true);
  if (couldHold(walk.places, lines)) expect(isWhole, `${walk.at}: held nothing`).toBe(true);
}
