import { allocateAmount } from '#kit/model/money.ts';

/**
 * The safety stock of a SKU is kept where it is sold: shared among its warehouses by what was sold there
 * in 30 days, shipped or not. What nobody bought anywhere is kept whole where most of it lies.
 */
export function sharedSafety(
  safetyStock: number,
  warehouses: readonly { wanted30: number; available: number }[],
): number[] {
  if (warehouses.length === 0) return [];
  const weights = warehouses.map(({ wanted30 }) => Math.max(0, wanted30));
  if (weights.some((weight) => weight > 0)) return allocateAmount(BigInt(safetyStock), weights.map(BigInt)).map(Number);
  const most = warehouses.reduce(
    (best, one, at) => (one.available > (warehouses[best]?.available ?? 0) ? at : best),
    0,
  );
  return warehouses.map((_one, at) => (at === most ? safetyStock : 0));
}
