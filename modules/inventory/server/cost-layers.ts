import { divideHalfUp, formatDecimal, PRICE_SCALE, unitPriceOf } from '#kit/model/money.ts';
import type { LayerShare } from './movement.ts';

/** What a layer still holds. */
export interface OpenLayer {
  qtyLeft: number;
  valueLeft: bigint;
}

export const valueOf = (shares: readonly { value: bigint }[]): bigint =>
  shares.reduce((sum, { value }) => sum + value, 0n);

/**
 * Takes units from layers, oldest first, and lowers what each holds. The last units of a layer
 * take all its value, so nothing is lost to rounding.
 * @param layers in the order in which they came
 * @returns the cost of each layer's share; units that no layer holds are missing
 */
export function takeOldest<L extends OpenLayer>(
  layers: readonly L[],
  requested: number,
): { takes: { layer: L; qty: number; value: bigint }[]; missing: number } {
  const takes: { layer: L; qty: number; value: bigint }[] = [];
  let missing = requested;
  for (const layer of layers) {
    const qty = Math.min(missing, layer.qtyLeft);
    if (qty === 0) continue;
    const value = divideHalfUp(layer.valueLeft * BigInt(qty), BigInt(layer.qtyLeft));
    layer.qtyLeft -= qty;
    layer.valueLeft -= value;
    takes.push({ layer, qty, value });
    missing -= qty;
  }
  return { takes, missing };
}

/** A layer while movements are posted. */
export interface Layer extends OpenLayer {
  id: string;
  since: Date;
  /** The movement with which its cost was entered, or that only passed one on. */
  originId: string;
  isTouched: boolean;
  /** Of a layer that is not stored yet: the movement it comes from, and what it began with. */
  born?: { movementId: string; qty: number; unitCost: string };
}

/**
 * The open layers of one SKU in one warehouse, in the order in which they came: what lies there, and
 * what left before it came. Both count units and value above zero.
 */
export interface Stack {
  warehouseId: string;
  skuId: string;
  lying: Layer[];
  owed: Layer[];
}

const unitsOf = (layers: readonly OpenLayer[]): number => layers.reduce((sum, { qtyLeft }) => sum + qtyLeft, 0);

/** Takes units that leave from what lies there. @returns what they cost, and how many no layer holds */
export function takeFrom({ lying }: Stack, requested: number): { shares: LayerShare[]; missing: number } {
  const { takes, missing } = takeOldest(lying, requested);
  for (const { layer } of takes) layer.isTouched = true;
  const shares = takes.map(({ qty, value, layer: { since, originId } }) => ({ qty, value, since, originId }));
  return { shares, missing };
}

/**
 * Lets what lies there stand in for what left before it came (domain.md §2.3), the oldest on both
 * sides first.
 * @returns what stock is worth more since these units cost less than those were costed at; below zero: less
 */
export function trueUp({ lying, owed }: Stack): bigint {
  const units = Math.min(unitsOf(lying), unitsOf(owed));
  const came = takeOldest(lying, units).takes;
  const left = takeOldest(owed, units).takes;
  for (const { layer } of [...came, ...left]) layer.isTouched = true;
  return valueOf(left) - valueOf(came);
}

/**
 * What one unit costs of so many, text of numeric(18,4).
 * @param value minor units of a currency with `exponent` places
 */
export const perUnit = (value: bigint, qty: number, exponent: number): string =>
  formatDecimal(unitPriceOf(value, qty, exponent), PRICE_SCALE);
