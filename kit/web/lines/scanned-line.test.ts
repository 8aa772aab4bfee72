import { expect, test } from 'vitest';
import { integer, link, price, quantity } from '#kit/model/field.ts';
import { isSigned, lineAbout, oneMore, scanColumns } from './scanned-line.ts';

const sku = { key: 'skuId', field: link('SKU', 'catalog:sku', { required: true }) };
const qty = { key: 'qty', field: quantity('数量', { required: true }) };
const cost = { key: 'cost', field: price('单价') };

test('lines about a row that are counted can be scanned, others cannot', () => {
  expect(scanColumns([cost, sku, qty])).toEqual({ subject: sku, quantity: qty });
  expect(scanColumns([sku, cost])).toBeNull();
  expect(scanColumns([qty])).toBeNull();
});

test('a scan counts for the last line about it, away from zero', () => {
  const columns = { subject: sku, quantity: qty };
  const rows = [
    { id: '1', skuId: 'a' },
    { id: '2', skuId: 'a' },
    { id: '3', skuId: 'b' },
  ];
  expect(lineAbout(rows, columns, 'a')?.id).toBe('2');
  expect(lineAbout(rows, columns, 'c')).toBeUndefined();
  // A stored line that this person may not change.
  expect(lineAbout(rows, columns, 'a', ({ id }) => id !== '2')?.id).toBe('1');
  expect(lineAbout(rows, columns, 'b', ({ id }) => id !== '3')).toBeUndefined();
  expect([null, 3, -2].map(oneMore)).toEqual([1, 4, -3]);
});

test('a quantity that may be negative has a sign', () => {
  expect(isSigned(qty)).toBe(false);
  expect(isSigned({ key: 'qty', field: integer('数量', { min: -10 }) })).toBe(true);
});
