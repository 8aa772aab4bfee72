import { allocateAmount, divideHalfUp, parseDecimal, PRICE_SCALE } from '#kit/model/money.ts';

/** A part of what is taken apart: how many of it come out of all units, and what one is taken to cost. */
export interface Piece {
  qty: number;
  /** Whether it is kept: what is not harvestable is lost with the rest. */
  isKept: boolean;
  /** Text of numeric(18,4) in the base currency; null where nobody has said any. */
  standardCost: string | null;
}

/** What became of the cost of units that were taken apart: `values` and `residue` are the cost to the cent. */
export interface HarvestValue {
  /** Of each piece, in order; nothing of what is not kept. */
  values: bigint[];
  residue: bigint;
}

/**
 * Divides what whole units cost among the parts that are kept. Where each of them has a standard cost, it
 * is worth that and the rest is lost with the residue; parts that are dearer together than the unit was
 * share its cost. Otherwise every piece of the unit is worth the same, kept or not.
 * @param cost minor units of a currency with `exponent` places
 */
export function harvestValue(cost: bigint, pieces: readonly Piece[], exponent: number): HarvestValue {
  const standard = pieces.map((piece) => (piece.isKept ? standardValue(piece, exponent) : 0n));
  const isKnown = pieces.every((piece, at) => !piece.isKept || (standard[at] ?? 0n) > 0n);
  const known = isKnown ? standard : [];
  const sum = known.reduce((total, value) => total + value, 0n);
  if (isKnown && pieces.some(({ isKept }) => isKept))
    return sum <= cost ? { values: known, residue: cost - sum } : { values: allocateAmount(cost, known), residue: 0n };
  const even = allocateAmount(
    cost,
    pieces.map(({ qty }) => BigInt(qty)),
  );
  const values = pieces.map(({ isKept }, at) => (isKept ? (even[at] ?? 0n) : 0n));
  return { values, residue: cost - values.reduce((total, value) => total + value, 0n) };
}

const standardValue = ({ qty, standardCost }: Piece, exponent: number): bigint =>
  divideHalfUp(
    (parseDecimal(standardCost ?? '0', PRICE_SCALE) ?? 0n) * BigInt(qty) * 10n ** BigInt(exponent),
    10n ** BigInt(PRICE_SCALE),
  );

/** Units to take apart for so many of a part, of which each gives some. */
export const unitsFor = (qty: number, qtyPerUnit: number): number => Math.ceil(qty / qtyPerUnit);

/**
 * Whole units that each of several lines holds, where lines that take parts out of the same units share
 * them: each holds what it needs beyond those before it.
 */
export function sharedUnits(lines: readonly { partSkuId: string; qty: number; qtyPerUnit: number }[]): number[] {
  const request = new Map<string, number>();
  let held = 0;
  return lines.map(({ partSkuId, qty, qtyPerUnit }) => {
    const sum = (request.get(partSkuId) ?? 0) + qty;
    request.set(partSkuId, sum);
    const more = Math.max(0, unitsFor(sum, qtyPerUnit) - held);
    held += more;
    return more;
  });
}
