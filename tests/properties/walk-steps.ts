import { moveInTransaction } from '#kit/server/command.ts';
import { writeOffTransfer } from '#modules/inventory/server/transfer-loss.ts';
import { receiveTransfer } from '#modules/inventory/server/stock-transfers.ts';
import { cancelCount, finishCount, postCount } from '#modules/inventory/server/stock-counts.ts';
import { reverseLandedCost } from '#modules/purchasing/server/landed-costs.ts';
import { look } from '#tests/channels/shop.ts';
import { allowNegative } from '#tests/journeys/negative-scene.ts';
import { available, CONDITIONS, mayLeave, takeOldest, type Condition } from './plain-stock.ts';
import { beginCount, changeState, landCost, sendGoods } from './walk-documents.ts';
import {
  aCondition,
  adjust,
  giveBack,
  passed,
  promise,
  receive,
  ship,
  shipAgain,
  takeBack,
  typed,
  type Step,
} from './walk-goods.ts';
import type { Place, Walk } from './walk-scene.ts';

const transfer: Step = async (walk) => {
  const from = walk.place();
  const to = walk.pick(
    walk.places.filter((p) => p.skuId === from.skuId && p.warehouseId !== from.warehouseId),
  ) as Place;
  const qty = 1 + walk.below(8);
  const { pile } = from;
  // Held first, as an order would be, then sent.
  const isPossible = available(pile) - qty >= -pile.limit && mayLeave(pile, 'good') >= qty;
  walk.touch(from, to);
  const ends = { from: from.warehouseId, to: to.warehouseId };
  const done = await walk.agrees(isPossible, (tx) => sendGoods(tx, ends, from.skuId, qty));
  if (!done) return false;
  const shares = walk.stock.leave(pile, 'good', qty);
  to.pile.inTransit += qty;
  walk.stock.transit.set(done.value.lineId, { to: to.pile, shares });
  walk.way.push({ ...done.value, skuId: from.skuId, to });
  return true;
};

const receiveTransferred: Step = async (walk) => {
  const one = walk.pick(walk.way);
  const open = one && walk.stock.transit.get(one.lineId);
  if (!one || !open) return false;
  const left = open.shares.reduce((sum, share) => sum + share.qty, 0);
  const qty = walk.below(3) === 0 ? 1 + walk.below(left + 2) : left;
  const condition = aCondition(walk);
  const lines = [{ lineId: one.lineId, qty, condition }];
  walk.touch(one.to);
  const done = await walk.agrees(qty <= left, (tx) => moveInTransaction(tx, receiveTransfer, [one.id], { lines }));
  if (!done) return false;
  const shares = takeOldest(open.shares, qty);
  one.to.pile.inTransit -= qty;
  walk.stock.arrive(one.to.pile, condition, passed(shares), one.lineId);
  if (qty === left) arrived(walk, one);
  return true;
};

function arrived(walk: Walk, one: Walk['way'][number]): void {
  walk.way.splice(walk.way.indexOf(one), 1);
  walk.stock.transit.delete(one.lineId);
}

const writeOff: Step = async (walk) => {
  const one = walk.pick(walk.way);
  const open = one && walk.stock.transit.get(one.lineId);
  if (!one || !open) return false;
  await look(walk.scene, (tx) => moveInTransaction(tx, writeOffTransfer, [one.id], { reason: 'walk' }));
  one.to.pile.inTransit -= open.shares.reduce((sum, { qty }) => sum + qty, 0);
  arrived(walk, one);
  walk.touch(one.to);
  return true;
};

const changeCondition: Step = async (walk) => {
  const place = walk.place();
  const condition = aCondition(walk);
  const toCondition = walk.pick(CONDITIONS.filter((other) => other !== condition)) as Condition;
  const qty = 1 + walk.below(5);
  const line = { skuId: place.skuId, qty, condition, toCondition };
  walk.touch(place);
  const done = await walk.agrees(mayLeave(place.pile, condition) >= qty, (tx) =>
    changeState(tx, place.warehouseId, 'condition', line),
  );
  if (!done) return false;
  place.pile.onHand[condition] -= qty;
  place.pile.onHand[toCondition] += qty;
  return true;
};

const freeze: Step = async (walk) => {
  const place = walk.place();
  const { pile } = place;
  const condition = aCondition(walk);
  const qty = 1 + walk.below(3);
  const isFreezing = walk.below(2) === 0;
  const reserved = condition === 'good' ? pile.reserved : 0;
  const able = isFreezing ? pile.onHand[condition] - reserved - pile.frozen[condition] : pile.frozen[condition];
  walk.touch(place);
  const line = { skuId: place.skuId, qty, condition, toCondition: null };
  const done = await walk.agrees(able >= qty, (tx) =>
    changeState(tx, place.warehouseId, isFreezing ? 'freeze' : 'unfreeze', line),
  );
  if (!done) return false;
  pile.frozen[condition] += isFreezing ? qty : -qty;
  return true;
};

const startCounting: Step = async (walk) => {
  const place = walk.place();
  const condition = aCondition(walk);
  // A SKU is counted by one document at a time.
  const isFree =
    !walk.isCountedBeside(place, condition) &&
    !walk.counts.some((count) => count.place === place && count.condition === condition);
  const done = await walk.agrees(isFree, (tx) => beginCount(tx, place.warehouseId, place.skuId, condition));
  if (done) walk.counts.push({ id: done.value, place, condition });
  return done !== null;
};

/** Whatever was moved since the count began: what is found is compared with what lies there now. */
const finishCounting: Step = async (walk) => {
  const one = walk.pick(walk.counts);
  if (!one) return false;
  walk.counts.splice(walk.counts.indexOf(one), 1);
  const { place, condition, id } = one;
  const { pile } = place;
  const qty = Math.max(0, pile.onHand[condition] + walk.below(7) - 3);
  const body = { skuId: place.skuId, condition, qty, version: 1 };
  const counted = await walk.admin.post(`/inventory/stockCount/${id}/count`, body);
  if (!counted.success) throw new Error(`${walk.at}: ${counted.message}`);
  const difference = qty - pile.onHand[condition];
  walk.touch(place);
  await look(walk.scene, (tx) => moveInTransaction(tx, finishCount, [id]));
  const isPossible = difference >= 0 || mayLeave(pile, condition) >= -difference;
  const done = await walk.agrees(isPossible, (tx) => moveInTransaction(tx, postCount, [id]));
  if (!done) {
    await look(walk.scene, (tx) => moveInTransaction(tx, cancelCount, [id]));
    return false;
  }
  const unit = pile.lastPaid ?? pile.standardCost ?? 0n;
  if (difference > 0) walk.stock.arrive(pile, condition, [typed(difference, unit)], id);
  if (difference < 0) walk.stock.leave(pile, condition, -difference);
  return true;
};

const land: Step = async (walk) => {
  const receipt = walk.pick(walk.receipts);
  if (!receipt) return false;
  const amount = BigInt(1 + walk.below(20_000));
  const id = await look(walk.scene, (tx) => landCost(tx, receipt.warehouseId, receipt.id, amount));
  walk.stock.land(id, amount, receipt.goods);
  walk.landed.push(id);
  walk.touch(...walk.places.filter(({ pile }) => receipt.goods.some((one) => one.pile === pile)));
  return true;
};

const unland: Step = async (walk) => {
  const id = walk.pick(walk.landed);
  if (!id) return false;
  walk.landed.splice(walk.landed.indexOf(id), 1);
  await look(walk.scene, (tx) => moveInTransaction(tx, reverseLandedCost, [id], { reason: 'walk' }));
  walk.stock.unland(id);
  walk.touch(...walk.places);
  return true;
};

/** Whether a warehouse may be below zero is changed, unless something is. */
const forbid: Step = async (walk) => {
  const { warehouseId, pile } = walk.place();
  const here = walk.places.filter((place) => place.warehouseId === warehouseId);
  const isPossible = !pile.mayBeBelow || here.every((place) => place.pile.onHand.good >= 0);
  const answer = await allowNegative(walk.admin, warehouseId, !pile.mayBeBelow);
  if (answer.success !== isPossible) throw new Error(`${walk.at}: ${answer.message}`);
  if (!isPossible) return false;
  const next = !pile.mayBeBelow;
  for (const place of here) place.pile.mayBeBelow = next;
  walk.touch(...here);
  return true;
};

export const STEPS = {
  receive: { weight: 14, take: receive },
  promise: { weight: 22, take: promise },
  giveBack: { weight: 6, take: giveBack },
  ship: { weight: 18, take: ship },
  shipAgain: { weight: 2, take: shipAgain },
  takeBack: { weight: 4, take: takeBack },
  adjust: { weight: 14, take: adjust },
  transfer: { weight: 7, take: transfer },
  receiveTransferred: { weight: 7, take: receiveTransferred },
  writeOff: { weight: 1, take: writeOff },
  changeCondition: { weight: 5, take: changeCondition },
  freeze: { weight: 4, take: freeze },
  startCounting: { weight: 3, take: startCounting },
  finishCounting: { weight: 3, take: finishCounting },
  land: { weight: 4, take: land },
  unland: { weight: 2, take: unland },
  forbid: { weight: 1, take: forbid },
} as const satisfies Record<string, { weight: number; take: Step }>;

export type StepKind = keyof typeof STEPS;
