import { expect, test } from 'vitest';
import { readPastedLines } from './pasted-lines.ts';

test('rows of a spreadsheet become lines; headings, blank rows and signs go', () => {
  expect(
    readPastedLines('SKU\t数量\t单位成本\r\nWB-1\t1,200\t$3.50\r\n\r\nWB-2\t-4\t\r\n'),
  ).toEqual([
    { skuCode: 'WB-1', qty: '1200', unitCost: '3.50' },
    { skuCode: 'WB-2', qty: '-4', unitCost: '' },
  ]);
});

test('a list with commas is read as well', () => {
  expect(readPastedLines('WB-1,5,2.1\nWB-2，3')).toEqual([
    { skuCode: 'WB-1', qty: '5', unitCost: '2.1' },
    { skuCode: 'WB-2', qty: '3', unitCost: '' },
  ]);
});
