import { exponentOf } from '#kit/model/currency.ts';
import { divideHalfUp, parseDecimal, PRICE_SCALE } from '#kit/model/money.ts';
import type { AccountName, Posting } from '#modules/ledger/model/journal.ts';

/** Money of which parts settle invoices, minor units; `base` of the books. */
export interface Funds {
  amount: bigint;
  allocated: bigint;
  baseAmount: bigint;
  allocatedBase: bigint;
}

/**
 * What a part of money stands for in the books: its share, counted from the beginning, so that the last part takes
 * the rest to the cent.
 */
export function shareOfFunds({ amount, allocated, baseAmount, allocatedBase }: Funds, part: bigint): bigint {
  const done = allocated + part;
  return (done === amount ? baseAmount : divideHalfUp(baseAmount * done, amount)) - allocatedBase;
}

/** What takes a receivable away: of money, its share; of a discount, nothing but the receivable itself. */
export interface Taken {
  receivable: AccountName;
  /** What leaves 应收账款, minor units of the books. */
  baseAmount: bigint;
  /** What the money stands for that takes it; null for a discount. */
  share: bigint | null;
}

/**
 * Postings of what takes receivables away: from where the money stands, the difference of two days' rates to 汇兑损益,
 * a discount as a cost. Amounts of zero are left in for `netPostings` to drop.
 */
export function settledPostings(from: AccountName, taken: readonly Taken[], currency: string): Posting[] {
  const fx: AccountName = { code: 'fx' };
  return taken.flatMap(({ receivable, baseAmount, share }): Posting[] => {
    if (share === null)
      return [{ debit: { code: 'expense:cashDiscount' }, credit: receivable, amount: baseAmount, currency }];
    const both = share < baseAmount ? share : baseAmount;
    return [
      { debit: from, credit: receivable, amount: both, currency },
      { debit: from, credit: fx, amount: share - both, currency },
      { debit: fx, credit: receivable, amount: baseAmount - both, currency },
    ];
  });
}

/** A typed amount in minor units of a currency; null where it has more places than the currency. */
export function minorUnits(text: string, currency: string): bigint | null {
  const scaled = parseDecimal(text, PRICE_SCALE) ?? 0n;
  const unit = 10n ** BigInt(PRICE_SCALE - exponentOf(currency));
  return scaled % unit === 0n ? scaled / unit : null;
}
