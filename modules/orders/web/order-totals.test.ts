import { expect, test } from 'vitest';
import { manualOrderLine } from '../model/manual-order.ts';
import { totalOf, totalText } from './order-totals.ts';

const row = (id: string, qty: unknown, unitPrice: unknown) => ({ id, skuId: 's', qty, unitPrice });

test('the sum rounds each line half up, by the places of the currency', () => {
  const rows = [row('a', 3, '0.125'), row('b', 2, '1.005'), row('c', 1, '0.005')];
  expect(totalOf(rows, 'USD')).toMatchObject({ units: 6, amount: '2.40' });
  expect(totalOf([row('a', 3, '100.5')], 'JPY')).toMatchObject({ units: 3, amount: '302' });
  expect(totalText([], 'USD')).toBe('0 件，0.00 USD');
});

test('what is not typed yet, or typed wrong, is not counted, and which lines those are is said', () => {
  const rows = [row('a', null, '5'), row('b', 2, null), row('c', '1.5', '5'), row('d', 1, '5')];
  expect(totalOf(rows, 'USD')).toMatchObject({ units: 3, amount: '5.00' });
  expect(totalText(rows, 'USD')).toBe(
    '3 件，5.00 USD；第 1、3 行的数量待填或有误，未计入；第 2 行的单价待填或有误，金额未计入',
  );
  // What the grid marks as wrong by the bounds of its column is in no sum either.
  const beyond = [row('a', 100_001, '5'), row('b', 1, '-5'), row('c', -1, '5')];
  expect(totalOf(beyond, 'USD')).toMatchObject({
    units: 1,
    amount: '0.00',
    uncounted: [1, 3],
    unpriced: [2],
  });
  const five = Array.from({ length: 5 }, (_, at) => row(String(at), 0, '5'));
  expect(totalText(five, 'USD')).toContain('第 1、2、3、4、5 行的数量');
  const many = Array.from({ length: 7 }, (_, at) => row(String(at), 0, '5'));
  expect(totalText(many, 'USD')).toContain('第 1、2、3、4、5 等 7 行的数量');
});

test('the empty line that waits for the first is no wrong one', () => {
  expect(totalText([{ id: 'new', skuId: null, qty: null, unitPrice: '' }], 'USD')).toBe('0 件，0.00 USD');
});

test('the columns stand as in sheets: what, how many, for how much', () => {
  expect(Object.keys(manualOrderLine).slice(0, 3)).toEqual(['skuId', 'qty', 'unitPrice']);
});
