import { expect, test } from 'vitest';
import { canadianHolidays, federalHolidays } from './holidays.ts';

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

test('federal holidays of Canada in 2026: Boxing Day is a Saturday and is kept on Monday', () => {
  expect(canadianHolidays(2026).map(({ day }) => day)).toEqual([
    '2026-01-01',
    '2026-04-03',
    '2026-05-18',
    '2026-07-01',
    '2026-09-07',
    '2026-09-30',
    '2026-10-12',
    '2026-11-11',
    '2026-12-25',
    '2026-12-28',
  ]);
});

test('Good Friday and Victoria Day move; two days of Christmas never fall onto one', () => {
  const day = (year: number, name: string): string | undefined =>
    canadianHolidays(year).find((one) => one.name === name)?.day;
  expect([2024, 2025, 2027].map((year) => day(year, '耶稣受难日'))).toEqual(['2024-03-29', '2025-04-18', '2027-03-26']);
  expect([2024, 2025, 2027].map((year) => day(year, '维多利亚日'))).toEqual(['2024-05-20', '2025-05-19', '2027-05-24']);
  expect([day(2027, '圣诞节'), day(2027, '节礼日')]).toEqual(['2027-12-27', '2027-12-28']);
  expect([day(2022, '圣诞节'), day(2022, '节礼日')]).toEqual(['2022-12-26', '2022-12-27']);
});
