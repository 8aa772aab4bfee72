import { expect, test } from 'vitest';
import { dateText, dateTimeText, isDayInDoubt } from './date-text.ts';

const day = (text: string, order?: 'mdy' | 'dmy') => dateText(text, '2026-06-01', order);

test('a figure above 12 can be no month', () => {
  expect(day('11/27/2026')).toBe('2026-11-27');
  expect(day('27/11/2026')).toBe('2026-11-27');
  expect(day('11/27/26')).toBe('2026-11-27');
  expect(dateTimeText('11/27/2026 3:05 PM', '')).toBe('2026-11-27 15:05:00');
  expect(day('13/13/2026')).toBeNull();
  expect(day('2/30/2026')).toBeNull();
});

test('where both figures may be the month, somebody has to say which', () => {
  expect(day('3/1/2026')).toBeNull();
  expect(isDayInDoubt('3/1/2026')).toBe(true);
  expect(day('3/1/2026', 'mdy')).toBe('2026-03-01');
  expect(day('3/1/2026', 'dmy')).toBe('2026-01-03');
  expect(day('5/5/2026')).toBe('2026-05-05');
  expect(isDayInDoubt('11/27/2026')).toBe(false);
  expect(isDayInDoubt('2026-03-01')).toBe(false);
  expect(isDayInDoubt('PO-3')).toBe(false);
  // With points the day stands in front.
  expect(day('01.03.2026')).toBe('2026-03-01');
});

test('months by their English names', () => {
  expect(day('Nov 27, 2026')).toBe('2026-11-27');
  expect(day('27 November 2026')).toBe('2026-11-27');
  expect(day('27-Sept-2026')).toBe('2026-09-27');
  expect(day('Novel 27, 2026')).toBeNull();
});
