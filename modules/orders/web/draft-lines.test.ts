import { expect, test } from 'vitest';
import { DRAFT_COLUMNS, totalOf, wireLine } from './draft-lines.ts';

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

test('a stored line keeps its id, and what was emptied is sent as nothing', () => {
  const stored = [{ id: 'a' }];
  expect(wireLine(row('a', 1, '2'), stored)).toEqual({
    id: 'a',
    skuId: 's',
    qty: 1,
    unitPrice: '2',
    channelSku: null,
    estShipDate: null,
  });
  expect(wireLine(row('x_temp', 1, '2'), stored)).not.toHaveProperty('id');
});

test('the columns stand as in sheets: what, how many, for how much', () => {
  expect(DRAFT_COLUMNS.slice(0, 3).map(({ key }) => key)).toEqual(['skuId', 'qty', 'unitPrice']);
});
