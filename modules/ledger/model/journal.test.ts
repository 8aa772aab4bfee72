import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AccountCode } from './chart.ts';
import { accountKey, applyPostings, balanceOf, bookOf, netPostings, swapped, type Posting } from './journal.ts';

const move = (debit: AccountCode, credit: AccountCode, amount: bigint): Posting => ({
  debit: { code: debit },
  credit: { code: credit },
  amount,
  currency: 'USD',
});
const BANK = 'platform:bank';
const AVAILABLE = 'wallet:available';
const HELD = 'wallet:held';
const key = (code: AccountCode): string => accountKey({ code }, 'USD');
const wallet = (available: bigint, held: bigint): Map<string, bigint> =>
  new Map([
    [key(AVAILABLE), available],
    [key(HELD), held],
  ]);

test('what is debited makes assets and expenses grow, what is credited the others', () => {
  expect(balanceOf('asset', 700n, 200n)).toBe(500n);
  expect(balanceOf('expense', 700n, 200n)).toBe(500n);
  for (const type of ['liability', 'equity', 'revenue'] as const) expect(balanceOf(type, 200n, 700n)).toBe(500n);
});

test('a recharge, a hold, its capture and an adjustment leave what the specification says', () => {
  // domain.md §4: 1,388.89; hold 23.40, capture 21.15 with 2.25 back, carrier adjustment 4.00.
  let state = wallet(0n, 0n);
  const post = (...postings: Posting[]): void => {
    const { balances, short } = applyPostings(state, postings);
    expect(short).toBeNull();
    state = new Map([...state, ...balances]);
  };
  post(move(BANK, AVAILABLE, 138_889n));
  post(move(AVAILABLE, HELD, 2_340n));
  expect(state).toEqual(wallet(136_549n, 2_340n));
  post(move(HELD, 'platform:revenue', 2_115n), move(HELD, AVAILABLE, 225n));
  post(move(AVAILABLE, 'platform:revenue', 400n));
  expect(state).toEqual(wallet(136_374n, 0n));
});

test('an entry is judged by what it leaves, and names the account that is short', () => {
  expect(applyPostings(wallet(100n, 0n), [move(AVAILABLE, HELD, 101n)]).short).toEqual({
    code: AVAILABLE,
  });
  expect(applyPostings(wallet(100n, 0n), [move(AVAILABLE, HELD, 100n)]).short).toBeNull();
  // It is below zero in between, and no more at the end.
  const both = [move(AVAILABLE, HELD, 150n), move(BANK, AVAILABLE, 50n)];
  const { short, after } = applyPostings(wallet(100n, 0n), both);
  expect(short).toBeNull();
  expect(after).toEqual([
    { debit: -50n, credit: 150n },
    { debit: null, credit: 0n },
  ]);
});

test('two books, one account on both sides and amounts of nothing are defects of the caller', () => {
  expect(bookOf([move('cogs', 'inventory', 1n)])).toBe('tenant');
  expect(bookOf([move(BANK, AVAILABLE, 1n)])).toBe('operator');
  for (const wrong of [
    [],
    [move('cogs', 'inventory', 0n)],
    [move('cogs', 'inventory', -1n)],
    [move('cogs', 'cogs', 1n)],
    [move(BANK, 'inventory', 1n)],
    [move('cogs', 'inventory', 1n), move(BANK, AVAILABLE, 1n)],
  ])
    expect(() => bookOf(wrong)).toThrow();
  const between = (from: string, to: string): Posting => ({
    debit: { code: 'inventory', part: from },
    credit: { code: 'inventory', part: to },
    amount: 1n,
    currency: 'USD',
  });
  expect(bookOf([between('a', 'b')])).toBe('tenant');
  expect(() => bookOf([between('a', 'a')])).toThrow('itself');
});

test('moves between the same two accounts become one posting, nothing becomes none', () => {
  expect(
    netPostings([
      move('inventory', 'gain:count', 500n),
      move('inventory', 'gain:count', -200n),
      move('cogs', 'inventory', 70n),
      move('inventory', 'cogs', 30n),
      move('loss:count', 'inventory', 9n),
      move('loss:count', 'inventory', -9n),
      move('inventory', 'equity:opening', -40n),
    ]),
  ).toEqual([
    move('inventory', 'gain:count', 300n),
    move('cogs', 'inventory', 70n),
    move('inventory', 'cogs', 30n),
    move('equity:opening', 'inventory', 40n),
  ]);
});

const CODES: readonly AccountCode[] = [BANK, AVAILABLE, HELD, 'platform:revenue'];
const anyPostings = fc.array(
  fc
    .tuple(fc.nat(3), fc.integer({ min: 1, max: 3 }), fc.bigInt({ min: 1n, max: 10n ** 12n }))
    .map(([at, step, amount]) => {
      const [debit = BANK, credit = HELD] = [CODES[at], CODES[(at + step) % 4]];
      return move(debit, credit, amount);
    }),
  { minLength: 1, maxLength: 12 },
);

test('an entry and what takes it back leave everything as it was', () => {
  fc.assert(
    fc.property(anyPostings, fc.bigInt(0n, 10n ** 13n), (postings, start) => {
      const before = wallet(start, start);
      const there = applyPostings(before, postings);
      const between = new Map([...before, ...there.balances]);
      const back = applyPostings(between, swapped(postings));
      expect(new Map([...between, ...back.balances])).toEqual(before);
    }),
  );
});
