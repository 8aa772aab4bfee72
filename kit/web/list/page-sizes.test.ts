import { expect, test } from 'vitest';
import { fittingRows } from './page-sizes.ts';

const above = 94;

test('a desk of 1440 × 900 has eleven rows of two lines in sight, or eighteen of one', () => {
  expect(fittingRows({ height: 900, above }, 'two')).toBe(11);
  expect(fittingRows({ height: 900, above }, 'one')).toBe(18);
  expect(fittingRows({ height: 900, above }, 'twoLow')).toBe(20);
});

test('a low window has the ten of the specification, a high one no more than a hundred', () => {
  expect(fittingRows({ height: 400, above }, 'two')).toBe(10);
  expect(fittingRows({ height: 8000, above }, 'one')).toBe(100);
});
