import type { Tx } from '#kit/server/database.ts';
import { takeOldest } from './cost-layers.ts';
import {
  isCostKnown,
  knownCosts,
  priceOf,
  type KnownCosts,
  type ValuedLayer,
} from './known-costs.ts';

/** A line of an adjustment. */
export interface StoredLine {
  id: string;
  skuId: string;
  condition: string;
  qty: number;
  unitCost: string | null;
}

/** A line with what its goods are worth. */
export interface ValuedLine extends StoredLine {
  /** Never negative, minor units; null where nobody knows the cost. */
  value: bigint | null;
  /** What others vouch for of a unit, 1/10000 of the currency; null where nobody does. */
  known: bigint | null;
}

/**
 * What lines are worth to somebody who checks them (domain.md §2.3): what leaves at the layers it
 * would consume, what comes at what is known of its cost, and never at less than was typed: typing makes
 * no goods cheap. Incoming units without a cost get that of the last receipt in that warehouse, else the
 * standard cost, so that their layer is never free of charge by omission.
 * @param isOpening the stock with which a seller begins: while nobody has said what anything costs, it is
 * worth what was typed
 */
export async function valueLines(
  tx: Tx,
  warehouseId: string,
  lines: readonly StoredLine[],
  { isOpening = false } = {},
): Promise<ValuedLine[]> {
  const costs = await knownCosts(tx, warehouseId, [...new Set(lines.map((l) => l.skuId))]);
  const isFirst = isOpening && !(await isCostKnown(tx));
  return lines.map((line) => {
    const known = costs.known.get(line.skuId) ?? null;
    if (line.qty < 0) return { ...line, known, value: leavingValue(line, costs) };
    const coming = { ...line, unitCost: line.unitCost ?? costs.given.get(line.skuId) ?? null };
    return { ...coming, known, value: comingValue(coming, known, costs, isFirst) };
  });
}

function comingValue(
  { qty, unitCost }: StoredLine,
  known: bigint | null,
  { amountOf }: KnownCosts,
  isFirst: boolean,
): bigint | null {
  const typed = priceOf(unitCost ?? '0');
  if (known === null) return isFirst && typed > 0n ? amountOf(qty, typed) : null;
  // Its layer would be free of charge, whatever goods elsewhere have cost.
  if (unitCost === null) return null;
  return amountOf(qty, typed > known ? typed : known);
}

/** Lines of one SKU share its layers, one after the other. */
function leavingValue(
  { skuId, qty }: StoredLine,
  { layers, known, amountOf }: KnownCosts,
): bigint | null {
  const { takes, missing } = takeOldest(layers.get(skuId) ?? [], -qty);
  const unit = known.get(skuId);
  if (unit === undefined) {
    // A layer without any value was received at a cost that nobody knew.
    if (missing > 0 || takes.some(isFree)) return null;
    return takes.reduce((sum, { value }) => sum + value, 0n);
  }
  return takes.reduce(
    (sum, take) => {
      const least = isFree(take) || take.layer.isOwn ? amountOf(take.qty, unit) : 0n;
      return sum + (take.value > least ? take.value : least);
    },
    amountOf(missing, unit),
  );
}

const isFree = (take: { layer: ValuedLayer; value: bigint }): boolean =>
  take.value === 0n && take.layer.valueLeft === 0n;
