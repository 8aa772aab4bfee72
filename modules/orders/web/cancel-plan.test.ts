import { expect, test } from 'vitest';
import { planCancel } from './cancel-plan.ts';
import type { LineUnits } from './order-row.ts';

const line = (over: Partial<LineUnits>): LineUnits => ({
  id: 'a',
  qty: 4,
  qtyCancelled: 0,
  qtyReserved: 4,
  qtyPacked: 0,
  qtyShipped: 0,
  ...over,
});

test('one of four units frees one and leaves the order where it is', () => {
  expect(planCancel([line({})], { a: 1 })).toEqual({
    items: [{ lineId: 'a', qty: 1 }],
    units: 1,
    released: 1,
    packed: 0,
    after: 'same',
  });
});

test('all that is open ends the order; what has left makes it a shipped one', () => {
  expect(planCancel([line({})], { a: 4 }).after).toBe('cancelled');
  const partly = line({ qtyShipped: 3, qtyReserved: 1, qtyPacked: 3 });
  expect(planCancel([partly], { a: 1 })).toMatchObject({ units: 1, released: 1, after: 'shipped' });
});

test('a shortage has nothing to give back', () => {
  expect(planCancel([line({ qtyReserved: 0 })], { a: 4 }).released).toBe(0);
});

test('units in boxes are named only as far as they are cancelled', () => {
  expect(planCancel([line({ qtyPacked: 4 })], { a: 1 }).packed).toBe(1);
  expect(planCancel([line({ qtyPacked: 2 })], { a: 1 }).packed).toBe(0);
  // Two have left, of the other two one is in a box: that one stays there.
  expect(planCancel([line({ qtyPacked: 3, qtyShipped: 2, qtyReserved: 2 })], { a: 1 }).packed).toBe(0);
});

test('nothing chosen, or more than there is, cancels nothing beyond what is open', () => {
  expect(planCancel([line({})], {}).items).toEqual([]);
  expect(planCancel([line({ qtyCancelled: 1 })], { a: 9 }).units).toBe(3);
});
