import { expect, test } from 'vitest';
import { covers } from '#tests/spec/covers.ts';
import { CRON_FIELDS, isEvery } from './cron.ts';
import { describeCron } from './describe.ts';
import { nextRuns } from './next-runs.ts';
import { parseCron, parseCronField } from './parse.ts';
import { printCron } from './print.ts';

function messageOf(text: string): string {
  const parsed = parseCron(text);
  if (parsed.ok) throw new Error(`${text} is taken for ${printCron(parsed.cron)}`);
  return parsed.message;
}

function printed(text: string): string {
  const parsed = parseCron(text);
  if (!parsed.ok) throw new Error(parsed.message);
  return printCron(parsed.cron);
}

test('the printed form has seven fields, names become numbers', () => {
  expect(printed('0 0 8 ? * mon-Fri')).toBe('0 0 8 ? * 2-6 *');
  expect(printed('  0  */7\t1-5/2,9 1,L-2 * ? '.replace('1,L-2', 'l-2w'))).toBe('0 */7 1-5/2,9 L-2W * ? *');
  expect(printed('/5 0 0 lw jan,DEC ? 2027/2')).toBe('*/5 0 0 LW 1,12 ? 2027/2');
  expect(printed('0 0 0 ? * L 2026-2030')).toBe('0 0 0 ? * 7 2026-2030');
  expect(printed('0 0 0 ? * thu#2 *')).toBe('0 0 0 ? * 5#2 *');
});

test('the year is left out where it says nothing and is not wanted', () => {
  const parsed = parseCron('0 0 0 1 1 ? *');
  const dated = parseCron('0 0 0 1 1 ? 2027');
  if (!parsed.ok || !dated.ok) throw new Error('both are good');
  expect(printCron(parsed.cron, { withYear: false })).toBe('0 0 0 1 1 ?');
  expect(printCron(dated.cron, { withYear: false })).toBe('0 0 0 1 1 ? 2027');
});

test('a wrong number of fields', () => {
  expect(messageOf('0 0 0 * * ? * *')).toBe('Cron表达式最多7项！');
  expect(messageOf('0 0 0 * *')).toBe('Cron表达式错误：至少6项，依次为秒、分、时、日、月、周');
  expect(messageOf(' \t ')).toBe('Cron表达式错误：不能为空');
});

test('day and week exclude each other', () => {
  const both = 'Cron表达式错误：日和周必须有一项为 ?，且只能有一项为 ?';
  expect(messageOf('0 0 0 * * *')).toBe(both);
  expect(messageOf('0 0 0 ? * ? *')).toBe(both);
});

test('a fault names its field', () => {
  expect(messageOf('0 0 0 * * ? 1969')).toBe('Cron表达式参数[年]错误：1969 超出范围 1970-2199');
  expect(messageOf('0 0 0 * * ? 2030-2027')).toBe('Cron表达式参数[年]错误：起始年份不能大于结束年份');
  expect(messageOf('0 60 0 * * ?')).toBe('Cron表达式错误：[分] 60 超出范围 0-59');
  expect(messageOf('0 0 24 * * ?')).toBe('Cron表达式错误：[时] 24 超出范围 0-23');
  expect(messageOf('0 0 0 ? 0/3 1')).toBe('Cron表达式错误：[月] 0 超出范围 1-12');
  expect(messageOf('0 0 0 ? * 2#6')).toBe('Cron表达式错误：[周] # 后必须是 1-5');
  expect(messageOf('0 0 0 L-31 * ?')).toBe('Cron表达式错误：[日] L- 后的天数必须在 0-30 之间');
});

test.each([
  '? 0 0 * * ?',
  '0 0 0 * ? ?',
  '0 0 0 * * ? ?',
  '0 0 0 ?,1 * ?',
  '0 0 0 ?/2 * ?',
  '0 0 0 0 * ?',
  '0 0 0 32 * ?',
  '0 0 0 1W,15W * ?',
  '0 0 0 L,15 * ?',
  '0 0 0 1-5W * ?',
  '0 0 0 ? * 0',
  '0 0 0 ? * 8',
  '0 0 0 ? * 6L,2',
  '0 0 0 ? * 2#1,3#1',
  '0 0 0 ? * 2#0',
  '0 0 0 ? * L-3',
  '0 0 0 ? * MON-6',
  '0 0 0 ? * XYZ',
  '0 0 0 * FOO ?',
  '0 0 0 JAN * ?',
  '0/0 0 0 * * ?',
  '0/60 0 0 * * ?',
  '0 0 0/24 * * ?',
  '0 0 0 * 1/13 ?',
  '0 / 0 * * ?',
  '-1 0 0 * * ?',
  '1- 0 0 * * ?',
  '1-2-3 0 0 * * ?',
  '1/2/3 0 0 * * ?',
  '*-5 0 0 * * ?',
  '1,,2 0 0 * * ?',
  '1, 0 0 * * ?',
  ', 0 0 * * ?',
  '1.5 0 0 * * ?',
  '1e1 0 0 * * ?',
  '00000 0 0 * * ?',
  '٣ 0 0 * * ?',
  '５ 0 0 * * ?',
  '5X 0 0 * * ?',
  '0 0 0 15 W * ?',
])('refused: %s', (text) => {
  covers('§5 cron bounds');
  expect(messageOf(text)).toMatch(/^Cron表达式(错误|参数\[年\]错误)：./);
});

test('one field on its own', () => {
  const every = parseCronField('second', '*');
  expect(every.ok && isEvery(every.rule)).toBe(true);
  expect(parseCronField('hour', '25')).toEqual({
    ok: false,
    message: 'Cron表达式错误：[时] 25 超出范围 0-23',
  });
});

test('ten thousand characters are refused without repeating them', () => {
  const hostile = [
    '*'.repeat(10_000),
    `${'1,'.repeat(5000)}1 0 0 * * ?`,
    `0 0 0 * * ? ${'2026-'.repeat(2000)}`,
    ' '.repeat(10_000),
    `0 0 0 ${'L-'.repeat(5000)} * ?`,
    `${'0 '.repeat(5000)}?`,
    '?'.repeat(10_000),
    `0 0 0 * * ${'ß'.repeat(9000)}`,
  ];
  for (const text of hostile) expect(messageOf(text).length).toBeLessThan(60);
  for (const field of CRON_FIELDS) {
    const parsed = parseCronField(field, '9'.repeat(10_000));
    expect(parsed.ok ? '' : parsed.message).toContain('内容过长');
  }
});

test('the longest expression that is taken still yields its runs', () => {
  const dense = `${'0-59/1,'.repeat(80)}59 ${'*,'.repeat(300)}* * ${'1-31,'.repeat(100)}1 * ?`;
  const parsed = parseCron(dense);
  if (!parsed.ok) throw new Error(parsed.message);
  expect(describeCron(parsed.cron).length).toBeLessThan(500);
  const runs = nextRuns(parsed.cron, { after: new Date(0), zone: 'UTC', count: 3 });
  expect(runs.map(Number)).toEqual([1000, 2000, 3000]);
});
