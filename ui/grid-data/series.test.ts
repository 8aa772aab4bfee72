import { expect, test } from 'vitest';
import { seriesOf, type SeriesKind } from './series.ts';

const next = (kind: SeriesKind, values: readonly unknown[], isTurned = false): unknown[] | null => {
  const at = seriesOf(kind, values, isTurned);
  return at && [0, 1, 2].map((more) => at(values.length + more));
};

test('a single number is repeated, and counts up when it is turned', () => {
  expect(next('number', [5])).toBeNull();
  expect(next('number', [5], true)).toEqual([6, 7, 8]);
  expect(next('number', ['1.50'], true)).toEqual(['2.50', '3.50', '4.50']);
});

test('several numbers go on by their step, exactly; uneven ones are repeated', () => {
  expect(next('number', [10, 20])).toEqual([30, 40, 50]);
  expect(next('number', ['0.10', '0.3'])).toEqual(['0.50', '0.70', '0.90']);
  expect(next('number', [3, 1])).toEqual([-1, -3, -5]);
  expect(next('number', [1, 2, 4])).toBeNull();
  expect(next('number', [1, null])).toBeNull();
  expect(next('number', [10, 20], true)).toBeNull();
  expect(seriesOf('number', [10, 20])?.(-1)).toBe(0);
});

test('measures that were rounded into another unit still make a series', () => {
  expect(next('measure', [454, 907, 1361])).toEqual([1814, 2268, 2721]);
  expect(next('measure', [454, 907, 2000])).toBeNull();
});

test('days count up, by months where they are the same day of them', () => {
  expect(next('day', ['2026-12-30'])).toEqual(['2026-12-31', '2027-01-01', '2027-01-02']);
  expect(next('day', ['2026-11-01', '2026-11-08'])).toEqual(['2026-11-15', '2026-11-22', '2026-11-29']);
  expect(next('day', ['2026-11-15', '2026-12-15'])).toEqual(['2027-01-15', '2027-02-15', '2027-03-15']);
  expect(next('day', ['2026-11-30', '2026-12-31'])).toEqual(['2027-01-31', '2027-02-28', '2027-03-31']);
  expect(next('day', ['2026-12-30'], true)).toBeNull();
  expect(next('day', ['十二月'])).toBeNull();
});

test('moments keep their clock, or go on by the time between them', () => {
  expect(next('moment', ['2026-11-24 09:30:00'])?.[0]).toBe('2026-11-25 09:30:00');
  expect(next('moment', ['2026-11-24 22:00:00', '2026-11-24 23:30:00'])?.[0]).toBe('2026-11-25 01:00:00');
});

test('a text that ends in a number counts up and keeps its zeros', () => {
  expect(next('text', ['SKU-001'])).toEqual(['SKU-002', 'SKU-003', 'SKU-004']);
  expect(next('text', ['SKU-099', 'SKU-100'])).toEqual(['SKU-101', 'SKU-102', 'SKU-103']);
  expect(next('text', ['A-1', 'A-3'])).toEqual(['A-5', 'A-7', 'A-9']);
  expect(next('text', ['A1', 'B1'])).toEqual(['A2', 'B2', 'A3']);
  expect(next('text', ['A1', '合计'])).toEqual(['A2', '合计', 'A3']);
  expect(next('text', ['SKU-001'], true)).toBeNull();
  expect(next('text', ['杯'])).toBeNull();
  expect(seriesOf('text', ['A1'])?.(-3)).toBe('A2');
});

test('a text of digits alone is a number that keeps its zeros', () => {
  expect(next('text', ['0755'])).toBeNull();
  expect(next('text', ['0755'], true)).toEqual(['0756', '0757', '0758']);
  expect(next('text', ['008', '009'])).toEqual(['010', '011', '012']);
});
