import { expect, test } from 'vitest';
import { weight } from '#kit/model/field.ts';
import { judgeField } from './judge-field.ts';
import { readTyped } from './read-typed.ts';
import { grouped, shortPrice, shortRate } from './number-text.ts';

test('amounts get thousands separators, other texts stay', () => {
  expect(['1234567.50', '-1234', '999', 'abc', ''].map(grouped)).toEqual([
    '1,234,567.50',
    '-1,234',
    '999',
    'abc',
    '',
  ]);
});

test('a unit price keeps two places and what it needs beyond', () => {
  expect(['12.5000', '12.3450', '0.0001', '7'].map(shortPrice)).toEqual([
    '12.50',
    '12.345',
    '0.0001',
    '7',
  ]);
});

test('a rate loses its idle zeros', () => {
  expect(['7.12000000', '1.00000000', '0.5'].map(shortRate)).toEqual(['7.12', '1', '0.5']);
});

test('a negative measure is a number and is shown as a negative one', () => {
  const typed = ['-5', '−5', '－５'].map((text) => readTyped(weight('净重'), text));
  for (const value of typed) expect(judgeField(weight('净重'), value)).toBe('净重不能为负数');
  expect(judgeField(weight('净重'), readTyped(weight('净重'), '5x'))).toBe('净重必须是数字');
});
