import { expect, test } from 'vitest';
import { addBusinessDays, addBusinessHours, atLocalHour } from './business-time.ts';

const at = (text: string) => Date.parse(text);
const iso = (instant: number) => new Date(instant).toISOString();

test('business days and hours skip the weekend', () => {
  expect(iso(addBusinessDays(at('2026-03-06T10:00:00Z'), 1))).toBe('2026-03-09T10:00:00.000Z');
  expect(iso(addBusinessHours(at('2026-03-06T18:00:00Z'), 24))).toBe('2026-03-09T18:00:00.000Z');
  expect(iso(addBusinessHours(at('2026-03-07T18:00:00Z'), 2))).toBe('2026-03-09T02:00:00.000Z');
});

test('a local hour follows daylight saving', () => {
  expect(iso(atLocalHour(at('2026-01-15T10:00:00Z'), 17, 'America/New_York'))).toBe('2026-01-15T22:00:00.000Z');
  expect(iso(atLocalHour(at('2026-07-15T10:00:00Z'), 17, 'America/Los_Angeles'))).toBe('2026-07-16T00:00:00.000Z');
});
