import { expect, test } from 'vitest';
import { toWireTime, type WorkCalendar } from '#kit/model/time.ts';
import { covers } from '#tests/spec/covers.ts';
import { acceptDeadline } from './accept-deadline.ts';

const NEW_YORK = 'America/New_York';
const calendar: WorkCalendar = {
  workdays: [1, 2, 3, 4, 5],
  holidays: ['2026-11-26'],
  cutoffTime: '14:00',
};

/** Local times of New York, in and out. */
const due = (local: string, hours: number): string =>
  toWireTime(acceptDeadline(new Date(`${local}-05:00`), hours, calendar, NEW_YORK), NEW_YORK);

test.each([
  // Cut-off 14:00, one day: Fri 13:00 → Mon; Fri 15:30 → day 0 is Mon → Tue (domain.md §4).
  ['2026-11-20T13:00:00', 24, '2026-11-23 23:59:59'],
  ['2026-11-20T15:30:00', 24, '2026-11-24 23:59:59'],
  ['2026-11-21T09:00:00', 24, '2026-11-24 23:59:59'],
  // Thursday is a holiday.
  ['2026-11-25T10:00:00', 24, '2026-11-27 23:59:59'],
  ['2026-11-23T10:00:00', 48, '2026-11-25 23:59:59'],
  ['2026-11-23T10:00:00', 30, '2026-11-24 23:59:59'],
])('%s and %i hours are due at the end of %s', (ordered, hours, expected) => {
  expect(due(ordered, hours)).toBe(expected);
});

test.each([
  ['2026-11-23T10:00:00', 4, '2026-11-23 14:00:00'],
  ['2026-11-20T13:00:00', 23, '2026-11-23 12:00:00'],
  ['2026-11-20T15:30:00', 4, '2026-11-23 04:00:00'],
  ['2026-11-21T09:00:00', 8, '2026-11-23 08:00:00'],
])('%s and %i hours of workdays are due %s', (ordered, hours, expected) => {
  covers('ours: acceptance deadlines');
  expect(due(ordered, hours)).toBe(expected);
});

test('more hours are never due sooner, and nothing is due before its hours have passed', () => {
  for (const start of ['2026-11-20T13:00:00', '2026-11-20T23:30:00', '2026-11-22T08:00:00']) {
    const ordered = new Date(`${start}-05:00`);
    let last = 0;
    for (let hours = 1; hours <= 240; hours++) {
      const at = acceptDeadline(ordered, hours, calendar, NEW_YORK).getTime();
      expect(at).toBeGreaterThanOrEqual(last);
      if (hours <= 24) expect(at).toBeGreaterThanOrEqual(ordered.getTime() + hours * 3_600_000);
      last = at;
    }
  }
});
