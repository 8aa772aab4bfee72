import { formatDecimal } from '#kit/model/money.ts';
import { newId } from '#kit/server/database.ts';
import { postMovements, release, reserve, shipReserved } from '#modules/inventory/server/index.ts';
import { look } from '#tests/channels/shop.ts';
import { amountOf, available, CONDITIONS, mayLeave, sumOf, unitOf, type Condition } from './plain-stock.ts';
import { movementOf, receiveGoods } from './walk-documents.ts';
import type { Held, Place, Walk } from './walk-scene.ts';

/** Steps of a walk in which goods come, are promised, leave and come back. */

/** One step: in the product and in the plain model. @returns whether anything was carried out */
export type Step = (walk: Walk) => Promise<boolean>;

const textOf = (unit: bigint): string => formatDecimal(unit, 4);
const aCost = (walk: Walk): bigint =>
  walk.below(5) === 0 ? BigInt(walk.below(90_000)) : BigInt(walk.below(900)) * 100n;
export const aCondition = (walk: Walk): Condition =>
  walk.below(3) > 0 ? 'good' : (CONDITIONS[walk.below(3)] as Condition);
export const typed = (qty: number, unit: bigint) => ({ qty, value: amountOf(qty, unit), unit });
export const passed = (shares: readonly { qty: number; value: bigint }[]) =>
  shares.map((share) => ({ ...share, unit: unitOf(share) }));

export const receive: Step = async (walk) => {
  const { warehouseId } = walk.place();
  const here = walk.places.filter((place) => place.warehouseId === warehouseId);
  const lines = Array.from({ length: 1 + walk.below(2) }, () => {
    const place = walk.pick(here) as Place;
    const qty = 1 + walk.below(14);
    const came = Math.max(1, qty - (walk.below(3) === 0 ? walk.below(qty) : 0));
    return { place, qty, came, unit: aCost(walk), condition: aCondition(walk) };
  });
  const done = await walk.agrees(true, (tx) =>
    receiveGoods(
      tx,
      warehouseId,
      lines.map(({ place: { skuId }, unit, ...line }) => ({
        ...line,
        skuId,
        unitCost: textOf(unit),
      })),
    ),
  );
  if (!done) return false;
  for (const [at, { place, came, condition, unit }] of lines.entries())
    walk.stock.arrive(place.pile, condition, [typed(came, unit)], lineOf(done.value, at));
  walk.touch(...lines.map(({ place }) => place));
  walk.receipts.push({
    id: done.value.id,
    warehouseId,
    goods: lines.map(({ place: { pile }, came }, at) => ({
      pile,
      from: lineOf(done.value, at),
      qty: came,
    })),
  });
  if (walk.receipts.length > 40) walk.receipts.shift();
  return true;
};
const lineOf = ({ lineIds }: { lineIds: string[] }, at: number): string => lineIds[at] ?? '';

export const promise: Step = async (walk) => {
  const orderId = newId();
  const expected = Array.from({ length: 1 + walk.below(3) }, () => ({
    place: walk.place(),
    qty: 1 + walk.below(7),
    lineId: newId(),
  }));
  const sums = Map.groupBy(expected, ({ place }) => place);
  const isPossible = [...sums].every(([{ pile }, some]) => {
    const qty = some.reduce((sum, one) => sum + one.qty, 0);
    return available(pile) - qty >= -pile.limit;
  });
  const short = await look(walk.scene, (tx) =>
    reserve(
      tx,
      expected.map(({ place: { warehouseId, skuId }, qty, lineId }) => ({
        orderId,
        orderNo: 'WALK',
        orderLineId: lineId,
        warehouseId,
        skuId,
        qty,
      })),
    ),
  );
  if ((short.length === 0) !== isPossible)
    throw new Error(`${walk.at}: ${JSON.stringify(short)} are short, possible: ${isPossible}`);
  walk.touch(...sums.keys());
  if (!isPossible) {
    walk.refused += 1;
    return false;
  }
  for (const one of expected) {
    one.place.pile.reserved += one.qty;
    walk.held.push(one);
  }
  return true;
};

const openOf = (walk: Walk): Held | undefined => walk.pick(walk.held);

export const giveBack: Step = async (walk) => {
  const line = openOf(walk);
  if (!line) return false;
  const qty = 1 + walk.below(line.qty);
  const given = await look(walk.scene, (tx) => release(tx, [{ orderLineId: line.lineId, qty }]));
  if (given.get(line.lineId) !== qty) throw new Error(`${walk.at}: gave back another number`);
  end(walk, line, qty);
  return true;
};

function end(walk: Walk, line: Held, qty: number): void {
  line.qty -= qty;
  line.place.pile.reserved -= qty;
  if (line.qty === 0) walk.held.splice(walk.held.indexOf(line), 1);
  walk.touch(line.place);
}

const itemOf = ({ lineId, place: { warehouseId, skuId } }: Held, key: string, qty: number) => ({
  key,
  orderLineId: lineId,
  warehouseId,
  skuId,
  qty,
  refType: 'walk',
  refId: newId(),
  refNo: 'WALK',
});

export const ship: Step = async (walk) => {
  const line = openOf(walk);
  if (!line) return false;
  const { pile } = line.place;
  const qty = walk.below(2) === 0 ? line.qty : 1 + walk.below(line.qty);
  const key = `ship:${newId()}`;
  walk.touch(line.place);
  const done = await walk.agrees(mayLeave(pile, 'good', qty) >= qty, (tx) =>
    shipReserved(tx, [itemOf(line, key, qty)]),
  );
  if (!done) return false;
  const cost = sumOf(walk.stock.leave(pile, 'good', qty));
  if (done.value.get(key) !== cost) throw new Error(`${walk.at}: cost ${done.value.get(key)} instead of ${cost}`);
  end(walk, line, qty);
  walk.shipped.push({ place: line.place, qty, cost, key, lineId: line.lineId });
  if (walk.shipped.length > 30) walk.shipped.shift();
  return true;
};

/** What was sent is sent once, however often it is asked for. */
export const shipAgain: Step = async (walk) => {
  const one = walk.pick(walk.shipped);
  if (!one) return false;
  const costs = await look(walk.scene, (tx) => shipReserved(tx, [itemOf(one, one.key, one.qty)]));
  walk.touch(one.place);
  if (costs.get(one.key) !== one.cost) throw new Error(`${walk.at}: another cost`);
  return true;
};

/** Goods come back at what they were shipped at. */
export const takeBack: Step = async (walk) => {
  const one = walk.pick(walk.shipped);
  if (!one) return false;
  const qty = 1 + walk.below(one.qty);
  const unit = unitOf({ qty: one.qty, value: one.cost });
  const condition = aCondition(walk);
  const { warehouseId, skuId, pile } = one.place;
  const line = { qty, type: 'reversal', condition, unitCost: textOf(unit) };
  const movement = movementOf(warehouseId, skuId, line);
  await look(walk.scene, (tx) => postMovements(tx, { movements: [movement] }));
  walk.stock.arrive(pile, condition, [typed(qty, unit)], movement.key);
  walk.touch(one.place);
  return true;
};

/** Several lines up and down in one document, also of the same goods: what comes, comes first. */
export const adjust: Step = async (walk) => {
  const { warehouseId } = walk.place();
  const here = walk.places.filter((place) => place.warehouseId === warehouseId);
  const lines = Array.from({ length: 1 + walk.below(3) }, () => {
    const isMore = walk.below(5) < 2;
    const qty = isMore ? 1 + walk.below(9) : -(1 + walk.below(12));
    return { place: walk.pick(here) as Place, qty, condition: aCondition(walk), unit: aCost(walk) };
  });
  const sums = Map.groupBy(lines, ({ place: { skuId }, condition }) => `${skuId} ${condition}`);
  const isPossible = [...sums.values()].every((some) => {
    const net = some.reduce((sum, { qty }) => sum + qty, 0);
    const [first] = some;
    return !first || net >= 0 || mayLeave(first.place.pile, first.condition) >= -net;
  });
  const movements = lines.map(({ place: { skuId }, qty, condition, unit }) =>
    movementOf(warehouseId, skuId, {
      qty,
      condition,
      type: qty > 0 ? 'adjust_in' : 'adjust_out',
      unitCost: textOf(unit),
    }),
  );
  walk.touch(...lines.map(({ place }) => place));
  if (!(await walk.agrees(isPossible, (tx) => postMovements(tx, { movements })))) return false;
  for (const { place, qty, condition, unit } of lines.filter((line) => line.qty > 0))
    walk.stock.arrive(place.pile, condition, [typed(qty, unit)], newId());
  for (const { place, qty, condition } of lines.filter((line) => line.qty < 0))
    walk.stock.leave(place.pile, condition, -qty);
  return true;
};
