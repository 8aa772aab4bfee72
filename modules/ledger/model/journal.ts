import { kindOf, type AccountCode, type AccountType, type Book } from './chart.ts';

/** An account as its user names it: what it is, and whose where there are several. */
export interface AccountName {
  code: AccountCode;
  /** Id of the warehouse, supplier or customer. */
  part?: string;
  /** What people call that part, as it is when the account is opened. */
  partName?: string;
}

/**
 * An amount that leaves one account for another. Both are of one book and in its currency, so that
 * every entry balances by construction.
 */
export interface Posting {
  debit: AccountName;
  credit: AccountName;
  /** Minor units, above zero. */
  amount: bigint;
  currency: string;
}

/** Text that is the same for the same account in the same currency. */
export const accountKey = ({ code, part = '' }: AccountName, currency: string): string => `${code} ${part} ${currency}`;

/** Accounts that grow by what is debited; the others grow by what is credited. */
const GROW_BY_DEBIT: ReadonlySet<AccountType> = new Set<AccountType>(['asset', 'expense']);

/** The balance of an account as its type reads it, minor units. */
export const balanceOf = (type: AccountType, debit: bigint, credit: bigint): bigint =>
  GROW_BY_DEBIT.has(type) ? debit - credit : credit - debit;

/** What a posting of `amount` does to an account of this code on one of its sides. */
const change = (code: AccountCode, side: 'debit' | 'credit', amount: bigint): bigint =>
  side === 'debit' ? balanceOf(kindOf(code).type, amount, 0n) : balanceOf(kindOf(code).type, 0n, amount);

/**
 * The book that an entry stands in.
 * @throws Error on postings that no caller may make: none at all, an amount of zero or less, one
 * account on both sides, accounts of two books
 */
export function bookOf(postings: readonly Posting[]): Book {
  const [first] = postings;
  if (!first) throw new Error('an entry without postings');
  const { book } = kindOf(first.debit.code);
  for (const { debit, credit, amount, currency } of postings) {
    if (amount <= 0n) throw new Error(`posting of ${amount} to ${debit.code}`);
    if (accountKey(debit, currency) === accountKey(credit, currency))
      throw new Error(`posting from ${debit.code} to itself`);
    if (kindOf(debit.code).book !== book || kindOf(credit.code).book !== book)
      throw new Error(`an entry in two books: ${debit.code}, ${credit.code}`);
  }
  return book;
}

/** What an entry leaves in the guarded accounts it touches. */
export interface Applied {
  /** By account key: the balance after the entry. */
  balances: Map<string, bigint>;
  /** Of each posting, the guarded balances right after it; null: the account is not guarded. */
  after: { debit: bigint | null; credit: bigint | null }[];
  /** The first guarded account that would end below zero. */
  short: AccountName | null;
}

/**
 * Lays postings over the balances of guarded accounts. An entry is judged whole: what its postings do
 * to each other in between is nobody's business.
 * @param before by account key; every guarded account among the postings has one
 */
export function applyPostings(before: ReadonlyMap<string, bigint>, postings: readonly Posting[]): Applied {
  const balances = new Map<string, bigint>();
  const names = new Map<string, AccountName>();
  const move = (name: AccountName, side: 'debit' | 'credit', posting: Posting): bigint | null => {
    if (!kindOf(name.code).isGuarded) return null;
    const key = accountKey(name, posting.currency);
    const from = balances.get(key) ?? before.get(key);
    if (from === undefined) throw new Error(`no balance of ${key}`);
    const to = from + change(name.code, side, posting.amount);
    balances.set(key, to);
    names.set(key, name);
    return to;
  };
  const after = postings.map((posting) => ({
    debit: move(posting.debit, 'debit', posting),
    credit: move(posting.credit, 'credit', posting),
  }));
  const short = [...balances].find(([key, balance]) => balance < 0n && balance < (before.get(key) ?? 0n));
  return { balances, after, short: short ? (names.get(short[0]) ?? null) : null };
}

/** The same amounts the other way, last first: what takes an entry back. */
export const swapped = (postings: readonly Posting[]): Posting[] =>
  postings.map(({ debit, credit, ...rest }) => ({ ...rest, debit: credit, credit: debit })).toReversed();

/**
 * Sums amounts that move between the same two accounts into one posting each; what comes to zero is
 * left out, and what comes to less is posted the other way.
 * @param moves with amounts of either sign
 */
export function netPostings(moves: readonly Posting[]): Posting[] {
  const sums = new Map<string, Posting>();
  for (const move of moves) {
    const key = `${accountKey(move.debit, move.currency)} > ${accountKey(move.credit, move.currency)}`;
    const known = sums.get(key);
    sums.set(key, { ...move, amount: (known?.amount ?? 0n) + move.amount });
  }
  return [...sums.values()].flatMap((posting) => {
    if (posting.amount === 0n) return [];
    return posting.amount > 0n ? [posting] : swapped([{ ...posting, amount: -posting.amount }]);
  });
}
