import type { BankMatchMethod } from '../bank-line.ts';
import { matchKey } from './line-words.ts';

/** A movement of which nobody knows yet what it is; minor units, below zero it went out. */
export interface OpenMovement {
  id: string;
  accountId: string;
  currency: string;
  amount: bigint;
  bookedOn: string;
  bankRef: string | null;
  ourRef: string | null;
}

/** A 收付款 of which something is in no movement yet. */
export interface OpenPayment {
  id: string;
  paymentNo: string;
  direction: 'in' | 'out';
  customerId: string;
  /** Null: nobody said which account it is of. */
  accountId: string | null;
  currency: string;
  left: bigint;
  paidOn: string;
  bankRef: string | null;
}

export interface MovementMatch {
  lineId: string;
  paymentId: string;
  method: Exclude<BankMatchMethod, 'hand'>;
  /** From 0 to 100. */
  score: number;
}

const SURE = 100;
const OF_THE_DAY = 90;
const A_DAY = 10;
const LEAST = 50;
const NO_ACCOUNT = 5;
const DAY_MS = 86_400_000;

const daysApart = (one: string, other: string): number => Math.abs(Date.parse(one) - Date.parse(other)) / DAY_MS;

const fits = (line: OpenMovement, { direction, accountId, currency, left }: OpenPayment): boolean =>
  (line.amount > 0n ? direction === 'in' : direction === 'out') &&
  currency === line.currency &&
  left === (line.amount > 0n ? line.amount : -line.amount) &&
  (accountId === null || accountId === line.accountId);

/** What the bank, or whoever paid, calls a movement is what we call a payment. */
function isNamed({ bankRef, ourRef }: OpenMovement, payment: OpenPayment): boolean {
  const names = [payment.bankRef, payment.paymentNo].map(matchKey).filter((key) => key !== '');
  return [bankRef, ourRef].map(matchKey).some((key) => key !== '' && names.includes(key));
}

const scored = (score: number, { accountId }: OpenPayment): number => (accountId === null ? score - NO_ACCOUNT : score);

/**
 * Finds the 收付款 of movements: by reference and amount first, then by amount within some days. Nearer days come
 * first; what may be one of several is left to a person, unless they are alike in all but their numbers. Pure.
 * @param days that the two may lie apart
 */
export function matchMovements(
  lines: readonly OpenMovement[],
  payments: readonly OpenPayment[],
  days: number,
): MovementMatch[] {
  const open = new Set(lines);
  const free = new Set(payments);
  const matches: MovementMatch[] = [];
  const take = (line: OpenMovement, payment: OpenPayment, method: MovementMatch['method'], score: number): void => {
    open.delete(line);
    free.delete(payment);
    matches.push({ lineId: line.id, paymentId: payment.id, method, score: scored(score, payment) });
  };
  for (const line of lines) {
    const named = [...free].filter((payment) => fits(line, payment) && isNamed(line, payment));
    const [first] = named;
    if (first && areAlike(named)) take(line, first, 'reference', SURE);
  }
  const byAmount = Map.groupBy(payments, ({ currency, left }) => `${currency} ${left}`);
  const near = (line: OpenMovement, apart: number): OpenPayment[] =>
    (byAmount.get(`${line.currency} ${line.amount > 0n ? line.amount : -line.amount}`) ?? []).filter(
      (payment) => free.has(payment) && fits(line, payment) && daysApart(line.bookedOn, payment.paidOn) === apart,
    );
  const groups = [...Map.groupBy(lines, groupOf).values()];
  const bySum = Map.groupBy(groups, ([one]) => `${one?.currency} ${one?.amount}`);
  for (let apart = 0; apart <= days; apart += 1)
    for (const all of groups) {
      const group = all.filter((line) => open.has(line));
      const [one] = group;
      if (!one) continue;
      const candidates = near(one, apart);
      if (candidates.length < group.length || !areAlike(candidates)) continue;
      // The same payments may be the movements of another day, or account, just as well.
      const rivals = (bySum.get(`${one.currency} ${one.amount}`) ?? []).some(
        (other) =>
          other !== all &&
          other.some((line) => open.has(line) && near(line, apart).some((payment) => candidates.includes(payment))),
      );
      if (rivals) continue;
      group.forEach((line, at) =>
        take(line, candidates[at] as OpenPayment, 'amount', Math.max(LEAST, OF_THE_DAY - A_DAY * apart)),
      );
    }
  return matches;
}

const groupOf = ({ accountId, currency, amount, bookedOn }: OpenMovement): string =>
  `${accountId} ${currency} ${amount} ${bookedOn}`;

/** Whether it does not matter which one is taken: of one customer, of one day. */
const areAlike = (payments: readonly OpenPayment[]): boolean =>
  new Set(payments.map(({ customerId, paidOn, accountId }) => `${customerId} ${paidOn} ${accountId}`)).size <= 1;
