import { divideHalfUp } from '#kit/model/money.ts';

/** What is owed of an invoice, minor units. */
export interface OwedInvoice {
  /** In the currency of the invoice. */
  total: bigint;
  balance: bigint;
  /** In the currency of the books. */
  baseTotal: bigint;
  settledBase: bigint;
}

/**
 * What a part of an invoice takes off 应收账款: its share of what the invoice stands for there, counted
 * from the beginning, so that the last part takes the rest to the cent.
 * @param amount of the part, within the balance, minor units of the invoice
 * @returns minor units of the books
 */
export function shareOfReceivable({ total, balance, baseTotal, settledBase }: OwedInvoice, amount: bigint): bigint {
  const done = total - balance + amount;
  return (done === total ? baseTotal : divideHalfUp(baseTotal * done, total)) - settledBase;
}
