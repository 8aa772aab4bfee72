import { expect, test } from 'vitest';
import { monthFrom, weeksOf } from './calendar-weeks.ts';

test('a month has its weeks from Monday on, and what lasts is drawn over its days', () => {
  // 1 December 2026 is a Tuesday.
  const weeks = weeksOf('2026-12', [
    { id: 'long', first: '2026-11-20', last: '2026-12-08' },
    { id: 'day', first: '2026-12-03', last: '2026-12-03' },
    { id: 'next', first: '2026-12-09', last: '2026-12-10' },
    { id: 'gone', first: '2026-11-01', last: '2026-11-29' },
  ]);
  expect(weeks.map(({ days }) => days[0])).toEqual([
    '2026-11-30',
    '2026-12-07',
    '2026-12-14',
    '2026-12-21',
    '2026-12-28',
  ]);
  expect(weeks[0]).toMatchObject({
    lanes: 2,
    bars: [
      { of: { id: 'long' }, from: 1, to: 7, lane: 0, isFromBefore: true, isToAfter: true },
      { of: { id: 'day' }, from: 4, to: 4, lane: 1, isFromBefore: false, isToAfter: false },
    ],
  });
  // What follows takes the line that has become free.
  expect(weeks[1]).toMatchObject({
    lanes: 1,
    bars: [
      { of: { id: 'long' }, from: 1, to: 2, lane: 0 },
      { of: { id: 'next' }, from: 3, to: 4, lane: 0 },
    ],
  });
  expect(weeks[4]?.bars).toEqual([]);
});

test('a month that ends with its week has no week more, and months go over the year', () => {
  expect(weeksOf('2027-02', []).map(({ days }) => days[0])).toEqual([
    '2027-02-01',
    '2027-02-08',
    '2027-02-15',
    '2027-02-22',
  ]);
  expect([monthFrom('2026-12', 1), monthFrom('2026-01', -1)]).toEqual(['2027-01', '2025-12']);
});
