import fc from 'fast-check';
import { expect, test } from 'vitest';
import { choices, flag, json, link, money, quantity, secret, text } from '#kit/model/field.ts';
import { dict } from '#kit/model/dict.ts';
import type { GridColumn, GridRow } from './grid-column.ts';
import { mergeReceived, cellsToSend } from './received-cells.ts';

const COLUMNS: readonly GridColumn[] = [
  { key: 'name', field: text('名称') },
  { key: 'count', field: quantity('数量') },
  { key: 'amount', field: money('金额', 'currency') },
  { key: 'ok', field: flag('好') },
  { key: 'sku', field: link('SKU', 'catalog:sku') },
  { key: 'marks', field: choices('标记', dict('told_marks', { a: '甲' })) },
];
const stored: GridRow = {
  id: 'r',
  version: 3,
  name: '名',
  count: 1,
  amount: '1.00',
  ok: true,
  sku: 's1',
  sku_dictText: '一号',
  marks: ['a'],
  createBy: 'x',
};

test('whatever is sent, a cell holds what its kind can hold, and nothing else is touched', () => {
  const keys = [...COLUMNS.map(({ key }) => key), 'sku_dictText', 'version', 'tug_status'];
  const anyKey = fc.constantFrom(...keys, 'id', 'createBy', '__proto__', 'constructor', 'toString');
  const reported = fc.dictionary(fc.oneof(anyKey, fc.string()), fc.jsonValue());
  fc.assert(
    fc.property(reported, (one) => {
      const row = mergeReceived(stored, one, COLUMNS);
      expect(Object.keys(row).filter((key) => !(key in stored) && !keys.includes(key))).toEqual(
        Object.keys(row).filter((key) => /^(name|count|amount|ok|marks)_dictText$/.test(key)),
      );
      expect([row.id, row['createBy']]).toEqual(['r', 'x']);
      const is = (key: string, ...types: string[]): boolean => row[key] === null || types.includes(typeof row[key]);
      expect([is('name', 'string'), is('count', 'number'), is('ok', 'boolean')]).not.toContain(false);
      expect(is('amount', 'string', 'number') && is('sku', 'string')).toBe(true);
      expect(row['marks'] === null || Array.isArray(row['marks'])).toBe(true);
      expect(Object.getPrototypeOf(row)).toBe(Object.prototype);
    }),
    { seed: 20261121, numRuns: 500 },
  );
});

test('what one grid tells, another with the same columns takes over whole', () => {
  const theirs: GridRow = { ...stored, version: 4, name: null, count: 9, sku: 's2' };
  const reported = cellsToSend({ ...theirs, sku_dictText: '二号' }, COLUMNS);
  expect(mergeReceived(stored, reported, COLUMNS)).toEqual({ ...theirs, sku_dictText: '二号' });
});

test('a row of the same or an older version changes no cell, a newer one does', () => {
  for (const version of [2, 3])
    expect(mergeReceived(stored, { version, name: '旧名', count: 7 }, COLUMNS)).toBe(stored);
  const news = mergeReceived(stored, { version: 4, name: '新名' }, COLUMNS);
  expect(news).toMatchObject({ name: '新名', count: 1 });
  // Not all of it was seen: the version that would overwrite the rest is not taken over.
  expect(news['version']).toBe(3);
});

test('words of an old value do not name a new one that came without', () => {
  expect(mergeReceived(stored, { sku: 's2' }, COLUMNS)).toMatchObject({
    sku: 's2',
    sku_dictText: undefined,
  });
});

test('secrets and free structures are neither sent nor taken', () => {
  const columns: readonly GridColumn[] = [
    { key: 'key', field: secret('密钥') },
    { key: 'data', field: json('数据') },
  ];
  const row: GridRow = { id: 'r', version: 1, key: 'k', data: { a: 1 } };
  expect(cellsToSend(row, columns)).toEqual({ id: 'r', version: 1 });
  expect(mergeReceived(row, { id: 'r', version: 2, key: 'x', data: {} }, columns)).toBe(row);
  expect(cellsToSend({ id: 'r', name: '长'.repeat(5001) }, COLUMNS)).toEqual({ id: 'r' });
});

test('states are merged, bounded and plain', () => {
  const many = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`k${n}`, n]));
  const row = mergeReceived({ ...stored, tug_status: { old: 1 } }, { tug_status: many }, COLUMNS);
  expect(Object.keys(row['tug_status'] as object)).toHaveLength(50);
  expect(row['tug_status']).toMatchObject({ old: 1, k0: 0 });
});
