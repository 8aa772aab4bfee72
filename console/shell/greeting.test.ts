import { expect, test } from 'vitest';
import { covers } from '#tests/spec/covers.ts';
import { greeting } from './greeting.ts';

test('the greeting follows the hours of the spec', () => {
  covers('§9 greeting');
  expect([0, 8, 9, 11, 12, 13, 14, 19, 20].map(greeting)).toEqual([
    '早上好',
    '早上好',
    '上午好',
    '上午好',
    '中午好',
    '中午好',
    '下午好',
    '下午好',
    '晚上好',
  ]);
});
