import { expect, test } from 'vitest';
import { changedCalendar, flippedDay, typedCalendar } from './typed-calendar.ts';

const PLAIN = typedCalendar(null);
const click = (calendar: typeof PLAIN, day: string) => changedCalendar(calendar, flippedDay(calendar, day));

test('a click makes a workday a holiday and a day of rest a workday; another takes it back', () => {
  const [friday, saturday] = ['2026-10-09', '2026-10-10'];
  const both = click(click(PLAIN, friday), saturday);
  expect(both).toMatchObject({ holidays: [friday], makeups: [saturday] });
  expect(click(click(both, friday), saturday)).toEqual(PLAIN);
});

test('a day is a holiday or makes up for one, whichever was chosen last', () => {
  const day = '2026-10-10';
  const off = changedCalendar(PLAIN, { holidays: [day] });
  const on = changedCalendar(off, { makeups: [day] });
  expect(on).toMatchObject({ holidays: [], makeups: [day] });
  expect(changedCalendar(on, { holidays: [day] })).toMatchObject({ holidays: [day], makeups: [] });
});
