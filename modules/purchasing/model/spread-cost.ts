import { allocateAmount } from '#kit/model/money.ts';

/** What bears a part of an amount, and how much of it beside the others. */
export interface Bearer {
  /** Tells it from the others. */
  key: string;
  /** Never negative; not all of them are zero. */
  weight: bigint;
}

/**
 * Spreads an amount over goods by largest remainder: parts sum exactly, none is negative, and each is
 * the same in whatever order the bearers come (where remainders are equal, the key decides who gets a cent).
 * @param amount minor units, not negative
 * @returns the part of each, by key
 */
export function spreadCost(amount: bigint, bearers: readonly Bearer[]): Map<string, bigint> {
  if (amount < 0n) throw new Error(`an amount of ${amount} to spread`);
  if (!bearers.some(({ weight }) => weight > 0n)) throw new Error('nothing bears the amount');
  const sorted = [...bearers].sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  const parts = allocateAmount(
    amount,
    sorted.map(({ weight }) => weight),
  );
  return new Map(sorted.map(({ key }, index) => [key, parts[index] ?? 0n]));
}
