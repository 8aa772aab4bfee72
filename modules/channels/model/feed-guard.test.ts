import fc from 'fast-check';
import { expect, test } from 'vitest';
import { judgeFeed, type FeedRow } from './feed-guard.ts';

const rows = (n: number, previous: number, next: number): FeedRow[] =>
  Array.from({ length: n }, () => ({ previous, next }));

test('ten of forty-nine to zero stops, ten of fifty goes', () => {
  expect(judgeFeed([...rows(10, 1, 0), ...rows(39, 10, 10)]).reason).toContain('10 条将归零');
  expect(judgeFeed([...rows(10, 1, 0), ...rows(40, 10, 10)]).reason).toBeNull();
});

test('nine to zero go however few are listed, when most units stay', () => {
  expect(judgeFeed([...rows(9, 1, 0), ...rows(3, 100, 100)]).reason).toBeNull();
});

test('what shows nothing already is not taken away', () => {
  const verdict = judgeFeed([...rows(30, 0, 0), ...rows(5, 10, 10)]);
  expect(verdict).toMatchObject({ reason: null, toZero: 0, listed: 5 });
});

test('a fall of more than 60 % of the units stops, of 60 % goes', () => {
  expect(judgeFeed(rows(5, 20, 8)).reason).toBeNull();
  expect(judgeFeed([...rows(4, 20, 8), { previous: 20, next: 7 }]).reason).toContain('总数量由 100 降至 39');
});

test('open drift stops whatever the figures say', () => {
  expect(judgeFeed(rows(5, 20, 21), ['WB-1']).reason).toContain('库存对账异常：WB-1');
});

test('a first feed and an empty shop go', () => {
  expect(judgeFeed(rows(500, 0, 3)).reason).toBeNull();
  expect(judgeFeed([]).reason).toBeNull();
});

test('a feed that takes nothing away is never stopped, one that empties a catalogue always is', () => {
  const row = fc.record({ previous: fc.nat(50), next: fc.nat(50) });
  fc.assert(
    fc.property(fc.array(row, { maxLength: 80 }), (feed) => {
      const raised = feed.map(({ previous, next }) => ({
        previous,
        next: Math.max(previous, next),
      }));
      expect(judgeFeed(raised).reason).toBeNull();
      const emptied = feed.map(({ previous }) => ({ previous, next: 0 }));
      const total = feed.reduce((sum, { previous }) => sum + previous, 0);
      expect(judgeFeed(emptied).reason === null).toBe(total === 0);
    }),
    { seed: 5, numRuns: 300 },
  );
});
