import { describe, expect, test } from 'vitest';
import { cronFault, missedRuns, nextRun } from './schedule-rules.ts';

const NOON = new Date('2026-11-23T04:00:00Z');
const SHANGHAI = 'Asia/Shanghai';

describe('hours that a schedule may have', () => {
  test.each([
    '0 0 9 * * ? *',
    '30 * * * * ? *',
    '0 0 9 L * ?',
    '0 0 0 29 2 ?',
    '0 0 9 ? * 2#1',
    '0 59 23 31 12 ? 2026',
  ])('%s', (cron) => expect(cronFault(cron, NOON, SHANGHAI)).toBeNull());

  test.each([
    ['0,30 * * * * ? *', /两次执行至少间隔 1 分钟/],
    ['0-1 0 9 * * ? *', /两次执行至少间隔 1 分钟/],
    ['*/59 * * * * ? *', /两次执行至少间隔 1 分钟/],
    ['0 0 9 * * ? 2025', /以后不会再执行/],
    ['0 0 9 31 4 ? *', /以后不会再执行/],
    ['0 0 25 * * ? *', /时/],
    ['', /./],
    ['0 0 9 * *', /./],
  ])('never %s', (cron, message) => expect(cronFault(cron, NOON, SHANGHAI)).toMatch(message));
});

test('the next hour is that of the zone, and none where none comes', () => {
  expect(nextRun('0 0 9 * * ? *', NOON, SHANGHAI)?.toISOString()).toBe('2026-11-24T01:00:00.000Z');
  expect(nextRun('0 0 9 * * ? *', NOON, 'America/New_York')?.toISOString()).toBe('2026-11-23T14:00:00.000Z');
  expect(nextRun('0 0 9 * * ? 2025', NOON, SHANGHAI)).toBeNull();
});

test('missed hours are counted from the first to the last, both among them, and a hundred at most', () => {
  const day = (n: number): Date => new Date(Date.parse('2026-11-24T01:00:00Z') + n * 86_400_000);
  expect(missedRuns('0 0 9 * * ? *', day(0), day(0), SHANGHAI)).toBe(1);
  expect(missedRuns('0 0 9 * * ? *', day(0), day(3), SHANGHAI)).toBe(4);
  expect(missedRuns('0 * * * * ? *', day(0), day(7), SHANGHAI)).toBe(100);
});

test('I2: what is no expression, or never comes, is refused without a walk through the years', () => {
  const texts = ['* * * * * ?', '0/0 * * * * ?', '99 * * * * ?', '0 '.repeat(5000), '0 0 0 1 1 ? * *', '0 0 0 30 2 ?'];
  const walks: string[] = [];
  for (const text of texts) {
    expect(cronFault(text, NOON, SHANGHAI), text.slice(0, 20)).not.toBeNull();
    const began = performance.now();
    cronFault(text, NOON, SHANGHAI);
    if (performance.now() - began > 50) walks.push(text.slice(0, 20));
  }
  expect(walks).toEqual([]);
});
