import { lineAmount, parseDecimal, PRICE_SCALE } from '#kit/model/money.ts';
import { newId, type Tx } from '#kit/server/database.ts';
import { perUnit, takeFrom, trueUp, type Stack } from './cost-layers.ts';
import { lastCosts, readLayers, saveLayers, stackOf } from './layer-store.ts';
import type { LayerShare, Movement } from './movement.ts';
import { placeKey, type StockPlace } from './stock-place.ts';

/** A movement of goods that change their value with it. */
export interface CostedMovement extends Movement {
  id: string;
}

/** A movement with which goods that had left before they came got their real cost. */
export interface TrueUp {
  movement: CostedMovement;
  /** What stock is worth more by it, minor units; below zero: less. */
  amount: bigint;
}

export interface MovedLayers {
  /** What left which layers, by key of the movement. */
  shares: Map<string, LayerShare[]>;
  trueUps: TrueUp[];
}

/**
 * Carries movements into the layers of their warehouses: what comes opens layers of its own, what
 * leaves takes the oldest. What finds no layer is costed like the last one, as a layer below zero, and
 * the next units that come stand in for it (domain.md §2.3). What comes in one posting comes before
 * what leaves.
 * @param exponent decimal places of the currency that stock is valued in
 */
export async function moveLayers(
  tx: Tx,
  movements: readonly CostedMovement[],
  { mayBeBelow, exponent }: { mayBeBelow: boolean; exponent: number },
): Promise<MovedLayers> {
  const coming = movements.filter(({ qty }) => qty > 0);
  const leaving = movements.filter(({ qty }) => qty < 0);
  const stacks = new Map<string, Stack>();
  await readLayers(tx, stacks, leaving, false);
  const others = coming.filter((movement) => !stacks.has(placeKey(movement)));
  if (mayBeBelow) await readLayers(tx, stacks, others, true);
  const trueUps: TrueUp[] = [];
  const settle = (movement: CostedMovement): void => {
    const amount = trueUp(stackOf(stacks, movement));
    if (amount !== 0n) trueUps.push({ movement, amount });
  };
  for (const movement of coming) {
    addLayers(tx, stackOf(stacks, movement), movement, exponent);
    settle(movement);
  }
  const shares = await takeOut(tx, stacks, leaving, exponent);
  for (const movement of leaving) settle(movement);
  await saveLayers(tx, stacks.values());
  return { shares, trueUps };
}

/** A receipt opens a layer of its own; what was stock before keeps those it has, and their day. */
function addLayers(tx: Tx, { lying }: Stack, movement: CostedMovement, exponent: number): void {
  const { id: movementId, layers } = movement;
  for (const share of layers ?? [{ qty: movement.qty, value: typedValue(movement, exponent) }]) {
    const { qty, value, since = tx.now, originId = movementId } = share;
    const unitCost = layers ? perUnit(value, qty, exponent) : (movement.unitCost ?? '0');
    const born = { movementId, qty, unitCost };
    lying.push({ id: newId(), since, originId, isTouched: true, qtyLeft: qty, valueLeft: value, born });
  }
}

/** What units cost that never were stock before. */
export const typedValue = ({ qty, unitCost }: Movement, exponent: number): bigint =>
  lineAmount(qty, parseDecimal(unitCost ?? '0', PRICE_SCALE) ?? 0n, exponent);

/** Takes what leaves, the oldest first; what is nowhere is owed. @returns shares by key of the movement */
async function takeOut(
  tx: Tx,
  stacks: Map<string, Stack>,
  leaving: readonly CostedMovement[],
  exponent: number,
): Promise<Map<string, LayerShare[]>> {
  const shares = new Map<string, LayerShare[]>();
  const take = (movement: CostedMovement, requested: number): Short[] => {
    const { shares: taken, missing } = takeFrom(stackOf(stacks, movement), requested);
    shares.set(movement.key, [...(shares.get(movement.key) ?? []), ...taken]);
    return missing > 0 ? [{ movement, missing }] : [];
  };
  const short = leaving.flatMap((movement) => take(movement, -movement.qty));
  if (short.length === 0) return shares;
  // Goods in another condition share these layers: some may have come while this waited for a lock.
  await readLayers(
    tx,
    stacks,
    short.map(({ movement }) => movement),
    false,
  );
  const owed = short.flatMap(({ movement, missing }) => take(movement, missing));
  for (const [key, share] of await owe(tx, stacks, owed, exponent))
    shares.set(key, [...(shares.get(key) ?? []), share]);
  return shares;
}

interface Short {
  movement: CostedMovement;
  missing: number;
}

/** Opens layers below zero for units that leave before they came. */
async function owe(
  tx: Tx,
  stacks: Map<string, Stack>,
  short: readonly Short[],
  exponent: number,
): Promise<[key: string, share: LayerShare][]> {
  if (short.length === 0) return [];
  const keys = new Map<string, StockPlace>(short.map(({ movement }) => [placeKey(movement), movement]));
  const costs = await lastCosts(tx, [...keys.values()]);
  return short.map(({ movement, missing }) => {
    const { lying, owed } = stackOf(stacks, movement);
    const fresh = lying.findLast(({ born }) => born)?.born?.unitCost;
    const unitCost = fresh ?? costs.get(placeKey(movement)) ?? '0';
    const value = lineAmount(missing, parseDecimal(unitCost, PRICE_SCALE) ?? 0n, exponent);
    const born = { movementId: movement.id, qty: missing, unitCost };
    owed.push({
      id: newId(),
      since: tx.now,
      originId: movement.id,
      isTouched: true,
      born,
      qtyLeft: missing,
      valueLeft: value,
    });
    return [movement.key, { qty: missing, value, since: tx.now }];
  });
}
