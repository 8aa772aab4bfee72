import { expect, test } from 'vitest';
import { bulkFault, bulkOperations, bulkValue } from './bulk-edit.ts';
import { choice, flag, integer, money, price, quantity, text } from './field.ts';
import { dict } from './dict.ts';

const name = text('名称', { required: true, max: 10 });
const cost = price('成本');
const total = money('金额', 'currency');

test('each kind offers what makes sense of it, and what is required is not emptied', () => {
  expect(bulkOperations(name)).toEqual(['set', 'prefix', 'suffix', 'replace']);
  expect(bulkOperations(text('备注'))).toContain('clear');
  expect(bulkOperations(integer('件数', { required: true }))).toEqual(['set', 'increase', 'decrease']);
  expect(bulkOperations(quantity('库存'))).toContain('percent');
  expect(bulkOperations(flag('启用'))).toEqual(['set']);
  expect(bulkOperations(choice('类型', dict('kind', { a: '甲' })))).toEqual(['set', 'clear']);
});

test('percentages round half up to the places of a price, a quantity and each currency', () => {
  const by = (value: string) => ({ field: 'x', operation: 'percent', value }) as const;
  expect(bulkValue(cost, by('5'), '9.9999')).toEqual({ value: '10.4999' });
  expect(bulkValue(cost, by('-33.33'), '0.0015')).toEqual({ value: '0.0010' });
  expect(bulkValue(quantity('库存'), by('10'), 5)).toEqual({ value: 6 });
  expect(bulkValue(total, by('12.5'), '0.20', 'USD')).toEqual({ value: '0.23' });
  expect(bulkValue(total, by('12.5'), '100', 'JPY')).toEqual({ value: '113' });
  expect(bulkFault(cost, by('3.333'))).toBe('百分比必须是最多2位小数的数字');
});

test('amounts are added in their own currency alone, without a float', () => {
  const more = { field: 'x', operation: 'increase', value: '0.1' } as const;
  expect(bulkValue(cost, more, '0.2')).toEqual({ value: '0.3000' });
  expect(bulkFault(total, more)).toBe('请选择币种');
  const dollars = { ...more, currency: 'USD' };
  expect(bulkValue(total, dollars, '0.20', 'USD')).toEqual({ value: '0.30' });
  expect(bulkValue(total, dollars, '20', 'JPY')).toEqual({
    fault: '该行币种为 JPY，不是 USD',
  });
  expect(bulkFault(total, { ...dollars, currency: 'JPY' })).toBe('金额的增减必须是整数');
  expect(bulkFault(cost, { ...more, value: '€1' })).toBe('成本的增减必须是最多4位小数的数字');
});

test('texts are put before, behind and in place; what is empty stays empty', () => {
  const put = (operation: 'prefix' | 'suffix', value: string) =>
    bulkValue(name, { field: 'x', operation, value }, '脚凳');
  expect(put('prefix', '新 ')).toEqual({ value: '新 脚凳' });
  expect(put('suffix', '（停产）')).toEqual({ value: '脚凳（停产）' });
  const replaced = { field: 'x', operation: 'replace', find: 'a.c', value: '' } as const;
  expect(bulkValue(name, replaced, 'a.c abc a.c')).toEqual({ value: ' abc ' });
  expect(bulkFault(name, { ...replaced, find: '' })).toBe('请输入要查找的内容');
  expect(bulkFault(name, { field: 'x', operation: 'prefix', value: '' })).toBe('请输入前缀');
  for (const operation of ['prefix', 'increase'] as const)
    expect(bulkValue(cost, { field: 'x', operation, value: '1' }, null)).toEqual({ value: null });
});

test('what is taken away is less, and a percentage of nothing is none', () => {
  const less = { field: 'x', operation: 'decrease', value: '0.1' } as const;
  expect(bulkValue(cost, less, '0.3000')).toEqual({ value: '0.2000' });
  expect(bulkValue(quantity('库存'), { ...less, value: '3' }, 10)).toEqual({ value: 7 });
  expect(bulkValue(cost, { ...less, operation: 'percent' }, '')).toEqual({ value: '' });
  expect(bulkValue(name, { ...less, operation: 'prefix', value: '新' }, '')).toEqual({ value: '' });
});

test('what has no text, and more text than any field has, is refused before a row is read', () => {
  const put = { field: 'x', operation: 'set' } as const;
  for (const value of [{}, { toString: 1 }, [{}], [['甲']]])
    for (const field of [name, cost, total])
      expect(bulkFault(field, { ...put, value })).toBe(`${field.title}的值格式不正确`);
  expect(bulkFault(choice('类型', dict('kind', { a: '甲' })), { ...put, value: ['a'] })).toBeNull();
  const long = '长'.repeat(2001);
  for (const change of [{ value: long }, { value: '', find: long }])
    expect(bulkFault(name, { find: '货', ...put, operation: 'replace', ...change })).toBe(
      '输入的内容不能超过2000个字符',
    );
});

test('a text that could not be kept is not built', () => {
  const replaced = {
    field: 'x',
    operation: 'replace',
    find: '货',
    value: '新'.repeat(2000),
  } as const;
  expect(bulkValue(name, replaced, '货'.repeat(10))).toEqual({ fault: '名称不能超过10个字符' });
  expect(bulkValue(name, { ...replaced, value: '新' }, '货'.repeat(10))).toEqual({
    value: '新'.repeat(10),
  });
});
