import { expect, test } from 'vitest';
import { covers } from '#tests/spec/covers.ts';
import { checkAgainst, type CheckPart } from './check-rule.ts';

const PLATE: readonly CheckPart[] = [
  { digits: 2, pattern: '[A-Z]+', message: '前两位是大写字母' },
  { digits: 4, pattern: '\\d+', message: '第3到6位是数字' },
  { digits: '*', pattern: '.{6,8}', message: '共6到8位' },
];

test('each part is held against its own signs, a star against all of them', () => {
  covers('§5 duplicate and number check');
  expect(checkAgainst(PLATE, 'AB1234')).toBeNull();
  expect(checkAgainst(PLATE, 'AB1234床头')).toBeNull();
  expect(checkAgainst(PLATE, 'AB12x4')).toMatchObject({
    message: '第3到6位是数字',
    beginIndex: 2,
    endIndex: 6,
    checkValue: '12x4',
    passed: false,
  });
  expect(checkAgainst(PLATE, 'AB1234567')?.message).toBe('共6到8位');
});

test('too few signs fail the part they do not fill; a blank value is not asked', () => {
  expect(checkAgainst(PLATE, 'AB12')?.message).toBe('第3到6位是数字');
  expect(checkAgainst(PLATE, '  ')).toBeNull();
});

test('a sign of two halves is one sign', () => {
  expect(checkAgainst([{ digits: 1, pattern: '.', message: '' }], '😀')).toBeNull();
});

test('a pattern that stands still elsewhere is answered, one that cannot be judged fails', () => {
  const text = `${'a'.repeat(50)}!`;
  expect(checkAgainst([{ digits: '*', pattern: '(a+)+', message: '甲' }], text)?.message).toBe('甲');
  expect(checkAgainst([{ digits: '*', pattern: '(a)\\1', message: '乙' }], 'aa')?.message).toBe('乙');
});
