import { expect, test } from 'vitest';
import { rangeSums, rangeTable, type RangePart } from './range-table.ts';

const part = (title: string, isFigure: boolean, ...texts: string[]): RangePart => ({
  title,
  isFigure,
  texts,
});

test('figures are copied as plain numbers, everything else as it is shown', () => {
  const parts = [
    part('单号', false, '1,001', '***'),
    part('件数', true, '1,200', ''),
    part('毛重', true, '12.5 lb', '-3 lb'),
    part('成本', true, 'USD 1,234.50', '***'),
  ];
  expect(rangeTable(parts, 2).cells).toEqual([
    ['单号', '件数', '毛重（lb）', '成本（USD）'],
    ['1,001', '1200', '12.5', '1234.50'],
    ['***', '', '-3', '***'],
  ]);
});

test('amounts of several currencies have them beside, and are never added up across them', () => {
  const parts = [part('金额', true, 'USD 0.10', 'CAD 5.00', 'USD 0.20'), part('数量', true, '1', '2', '4')];
  expect(rangeTable(parts, 3).cells[0]).toEqual(['金额币种', '金额', '数量']);
  expect(rangeTable(parts, 3).cells[2]).toEqual(['CAD', '5.00', '2']);
  expect(rangeSums(parts)).toEqual([
    { title: '金额', unit: 'USD', sum: '0.30', average: '0.15' },
    { title: '金额', unit: 'CAD', sum: '5.00', average: '5.00' },
    { title: '数量', unit: '', sum: '7', average: '2.33' },
  ]);
});

test('codes and shares stay texts in a spreadsheet, figures do not', () => {
  const { isText } = rangeTable([part('UPC', false, '860114000620'), part('件数', true, '3')], 1);
  expect(isText('860114000620', 0)).toBe(true);
  expect(isText('2/2', 0)).toBe(true);
  expect(isText('2026-11-21', 0)).toBe(false);
  expect(isText('860114000620', 1)).toBe(false);
});
