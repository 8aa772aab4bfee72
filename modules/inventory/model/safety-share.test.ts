import { expect, test } from 'vitest';
import { sharedSafety } from './safety-share.ts';

test('safety stock is kept where goods are sold, and where most lie if nobody buys them', () => {
  const at = (wanted30: number, available: number) => ({ wanted30, available });
  expect(sharedSafety(10, [at(30, 0), at(10, 500), at(0, 9)])).toEqual([8, 2, 0]);
  expect(sharedSafety(5, [at(1, 0), at(1, 0), at(1, 0)])).toEqual([2, 2, 1]);
  expect(sharedSafety(5, [at(0, 2), at(0, 7)])).toEqual([0, 5]);
  expect(sharedSafety(5, [])).toEqual([]);
});
