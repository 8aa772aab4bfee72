import { expect, test } from 'vitest';
import { fittingRows } from './page-sizes.ts';

const above = 94;

test('a desk of 1440 × 900 has eleven rows of two lines in sight, or eighteen of one', () => {
  expect(fittingRows({ height: 900, above }, true)).toBe(11);
  expect(fittingRows({ height: 900, above }, false)).toBe(18);
});

test('a low window has the ten of the specification, a high one no more than a hundred', () => {
  expect(fittingRows({ height: 400, above }, true)).toBe(10);
  expect(fittingRows({ height: 8000, above }, false)).toBe(100);
});
