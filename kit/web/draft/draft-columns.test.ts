import { expect, test } from 'vitest';
import { dict } from '#kit/model/dict.ts';
import { draftShape } from '#kit/model/draft-shape.ts';
import { choice, integer, link, price, text } from '#kit/model/field.ts';
import { defineDocument } from '#kit/model/resource.ts';
import { draftColumns, maskedKeys, pastedColumns, pastedLines, textsOf, wireLine } from './draft-columns.ts';

const paperLine = defineDocument({
  module: 'a',
  name: 'paperLine',
  title: '单据行',
  fields: {
    paperId: link('单据', 'a:paper', { required: true }),
    skuId: link('SKU', 'catalog:sku', { required: true }),
    condition: choice('品质', dict('draft_test_condition', { good: '良品', bad: '不良品' })),
    qty: integer('数量', { required: true }),
    unitCost: price('单位成本'),
  },
  label: 'id',
  list: ['skuId', 'qty'],
  search: ['skuId'],
  form: [['skuId', 'qty']],
  masks: { cost: ['unitCost'] },
});

const paper = defineDocument({
  module: 'a',
  name: 'paper',
  title: '单据',
  fields: { paperNo: text('单据号', { derived: true }), reason: text('原因') },
  label: 'paperNo',
  list: ['paperNo'],
  search: ['paperNo'],
  form: [['reason']],
  lines: { 'a:paperLine': 'paperId' },
  draft: {
    states: ['draft'],
    number: { field: 'paperNo', prefix: 'PA' },
    lines: {
      of: 'a:paperLine',
      title: '单据明细',
      columns: ['skuId', 'qty', 'unitCost', 'condition'],
      most: 10,
    },
  },
});

const shape = draftShape(paper, (key) => (key === 'a:paperLine' ? paperLine : undefined));
const ALL = new Set<string>();
const stored = { id: 'a', skuId: 's1', condition: 'good', qty: 5, unitCost: '3.5000', version: 1 };
const keysFor = (hidden: ReadonlySet<string>): string[] => draftColumns(shape, hidden).map(({ key }) => key);

test('a stored line keeps its id, a new one has none', () => {
  expect(wireLine(stored, keysFor(ALL), true)).toEqual({
    id: 'a',
    skuId: 's1',
    condition: 'good',
    qty: 5,
    unitCost: '3.5000',
  });
  expect(wireLine({ ...stored, id: 'x_temp' }, keysFor(ALL), false)).not.toHaveProperty('id');
});

test('an emptied cost is sent, a hidden one is not', () => {
  const hidden = maskedKeys(paperLine, (code) => code !== 'field:cost:view');
  expect(wireLine({ ...stored, unitCost: null }, keysFor(ALL), true)).toHaveProperty('unitCost', null);
  expect(wireLine(stored, keysFor(hidden), true)).not.toHaveProperty('unitCost');
  expect(keysFor(hidden)).toEqual(['skuId', 'qty', 'condition']);
  expect(pastedColumns(shape, hidden).map(({ title }) => title)).toEqual(['SKU', '数量']);
});

test('lines of a sheet are read as texts', () => {
  const lines = [{ skuId: 's1', condition: 'bad', qty: -4, unitCost: null }];
  expect(textsOf(lines)).toEqual([{ skuId: 's1', condition: 'bad', qty: '-4', unitCost: '' }]);
});

const read = (pasted: string, hidden = ALL) =>
  pastedLines(pasted, pastedColumns(shape, hidden), draftColumns(shape, hidden));

test('rows of a spreadsheet become lines; headings and blank rows go', () => {
  expect(read('SKU\t数量\t单位成本\r\nWB-1\t1,200\t$3.50\r\n\r\nWB-2\t-4\t\r\n').lines).toEqual([
    { skuId: 'WB-1', qty: '1,200', unitCost: '$3.50' },
    { skuId: 'WB-2', qty: '-4', unitCost: '' },
  ]);
  expect(read('WB-1\t5\t2.1').lines).toEqual([{ skuId: 'WB-1', qty: '5', unitCost: '2.1' }]);
});

test('headings say which columns they are, those out of sight and unknown ones are named', () => {
  const hidden = new Set(['unitCost']);
  expect(read('品质\t单位成本\t数量\tSKU编码\n良品\t3.5\t2\tWB-1', hidden)).toEqual({
    lines: [{ condition: '良品', qty: '2', skuId: 'WB-1' }],
    unknown: ['单位成本'],
  });
  expect(read('货号\t数量\nWB-1\t2')).toEqual({ lines: [{ qty: '2' }], unknown: ['货号'] });
});

test('a list with commas is read as well', () => {
  expect(read('WB-1,5,2.1\nWB-2，3').lines).toEqual([
    { skuId: 'WB-1', qty: '5', unitCost: '2.1' },
    { skuId: 'WB-2', qty: '3', unitCost: '' },
  ]);
});

test('a column of percentages is not summed', () => {
  const shape = {
    line: { off: integer('折扣', { percent: true }), qty: integer('数量') },
    columns: ['off', 'qty'],
  } as unknown as Parameters<typeof draftColumns>[0];
  expect(draftColumns(shape, new Set()).map(({ statistics }) => statistics)).toEqual([undefined, ['sum']]);
});
