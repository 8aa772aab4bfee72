import { expect, test } from 'vitest';
import { creditFaults, type CreditLimit } from './credit-limits.ts';
import type { StoredLine } from './return-lines.ts';

/** Amounts that somebody wants to credit, in minor units of USD: 10.00 was charged for the line of the order. */

const line = (id: string, orderLineId: string): StoredLine => ({ id, orderLineId, sku: `SKU-${id}` }) as StoredLine;
const bound = (most: bigint, units: number | null = null): CreditLimit => ({
  charged: 1000n,
  left: 1000n,
  units,
  most,
});
const faults = (expected: readonly (readonly [StoredLine, bigint])[], limits: Record<string, CreditLimit>) =>
  creditFaults(
    expected.map(([one, amount], row) => ({ row, line: one, amount })),
    new Map(Object.entries(limits)),
    'USD',
  ).map(({ row, message }) => [row, message]);

test('two lines of a return that answer one line of the order share what is left of it', () => {
  const limits = { a: bound(1000n), b: bound(1000n) };
  expect(
    faults(
      [
        [line('a', 'o1'), 600n],
        [line('b', 'o1'), 400n],
      ],
      limits,
    ),
  ).toEqual([]);
  const beyond = faults(
    [
      [line('a', 'o1'), 600n],
      [line('b', 'o1'), 401n],
    ],
    limits,
  );
  expect(beyond).toEqual([[1, expect.stringContaining('4.00')]]);
});

test('lines of two lines of the order share nothing', () => {
  const expected = [
    [line('a', 'o1'), 1000n],
    [line('b', 'o2'), 1000n],
  ] as const;
  expect(faults(expected, { a: bound(1000n), b: bound(1000n) })).toEqual([]);
});

test('a line is bound by its units, and one without a limit gets nothing', () => {
  expect(faults([[line('a', 'o1'), 501n]], { a: bound(500n, 1) })).toEqual([[0, expect.stringContaining('5.00')]]);
  expect(faults([[line('x', 'o9'), 1n]], {})).toEqual([[0, expect.stringContaining('0.00')]]);
});
