import { expect, test } from 'vitest';
import * as fields from '#kit/model/field.ts';
import { BlockSums } from './block-sums.ts';
import type { GridColumn } from './grid-column.ts';

const COLUMNS: readonly GridColumn[] = [
  { key: 'name', field: fields.text('品名') },
  { key: 'qty', field: fields.quantity('数量') },
  { key: 'cost', field: fields.money('金额', 'currency') },
  { key: 'weight', field: fields.weight('重量') },
];

test('numbers are summed up exactly, amounts by currency, weights in the unit that is shown', () => {
  const sums = new BlockSums();
  sums.put({ id: 'a', name: '杯 2', qty: 3, cost: '0.10', currency: 'USD', weight: 1000 }, COLUMNS);
  sums.put({ id: 'b', name: '', qty: 1200, cost: '0.20', currency: 'USD', weight: 500 }, COLUMNS);
  sums.put({ id: 'c', qty: '十', cost: '5', currency: 'EUR', weight: null }, COLUMNS);
  expect(sums.textOf('metric')).toBe(
    '已选 12 格 · 计数 9 · 求和 1,203、USD 0.30、1.5 kg、EUR 5.00 · 平均 601.50、USD 0.15、0.75 kg、EUR 5.00',
  );
});

test('cells without a number are counted alone', () => {
  const sums = new BlockSums();
  sums.put({ id: 'a', name: '杯' }, COLUMNS.slice(0, 1));
  expect(sums.textOf('us')).toBe('已选 1 格 · 计数 1');
});
