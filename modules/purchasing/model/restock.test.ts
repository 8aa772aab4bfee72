import { expect, test } from 'vitest';
import { restockOf, restockOrders, type RestockFacts } from './restock.ts';

const facts = (more: Partial<RestockFacts> = {}): RestockFacts => ({
  sold7: 14,
  sold14: 28,
  sold30: 60,
  available: 100,
  inTransit: 0,
  onOrder: 0,
  safetyStock: 10,
  leadDays: 30,
  coverDays: 30,
  moq: 0,
  packUnits: 1,
  supplierId: null,
  leadFrom: 'default',
  learnedDays: null,
  learnedFrom: 0,
  ...more,
});

test('two a day for 30 days and 10 kept: ordered at 70, up to 130', () => {
  expect(restockOf(facts())).toMatchObject({
    daily: 20_000,
    reorderPoint: 70,
    target: 130,
    daysLeft: 50,
    suggested: 0,
    status: 'enough',
  });
  expect(restockOf(facts({ available: 71 }))).toMatchObject({ suggested: 0, status: 'enough' });
  expect(restockOf(facts({ available: 70 }))).toMatchObject({ suggested: 60, status: 'due' });
  expect(restockOf(facts({ available: 59 }))).toMatchObject({ suggested: 71, status: 'urgent' });
});

test('the last week counts for half of the speed, two weeks for three tenths, the month for two', () => {
  // 0.5 × 7/7 + 0.3 × 7/14 + 0.2 × 9/30 = 0.71
  expect(restockOf(facts({ sold7: 7, sold14: 7, sold30: 9 })).daily).toBe(7100);
  expect(restockOf(facts({ sold7: 0, sold14: 0, sold30: 1 })).daily).toBe(67);
  expect(restockOf(facts({ sold7: 0, sold14: 0, sold30: 0 })).daily).toBe(0);
});

test('what is on its way or on order is not ordered again', () => {
  const [short, coming] = [facts({ available: 20 }), facts({ available: 20, inTransit: 40 })];
  expect(restockOf(short)).toMatchObject({ position: 20, suggested: 110, status: 'urgent' });
  expect(restockOf(coming)).toMatchObject({ position: 60, suggested: 70 });
  expect(restockOf({ ...coming, onOrder: 70 })).toMatchObject({ position: 130, suggested: 0 });
});

test('at least the least quantity, and whole cartons', () => {
  expect(restockOf(facts({ available: 70, moq: 100 })).suggested).toBe(100);
  expect(restockOf(facts({ available: 70, packUnits: 8 })).suggested).toBe(64);
  expect(restockOf(facts({ available: 70, moq: 100, packUnits: 8 })).suggested).toBe(104);
  expect(restockOf(facts({ available: 71, moq: 100, packUnits: 8 })).suggested).toBe(0);
});

test('what is not sold is bought up to its safety stock alone, and what was oversold is bought', () => {
  const still = facts({ sold7: 0, sold14: 0, sold30: 0 });
  expect(restockOf({ ...still, available: 11 })).toMatchObject({ daysLeft: null, status: 'still' });
  expect(restockOf({ ...still, available: 10 }).suggested).toBe(0);
  expect(restockOf({ ...still, available: 4 })).toMatchObject({ suggested: 6, status: 'due' });
  expect(restockOf({ ...still, safetyStock: 0, available: 0 })).toMatchObject({ suggested: 0 });
  expect(restockOf({ ...still, safetyStock: 0, available: -3 })).toMatchObject({
    suggested: 3,
    status: 'urgent',
  });
});

test('a reorder point that somebody set is used, and never ordered below', () => {
  expect(restockOf(facts({ available: 90, ownReorderPoint: 95 }))).toMatchObject({
    reorderPoint: 95,
    target: 130,
    suggested: 40,
  });
  expect(restockOf(facts({ available: 90, ownReorderPoint: 200 }))).toMatchObject({
    target: 200,
    suggested: 110,
  });
});

test('a part of a unit is a whole one: what is missing is never rounded away', () => {
  const slow = facts({ sold7: 1, sold14: 1, sold30: 1, safetyStock: 0, leadDays: 1, coverDays: 1 });
  expect(restockOf({ ...slow, available: 0 })).toMatchObject({ reorderPoint: 1, suggested: 1 });
});

test('one order for each supplier and warehouse; what nobody supplies is handed back', () => {
  const row = (skuId: string, warehouseId: string, supplierId: string | null, qty = 1) => ({
    skuId,
    warehouseId,
    supplierId,
    qty,
  });
  const { orders, withoutSupplier } = restockOrders([
    row('a', 'NJ', 's1', 5),
    row('b', 'NJ', 's1', 2),
    row('a', 'CA', 's1', 3),
    row('c', 'NJ', 's2', 4),
    row('d', 'NJ', null, 9),
    row('e', 'NJ', 's1', 0),
    row('a', 'NJ', 's1', 1),
  ]);
  expect(orders).toEqual([
    {
      supplierId: 's1',
      warehouseId: 'NJ',
      lines: [
        { skuId: 'a', qty: 6 },
        { skuId: 'b', qty: 2 },
      ],
    },
    { supplierId: 's1', warehouseId: 'CA', lines: [{ skuId: 'a', qty: 3 }] },
    { supplierId: 's2', warehouseId: 'NJ', lines: [{ skuId: 'c', qty: 4 }] },
  ]);
  expect(withoutSupplier).toEqual([row('d', 'NJ', null, 9)]);
  expect(restockOrders([])).toEqual({ orders: [], withoutSupplier: [] });
});
