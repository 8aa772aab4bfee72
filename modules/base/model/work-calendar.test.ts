import { expect, test } from 'vitest';
import { toWireTime } from '#kit/model/time.ts';
import { calendarFault, deadlineExamples, readDays, workCalendar } from './work-calendar.ts';

const ZONE = 'America/New_York';
const due = (holidays: string[], now = '2026-11-18T15:00:00Z'): string[] =>
  deadlineExamples(new Date(now), workCalendar({ holidays }, '14:00'), ZONE).map(
    ({ title, dueAt }) => `${title} ${toWireTime(dueAt, ZONE)}`,
  );

test('cut-off 14:00, a workday: Friday 13:00 is due on Monday, 15:30 on Tuesday', () => {
  expect(due([])).toEqual([
    '现在 2026-11-19 23:59:59',
    '周五 13:00 2026-11-23 23:59:59',
    '周五 15:30 2026-11-24 23:59:59',
  ]);
});

test('a holiday on that Tuesday makes it Wednesday', () => {
  expect(due(['2026-11-24']).at(-1)).toBe('周五 15:30 2026-11-25 23:59:59');
});

test('the Friday is that of the warehouse, also while it is Saturday in Shanghai', () => {
  expect(due([], '2026-11-20T23:00:00Z').at(1)).toBe('周五 13:00 2026-11-23 23:59:59');
});

test('days are read as people write and paste them', () => {
  expect(readDays('2026-10-01，2026/10/2\n2026年10月3日、20261004 2026-10-01')).toEqual({
    days: ['2026-10-01', '2026-10-02', '2026-10-03', '2026-10-04'],
    wrong: [],
  });
  expect(readDays('2026111 202611')).toEqual({ days: [], wrong: ['2026111', '202611'] });
  expect(readDays('2026-02-30 国庆')).toEqual({ days: [], wrong: ['2026-02-30', '国庆'] });
});

test('a day that the calendar does not have is no holiday', () => {
  expect(calendarFault({ holidays: ['2026-02-29'] })).toContain('2026-02-29');
  expect(calendarFault({ holidays: ['2028-02-29'], workdays: [1, 2] })).toBeNull();
  expect(calendarFault({ workdays: [] })).toBe('请至少选择一个工作日');
  expect(calendarFault({ workdays: [0] })).toBe('工作日须为 1 至 7');
});

test('a day that makes up for a holiday is a workday, whatever its week says', () => {
  const calendar = (more: object) => workCalendar(more, '14:00');
  const dueOf = (more: object, now: string): string | undefined =>
    deadlineExamples(new Date(now), calendar(more), 'Asia/Shanghai')
      .map(({ dueAt }) => toWireTime(dueAt, 'Asia/Shanghai'))
      .at(0);
  // National Day 2026: off from Thursday 10-01 to Wednesday 10-07, Saturday 10-10 works.
  const holidays = Array.from({ length: 7 }, (_, at) => `2026-10-0${at + 1}`);
  const makeups = ['2026-10-10'];
  // Friday after cut-off: day 0 is the Saturday that works, so it goes on Monday and not on Tuesday.
  expect(dueOf({ holidays }, '2026-10-09T07:00:00Z')).toBe('2026-10-13 23:59:59');
  expect(dueOf({ holidays, makeups }, '2026-10-09T07:00:00Z')).toBe('2026-10-12 23:59:59');
  // Before cut-off on the day before, it is due on that Saturday itself.
  expect(dueOf({ holidays, makeups }, '2026-10-09T02:00:00Z')).toBe('2026-10-10 23:59:59');
  expect(calendarFault({ holidays, makeups: ['2026-10-01'] })).toContain('2026-10-01');
  expect(calendarFault({ makeups: ['2026-13-01'] })).toContain('调休上班日');
});
