import { expect, test } from 'vitest';
import * as kinds from '#kit/model/field.ts';
import { inUnit, readHeadings, type HeadedColumn } from './headings.ts';

const COLUMNS: readonly HeadedColumn[] = [
  { key: 'skuId', field: kinds.link('SKU', 'x:sku'), headings: ['商品编号'] },
  { key: 'qty', field: kinds.quantity('数量') },
  { key: 'weight', field: kinds.weight('重量') },
  { key: 'unitCost', field: kinds.price('单位成本') },
  { key: 'note', field: kinds.text('备注') },
];

const read = (line: readonly string[], columns = COLUMNS) => {
  const headings = readHeadings(columns, line);
  return (
    headings && [
      headings.places.map(({ column, unit }) => `${column?.key ?? '-'}${unit ? ` ${unit}` : ''}`),
      headings.unknown,
    ]
  );
};

test('headings are titles, keys or their usual variants, in any order', () => {
  expect(read(['备注', '数量', 'SKU'])).toEqual([['note', 'qty', 'skuId'], []]);
  expect(read(['*数量：', ' ｓｋｕ ', 'Unit Cost'])).toEqual([['qty', 'skuId', 'unitCost'], []]);
  expect(read(['sku_id', 'QTY', 'unit_cost'])).toEqual([['skuId', 'qty', 'unitCost'], []]);
  expect(read(['SKU 编码', '件数'])).toEqual([['skuId', 'qty'], []]);
  expect(read(['商品编号', '数量（件）'])).toEqual([['skuId', 'qty'], []]);
  expect(read(['数量'])).toEqual([['qty'], []]);
});

test('a heading nobody knows is named; what counts the lines is not', () => {
  expect(read(['序号', 'SKU', '供应商', '数量'])).toEqual([['-', 'skuId', '-', 'qty'], ['供应商']]);
  expect(read(['SKU', '数量', '品质'])).toEqual([['skuId', 'qty', '-'], ['品质']]);
  expect(read(['货号', '数量'])).toEqual([['-', 'qty'], ['货号']]);
  expect(read(['SKU', '数量', 'Qty'])).toEqual([['skuId', 'qty', '-'], ['Qty']]);
});

test('the title of a column goes before what else it is called', () => {
  expect(read(['商品编号', 'SKU', '数量'])).toEqual([['-', 'skuId', 'qty'], ['商品编号']]);
});

test('a word for a kind means its only column', () => {
  const two = [...COLUMNS, { key: 'spare', field: kinds.quantity('备件') }];
  expect(read(['SKU', '件数', '数量'], two)).toEqual([['skuId', '-', 'qty'], ['件数']]);
});

test('a line of values is no line of headings', () => {
  expect(read(['WB-1', '5', '备注'])).toBeNull();
  expect(read(['数量', '12', '3.50'])).toBeNull();
  // A remark may read like the title of a column.
  expect(read(['WB-1', '备注'])).toBeNull();
  expect(read(['', ''])).toBeNull();
  expect(read(['x'.repeat(50_000), '数量'])).toBeNull();
});

test('a unit in a heading is that of the numbers below it', () => {
  expect(read(['SKU', '重量(kg)', '单位成本（USD）'])).toEqual([['skuId', 'weight kg', 'unitCost USD'], []]);
  expect(read(['SKU', '数量', '重量(克)'])).toEqual([['skuId', 'qty', 'weight g'], []]);
  // Tons are not read as pounds.
  expect(read(['SKU', '数量', '重量(吨)'])).toEqual([['skuId', 'qty', '-'], ['重量(吨)']]);
  expect(['2,500', ' 3 ', '3 lb', '', '重'].map((text) => inUnit(text, 'g'))).toEqual([
    '2,500 g',
    '3 g',
    '3 lb',
    '',
    '重',
  ]);
  expect(inUnit('5', null)).toBe('5');
});
