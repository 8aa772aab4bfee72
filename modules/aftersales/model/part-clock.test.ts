import { expect, test } from 'vitest';
import { DEFAULT_CALENDAR, parseWireTime } from '#kit/model/time.ts';
import { covers } from '#tests/spec/covers.ts';
import { extensionDays, partDeadlines } from './part-clock.ts';

const NEW_YORK = 'America/New_York';
const POLICY = { partConfirmWorkdays: 1, partShipWorkdays: 5, partExtendMaxDays: 10 };
const at = (text: string, zone = NEW_YORK): Date => parseWireTime(text, zone) as Date;
const wall = (instant: Date, zone = NEW_YORK): string =>
  new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'medium',
  }).format(instant);
const due = (received: string, { holidays = [] as string[], zone = NEW_YORK } = {}) => {
  const place = { calendar: { ...DEFAULT_CALENDAR, holidays }, zone };
  const { confirmBy, shipBy } = partDeadlines(at(received, zone), POLICY, place);
  return [wall(confirmBy, zone), wall(shipBy, zone)];
};

test('the vectors of domain.md §4: before and after the cut-off of a Friday, and a holiday', () => {
  covers('ours: parts asked for again');
  expect(due('2026-11-06 13:00:00')).toEqual(['2026-11-09 23:59:59', '2026-11-13 23:59:59']);
  expect(due('2026-11-06 15:30:00')).toEqual(['2026-11-10 23:59:59', '2026-11-16 23:59:59']);
  expect(due('2026-11-06 15:30:00', { holidays: ['2026-11-10'] })).toEqual([
    '2026-11-11 23:59:59',
    '2026-11-17 23:59:59',
  ]);
  expect(due('2026-11-06 14:00:00')[0]).toBe('2026-11-10 23:59:59');
  expect(due('2026-11-06 13:59:59')[0]).toBe('2026-11-09 23:59:59');
  expect(due('2026-11-07 09:00:00')[0]).toBe('2026-11-10 23:59:59');
});

test('a clock that is changed meanwhile moves the instant, never the day', () => {
  // Forward on Sunday, 14 March 2027; back on Sunday, 7 November 2027.
  const place = { calendar: DEFAULT_CALENDAR, zone: NEW_YORK };
  const spring = partDeadlines(at('2027-03-12 13:00:00'), POLICY, place);
  expect(spring.confirmBy.toISOString()).toBe('2027-03-16T03:59:59.000Z');
  const autumn = partDeadlines(at('2027-11-05 13:00:00'), POLICY, place);
  expect(autumn.confirmBy.toISOString()).toBe('2027-11-09T04:59:59.000Z');
  expect(due('2027-03-12 15:30:00')).toEqual(['2027-03-16 23:59:59', '2027-03-22 23:59:59']);
  expect(due('2027-11-05 15:30:00')).toEqual(['2027-11-09 23:59:59', '2027-11-15 23:59:59']);
});

test('the day is that of the warehouse, in whatever zone it stands', () => {
  expect(due('2026-11-06 13:30:00', { zone: 'Asia/Kolkata' })[0]).toBe('2026-11-09 23:59:59');
  const noon = { calendar: DEFAULT_CALENDAR, zone: 'America/Los_Angeles' };
  // Friday 16:30 in New York is 13:30 in Los Angeles: still in time.
  expect(wall(partDeadlines(at('2026-11-06 16:30:00'), POLICY, noon).confirmBy, noon.zone)).toBe('2026-11-09 23:59:59');
});

test('a shipment is put off by days of the calendar, from the day after to the last that is allowed', () => {
  const shipBy = at('2027-03-12 23:59:59');
  expect(extensionDays(shipBy, 10, NEW_YORK)).toEqual({ first: '2027-03-13', last: '2027-03-22' });
});
