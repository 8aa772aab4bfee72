import { expect, test } from 'vitest';
import { harvestValue, sharedUnits, unitsFor, type Piece } from './harvest-value.ts';

const stored = (qty: number, standardCost: string | null): Piece => ({
  qty,
  isKept: true,
  standardCost,
});
const lost = (qty: number): Piece => ({ qty, isKept: false, standardCost: null });

test('parts are worth their standard cost, and the rest of the unit is lost', () => {
  expect(harvestValue(10_000n, [stored(4, '7.3333'), stored(1, '40'), lost(1)], 2)).toEqual({
    values: [2933n, 4000n, 0n],
    residue: 3067n,
  });
});

test('parts that are dearer than the unit share what it cost, to the cent', () => {
  const { values, residue } = harvestValue(1000n, [stored(1, '30'), stored(2, '30'), lost(1)], 2);
  expect([values, residue]).toEqual([[333n, 667n, 0n], 0n]);
});

test('without a standard cost of each, every piece is worth the same, kept or not', () => {
  expect(harvestValue(1000n, [stored(1, '3'), stored(1, null), lost(1)], 2)).toEqual({
    values: [334n, 333n, 0n],
    residue: 333n,
  });
});

test('whatever a unit cost and is made of, nothing of it gets lost on the way', () => {
  for (let cost = 0n; cost < 400n; cost += 7n)
    for (const pieces of [
      [stored(3, '0.3333'), lost(2)],
      [stored(3, null), stored(7, null), lost(1)],
      [stored(2, '1.005'), stored(3, '0.0049')],
      [lost(4)],
      [],
    ]) {
      const { values, residue } = harvestValue(cost, pieces, 2);
      expect(values.reduce((sum, value) => sum + value, residue)).toBe(cost);
      expect([...values, residue].every((value) => value >= 0n)).toBe(true);
    }
});

test('a yen has no cents', () => {
  expect(harvestValue(500n, [stored(2, '120.4'), lost(1)], 0)).toEqual({
    values: [241n, 0n],
    residue: 259n,
  });
});

test('lines take parts out of the same units as far as these go', () => {
  const line = (partSkuId: string, qty: number, qtyPerUnit: number) => ({
    partSkuId,
    qty,
    qtyPerUnit,
  });
  expect(unitsFor(5, 4)).toBe(2);
  expect(sharedUnits([line('leg', 1, 4), line('top', 1, 1)])).toEqual([1, 0]);
  expect(sharedUnits([line('leg', 3, 4), line('leg', 2, 4), line('top', 3, 1)])).toEqual([1, 1, 1]);
});
