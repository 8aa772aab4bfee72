import type { Tx } from '#kit/server/database.ts';
import { takeOldest } from './cost-layers.ts';
import { isCostKnown, knownCosts, priceOf, type KnownCosts, type ValuedLayer } from './known-costs.ts';

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
  /** What is known of a unit, 1/10000 of the currency; null where nobody has said it. */
  known: bigint | null;
  /** Units that are worth what one person alone says. */
  aloneQty: number;
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
    const isVouched = costs.vouched.has(line.skuId);
    if (line.qty < 0) {
      const { value, aloneQty } = leavingValue(line, costs);
      return { ...line, known, value, aloneQty: isVouched ? 0 : aloneQty };
    }
    const coming = { ...line, unitCost: line.unitCost ?? costs.given.get(line.skuId) ?? null };
    const value = comingValue(coming, known, costs, isFirst);
    return { ...coming, known, value, aloneQty: isVouched ? 0 : line.qty };
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

interface Leaving {
  value: bigint | null;
  /** Units of which the actor alone has said what they cost. */
  aloneQty: number;
}

/** Lines of one SKU share its layers, one after the other. */
function leavingValue({ skuId, qty }: StoredLine, costs: KnownCosts): Leaving {
  const { layers, known, amountOf } = costs;
  const { takes, missing } = takeOldest(layers.get(skuId) ?? [], -qty);
  const aloneQty = takes.reduce((sum, take) => (take.layer.isOwn || isFree(take) ? sum + take.qty : sum), missing);
  const unit = known.get(skuId);
  if (unit === undefined) {
    // A layer without any value was received at a cost that nobody knew.
    const isUnknown = missing > 0 || takes.some(isFree);
    return {
      aloneQty,
      value: isUnknown ? null : takes.reduce((sum, { value }) => sum + value, 0n),
    };
  }
  const value = takes.reduce(
    (sum, take) => {
      const least = isWitnessed(take) ? 0n : amountOf(take.qty, unit);
      return sum + (take.value > least ? take.value : least);
    },
    amountOf(missing, unit),
  );
  return { value, aloneQty };
}

/** Somebody else than the actor says what it cost; a price that one person ordered at alone was seen by nobody. */
const isWitnessed = (take: { layer: ValuedLayer; value: bigint }): boolean =>
  !isFree(take) && !take.layer.isOwn && !(take.layer.isOrdered && take.layer.isAlone);

const isFree = (take: { layer: ValuedLayer; value: bigint }): boolean =>
  take.value === 0n && take.layer.valueLeft === 0n;
