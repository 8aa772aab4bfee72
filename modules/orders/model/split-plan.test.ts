import { expect, test } from 'vitest';
import { dividedAmount, MOST_PARTS, partsByWarehouse, splitFault, summedParts } from './split-plan.ts';

/** O-03 and the split of an amount over parts, by hand (domain.md §0, §4). */

const lines = [
  { id: 'a', qty: 5, qtyCancelled: 2 },
  { id: 'b', qty: 1, qtyCancelled: 0 },
];
const one = (lineId: string, qty: number) => ({ lineId, qty });

test('an amount is divided by largest remainder, and says what each part has beyond its price', () => {
  // 10.00 over 1:1:1; each unit costs 3.3333.
  expect(dividedAmount(1000n, [1, 1, 1], 33_333n, 2)).toEqual([
    { net: 334n, shift: 1n },
    { net: 333n, shift: 0n },
    { net: 333n, shift: 0n },
  ]);
  expect(dividedAmount(700n, [2, 1], 20_000n, 2)).toEqual([
    { net: 467n, shift: 67n },
    { net: 233n, shift: 33n },
  ]);
  expect(dividedAmount(100n, [1, 1], 10_000n, 2)).toEqual([
    { net: 50n, shift: -50n },
    { net: 50n, shift: -50n },
  ]);
});

test('every part has units and units stay behind: what is cancelled is none', () => {
  expect(splitFault(lines, [])).toEqual({ kind: 'none' });
  expect(splitFault(lines, [[]])).toEqual({ kind: 'emptyPart' });
  expect(splitFault(lines, [[one('a', 0)]])).toEqual({ kind: 'emptyPart' });
  expect(splitFault(lines, [[one('a', 1.5)]])).toEqual({ kind: 'emptyPart' });
  expect(splitFault(lines, [[one('x', 1)]])).toEqual({ kind: 'unknownLine' });
  expect(splitFault(lines, [[one('a', 2)], [one('a', 2)]])).toEqual({
    kind: 'tooMuch',
    lineId: 'a',
    left: 3,
  });
  expect(splitFault(lines, [[one('a', 3)], [one('b', 1)]])).toEqual({ kind: 'all' });
  expect(splitFault(lines, [[one('a', 3)]])).toBeNull();
});

test('with what stays one split makes twenty orders, no more', () => {
  const many = [{ id: 'a', qty: 50, qtyCancelled: 0 }];
  const parts = (count: number) => Array.from({ length: count }, () => [one('a', 1)]);
  expect(MOST_PARTS).toBe(20);
  expect(splitFault(many, parts(19))).toBeNull();
  expect(splitFault(many, parts(20))).toEqual({ kind: 'tooMany' });
});

test('what the fullest warehouse holds stays, of two alike what the first one holds', () => {
  const held = (warehouseId: string, orderLineId: string, qty: number) => ({
    warehouseId,
    orderLineId,
    qty,
  });
  const by = (all: ReturnType<typeof held>[]) =>
    partsByWarehouse(all).map(({ warehouseId, part }) => [warehouseId, part]);
  expect(by([held('w1', 'a', 2), held('w2', 'a', 3), held('w1', 'b', 2)])).toEqual([['w2', [one('a', 3)]]]);
  expect(by([held('w1', 'a', 2), held('w2', 'a', 2)])).toEqual([['w2', [one('a', 2)]]]);
  expect(by([held('w1', 'a', 2)])).toEqual([]);
});

test('a line that is named twice in a part is one wish for both', () => {
  expect(summedParts([[one('a', 1), one('a', 2)], [one('a', 1)]])).toEqual([[one('a', 3)], [one('a', 1)]]);
});
