import { expect, test } from 'vitest';
import { finder, replaced } from './find.ts';

const wish = (text: string, more: { isCaseSensitive?: boolean; isWhole?: boolean } = {}) => ({
  text,
  isCaseSensitive: false,
  isWhole: false,
  ...more,
});

test('upper and lower case are one unless they are distinguished; a whole cell is all of it', () => {
  expect(finder(wish('sku'))?.('A-SKU-1')).toBe(true);
  expect(finder(wish('sku', { isCaseSensitive: true }))?.('A-SKU-1')).toBe(false);
  expect(finder(wish('杯', { isWhole: true }))?.('保温杯')).toBe(false);
  expect(finder(wish('杯', { isWhole: true }))?.('杯')).toBe(true);
  expect(finder(wish(''))).toBeNull();
});

test('signs are looked for and put in as they are written', () => {
  expect(finder(wish('1.5*2'))?.('1.5*2')).toBe(true);
  expect(finder(wish('1.5'))?.('1x5')).toBe(false);
  expect(replaced('a(b)-a(b)', wish('(B)'), '$&$1')).toBe('a$&$1-a$&$1');
});

test('the same question answers the same twice', () => {
  const isFound = finder(wish('a'));
  expect([isFound?.('ba'), isFound?.('ba')]).toEqual([true, true]);
});
