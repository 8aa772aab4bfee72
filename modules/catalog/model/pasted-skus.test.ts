import { expect, test } from 'vitest';
import { pastedSkus } from './pasted-skus.ts';

test('rows of a spreadsheet become lines; headings and blank rows go', () => {
  expect(pastedSkus('SKU\t数量\t单位成本\r\nWB-1\t1,200\t$3.50\r\n\r\nWB-2\t-4\t\r\n')).toEqual([
    { skuCode: 'WB-1', qty: '1,200', price: '$3.50' },
    { skuCode: 'WB-2', qty: '-4', price: '' },
  ]);
});

test('a list with commas is read as well', () => {
  expect(pastedSkus('WB-1,5,2.1\nWB-2，3')).toEqual([
    { skuCode: 'WB-1', qty: '5', price: '2.1' },
    { skuCode: 'WB-2', qty: '3', price: '' },
  ]);
});
