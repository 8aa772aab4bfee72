import { expect, test } from 'vitest';
import { fillOf } from './fill-rate.ts';

const TARGET = 850_000n;
const of = (received: number, shipped: number, open = 0, target = TARGET) =>
  fillOf({ received, shipped, open }, target);

test('S10: five of six are 83.3%, and one more makes 6/7 = 85.7%', () => {
  expect(of(6, 5)).toEqual({
    rate: 8333,
    forecast: 8333,
    isMet: false,
    needed: 1,
    fromNew: 1,
  });
  expect(of(7, 6)).toEqual({ rate: 8571, forecast: 8571, isMet: true, needed: 0, fromNew: 0 });
});

test('what is open is shipped first, and only what it does not reach is still to come', () => {
  expect(of(6, 4, 2)).toMatchObject({ forecast: 10_000, needed: 2, fromNew: 0 });
  expect(of(20, 15, 3)).toMatchObject({ needed: 2, fromNew: 0 });
  // Four of six and one open: 5/6 is not enough, 6/7 is.
  expect(of(6, 4, 1)).toMatchObject({ forecast: 8333, needed: 2, fromNew: 1 });
});

test('exactly the target is met; nothing received is neither', () => {
  expect(of(20, 17)).toMatchObject({ rate: 8500, isMet: true });
  expect(of(20, 16)).toMatchObject({ isMet: false, needed: 7 });
  expect(of(0, 0)).toEqual({ rate: null, forecast: null, isMet: true, needed: 0, fromNew: 0 });
});

test('no number reaches the whole once something was refused', () => {
  expect(of(6, 5, 0, 1_000_000n)).toMatchObject({ isMet: false, needed: null });
  expect(of(6, 5, 1, 1_000_000n)).toMatchObject({ needed: 1, fromNew: 0 });
});

test('one fewer than needed is never enough', () => {
  for (let received = 1; received < 40; received++)
    for (let shipped = 0; shipped <= received; shipped++)
      for (const open of [0, Math.floor((received - shipped) / 2)]) {
        const { needed, fromNew } = of(received, shipped, open);
        if (needed === null || needed === 0) continue;
        const meets = (n: number): boolean => {
          const extra = Math.max(0, n - open);
          return (shipped + n) / (received + extra) >= 0.85;
        };
        expect([meets(needed), meets(needed - 1)]).toEqual([true, false]);
        expect(fromNew).toBe(Math.max(0, needed - open));
      }
});
