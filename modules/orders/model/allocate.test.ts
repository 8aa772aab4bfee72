import { expect, test } from 'vitest';
import { covers } from '#tests/spec/covers.ts';
import { allocate, type AllocationPolicy, type WarehouseStock } from './allocate.ts';

const house = (name: string, priority: number, stock: Record<string, number>): WarehouseStock => ({
  warehouseId: `id-${name}`,
  name,
  priority,
  available: new Map(Object.entries(stock)),
});
const policy = (more: Partial<AllocationPolicy> = {}): AllocationPolicy => ({
  strategy: 'priority',
  allowSplit: false,
  pinnedWarehouseId: null,
  ...more,
});
const line = (skuId: string, qty: number, lineId = skuId) => ({ lineId, skuId, qty });

const places = (result: ReturnType<typeof allocate>) =>
  result.ok && result.allocations.map((a) => [a.lineId, a.warehouseId, a.qty]);

test('the smaller priority ships first, whatever the order they are given in', () => {
  const [near, far] = [house('A', 20, { S: 9 }), house('B', 10, { S: 9 })];
  for (const warehouses of [
    [near, far],
    [far, near],
  ]) {
    const result = allocate([line('S', 2)], warehouses, policy());
    expect(places(result)).toEqual([['S', 'id-B', 2]]);
    expect(result.ok && result.allocations[0]?.reason).toBe('单仓覆盖 B');
  }
});

test('of equal priorities it is always the same warehouse', () => {
  const [one, two] = [house('A', 10, { S: 9 }), house('B', 10, { S: 9 })];
  expect(places(allocate([line('S', 1)], [two, one], policy()))).toEqual([['S', 'id-A', 1]]);
});

test('one that covers all lines comes before one that ships first', () => {
  const warehouses = [house('A', 1, { S: 5, T: 0 }), house('B', 2, { S: 5, T: 5 })];
  const lines = [line('S', 1), line('T', 1)];
  for (const allowSplit of [false, true])
    expect(places(allocate(lines, warehouses, policy({ allowSplit })))).toEqual([
      ['S', 'id-B', 1],
      ['T', 'id-B', 1],
    ]);
});

test('two lines of one SKU need their sum, not each its own', () => {
  const lines = [line('S', 3, 'one'), line('S', 3, 'two')];
  const result = allocate(lines, [house('A', 1, { S: 5 })], policy());
  expect(result).toEqual({
    ok: false,
    shortfalls: [
      { lineId: 'one', skuId: 'S', wanted: 6, available: 5 },
      { lineId: 'two', skuId: 'S', wanted: 6, available: 5 },
    ],
  });
  expect(places(allocate(lines, [house('A', 1, { S: 6 })], policy()))).toHaveLength(2);
});

test('the warehouse the channel names comes first, and alone where nothing may be split', () => {
  covers('ours: channel warehouses');
  const warehouses = [house('A', 1, { S: 9 }), house('B', 2, { S: 1 })];
  const pinned = policy({ strategy: 'pinned', pinnedWarehouseId: 'id-B' });
  expect(places(allocate([line('S', 1)], warehouses, pinned))).toEqual([['S', 'id-B', 1]]);
  expect(allocate([line('S', 2)], warehouses, pinned)).toMatchObject({
    ok: false,
    shortfalls: [{ wanted: 2, available: 1 }],
  });
  // The same name means nothing to a shop that chooses by priority.
  expect(places(allocate([line('S', 1)], warehouses, { ...pinned, strategy: 'priority' }))).toEqual([['S', 'id-A', 1]]);
});

test('a split takes whole lines first, then pieces by priority, and all or nothing', () => {
  const warehouses = [house('A', 2, { S: 4, T: 2 }), house('B', 1, { S: 3 })];
  const split = policy({ allowSplit: true });
  expect(places(allocate([line('S', 4), line('T', 2)], warehouses, split))).toEqual([
    ['S', 'id-A', 4],
    ['T', 'id-A', 2],
  ]);
  expect(places(allocate([line('S', 6)], warehouses, split))).toEqual([
    ['S', 'id-B', 3],
    ['S', 'id-A', 3],
  ]);
  expect(allocate([line('S', 8)], warehouses, split)).toEqual({
    ok: false,
    shortfalls: [{ lineId: 'S', skuId: 'S', wanted: 8, available: 7 }],
  });
});

test('lines of one SKU that are split never take the same units twice', () => {
  const warehouses = [house('A', 1, { S: 4 }), house('B', 2, { S: 3 })];
  const lines = [line('S', 3, 'one'), line('S', 3, 'two')];
  expect(places(allocate(lines, warehouses, policy({ allowSplit: true })))).toEqual([
    ['one', 'id-A', 3],
    ['two', 'id-B', 3],
  ]);
});

test('a line that one warehouse can send whole is not cut, whichever ships first', () => {
  const warehouses = [house('A', 1, { S: 2, T: 1 }), house('B', 2, { S: 3 })];
  const lines = [line('S', 3), line('T', 1)];
  expect(places(allocate(lines, warehouses, policy({ allowSplit: true })))).toEqual([
    ['S', 'id-B', 3],
    ['T', 'id-A', 1],
  ]);
});

const bundle = (lineId: string, qty: number, ...parts: [string, number][]) => ({
  lineId,
  skuId: 'set',
  qty,
  parts: parts.map(([skuId, units]) => ({ skuId, qty: units })),
});
const shelf = (warehouseId: string, priority: number, units: Record<string, number>) => ({
  warehouseId,
  priority,
  name: warehouseId,
  available: new Map(Object.entries(units)),
});

test('a bundle is had where all its components are; lines that share one are counted together', () => {
  const set = bundle('1', 2, ['chair', 4], ['table', 1]);
  const east = shelf('east', 1, { chair: 7, table: 9 });
  const west = shelf('west', 2, { chair: 8, table: 2 });
  const plain = policy();
  expect(allocate([set], [east, west], plain)).toMatchObject({
    allocations: [{ lineId: '1', skuId: 'set', warehouseId: 'west', qty: 2 }],
  });
  const chair = { lineId: '2', skuId: 'chair', qty: 1 };
  expect(allocate([chair], [west], plain).ok).toBe(true);
  // Each alone is there, both together are not.
  expect(allocate([set, chair], [west], plain)).toEqual({
    ok: false,
    shortfalls: [
      { lineId: '1', skuId: 'set', wanted: 2, available: 1 },
      { lineId: '2', skuId: 'chair', wanted: 9, available: 8 },
    ],
  });
  // Split over warehouses a unit of the bundle stays in one.
  expect(
    allocate([bundle('1', 3, ['chair', 4], ['table', 1])], [east, west], {
      ...plain,
      allowSplit: true,
    }),
  ).toMatchObject({
    allocations: [
      { warehouseId: 'east', qty: 1 },
      { warehouseId: 'west', qty: 2 },
    ],
  });
});
