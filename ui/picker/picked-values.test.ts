import { expect, test } from 'vitest';
import { cutText, readKeys, writeKeys } from './picked-values.ts';

test('keys are read without blanks and doubles, in their order', () => {
  expect(readKeys('b, a,,b,')).toEqual(['b', 'a']);
  expect(readKeys(null)).toEqual([]);
  expect(writeKeys(['b', 'a'])).toBe('b,a');
  expect(writeKeys([])).toBeNull();
});

test('a text is cut by characters; -1 leaves it whole', () => {
  expect(cutText('一二三四五六七八九十甲乙丙', 12)).toBe('一二三四五六七八九十甲乙…');
  expect(cutText('一二三四五六七八九十甲乙', 12)).toBe('一二三四五六七八九十甲乙');
  expect(cutText('𠮷𠮷𠮷', 2)).toBe('𠮷𠮷…');
  expect(cutText('一二三四五六七八九十甲乙丙', -1)).toBe('一二三四五六七八九十甲乙丙');
});
