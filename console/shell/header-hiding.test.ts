import { expect, test } from 'vitest';
import { covers } from '#tests/spec/covers.ts';
import { hidesAfter } from './header-hiding.ts';

test('the header hides on the way down past 100 px, and returns on the way up', () => {
  covers('§2 global header');
  expect(hidesAfter(0, 100, false)).toBe(false);
  expect(hidesAfter(0, 101, false)).toBe(true);
  expect(hidesAfter(500, 480, true)).toBe(false);
  expect(hidesAfter(120, 90, true)).toBe(false);
});

test('standing still changes nothing', () => {
  expect(hidesAfter(500, 500, true)).toBe(true);
  expect(hidesAfter(500, 500, false)).toBe(false);
});
