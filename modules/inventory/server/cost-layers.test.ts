import { expect, test } from 'vitest';
import { takeOldest } from './cost-layers.ts';

/** Layers as stored: units left and their value in minor units. */
const layers = (...of: [qty: number, value: bigint][]) => of.map(([qtyLeft, valueLeft]) => ({ qtyLeft, valueLeft }));
const costOf = ({ takes }: ReturnType<typeof takeOldest>): bigint => takes.reduce((sum, { value }) => sum + value, 0n);

test('the oldest layer goes first: 12 of 10@5.00 and 10@6.00 cost 62.00, 8@6.00 are left', () => {
  const stock = layers([10, 5000n], [10, 6000n]);
  const taken = takeOldest(stock, 12);
  expect(costOf(taken)).toBe(6200n);
  expect(taken.takes.map(({ qty, value }) => [qty, value])).toEqual([
    [10, 5000n],
    [2, 1200n],
  ]);
  expect(stock).toEqual(layers([0, 0n], [8, 4800n]));
  expect(taken.missing).toBe(0);
});

test('a layer that is just enough is taken whole, and the next one is not touched', () => {
  const stock = layers([3, 100n], [3, 900n]);
  expect(costOf(takeOldest(stock, 3))).toBe(100n);
  expect(stock).toEqual(layers([0, 0n], [3, 900n]));
});

test('no cent is lost: units of 1.00 over three cost 0.33, 0.34 and 0.33', () => {
  const stock = layers([3, 100n]);
  const costs = [1, 1, 1].map((qty) => costOf(takeOldest(stock, qty)));
  expect(costs).toEqual([33n, 34n, 33n]);
  expect(stock).toEqual(layers([0, 0n]));
});

test('what no layer holds is missing, and empty layers are passed over', () => {
  const taken = takeOldest(layers([0, 0n], [2, 300n]), 5);
  expect(taken.missing).toBe(3);
  expect(taken.takes.map(({ qty, value }) => [qty, value])).toEqual([[2, 300n]]);
  expect(takeOldest([], 1)).toEqual({ takes: [], missing: 1 });
});
