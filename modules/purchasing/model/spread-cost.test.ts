import fc from 'fast-check';
import { expect, test } from 'vitest';
import { settleShare, stillHeld } from '#modules/inventory/model/settle-share.ts';
import { spreadCost } from './spread-cost.ts';

const bearers = fc
  .uniqueArray(fc.record({ key: fc.uuid(), weight: fc.bigInt({ min: 0n, max: 10n ** 15n }) }), {
    minLength: 1,
    maxLength: 40,
    selector: ({ key }) => key,
  })
  .filter((all) => all.some(({ weight }) => weight > 0n));
const amount = fc.bigInt({ min: 0n, max: 10n ** 12n });

test('parts sum exactly, none is negative, and each is within a cent of its share', () => {
  fc.assert(
    fc.property(amount, bearers, (all, some) => {
      const parts = spreadCost(all, some);
      const weights = some.reduce((sum, { weight }) => sum + weight, 0n);
      expect([...parts.values()].reduce((sum, part) => sum + part, 0n)).toBe(all);
      for (const { key, weight } of some) {
        const part = parts.get(key) ?? -1n;
        const floor = (all * weight) / weights;
        expect(part === floor || part === floor + 1n).toBe(true);
        if (weight === 0n) expect(part).toBe(0n);
      }
    }),
  );
});

test('in whatever order goods come, each bears the same', () => {
  const shuffled = bearers.chain((some) =>
    fc.tuple(fc.constant(some), fc.shuffledSubarray(some, { minLength: some.length, maxLength: some.length })),
  );
  fc.assert(
    fc.property(amount, shuffled, (all, [some, others]) => {
      const parts = spreadCost(all, some);
      for (const [key, part] of spreadCost(all, others)) expect(parts.get(key)).toBe(part);
    }),
  );
});

test('10.00 over three of one weight: 3.34, 3.33, 3.33', () => {
  const three = ['a', 'b', 'c'].map((key) => ({ key, weight: 1n }));
  expect([...spreadCost(1000n, three).values()]).toEqual([334n, 333n, 333n]);
  expect(() => spreadCost(-1n, three)).toThrow();
  expect(() => spreadCost(1n, [{ key: 'a', weight: 0n }])).toThrow();
});

const layers = fc.array(fc.integer({ min: 1, max: 500 }), { maxLength: 6 });

test('a share is in the layers or late, to the cent, and what nobody holds is late whole', () => {
  fc.assert(
    fc.property(amount, layers, fc.nat({ max: 500 }), (all, left, gone) => {
      const qty = left.reduce((sum, one) => sum + one, gone);
      fc.pre(qty > 0);
      const { parts, late } = settleShare(all, qty, left);
      expect(parts.reduce((sum, part) => sum + part, late)).toBe(all);
      expect([...parts, late].every((part) => part >= 0n)).toBe(true);
      if (gone === 0) expect(late).toBe(0n);
      if (left.length === 0) expect(late).toBe(all);
    }),
  );
  expect(() => settleShare(1n, 2, [3])).toThrow();
});

test('what is taken back of a layer is never more than was added, nor than it is worth', () => {
  const held = fc.record({ amount, qtyThen: fc.integer({ min: 1, max: 500 }) });
  fc.assert(
    fc.property(held, fc.nat({ max: 500 }), amount, (added, qty, valueLeft) => {
      const qtyLeft = Math.min(qty, added.qtyThen);
      const back = stillHeld(added, { qtyLeft, valueLeft });
      expect(back >= 0n && back <= added.amount && back <= valueLeft).toBe(true);
      if (qtyLeft === 0) expect(back).toBe(0n);
    }),
  );
});
