import fc from 'fast-check';
import { expect, test } from 'vitest';
import { allocateAmount, divideHalfUp, formatDecimal, lineAmount, parseDecimal } from '#kit/model/money.ts';

const RUNS = { seed: 20_261_121, numRuns: 500 };
const amount = fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n });
const weights = fc.array(
  fc.oneof({ weight: 1, arbitrary: fc.constant(0n) }, { weight: 4, arbitrary: fc.bigInt({ min: 0n, max: 10n ** 9n }) }),
  { minLength: 1, maxLength: 40 },
);

const sum = (values: readonly bigint[]): bigint => values.reduce((a, b) => a + b, 0n);
/** What stands for the weights: all of them zero means share and share alike. */
const shares = (given: readonly bigint[]): bigint[] => (sum(given) === 0n ? given.map(() => 1n) : [...given]);

test('ten of freight over three equal lines are 3.34, 3.33, 3.33; a credit mirrors them', () => {
  expect(allocateAmount(1000n, [1n, 1n, 1n])).toEqual([334n, 333n, 333n]);
  expect(allocateAmount(-1000n, [1n, 1n, 1n])).toEqual([-334n, -333n, -333n]);
  expect(allocateAmount(100n, [0n, 0n])).toEqual([50n, 50n]);
  expect(allocateAmount(0n, [3n, 1n])).toEqual([0n, 0n]);
  expect(allocateAmount(500n, [])).toEqual([]);
});

test('parts make the whole, each within a minor unit of its share and on its side of zero', () => {
  fc.assert(
    fc.property(amount, weights, (total, given) => {
      const parts = allocateAmount(total, given);
      expect(parts).toHaveLength(given.length);
      expect(sum(parts)).toBe(total);
      const by = shares(given);
      const all = sum(by);
      for (const [index, part] of parts.entries()) {
        // |part − total × share / all| < 1, without leaving the integers.
        const off = part * all - total * (by[index] as bigint);
        expect(off < all && off > -all).toBe(true);
        expect(total < 0n ? part <= 0n : part >= 0n).toBe(true);
        if (by[index] === 0n) expect(part).toBe(0n);
      }
    }),
    RUNS,
  );
});

test('a negative amount mirrors the positive one, and asking again answers the same', () => {
  fc.assert(
    fc.property(amount, weights, (total, given) => {
      const parts = allocateAmount(total, given);
      expect(allocateAmount(-total, given)).toEqual(parts.map((part) => -part));
      expect(allocateAmount(total, given)).toEqual(parts);
    }),
    RUNS,
  );
});

test('a greater weight never gets less, and of equals the earlier one gets the odd unit', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 9n }), weights, (total, given) => {
      const by = shares(given);
      const ranked = allocateAmount(total, given)
        .map((part, index) => ({ part, weight: by[index] as bigint, index }))
        .sort((a, b) => Number(b.weight - a.weight) || a.index - b.index);
      for (const [index, { part }] of ranked.slice(1).entries())
        expect(part <= (ranked[index]?.part as bigint)).toBe(true);
    }),
    RUNS,
  );
});

test('half a minor unit goes away from zero, on either side of it', () => {
  expect([divideHalfUp(5n, 10n), divideHalfUp(-5n, 10n), divideHalfUp(4n, 10n)]).toEqual([1n, -1n, 0n]);
  expect([divideHalfUp(5n, -10n), divideHalfUp(-5n, -10n)]).toEqual([-1n, 1n]);
  fc.assert(
    fc.property(amount, fc.bigInt({ min: 1n, max: 10n ** 6n }), (value, by) => {
      const rounded = divideHalfUp(value, by);
      const off = 2n * (rounded * by - value);
      expect(off <= by && off >= -by).toBe(true);
      expect(divideHalfUp(-value, by)).toBe(-rounded);
    }),
    RUNS,
  );
});

test('a line is quantity times price, rounded once', () => {
  expect(lineAmount(2, parseDecimal('129.99', 4) as bigint)).toBe(25_998n);
  expect(lineAmount(3, parseDecimal('0.0050', 4) as bigint)).toBe(2n);
  expect(lineAmount(3, parseDecimal('1299', 4) as bigint, 0)).toBe(3897n);
  expect(lineAmount(1, parseDecimal('1.2345', 4) as bigint, 3)).toBe(1235n);
});

test('a decimal text keeps its value; what does not fit its places is refused', () => {
  fc.assert(
    fc.property(amount, fc.integer({ min: 0, max: 6 }), (value, scale) => {
      expect(parseDecimal(formatDecimal(value, scale), scale)).toBe(value);
    }),
    RUNS,
  );
  for (const bad of ['', '1.', '.5', '1e3', '+1', '1,000', '0.001', ' 1', '--1'])
    expect(parseDecimal(bad, 2), bad).toBeNull();
  expect(parseDecimal('0.100', 2)).toBe(10n);
});
