import { expect, test } from 'vitest';
import type { WorkCalendar } from '#kit/model/time.ts';
import { isWorkday, planFaults, type AnswerableLine, type LineAnswer } from './accept-plan.ts';

/** The days and units of 部分接单, at their edges. */

const calendar: WorkCalendar = {
  workdays: [1, 2, 3, 4, 5],
  holidays: ['2026-11-26'],
  makeups: ['2026-11-28'],
  cutoffTime: '17:00',
};
const line: AnswerableLine = {
  id: 'a',
  calendar,
  today: '2026-11-24',
  last: '2026-12-24',
};
const answer = (more: Partial<LineAnswer>): LineAnswer => ({
  row: 1,
  lineId: 'a',
  now: 0,
  backorder: 0,
  refuse: 0,
  backorderDate: null,
  estShipDate: null,
  ...more,
});
const faults = (more: Partial<LineAnswer>): (readonly [string, string])[] =>
  planFaults([line], [answer(more)]).map(({ column = '', message }) => [column, message]);

test('a warehouse works on its weekdays and make-up days, not on its holidays', () => {
  const works = (day: string): boolean => isWorkday(day, calendar);
  expect(['2026-11-25', '2026-11-26', '2026-11-28', '2026-11-29'].map(works)).toEqual([true, false, true, false]);
});

test('the first day and the last are days, those beyond are none', () => {
  const on = (backorderDate: string) => faults({ now: 1, backorder: 2, backorderDate });
  expect(on('2026-11-24')).toEqual([]);
  expect(on('2026-12-24')).toEqual([]);
  expect(on('2026-11-23')).toEqual([['backorderDate', '日期已过，最早 2026-11-24（发货仓当地日期）']]);
  expect(on('2026-12-25')).toEqual([['backorderDate', '日期太远，最晚 2026-12-24']]);
  expect(on('2026-11-26')).toEqual([['backorderDate', '2026-11-26 发货仓不上班']]);
  expect(faults({ now: 3, estShipDate: '2026-11-29' })).toEqual([['estShipDate', '2026-11-29 发货仓不上班']]);
});

test('an order of which all waits is accepted, one of which all is refused is not', () => {
  expect(faults({ backorder: 3, backorderDate: '2026-11-25' })).toEqual([]);
  expect(faults({ backorder: 1, backorderDate: '2026-11-25', refuse: 2 })).toEqual([]);
  expect(faults({ refuse: 3 })).toEqual([['refuse', '全部拒绝请用“拒单”']]);
});
