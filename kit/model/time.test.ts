import { describe, expect, test } from 'vitest';
import {
  instantAt,
  addDays,
  dayIn,
  endOfDay,
  startOfDay,
  toWireTime,
  workdayDeadline,
  type WorkCalendar,
} from './time.ts';

const ZONES = ['Asia/Shanghai', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'UTC'];

test('a moment is written in the clock of its zone, also around a change of the clocks', () => {
  const springForward = Date.UTC(2026, 2, 8, 7); // New York, 02:00 → 03:00
  const fallBack = Date.UTC(2026, 10, 1, 6);
  const lordHowe = Date.UTC(2026, 3, 4, 15); // half an hour back
  for (const zone of ZONES) {
    const clock = new Intl.DateTimeFormat('sv-SE', {
      timeZone: zone,
      dateStyle: 'short',
      timeStyle: 'medium',
    });
    for (const around of [springForward, fallBack, lordHowe])
      for (let minute = -120; minute <= 120; minute += 7) {
        const instant = new Date(around + minute * 60_000 + 41_000);
        expect(toWireTime(instant, zone)).toBe(clock.format(instant));
      }
  }
});

test('days are those of the calendar, over months, leap days and changes of the clocks', () => {
  expect(dayIn(new Date('2026-11-24T04:59:59Z'), 'America/New_York')).toBe('2026-11-23');
  expect(dayIn(new Date('2026-11-23T18:30:00Z'), 'Asia/Kolkata')).toBe('2026-11-24');
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
  expect(addDays('2028-03-01', -1)).toBe('2028-02-29');
  expect(addDays('2027-03-01', -1)).toBe('2027-02-28');
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
  // New York, 23 and 25 hours.
  const hours = (day: string): number =>
    (endOfDay(day, 'America/New_York').getTime() - startOfDay(day, 'America/New_York').getTime() + 1000) / 3_600_000;
  expect(hours('2026-03-08')).toBe(23);
  expect(hours('2026-11-01')).toBe(25);
});

/** domain.md §4, to the letter: cut-off 14:00, n = 1, warehouse time. */
describe('a deadline in workdays', () => {
  const NEW_YORK = 'America/New_York';
  const calendar: WorkCalendar = {
    workdays: [1, 2, 3, 4, 5],
    holidays: [],
    cutoffTime: '14:00',
  };
  const due = (arrived: string, days: number, more: Partial<WorkCalendar> = {}, zone = NEW_YORK): string =>
    toWireTime(workdayDeadline(new Date(arrived), days, { ...calendar, ...more }, zone), zone);

  test.each([
    ['on a Friday before the cut-off: Monday', '2026-11-20T18:00:00Z', 1, {}, '2026-11-23'],
    ['at the cut-off it is too late', '2026-11-20T19:00:00Z', 1, {}, '2026-11-24'],
    ['a minute before it is not', '2026-11-20T18:59:59Z', 1, {}, '2026-11-23'],
    ['on a Friday after it: day 0 is Monday', '2026-11-20T20:30:00Z', 1, {}, '2026-11-24'],
    ['with a holiday on Tuesday: Wednesday', '2026-11-20T20:30:00Z', 1, { holidays: ['2026-11-24'] }, '2026-11-25'],
    ['a holiday is no day 0, whatever the hour', '2026-11-26T14:00:00Z', 1, { holidays: ['2026-11-26'] }, '2026-11-30'],
    ['a holiday at the weekend costs nothing', '2026-11-20T18:00:00Z', 1, { holidays: ['2026-11-21'] }, '2026-11-23'],
    ['on a Saturday morning: day 0 is Monday', '2026-11-21T15:00:00Z', 1, {}, '2026-11-24'],
    ['within the day', '2026-11-23T18:00:00Z', 0, {}, '2026-11-23'],
    ['within the day, past the cut-off', '2026-11-23T20:00:00Z', 0, {}, '2026-11-24'],
    ['five workdays: a week', '2026-11-23T15:00:00Z', 5, {}, '2026-11-30'],
    ['Saturdays worked', '2026-11-20T20:30:00Z', 1, { workdays: [1, 2, 3, 4, 5, 6] }, '2026-11-23'],
    ['Sundays worked', '2026-11-21T15:00:00Z', 1, { workdays: [6, 7] }, '2026-11-22'],
    ['over the leap day', '2028-02-28T15:00:00Z', 1, {}, '2028-02-29'],
    ['over the end of the year', '2026-12-31T20:00:00Z', 0, {}, '2027-01-01'],
    ['over a change of the clocks', '2026-10-30T17:00:00Z', 1, {}, '2026-11-02'],
  ] as const)('%s', (_title, arrived, days, more, day) => {
    expect(due(arrived, days, more)).toBe(`${day} 23:59:59`);
  });

  test('follows the clock of the warehouse', () => {
    // Friday 09:00 in New York, 19:30 in Kolkata.
    const arrived = '2026-11-20T14:00:00Z';
    expect(due(arrived, 0)).toBe('2026-11-20 23:59:59');
    expect(due(arrived, 0, {}, 'Asia/Kolkata')).toBe('2026-11-23 23:59:59');
    expect(workdayDeadline(new Date(arrived), 0, calendar, 'Asia/Kolkata').toISOString()).toBe(
      '2026-11-23T18:29:59.000Z',
    );
  });
});

test('a time of day that clocks skip is where they stand after the skip', () => {
  const at = (day: string, time: string, zone: string): string => instantAt(day, time, zone).toISOString();
  expect(at('2027-03-14', '02:30:00', 'America/New_York')).toBe('2027-03-14T07:30:00.000Z');
  expect(at('2027-03-13', '02:30:00', 'America/New_York')).toBe('2027-03-13T07:30:00.000Z');
  expect(at('2027-03-14', '17:00:00', 'Asia/Kolkata')).toBe('2027-03-14T11:30:00.000Z');
});
