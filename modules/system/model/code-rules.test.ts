import { expect, test } from 'vitest';
import { readCheckParts, readSerialParams, serialStem, serialText } from './code-rules.ts';

const params = (text: string) => {
  const read = readSerialParams(text);
  if (typeof read === 'string') throw new Error(read);
  return read;
};

test('a serial number has its date where the tenant is, and grows beyond its digits', () => {
  const daily = params('{"prefix":"CN-","date":"yyyyMMdd","digits":4}');
  expect(serialText(serialStem(daily, {}, '2026-11-24') ?? '', daily, 1)).toBe('CN-202611240001');
  const monthly = params('{"date":"yyyyMM","digits":2}');
  expect(serialText(serialStem(monthly, {}, '2026-01-31') ?? '', monthly, 100)).toBe('202601100');
  const yearly = params('{"date":"yyyy"}');
  expect(serialStem(yearly, {}, '2026-01-31')).toBe('2026');
});

test.each([
  ['{"prefix":"{shop}"}', '否则可能重号'],
  ['{"prefix":"{shop}","date":"yyyy"}', '否则可能重号'],
  ['{"prefix":"A-{shop}12"}', '否则可能重号'],
  ['{"prefix":"{店}-"}', '前缀里的大括号请写成 {字段名}'],
  ['{"prefix":"A{"}', '前缀里的大括号请写成 {字段名}'],
  ['{"prefix":"A\\u0007-"}', '前缀含有不可见的控制字符'],
  ['{"prefix":"A\\u202e-"}', '前缀含有不可见的控制字符'],
])('%s could repeat a number or hide a sign, and is refused', (text, fault) => {
  expect(readSerialParams(text)).toContain(fault);
});

test('a value of the form and a sign behind it make one number of one counter', () => {
  expect(serialStem(params('{"prefix":"{a}{b}-"}'), { a: 'X', b: 'YZ' }, '2026-01-31')).toBe('XYZ-');
  expect(params('{"prefix":"A1"}').prefix).toBe('A1');
});

test('a check may cost so much for each sign of a value, in all its parts together', () => {
  const part = (pattern: string) => ({ digits: '*', pattern, message: '不符' });
  const rule = (count: number, pattern: string) =>
    readCheckParts(JSON.stringify(Array.from({ length: count }, () => part(pattern))));
  expect(rule(2, '[a-z]{900}')).toHaveLength(2);
  expect(rule(3, '[a-z]{900}')).toBe('整条规则的正则太复杂，请减少重复次数或段数');
  expect(rule(1, '[a-z]{9}\u0000')).toBe('第 1 段：正则含有不可见的控制字符');
});
