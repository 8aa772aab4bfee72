import { expect, test } from 'vitest';
import { createThrottle } from './throttle.ts';

const RATE = { perSecond: 2, burst: 3 };

/** A clock moved by hand; waiting moves it. */
function handClock() {
  let now = 1_000_000;
  const waits: number[] = [];
  return {
    now: () => now,
    wait: async (ms: number) => {
      waits.push(ms);
      now += ms;
    },
    advance: (ms: number) => (now += ms),
    waits,
  };
}

test('a burst goes at once, then so many a second', () => {
  const clock = handClock();
  const throttle = createThrottle(clock.now, clock.wait);
  expect([1, 2, 3].map(() => throttle.take('a', RATE))).toEqual([0, 0, 0]);
  expect(throttle.take('a', RATE)).toBe(500);
  clock.advance(499);
  expect(throttle.take('a', RATE)).toBe(1);
  clock.advance(1);
  expect(throttle.take('a', RATE)).toBe(0);
  expect(throttle.take('a', RATE)).toBe(500);
});

test('who was long away has one burst, not one for each that they missed', () => {
  const clock = handClock();
  const throttle = createThrottle(clock.now, clock.wait);
  throttle.take('a', RATE);
  clock.advance(3_600_000);
  expect([1, 2, 3, 4].map(() => throttle.take('a', RATE))).toEqual([0, 0, 0, 500]);
});

test('keys do not share', () => {
  const clock = handClock();
  const throttle = createThrottle(clock.now, clock.wait);
  for (let i = 0; i < 3; i++) throttle.take('a', RATE);
  expect(throttle.take('a', RATE)).toBeGreaterThan(0);
  expect(throttle.take('b', RATE)).toBe(0);
});

test('Retry-After closes a key until then, and no burst follows', () => {
  const clock = handClock();
  const throttle = createThrottle(clock.now, clock.wait);
  throttle.close('a', 30_000);
  throttle.close('a', 5_000);
  expect(throttle.take('a', RATE)).toBe(30_000);
  clock.advance(29_999);
  expect(throttle.take('a', RATE)).toBe(1);
  clock.advance(1);
  expect(throttle.take('a', RATE)).toBe(0);
  expect(throttle.take('a', RATE)).toBe(500);
});

test('a turn waits its time, later callers after earlier ones', async () => {
  const clock = handClock();
  const throttle = createThrottle(clock.now, clock.wait);
  for (let i = 0; i < 3; i++) throttle.take('a', RATE);
  expect(await throttle.turn('a', RATE, 10_000)).toBe(0);
  expect(clock.waits).toEqual([500]);
  expect(await throttle.turn('a', RATE, 400)).toBe(500);
  expect(clock.waits).toEqual([500]);
});

test('callers waiting together are spaced, not released at once', async () => {
  const clock = handClock();
  const delays: number[] = [];
  const throttle = createThrottle(clock.now, async (ms) => {
    delays.push(ms);
  });
  for (let i = 0; i < 3; i++) throttle.take('a', RATE);
  await Promise.all([1, 2, 3].map(() => throttle.turn('a', RATE, 10_000)));
  expect(delays).toEqual([500, 1000, 1500]);
});

test('a caller whose key closes while it waits learns when that takes too long', async () => {
  const clock = handClock();
  let isClosed = false;
  const throttle = createThrottle(clock.now, async (ms) => {
    if (!isClosed) throttle.close('a', 60_000);
    isClosed = true;
    clock.advance(ms);
  });
  for (let i = 0; i < 3; i++) throttle.take('a', RATE);
  expect(await throttle.turn('a', RATE, 2_000)).toBe(59_500);
});
