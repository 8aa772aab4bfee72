import { expect, test } from 'vitest';
import { averageCost, stockTable } from './product-stock-table.ts';

const level = (skuId: string, warehouseId: string, available: number, more: object = {}) => ({
  skuId,
  warehouseId,
  warehouseId_dictText: `仓${warehouseId}`,
  available,
  inTransit: 0,
  onOrder: 0,
  ...more,
});

test('a row for each SKU that has a level, a column for each warehouse that has any', () => {
  const table = stockTable(
    ['a', 'b', 'c'],
    [level('a', '1', 5, { inTransit: 2 }), level('a', '2', -1, { onOrder: 9 }), level('b', '2', 7)],
    [],
  );
  expect(table.warehouses).toEqual(['仓1', '仓2']);
  expect(table.rows).toEqual([
    {
      skuId: 'a',
      total: { available: 4, inTransit: 2, onOrder: 9 },
      places: [
        { available: 5, inTransit: 2, onOrder: 0 },
        { available: -1, inTransit: 0, onOrder: 9 },
      ],
    },
    {
      skuId: 'b',
      total: { available: 7, inTransit: 0, onOrder: 0 },
      places: [null, { available: 7, inTransit: 0, onOrder: 0 }],
    },
  ]);
});

test('a bundle has what its components make', () => {
  const table = stockTable(['kit'], [], [{ skuId: 'kit', warehouseId: '1', available: 3 }]);
  expect(table.rows[0]?.total).toEqual({ available: 3, inTransit: 0, onOrder: 0 });
});

test('the average cost weighs warehouses by their units, and is nothing where values are hidden', () => {
  const row = { skuId: 'a', currency: 'USD' };
  expect(
    averageCost([
      { ...row, qty: 1, value: '10.00' },
      { ...row, qty: 3, value: '20.00' },
    ]),
  ).toEqual(new Map([['a', '7.50 USD']]));
  expect(averageCost([{ ...row, qty: 1 }])).toBeNull();
  // One that is masked hides them all: an average of the others would be none.
  expect(
    averageCost([
      { ...row, qty: 1, value: '10.00' },
      { ...row, skuId: 'b', qty: 1, value: '***' },
    ]),
  ).toBeNull();
  expect(averageCost([])).toEqual(new Map());
  // As every other cost of a unit: half up.
  expect(averageCost([{ ...row, qty: 3, value: '20.00' }])).toEqual(new Map([['a', '6.6667 USD']]));
});
