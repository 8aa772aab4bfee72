import { expect, test } from 'vitest';
import { formatIsoDateTime, parseIsoDateTime } from './iso-date-time.ts';

test.each([
  ['2026-03-04T17:00:00Z', '2026-03-04T17:00:00.000Z'],
  ['2026-03-04T12:00:00.123456-05:00', '2026-03-04T17:00:00.123Z'],
  ['2026-03-04 12:00:00.123000 -05:00', '2026-03-04T17:00:00.123Z'],
  ['2026-03-04 17:00:00', '2026-03-04T17:00:00.000Z'],
  ['2026-03-04', '2026-03-04T00:00:00.000Z'],
])('reads %s', (text, instant) => {
  expect(new Date(parseIsoDateTime(text) ?? Number.NaN).toISOString()).toBe(instant);
});

test.each(['', 'yesterday', '03/04/2026', '2026-13-40T00:00:00Z', '1772643600'])('does not read %j', (text) => {
  expect(parseIsoDateTime(text)).toBeNull();
});

test('writes Boston time with microseconds, summer and winter', () => {
  expect(formatIsoDateTime(Date.parse('2026-03-04T17:00:00.120Z'))).toBe('2026-03-04 12:00:00.120000 -05:00');
  expect(formatIsoDateTime(Date.parse('2026-07-04T17:00:00Z'))).toBe('2026-07-04 13:00:00.000000 -04:00');
});
