import { expect, test } from 'vitest';
import { integer, json, link, quantity, text, weight } from '#kit/model/field.ts';
import { defineRegister } from '#kit/model/resource.ts';
import { isTypedInGrid, isUntouched, lineColumns, linesToSave, nextNumbers, refusedCells } from './line-rows.ts';

const part = defineRegister({
  module: 'base',
  name: 'part',
  title: '部件',
  fields: {
    ownerId: link('归属', 'base:owner', { required: true }),
    no: integer('序号', { required: true, ordinal: true }),
    name: text('名称', { required: true }),
    count: quantity('件数', { default: 1 }),
    weightG: weight('重量', { min: 1 }),
  },
  label: 'name',
  list: ['ownerId', 'no', 'name', 'count', 'weightG'],
  search: ['name'],
  form: [['ownerId', 'no'], ['name', 'weightG'], ['count']],
});
const keys = ['no', 'name', 'count', 'weightG'];
const columns = lineColumns(part.fields, keys);
const row = (id: string, no: number, name: string) => ({
  id,
  version: 1,
  ownerId: 'o',
  no,
  name,
  count: 1,
  weightG: 500,
});

test('lines are typed in their grid where it shows all there is to type', () => {
  expect(isTypedInGrid(part, 'ownerId')).toBe(true);
  expect(isTypedInGrid({ ...part, list: ['no', 'name'] as const }, 'ownerId')).toBe(false);
  const long = { ...part, fields: { ...part.fields, name: json('设置') } };
  expect(isTypedInGrid(long, 'ownerId')).toBe(false);
});

test('sums are of what adds up, and a number that counts lines stands once', () => {
  expect(columns.filter(({ statistics }) => statistics).map(({ key }) => key)).toEqual(['count', 'weightG']);
  expect(columns[0]?.rules).toEqual([{ unique: true }]);
});

test('a new line takes the number after the highest', () => {
  expect(nextNumbers(columns, [row('a', 1, '甲'), row('b', 4, '乙')])).toEqual({ no: 5 });
  expect(nextNumbers(columns, [])).toEqual({ no: 1 });
});

test('a new line with nothing but what it started with is no line', () => {
  const fresh = { id: 'x_temp', no: 3, name: null, count: 1, weightG: null };
  expect(isUntouched(columns, fresh)).toBe(true);
  expect(isUntouched(columns, { ...fresh, name: '甲' })).toBe(false);
  expect(isUntouched(columns, { ...fresh, count: 2 })).toBe(false);
  expect(isUntouched(columns, { ...fresh, id: 'stored' })).toBe(false);
});

test('of stored lines only what was changed is sent, of new ones all with their owner', () => {
  const stored = [row('a', 1, '甲'), row('b', 2, '乙'), row('c', 3, '丙')];
  const typed = { id: 'x_temp', no: 3, name: ' 丁 ', count: 2, weightG: null };
  const grid = [row('b', 2, '乙'), { ...row('c', 1, '丙'), weightG: null }, typed];
  const place = { fields: part.fields, keys, fixed: { ownerId: 'o' } };
  const typedLines = {
    rows: grid,
    stored: (id: string) => stored.find((one) => one.id === id),
    removed: [row('a', 1, '甲')],
  };
  expect(linesToSave(place, typedLines)).toEqual({
    removed: ['a'],
    lines: [
      { id: 'c', version: 1, no: 1, weightG: null },
      { ownerId: 'o', no: 3, name: '丁', count: 2 },
    ],
    ids: ['c', 'x_temp'],
  });
});

test('a refusal stands at its cell; what has none is shown with the place of its line', () => {
  const rows = [row('a', 1, '甲'), row('b', 2, '乙'), row('c', 3, '丙')];
  const errors = [
    { field: 'name', row: 2, code: 'taken', message: '名称已存在' },
    { field: '', row: 1, code: 'mixed', message: '不能混装' },
    { field: 'ownerId', code: 'missing', message: '归属不存在' },
  ];
  expect(refusedCells(errors, ['b', 'c'], rows, new Set(keys))).toEqual({
    cells: [{ id: 'c', key: 'name', message: '名称已存在' }],
    words: ['第 2 行：不能混装', '归属不存在'],
  });
});
