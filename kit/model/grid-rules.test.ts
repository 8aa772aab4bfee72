import { expect, test } from 'vitest';
import { covers } from '#tests/spec/covers.ts';
import type { CellRule } from './cell-rule.ts';
import { columnJudge, judgeCell } from './grid-rules.ts';

const ABOUT = { title: '编码', key: 'code' };
const judge = (rule: CellRule, value: unknown) => judgeCell([rule], value, ABOUT);
const holds = (pattern: string, value: unknown) => judge({ pattern }, value) === null;

const SAMPLES: readonly (readonly [pattern: string, good: unknown[], bad: unknown[]])[] = [
  ['n6-16', ['123456', '1234567890123456', 123456], ['12345', '12345678901234567', '12345a']],
  ['*6-16', ['运单号一二三', 'a b-c!d', '😀😀😀😀😀😀'], ['五个字符呀', 'x'.repeat(17)]],
  ['s6-18', ['abcdef', 'ABCdefABCdefABCdef'], ['abcde', 'a'.repeat(19), 'abc|def', 'abc123']],
  ['url', ['http://a.cn', 'https://a.cn/b?c=1#d'], ['word', 'ftp://a.cn', 'javascript:alert(1)']],
  ['e', ['a@b.cn', 'first.last@mail.b.info', 'x+y@b.com.cn'], ['a@b', 'a b@c.cn', '@c.cn', 'a@b..cn']],
  ['m', ['13800138000', '16600001111', '19912345678'], ['12800138000', '1380013800', '138001380000']],
  ['p', ['510000'], ['51000', '5100000', '51000a']],
  ['s', ['abcXYZ'], ['ab1', 'a|b', '中文']],
  ['n', ['0', '-1.5', '12', -3.25], ['1.', '.5', '1,000', 'abc', '--1']],
  ['z', ['0', '-12', 7], ['1.0', 'abc', '']],
  ['*', ['x', 0, false], ['', '   ', null, undefined, []]],
  ['money', ['0.5', '1', '12.34', 100], ['0', '0.00', '-1', '01', '12.', '1.234', '1.230', '1e3']],
  ['^[A-Z]{2}-\\d+$', ['WB-1'], ['wb-1', 'WB-']],
];

test.each(SAMPLES)('pattern %s', (pattern, good, bad) => {
  covers('§5 grid patterns');
  for (const value of good) expect(holds(pattern, value), String(value)).toBe(true);
  for (const value of bad.filter((one) => pattern === '*' || one !== ''))
    expect(holds(pattern, value), String(value)).toBe(false);
});

test('I9: a value that is made to keep a pattern busy is judged at once', () => {
  const started = performance.now();
  expect(holds('e', 'a'.repeat(50_000))).toBe(false);
  expect(holds('e', `${'a.'.repeat(25_000)}@${'b.'.repeat(25_000)}`)).toBe(false);
  expect(holds('^(a+)+$', `${'a'.repeat(50)}!`)).toBe(false);
  expect(performance.now() - started).toBeLessThan(2000);
});

test('money takes as many places as it is given', () => {
  expect(judge({ pattern: 'money', decimals: 5 }, '1.23456')).toBeNull();
  expect(judge({ pattern: 'money', decimals: 5 }, '1.234567')).toBe('编码须为大于0的金额，最多5位小数');
});

test('an empty value is held against required only, and the first rule that fails is heard', () => {
  covers('§5 grid patterns');
  const rules: CellRule[] = [{ required: true }, { pattern: 'z' }, { pattern: 'n6-16' }];
  expect(judgeCell(rules, ' ', ABOUT)).toBe('编码不能为空');
  expect(judgeCell(rules, 'x', ABOUT)).toBe('编码须为整数');
  expect(judgeCell(rules, '12', ABOUT)).toBe('编码须为6到16位数字');
  expect(judgeCell(rules.slice(1), '', ABOUT)).toBeNull();
});

test('a message names title, key and default value, and what it names is not read again', () => {
  const message = '${title}(${key})默认${defaultValue}';
  const about = { title: '${key}', key: 'qty', defaultValue: 0 };
  expect(judgeCell([{ pattern: 'z', message }], 'x', about)).toBe('${key}(qty)默认0');
});

/** What is said of each value of a column. */
function heard(key: string, title: string, rule: CellRule, values: readonly unknown[]) {
  const rows = values.map((value) => ({ [key]: value }));
  const judge = columnJudge({ key, title, rules: [rule] }, rows);
  return values.map((value) => judge?.(value));
}

test('values that two rows share fail in each of them, empty ones do not', () => {
  covers('§5 grid patterns');
  expect(heard('code', '编码', { pattern: 'only' }, ['A', ' A ', 'B', '', ''])).toEqual([
    '编码不能重复',
    '编码不能重复',
    null,
    null,
    null,
  ]);
  const renamed = { unique: true, message: '${title}重名' };
  expect(heard('name', '名称', renamed, ['甲', '', '乙', '乙'])).toEqual([null, null, '名称重名', '名称重名']);
});

test('a column without rules has no judge, one with a pattern judges each of its values', () => {
  expect(columnJudge({ key: 'qty', title: '数量', rules: [] }, [{ qty: 'x' }])).toBeNull();
  expect(heard('qty', '数量', { pattern: 'z' }, [1, 'x', undefined])).toEqual([null, '数量须为整数', null]);
});

test('hostile texts and patterns are answered', () => {
  const hostile = [
    'a'.repeat(50_000),
    `${'a'.repeat(50_000)}!`,
    `${'a.'.repeat(25_000)}@`,
    `a@${'a.'.repeat(25_000)}`,
    `a@${'-'.repeat(50_000)}`,
    `http://${'a'.repeat(50_000)} `,
    '1'.repeat(50_000),
    `-${'1.'.repeat(25_000)}`,
  ];
  const patterns = [...SAMPLES.map(([pattern]) => pattern), '^(a+)+$', '^(a|a)*b$', '(.*)*@(.*)*x'];
  for (const pattern of patterns)
    for (const text of hostile)
      expect(judge({ pattern }, text)).toSatisfy((one) => one === null || typeof one === 'string');
  expect(judge({ pattern: '^(a+)+$' }, hostile[0])).toBe('编码不能超过10000个字符');
  expect(judge({ pattern: '^(a+)+$' }, `${'a'.repeat(9_000)}!`)).toBe('编码格式不正确');
});

test('a pattern that cannot be judged is not passed over', () => {
  expect(judge({ pattern: '(a)\\1' }, 'aa')).toBe('编码的校验规则无法使用，请联系管理员');
  expect(judge({ pattern: 'constructor' }, 'x')).toBe('编码格式不正确');
});
