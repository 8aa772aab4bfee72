import { expect, test } from 'vitest';
import { timeLeftText } from './time-left-text.ts';

test('what is left is shown in the two largest units that matter', () => {
  expect(timeLeftText(25)).toBe('剩 25分');
  expect(timeLeftText(200)).toBe('剩 3时20分');
  expect(timeLeftText(2 * 1440 + 260)).toBe('剩 2天4时');
  expect(timeLeftText(0)).toBe('剩 0分');
});

test('a missed deadline says by how much', () => {
  expect(timeLeftText(-1)).toBe('已超 1分');
  expect(timeLeftText(-90)).toBe('已超 1时30分');
  expect(timeLeftText(-3 * 1440)).toBe('已超 3天0时');
});
