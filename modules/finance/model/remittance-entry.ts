import { accountKey, type AccountName, type Posting } from '#modules/ledger/model/journal.ts';

/** What an entry does to one account: above zero it is credited, below zero debited. Minor units of the books. */
export interface Side {
  account: AccountName;
  amount: bigint;
}

/**
 * Puts the two sides of an entry together: accounts are summed, then what is debited is paired with what is
 * credited, in the order given, so that each account appears with its own sum and no more.
 * @param sides whose amounts come to zero together
 * @throws Error where they do not
 */
export function pairedPostings(sides: readonly Side[], currency: string): Posting[] {
  const sums = new Map<string, Side>();
  for (const { account, amount } of sides) {
    const key = accountKey(account, currency);
    sums.set(key, { account, amount: (sums.get(key)?.amount ?? 0n) + amount });
  }
  const all = [...sums.values()];
  const off = all.reduce((sum, { amount }) => sum + amount, 0n);
  if (off !== 0n) throw new Error(`the sides of an entry differ by ${off}`);
  const debits = all.filter(({ amount }) => amount < 0n).map((side) => ({ ...side, amount: -side.amount }));
  const credits = all.filter(({ amount }) => amount > 0n).map((side) => ({ ...side }));
  const postings: Posting[] = [];
  let at = 0;
  for (const debit of debits)
    while (debit.amount > 0n) {
      const credit = credits[at] as Side;
      const amount = debit.amount < credit.amount ? debit.amount : credit.amount;
      postings.push({ debit: debit.account, credit: credit.account, amount, currency });
      debit.amount -= amount;
      credit.amount -= amount;
      if (credit.amount === 0n) at += 1;
    }
  return postings;
}
