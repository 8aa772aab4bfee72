import { describe, expect, test } from 'vitest';
import { covers } from '#tests/spec/covers.ts';
import { earliestShipDay, shipDays, shipMoment } from './ship-day.ts';

const NEW_YORK = 'America/New_York';
const KOLKATA = 'Asia/Kolkata';

describe('the day before the pick-up is one of the warehouse', () => {
  test.each([
    // Tuesday there, Wednesday in Kolkata.
    ['2026-11-25T00:30:00Z', NEW_YORK, '2026-11-23'],
    ['2026-11-25T00:30:00Z', KOLKATA, '2026-11-24'],
    // The carrier's midnight.
    ['2026-11-24T05:00:00Z', NEW_YORK, '2026-11-23'],
    ['2026-11-24T04:59:59Z', NEW_YORK, '2026-11-22'],
    ['2028-03-01T18:00:00Z', NEW_YORK, '2028-02-29'],
    ['2027-01-01T18:00:00Z', NEW_YORK, '2026-12-31'],
    // The day before has 25 hours.
    ['2026-11-02T05:00:00Z', NEW_YORK, '2026-11-01'],
  ])('picked up %s in %s: from %s', (pickup, zone, day) => {
    covers('ours: gates of shipping');
    expect(earliestShipDay(new Date(pickup), zone)).toBe(day);
  });
});

describe('a ship date is ten days past at most and one ahead', () => {
  const monday = new Date('2026-11-24T02:00:00Z'); // 21:00 in New York, Tuesday 07:30 in Kolkata

  test('counted in days of the warehouse', () => {
    expect(shipDays(monday, NEW_YORK)).toEqual({ first: '2026-11-13', last: '2026-11-24' });
    expect(shipDays(monday, KOLKATA)).toEqual({ first: '2026-11-14', last: '2026-11-25' });
  });

  test.each([
    ['2026-11-12', null],
    ['2026-11-13', '2026-11-14T04:59:59.000Z'],
    ['2026-11-22', '2026-11-23T04:59:59.000Z'],
    ['2026-11-23', '2026-11-24T02:00:00.000Z'],
    ['2026-11-24', '2026-11-24T05:00:00.000Z'],
    ['2026-11-25', null],
  ])('%s in New York', (day, moment) => {
    expect(shipMoment(day, monday, NEW_YORK)?.toISOString() ?? null).toBe(moment);
  });

  test('over a change of the clocks never beyond the hours that channels count', () => {
    // The last second of the first day lies ten days and half an hour back.
    const late = new Date('2026-11-05T04:30:00Z');
    expect(shipDays(late, NEW_YORK).first).toBe('2026-10-25');
    expect(shipMoment('2026-10-25', late, NEW_YORK)).toBeNull();
    // Eleven days back by the calendar are half an hour less than ten by the clock.
    const spring = new Date('2026-03-15T04:30:00Z');
    expect(shipMoment('2026-03-05', spring, NEW_YORK)).not.toBeNull();
    expect(shipMoment('2026-03-04', spring, NEW_YORK)).toBeNull();
    // Tomorrow begins in 24 hours and three quarters.
    const early = new Date('2026-11-01T04:15:00Z');
    expect(shipMoment('2026-11-02', early, NEW_YORK)).toBeNull();
    expect(shipMoment('2026-11-02', new Date('2026-11-01T05:15:00Z'), NEW_YORK)).not.toBeNull();
  });
});
