import { expect, test } from 'vitest';
import { integer, rate } from '#kit/model/field.ts';
import { cellOf, columnOf, isSameCell, wireOf } from './sheet-columns.ts';

const tax = {
  key: 'taxRate',
  title: '税率',
  field: rate('税率', { percent: true, min: 0, max: 1 }),
};
const share = {
  key: 'pct',
  title: '比例',
  field: integer('比例', { percent: true, min: 0, max: 100 }),
};

test('a percentage stands in a sheet with its sign, and comes back as it was', () => {
  expect(cellOf(tax, { taxRate: '0.13000000' })).toBe('13%');
  expect(columnOf(tax)).toEqual({ title: '税率' });
  expect(wireOf(tax, '13%')).toBe('0.13');
  expect(isSameCell(tax, '13%', '13.0%')).toBe(true);
  expect(isSameCell(tax, '13%', '14%')).toBe(false);
  expect(cellOf(share, { pct: 80 })).toBe('80%');
  expect(wireOf(share, '80%')).toBe('80');
});

test('what a spreadsheet keeps of a cell in percent is the fraction', () => {
  expect(wireOf(tax, '0.13')).toBe('0.13');
  expect(isSameCell(tax, '13%', '0.13')).toBe(true);
});
