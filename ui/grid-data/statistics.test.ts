import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatDecimal } from '#kit/model/money.ts';
import { ColumnStatistics } from './statistics.ts';

const of = (...values: unknown[]): ColumnStatistics => {
  const statistics = new ColumnStatistics();
  for (const value of values) statistics.put(value);
  return statistics;
};

test('sums are exact and keep the places they are asked for', () => {
  expect(of(0.1, 0.2).sum()).toBe('0.3');
  expect(of('12.50', '0.50').sum(2)).toBe('13.00');
  expect(of('9007199254740993', 1).sum()).toBe('9007199254740994');
  expect(of(1e21, 1e-7).sum()).toBe('1000000000000000000000.0000001');
  expect(of().sum(2)).toBe('0.00');
});

test('what is no number counts for nothing', () => {
  const mixed = of('', null, 'abc', '1,000', true, Number.NaN, '3');
  expect([mixed.count, mixed.sum(), mixed.average()]).toEqual([1, '3', '3.00']);
  expect(of('x').average()).toBeNull();
});

test('the average rounds half away from zero', () => {
  expect(of('0.01', '0.02').average()).toBe('0.02');
  expect(of('-0.01', '-0.02').average()).toBe('-0.02');
  expect(of(1, 1, 2).average(3)).toBe('1.333');
});

test('after any changes it stands where a fresh count stands', () => {
  const value = fc.oneof(
    fc.tuple(fc.bigInt({ min: -(10n ** 17n), max: 10n ** 17n }), fc.nat(6)).map(([n, s]) => formatDecimal(n, s)),
    fc.constantFrom(null, '', 'x', 'gone'),
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(8), value), { maxLength: 60 }), (changes) => {
      const stored = new ColumnStatistics();
      const rows = new Map<number, unknown>();
      for (const [row, next] of changes) {
        stored.drop(rows.get(row));
        stored.put(next);
        rows.set(row, next);
      }
      const fresh = of(...rows.values());
      expect([stored.count, stored.sum(), stored.average(4)]).toEqual([fresh.count, fresh.sum(), fresh.average(4)]);
    }),
    { seed: 20_261_121, numRuns: 500 },
  );
});
