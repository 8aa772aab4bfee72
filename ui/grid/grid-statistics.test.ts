import { expect, test } from 'vitest';
import { quantity } from '#kit/model/field.ts';
import type { GridColumn, GridRow } from './grid-column.ts';
import { GridStatistics } from './grid-statistics.ts';

const COLUMN: GridColumn = {
  key: 'qty',
  field: quantity('数量', { min: 1, max: 100_000 }),
  type: 'inputNumber',
  statistics: ['sum'],
};
const row = (id: string, qty: unknown): GridRow => ({ id, qty });

test('a sum leaves out what its column marks as wrong, and counts it once it is put right', () => {
  const statistics = new GridStatistics();
  const rows = [row('a', 2), row('b', 100_001), row('c', -1), row('d', '1.5'), row('e', null)];
  statistics.configure([COLUMN], rows);
  const sum = (): string => statistics.textOf(COLUMN, 'sum', 'us');
  expect(sum()).toBe('2');
  statistics.count(row('b', 100_001), row('b', 3));
  statistics.count(row('a', 2), row('a', -2));
  expect(sum()).toBe('3');
  statistics.count(row('a', -2), null);
  expect(sum()).toBe('3');
});
