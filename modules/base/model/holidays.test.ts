import { expect, test } from 'vitest';
import { federalHolidays } from './holidays.ts';

/* As the Office of Personnel Management publishes them. */

test('federal holidays of 2026: Independence Day is a Saturday and is kept the day before', () => {
  expect(federalHolidays(2026).map(({ day }) => day)).toEqual([
    '2026-01-01',
    '2026-01-19',
    '2026-02-16',
    '2026-05-25',
    '2026-06-19',
    '2026-07-03',
    '2026-09-07',
    '2026-10-12',
    '2026-11-11',
    '2026-11-26',
    '2026-12-25',
  ]);
});

test('a New Year that is a Saturday is kept in the year before, and only there', () => {
  const days = (year: number): string[] => federalHolidays(year).map(({ day }) => day);
  expect(days(2021).at(-1)).toBe('2021-12-31');
  expect(days(2022)[0]).toBe('2022-01-17');
  expect(days(2023)[0]).toBe('2023-01-02');
});

test('Juneteenth is one of them since 2021', () => {
  expect(federalHolidays(2020).some(({ name }) => name === '六月节')).toBe(false);
  expect(federalHolidays(2021).find(({ name }) => name === '六月节')?.day).toBe('2021-06-18');
});
