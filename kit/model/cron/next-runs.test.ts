import { expect, test } from 'vitest';
import { toWireTime } from '../time.ts';
import { nextRuns } from './next-runs.ts';
import { parseCron } from './parse.ts';

const NEW_YORK = 'America/New_York';

function runsOf(text: string, zone: string, after: string, count: number, isYearIgnored = false) {
  const parsed = parseCron(text);
  if (!parsed.ok) throw new Error(parsed.message);
  return nextRuns(parsed.cron, { after: new Date(after), zone, count, isYearIgnored });
}
const wallTimes = (...of: Parameters<typeof runsOf>): string[] => runsOf(...of).map((run) => toWireTime(run, of[1]));
const instants = (...of: Parameters<typeof runsOf>): string[] =>
  runsOf(...of).map((run) => run.toISOString().replace(':00.000Z', 'Z'));

test('a run is later than the moment asked from, fractions of a second included', () => {
  const every = '* * * * * ?';
  expect(runsOf(every, 'UTC', '2026-01-01T00:00:00.000Z', 1)[0]?.toISOString()).toBe('2026-01-01T00:00:01.000Z');
  expect(runsOf(every, 'UTC', '2026-01-01T00:00:00.999Z', 1)[0]?.toISOString()).toBe('2026-01-01T00:00:01.000Z');
});

test('the zone decides what day it is', () => {
  const firstOfMonth = '0 0 0 1 * ?';
  expect(instants(firstOfMonth, 'Pacific/Kiritimati', '2026-01-20T00:00Z', 1)).toEqual(['2026-01-31T10:00Z']);
  expect(instants(firstOfMonth, 'Pacific/Pago_Pago', '2026-01-20T00:00Z', 1)).toEqual(['2026-02-01T11:00Z']);
});

test('a time that the clock leaps over in spring does not run that day', () => {
  // New York: 8 March 2026, 02:00 becomes 03:00.
  expect(wallTimes('0 30 2 * * ?', NEW_YORK, '2026-03-07T12:00Z', 2)).toEqual([
    '2026-03-09 02:30:00',
    '2026-03-10 02:30:00',
  ]);
  expect(wallTimes('0 0/30 1-3 * * ?', NEW_YORK, '2026-03-08T06:00Z', 3)).toEqual([
    '2026-03-08 01:30:00',
    '2026-03-08 03:00:00',
    '2026-03-08 03:30:00',
  ]);
});

test('a time that comes twice in autumn runs once, the second time', () => {
  // New York: 1 November 2026, 02:00 becomes 01:00 again, at 06:00 UTC.
  expect(instants('0 30 1 * * ?', NEW_YORK, '2026-10-31T12:00Z', 2)).toEqual([
    '2026-11-01T06:30Z',
    '2026-11-02T06:30Z',
  ]);
  expect(instants('0 0,30 0-2 * * ?', NEW_YORK, '2026-11-01T04:00Z', 4)).toEqual([
    '2026-11-01T04:30Z',
    '2026-11-01T06:00Z',
    '2026-11-01T06:30Z',
    '2026-11-01T07:00Z',
  ]);
});

test('an expression for every hour runs on through the hour that comes twice', () => {
  const runs = instants('0 0/30 * * * ?', NEW_YORK, '2026-11-01T04:45Z', 6);
  expect(runs).toEqual([
    '2026-11-01T05:00Z',
    '2026-11-01T05:30Z',
    '2026-11-01T06:00Z',
    '2026-11-01T06:30Z',
    '2026-11-01T07:00Z',
    '2026-11-01T07:30Z',
  ]);
});

test('changes of half an hour and at midnight', () => {
  // Lord Howe: 4 October 2026, 02:00 becomes 02:30.
  expect(wallTimes('0 15 2 * * ?', 'Australia/Lord_Howe', '2026-10-03T00:00Z', 1)).toEqual(['2026-10-05 02:15:00']);
  // Beirut: 29 March 2026 begins at 01:00; 24 October 2026 has 23:00 to 24:00 twice.
  expect(wallTimes('0 0 0,1 * * ?', 'Asia/Beirut', '2026-03-28T00:00Z', 2)).toEqual([
    '2026-03-29 01:00:00',
    '2026-03-30 00:00:00',
  ]);
  expect(instants('0 30 23 * * ?', 'Asia/Beirut', '2026-10-24T12:00Z', 2)).toEqual([
    '2026-10-24T21:30Z',
    '2026-10-25T21:30Z',
  ]);
});

test('no instant comes twice and none is left out, whatever the clock does', () => {
  for (const [zone, day] of [
    [NEW_YORK, '2026-03-08'],
    [NEW_YORK, '2026-11-01'],
    ['Australia/Lord_Howe', '2026-04-05'],
    ['Australia/Lord_Howe', '2026-10-04'],
    ['Asia/Beirut', '2026-03-29'],
    ['Atlantic/Azores', '2026-10-25'],
    ['Africa/Casablanca', '2026-02-15'],
  ] as const) {
    const start = Date.parse(`${day}T00:00Z`) - 86_400_000;
    const quarters = runsOf('0 0/15 * * * ?', zone, new Date(start).toISOString(), 288);
    expect(quarters.map((run) => (run.getTime() - start) / 900_000)).toEqual(
      Array.from({ length: 288 }, (_, index) => index + 1),
    );
  }
});

test('the year is left out of account where asked', () => {
  const past = '0 0 0 1 1 ? 2020';
  expect(runsOf(past, 'UTC', '2026-06-01T00:00Z', 10)).toEqual([]);
  expect(wallTimes(past, 'UTC', '2026-06-01T00:00Z', 1, true)).toEqual(['2027-01-01 00:00:00']);
});

test('the years end with 2199, a start beyond any calendar yields none, an unknown zone throws', () => {
  const daily = '0 0 0 * * ?';
  expect(wallTimes(daily, 'UTC', '2199-12-30T00:00Z', 5)).toEqual(['2199-12-31 00:00:00']);
  expect(wallTimes(daily, 'UTC', '1901-01-01T00:00Z', 1)).toEqual(['1970-01-01 00:00:00']);
  const parsed = parseCron(daily);
  if (!parsed.ok) throw new Error(parsed.message);
  const nowhere = { after: new Date(Number.NaN), zone: 'UTC', count: 3 };
  expect(nextRuns(parsed.cron, nowhere)).toEqual([]);
  expect(nextRuns(parsed.cron, { ...nowhere, after: new Date(8.64e15) })).toEqual([]);
  expect(nextRuns(parsed.cron, { ...nowhere, after: new Date(0), count: 0 })).toEqual([]);
  expect(() => runsOf(daily, 'Nowhere/Land', '2026-01-01T00:00Z', 1)).toThrow(RangeError);
});
