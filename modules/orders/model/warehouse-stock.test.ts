import { expect, test } from 'vitest';
import { standInWarehouses } from './warehouse-stock.ts';

const need = (orderId: string, skuId: string | null, units: number, held = 0) => ({
  orderId,
  skuId,
  code: skuId?.toUpperCase() ?? null,
  warehouseId: 'east',
  units,
  held,
});
const has = (warehouseId: string, skuId: string, available: number) => ({
  warehouseId,
  skuId,
  available,
});

test('a warehouse has enough for the orders it can serve one after the other', () => {
  const stock = [has('east', 'a', 1), has('west', 'a', 4), has('west', 'b', 0)];
  const standing = standInWarehouses(
    [need('1', 'a', 3, 2), need('2', 'a', 2), need('3', 'b', 1), need('4', null, 1)],
    stock,
    ['none', 'west', 'east'].map((id) => ({ id, name: id })),
  );
  expect(standing.map(({ warehouse, enough, orders }) => [warehouse, enough, orders])).toEqual([
    ['west', 1, 4],
    // What the first one holds there is its own.
    ['east', 1, 4],
    ['none', 0, 4],
  ]);
  // Elsewhere nothing is held of them: what is free there is all there is.
  expect(standing[0]?.parts[0]).toEqual({ code: 'A', needed: 5, available: 4, held: 0 });
  expect(standing[1]?.parts).toEqual([
    { code: 'A', needed: 5, available: 3, held: 2 },
    { code: 'B', needed: 1, available: 0, held: 0 },
  ]);
});

test('lines of one SKU in two warehouses need their units together', () => {
  const lines = [need('1', 'a', 3), { ...need('1', 'a', 3), warehouseId: 'west' }];
  const enough = (available: number) =>
    standInWarehouses(lines, [has('north', 'a', available)], [{ id: 'north', name: 'north' }])[0]?.enough;
  expect([5, 6].map(enough)).toEqual([0, 1]);
});
