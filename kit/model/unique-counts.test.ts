import fc from 'fast-check';
import { expect, test } from 'vitest';
import { UniqueCounts } from './unique-counts.ts';

test('tells the rows whose verdict a change turned', () => {
  const counts = new UniqueCounts();
  expect(counts.put('1', 'A')).toEqual([]);
  expect(counts.put('2', ' A')).toEqual(['1']);
  expect(counts.put('3', 'A')).toEqual([]);
  expect(counts.put('3', 'B')).toEqual([]);
  expect(counts.put('2', 'B')).toEqual(['1', '3']);
  expect(counts.drop('3')).toEqual(['2']);
  expect(counts.isRepeated('B')).toBe(false);
});

test('knows after any changes what a fresh count knows', () => {
  const change = fc.tuple(fc.nat(5), fc.constantFrom('a', 'b', ' b ', '', 1, '1', null, 'gone'));
  fc.assert(
    fc.property(fc.array(change, { maxLength: 60 }), (changes) => {
      const counts = new UniqueCounts<number>();
      const rows = new Map<number, string>();
      const repeated = (row: number) =>
        [...rows.values()].filter((text) => text !== '' && text === rows.get(row)).length > 1;
      for (const [row, value] of changes) {
        const before = new Map([...rows.keys()].map((key) => [key, repeated(key)]));
        const turned = value === 'gone' ? counts.drop(row) : counts.put(row, value);
        if (value === 'gone') rows.delete(row);
        else rows.set(row, String(value ?? '').trim());
        for (const key of rows.keys()) {
          expect(counts.isRepeated(rows.get(key))).toBe(repeated(key));
          if (key !== row) expect(turned.includes(key)).toBe(before.get(key) !== repeated(key));
        }
      }
    }),
    { seed: 20_261_121, numRuns: 300 },
  );
});
