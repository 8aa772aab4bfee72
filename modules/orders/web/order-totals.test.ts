import { expect, test } from 'vitest';
import { manualOrderLine } from '../model/manual-order.ts';
import { totalOf } from './order-totals.ts';

const row = (id: string, qty: unknown, unitPrice: unknown) => ({ id, skuId: 's', qty, unitPrice });

test('the sum rounds each line half up, by the places of the currency', () => {
  const rows = [row('a', 3, '0.125'), row('b', 2, '1.005'), row('c', 1, '0.005')];
  expect(totalOf(rows, 'USD')).toEqual({ units: 6, amount: '2.40' });
  expect(totalOf([row('a', 3, '100.5')], 'JPY')).toEqual({ units: 3, amount: '302' });
  expect(totalOf([], 'USD')).toEqual({ units: 0, amount: '0.00' });
});

test('what is not typed yet, or typed wrong, counts nothing', () => {
  const rows = [row('a', null, '5'), row('b', 2, null), row('c', '1.5', '5'), row('d', 1, '5')];
  expect(totalOf(rows, 'USD')).toEqual({ units: 3, amount: '5.00' });
});

test('the columns stand as in sheets: what, how many, for how much', () => {
  expect(Object.keys(manualOrderLine).slice(0, 3)).toEqual(['skuId', 'qty', 'unitPrice']);
});
