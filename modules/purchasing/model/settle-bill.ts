import { divideHalfUp } from '#kit/model/money.ts';

/** A bill as it stands, in minor units. */
export interface OwedBill {
  /** In the currency of the bill. */
  total: bigint;
  paidTotal: bigint;
  discountTotal: bigint;
  /** In the currency of the books. */
  baseTotal: bigint;
  settledBase: bigint;
}

/** A payment: what is paid and what is left off, in the currency of the bill. */
export interface Paid {
  amount: bigint;
  discount: bigint;
  /** What the bank took, in the currency of the books. */
  baseAmount: bigint;
}

/** What a payment does to the books. */
export interface Settled {
  settledBase: bigint;
  discountBase: bigint;
  /** Above zero: more was paid than the bill stood for, a loss. */
  fxDifference: bigint;
  isPaid: boolean;
}

export const openOfBill = ({ total, paidTotal, discountTotal }: OwedBill): bigint => total - paidTotal - discountTotal;

/**
 * What a payment takes off 应付账款: its share of what the bill stands for there, counted from the
 * beginning, so that the last payment takes the rest to the cent. What the bank took beyond that, or
 * less, is a difference of rates.
 */
export function settle(bill: OwedBill, { amount, discount, baseAmount }: Paid): Settled {
  const part = amount + discount;
  const done = bill.total - openOfBill(bill) + part;
  const isPaid = done === bill.total;
  const upTo = isPaid ? bill.baseTotal : divideHalfUp(bill.baseTotal * done, bill.total);
  const settledBase = upTo - bill.settledBase;
  const discountBase = part === 0n ? 0n : divideHalfUp(settledBase * discount, part);
  return {
    settledBase,
    discountBase,
    isPaid,
    fxDifference: baseAmount - (settledBase - discountBase),
  };
}
