import { allocateAmount, lineAmount } from '#kit/model/money.ts';

/** Units of lines that go into one new order. */
export type SplitPart = readonly { lineId: string; qty: number }[];

/** What of a line matters when its order is split. */
export interface SplittableLine {
  id: string;
  qty: number;
  qtyCancelled: number;
}

/** Units of a line that can go elsewhere. */
export const movable = (line: SplittableLine): number => line.qty - line.qtyCancelled;

export type SplitFault =
  | { kind: 'none' | 'all' | 'emptyPart' | 'tooMany' | 'unknownLine' }
  | { kind: 'tooMuch'; lineId: string; left: number };

/** So many orders come of one split at most. */
export const MOST_PARTS = 20;

/** What is wrong with a wish to split, or null: every part has units, and units stay behind. */
export function splitFault(lines: readonly SplittableLine[], parts: readonly SplitPart[]): SplitFault | null {
  if (parts.length === 0) return { kind: 'none' };
  if (parts.length >= MOST_PARTS) return { kind: 'tooMany' };
  const isWhole = ({ qty }: { qty: number }): boolean => Number.isSafeInteger(qty) && qty > 0;
  if (parts.some((part) => part.length === 0 || !part.every(isWhole))) return { kind: 'emptyPart' };
  const taken = takenUnits(parts);
  for (const [lineId, qty] of taken) {
    const line = lines.find(({ id }) => id === lineId);
    if (!line) return { kind: 'unknownLine' };
    if (qty > movable(line)) return { kind: 'tooMuch', lineId, left: movable(line) };
  }
  const left = lines.reduce((sum, line) => sum + movable(line) - (taken.get(line.id) ?? 0), 0);
  return left === 0 ? { kind: 'all' } : null;
}

const takenUnits = (parts: readonly SplitPart[]): Map<string, number> => {
  const taken = new Map<string, number>();
  for (const { lineId, qty } of parts.flat()) taken.set(lineId, (taken.get(lineId) ?? 0) + qty);
  return taken;
};

/** A line named twice in a part is one wish for both. */
export const summedParts = (parts: readonly SplitPart[]): SplitPart[] =>
  parts.map((part) => [...takenUnits([part])].map(([lineId, qty]) => ({ lineId, qty })));

/**
 * One new order for each warehouse that holds units, but for the one that holds most, which stays;
 * ties stay with the warehouse that comes first. Units that nobody holds stay too.
 */
export function partsByWarehouse(
  held: readonly { orderLineId: string; warehouseId: string; qty: number }[],
): { warehouseId: string; part: SplitPart }[] {
  const byWarehouse = [...Map.groupBy(held, ({ warehouseId }) => warehouseId)].map(([warehouseId, units]) => ({
    warehouseId,
    units: units.reduce((sum, { qty }) => sum + qty, 0),
    part: units.map(({ orderLineId: lineId, qty }) => ({ lineId, qty })),
  }));
  const stays = byWarehouse.toSorted((a, b) => b.units - a.units)[0];
  return byWarehouse.filter((one) => one !== stays);
}

/**
 * The amount of a line over its parts by largest remainder (domain.md §4), the first part being what
 * stays. `shift` is what a part has beyond units × price, rounded.
 * @param net minor units, as the line stands
 * @param unitPrice 1/10000 of the major unit
 */
export function dividedAmount(
  net: bigint,
  units: readonly number[],
  unitPrice: bigint,
  exponent: number,
): { net: bigint; shift: bigint }[] {
  const shares = allocateAmount(net, units.map(BigInt));
  return units.map((qty, at) => {
    const share = shares[at] ?? 0n;
    return { net: share, shift: share - lineAmount(qty, unitPrice, exponent) };
  });
}
