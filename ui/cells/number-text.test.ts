import { expect, test } from 'vitest';
import { percentText } from '#kit/model/decimal-text.ts';
import { integer, rate, weight } from '#kit/model/field.ts';
import { judgeField } from './judge-field.ts';
import { readTyped } from './read-typed.ts';
import { grouped, shortPrice, shortRate } from './number-text.ts';

test('amounts get thousands separators, other texts stay', () => {
  expect(['1234567.50', '-1234', '999', 'abc', ''].map(grouped)).toEqual(['1,234,567.50', '-1,234', '999', 'abc', '']);
});

test('a unit price keeps two places and what it needs beyond', () => {
  expect(['12.5000', '12.3450', '0.0001', '7'].map(shortPrice)).toEqual(['12.50', '12.345', '0.0001', '7']);
});

test('a rate loses its idle zeros', () => {
  expect(['7.12000000', '1.00000000', '0.5'].map(shortRate)).toEqual(['7.12', '1', '0.5']);
});

test('a negative measure is a number and is shown as a negative one', () => {
  const typed = ['-5', '−5', '－５'].map((text) => readTyped(weight('净重'), text));
  for (const value of typed) expect(judgeField(weight('净重'), value)).toBe('净重不能为负数');
  expect(judgeField(weight('净重'), readTyped(weight('净重'), '5x'))).toBe('净重必须是数字');
});

test('a percentage is typed whole, with its sign or without, and kept as the fraction', () => {
  const tax = rate('税率', { percent: true, min: 0, max: 1 });
  expect(['13', '13%', '１３％', '0.5', '12.5%'].map((text) => readTyped(tax, text))).toEqual([
    '0.13',
    '0.13',
    '0.13',
    '0.005',
    '0.125',
  ]);
  expect(['0.13000000', '0.005', '1', '0', '-0.0250', '10'].map(percentText)).toEqual([
    '13%',
    '0.5%',
    '100%',
    '0%',
    '-2.5%',
    '1000%',
  ]);
  expect(judgeField(tax, readTyped(tax, '101'))).toBe('税率不能大于100%');
  // A number that is no share is read as it stands.
  expect(readTyped(rate('汇率'), '7.12')).toBe('7.12');
});

test('a whole percentage takes its sign, too', () => {
  const share = integer('比例', { percent: true, min: 0, max: 100 });
  expect(['80', '80%'].map((text) => readTyped(share, text))).toEqual([80, 80]);
  expect(judgeField(share, readTyped(share, '120%'))).toBe('比例不能大于100%');
});
