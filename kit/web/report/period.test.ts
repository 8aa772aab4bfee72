import { expect, test } from 'vitest';
import { periodFilterByTime, periodBefore, periodOf } from './period.ts';

const SPEC = { field: 'orderedOn', title: '下单日期', days: 90 };

test('nobody asked: the last days, today among them', () => {
  expect(periodOf(SPEC, {}, '2026-03-31')).toEqual({ begin: '2026-01-01', end: '2026-03-31' });
});

test('one end asked for: the other follows from it', () => {
  expect(periodOf(SPEC, { orderedOn_end: '2026-01-30' }, '2026-03-31')).toEqual({
    begin: '2025-11-02',
    end: '2026-01-30',
  });
  expect(periodOf(SPEC, { orderedOn_begin: '2026-03-30' }, '2026-03-31')).toEqual({
    begin: '2026-03-30',
    end: '2026-03-31',
  });
});

test('the period before is as long and ends where this one begins, over a month, a leap day and a single day', () => {
  expect(periodBefore({ begin: '2026-03-01', end: '2026-03-31' })).toEqual({ begin: '2026-01-29', end: '2026-02-28' });
  expect(periodBefore({ begin: '2028-03-01', end: '2028-03-02' })).toEqual({ begin: '2028-02-28', end: '2028-02-29' });
  expect(periodBefore({ begin: '2026-05-01', end: '2026-05-01' })).toEqual({ begin: '2026-04-30', end: '2026-04-30' });
});

test('a field with a clock is asked for whole days', () => {
  expect(periodFilterByTime('orderedAt', { begin: '2026-03-01', end: '2026-03-02' })).toEqual({
    orderedAt_begin: '2026-03-01 00:00:00',
    orderedAt_end: '2026-03-02 23:59:59',
  });
});
