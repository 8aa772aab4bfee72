import { expect, test } from 'vitest';
import { covers } from '#tests/spec/covers.ts';
import { clampedToWindow } from './clamped-to-window.ts';

const START = { left: 400, top: 100, width: 520 };
const WINDOW = { width: 1440, height: 900 };

test('within the window it goes where it is taken', () => {
  expect(clampedToWindow({ x: 50, y: -40 }, START, WINDOW)).toEqual({ x: 50, y: -40 });
});

test.each([
  [
    { x: -5000, y: -5000 },
    { left: 96 - 520, top: 0 },
  ],
  [
    { x: 5000, y: 5000 },
    { left: 1440 - 96, top: 900 - 48 },
  ],
])('taken out of the window its head stays in reach: %o', (expected, { left, top }) => {
  covers('§2.13 modal');
  const { x, y } = clampedToWindow(expected, START, WINDOW);
  expect([START.left + x, START.top + y]).toEqual([left, top]);
});
