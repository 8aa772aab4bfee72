import { expect, test } from 'vitest';
import { cronWords, durationWords, paceWords } from './job-text.ts';

test.each([
  [5, '每 5 秒'],
  [30, '每 30 秒'],
  [600, '每 10 分钟'],
  [3600, '每 1 小时'],
])('a pace of %i s is %s', (seconds, words) => expect(paceWords(seconds)).toBe(words));

test.each([
  [null, ''],
  [0, '0 毫秒'],
  [999, '999 毫秒'],
  [3400, '3.4 秒'],
  [59_960, '1 分 0 秒'],
  [125_000, '2 分 5 秒'],
  [119_700, '2 分 0 秒'],
])('%s ms are said as %s', (ms, words) => expect(durationWords(ms)).toBe(words));

test('hours are said in words, and as they stand where they cannot be read', () => {
  expect(cronWords('0 30 8 * * ? *')).toBe('每天 08:30');
  expect(cronWords('none')).toBe('none');
});
