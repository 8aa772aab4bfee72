import { allocateAmount } from '#kit/model/money.ts';

/** What a share of a cost becomes: value of what is still there, and what came too late. */
export interface SettledShare {
  /** What each layer gets, in their order. */
  parts: bigint[];
  /** What units bear that have left: no stock can carry it any more. */
  late: bigint;
}

/**
 * Splits the share of units that were received over the layers that hold some of them still, and
 * those that have left, by units and to the cent.
 * @param amount minor units, not negative
 * @param qty units that were received
 * @param left units of them in each layer
 */
export function settleShare(amount: bigint, qty: number, left: readonly number[]): SettledShare {
  const gone = qty - left.reduce((sum, units) => sum + units, 0);
  if (gone < 0 || qty <= 0) throw new Error(`layers hold more than the ${qty} that came`);
  const parts = allocateAmount(amount, [...left, gone].map(BigInt));
  return { parts: parts.slice(0, -1), late: parts.at(-1) ?? 0n };
}

/**
 * What a layer still holds of an amount that was added to it: that of the units left, never more than
 * the layer is worth.
 */
export function stillHeld(
  { amount, qtyThen }: { amount: bigint; qtyThen: number },
  { qtyLeft, valueLeft }: { qtyLeft: number; valueLeft: bigint },
): bigint {
  const held = (amount * BigInt(qtyLeft)) / BigInt(qtyThen);
  return held < valueLeft ? held : valueLeft;
}
