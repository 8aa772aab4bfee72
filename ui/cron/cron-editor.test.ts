import { expect, test } from 'vitest';
import { CRON_FIELDS, type CronField } from '#kit/model/cron/cron.ts';
import { parseCron } from '#kit/model/cron/parse.ts';
import { covers } from '#tests/spec/covers.ts';
import { editChoice, editExpression, editUnit, expressionOf, openCronEditor, type CronEditor } from './cron-editor.ts';
import { UNIT_MODES, type UnitChoice } from './unit-choice.ts';

const opened = (text: string): CronEditor => openCronEditor(text, { thisYear: 2026 }).editor;
const choose = (editor: CronEditor, field: CronField, change: Partial<UnitChoice>): CronEditor =>
  editChoice(editor, field, { ...editor.choices[field], ...change });
const chosen = (field: CronField, change: Partial<UnitChoice>): string =>
  expressionOf(choose(opened('0 0 0 1 1 ? *'), field, change));

test('an empty value opens as every second of every day', () => {
  expect(expressionOf(opened(''))).toBe('* * * * * ? *');
  expect(openCronEditor('', { thisYear: 2026 }).fault).toBeNull();
});

test('without seconds a new expression is at second 0, an old one keeps its own', () => {
  const open = (text: string): string =>
    expressionOf(openCronEditor(text, { thisYear: 2026, hideSecond: true }).editor);
  expect(open('')).toBe('0 * * * * ? *');
  expect(open('15 * * * * ?')).toBe('15 * * * * ? *');
});

test('a hidden year is left out unless it says something', () => {
  expect(expressionOf(opened('0 0 0 1 1 ? *'), true)).toBe('0 0 0 1 1 ?');
  expect(expressionOf(opened('0 0 0 1 1 ? 2027'), true)).toBe('0 0 0 1 1 ? 2027');
});

test.each<[string, CronField, Partial<UnitChoice>]>([
  ['0 0 0 1 1 ? *', 'second', { mode: 'specify', specified: [0] }],
  ['5-10 0 0 1 1 ? *', 'second', { mode: 'range', rangeStart: 5, rangeEnd: 10 }],
  ['0 */7 0 1 1 ? *', 'minute', { mode: 'loop', loopStart: 0, loopStep: 7 }],
  ['0 0 2/3 1 1 ? *', 'hour', { mode: 'loop', loopStart: 2, loopStep: 3 }],
  ['0 0 9,8,9 1 1 ? *', 'hour', { mode: 'specify', specified: [9, 8] }],
  ['0 0 0 15W * ? *', 'day', { mode: 'workday', workday: 15 }],
  ['0 0 0 L * ? *', 'day', { mode: 'last' }],
  ['0 0 0 LW * ? *', 'day', { mode: 'lastWorkday' }],
  ['0 0 0 L-3 * ? *', 'day', { mode: 'beforeEnd', daysBeforeEnd: 3 }],
  ['0 0 0 L-3W * ? *', 'day', { mode: 'other', text: 'L-3W' }],
  ['0 0 0 ? * MON-FRI *', 'week', { mode: 'range', rangeStart: 2, rangeEnd: 6 }],
  ['0 0 0 ? * 6L *', 'week', { mode: 'lastWeekday', lastWeekday: 6 }],
  ['0 0 0 ? * 2#3 *', 'week', { mode: 'nthWeekday', nthWeekday: 2, nth: 3 }],
  ['0 0 0 ? * L *', 'week', { mode: 'specify', specified: [7] }],
  ['0 0 0 ? * 2 *', 'day', { mode: 'unset' }],
  ['0 0 0 1 1-3,9 ? *', 'month', { mode: 'other', text: '1-3,9' }],
  ['0 0 0 1 1 ? 2027,2029', 'year', { mode: 'specify', specified: [2027, 2029] }],
])('%s is shown on its tab and not changed by looking', (text, field, shown) => {
  const editor = opened(text);
  expect(editor.choices[field]).toMatchObject(shown);
  expect(expressionOf(editor)).toBe(text);
});

test('what cannot be read falls back to every, unit by unit, and is named', () => {
  covers('§4 cron editor');
  const open = (text: string) => openCronEditor(text, { thisYear: 2026 });
  const half = open('0 61 8 ? * 2,4 1800');
  expect(expressionOf(half.editor)).toBe('0 * 8 ? * 2,4 *');
  expect(half.fault).toBe('Cron表达式错误：[分] 61 超出范围 0-59');
  expect(expressionOf(open('每天八点').editor)).toBe('* * * * * ? *');
  expect(expressionOf(open('0 0 0 1 1 2').editor)).toBe('0 0 0 ? 1 2 *');
  expect(expressionOf(open('0 0 0 ? 1 ?').editor)).toBe('0 0 0 * 1 ? *');
  expect(expressionOf(open('0 0 0 1 1 * 2027').editor)).toBe('0 0 0 1 1 ? 2027');
  expect(expressionOf(open('0 '.repeat(5000)).editor)).toBe('* * * * * ? *');
});

test('the eleven ways of a day (spec §4)', () => {
  covers('§4 cron editor');
  expect(chosen('day', { mode: 'every' })).toBe('0 0 0 * 1 ? *');
  expect(chosen('week', { mode: 'loop', loopStart: 2, loopStep: 3 })).toBe('0 0 0 ? 1 2/3 *');
  expect(chosen('day', { mode: 'loop', loopStart: 3, loopStep: 5 })).toBe('0 0 0 3/5 1 ? *');
  expect(chosen('week', { mode: 'specify', specified: [4, 2] })).toBe('0 0 0 ? 1 2,4 *');
  expect(chosen('day', { mode: 'specify', specified: [15, 1] })).toBe('0 0 0 1,15 1 ? *');
  expect(chosen('day', { mode: 'last' })).toBe('0 0 0 L 1 ? *');
  expect(chosen('day', { mode: 'lastWorkday' })).toBe('0 0 0 LW 1 ? *');
  expect(chosen('week', { mode: 'lastWeekday', lastWeekday: 6 })).toBe('0 0 0 ? 1 6L *');
  expect(chosen('day', { mode: 'beforeEnd', daysBeforeEnd: 3 })).toBe('0 0 0 L-3 1 ? *');
  expect(chosen('day', { mode: 'workday', workday: 15 })).toBe('0 0 0 15W 1 ? *');
  expect(chosen('week', { mode: 'nthWeekday', nthWeekday: 2, nth: 1 })).toBe('0 0 0 ? 1 2#1 *');
});

test('every mode of every tab gives an expression that is good and reads as that mode', () => {
  covers('§3 schedule values');
  for (const field of CRON_FIELDS)
    for (const mode of UNIT_MODES[field]) {
      const text = chosen(field, { mode });
      expect([field, mode, parseCron(text).ok]).toEqual([field, mode, true]);
      expect(opened(text).choices[field].mode).toBe(mode);
    }
});

test('with nothing specified the least value stands', () => {
  expect(chosen('month', { mode: 'specify', specified: [] })).toBe('0 0 0 1 1 ? *');
});

test.each<[CronField, Partial<UnitChoice>, string]>([
  ['second', { mode: 'loop', loopStep: 5 }, '0/5 * * * * ? *'],
  ['minute', { mode: 'loop', loopStep: 5 }, '0 0/5 * * * ? *'],
  ['hour', { mode: 'loop', loopStep: 2 }, '0 0 0/2 * * ? *'],
  ['day', { mode: 'last' }, '0 0 0 L * ? *'],
  ['week', { mode: 'specify', specified: [2] }, '0 0 0 ? * 2 *'],
  ['month', { mode: 'specify', specified: [3] }, '0 0 0 1 3 ? *'],
  ['year', { mode: 'specify', specified: [2027] }, '0 0 0 1 1 ? 2027'],
])('%s: finer units that say every become their least (contract §5.2)', (field, to, expected) => {
  expect(expressionOf(choose(opened(''), field, to))).toBe(expected);
});

test('the cascade stops at a unit that says something, and knows the week', () => {
  covers('§4 cron editor');
  const range = { mode: 'range', rangeStart: 1, rangeEnd: 3 } as const;
  expect(expressionOf(choose(opened('* 5 * * * ?'), 'hour', range))).toBe('* 5 1-3 * * ? *');
  expect(expressionOf(choose(opened('* * * ? * *'), 'month', range))).toBe('0 0 0 ? 1-3 1 *');
  expect(expressionOf(choose(opened('* * * ? * 2'), 'month', range))).toBe('* * * ? 1-3 2 *');
});

test('day and week exclude each other', () => {
  covers('§4 cron editor');
  const weekly = choose(opened('0 0 8 15 * ?'), 'week', { mode: 'specify', specified: [2] });
  expect(expressionOf(weekly)).toBe('0 0 8 ? * 2 *');
  expect(weekly.choices.day.mode).toBe('unset');
  expect(expressionOf(choose(weekly, 'week', { mode: 'unset' }))).toBe('0 0 8 * * ? *');
  expect(expressionOf(choose(weekly, 'day', { mode: 'last' }))).toBe('0 0 8 L * ? *');
  expect(expressionOf(editUnit(opened('0 0 8 15 * ?'), 'day', '?'))).toBe('0 0 8 ? * * *');
});

test('a unit typed wrongly stands as typed and changes nothing else', () => {
  const editor = editUnit(opened('* * * 5 * ?'), 'week', '2#');
  expect(expressionOf(editor)).toBe('* * * 5 * 2# *');
  expect(editor.choices.week.mode).toBe('unset');
  expect(expressionOf(editUnit(editor, 'week', '2#1'))).toBe('0 0 0 ? * 2#1 *');
});

test('an emptied unit counts as every, the week as not set', () => {
  expect(expressionOf(editUnit(opened('0 0 8 15 * ?'), 'day', ''))).toBe('0 0 8 * * ? *');
  expect(expressionOf(editUnit(opened('0 0 8 ? * 2'), 'week', ' '))).toBe('0 0 8 * * ? *');
});

test('a whole expression typed moves the tabs; a wrong one waits as it is', () => {
  const editor = opened('0 0 8 ? * 2');
  const wrong = editExpression(editor, '0 0 8 ? *');
  expect(expressionOf(wrong)).toBe('0 0 8 ? *');
  expect(wrong.choices).toEqual(editor.choices);
  const right = editExpression(wrong, '0 0 8 L * ?');
  expect(expressionOf(right)).toBe('0 0 8 L * ? *');
  expect(right.choices.day.mode).toBe('last');
  // A choice on a tab goes before an unfinished text.
  expect(expressionOf(choose(wrong, 'hour', { mode: 'every' }))).toBe('0 0 * ? * 2 *');
});

test('values of a mode that was left are found again', () => {
  const ranged = choose(opened('0 0 0 * * ?'), 'hour', {
    mode: 'range',
    rangeStart: 8,
    rangeEnd: 18,
  });
  const back = choose(choose(ranged, 'hour', { mode: 'every' }), 'hour', { mode: 'range' });
  expect(expressionOf(back)).toBe('0 0 8-18 * * ? *');
  const mixed = choose(opened('0 0 8-12,20 * * ?'), 'hour', { mode: 'every' });
  expect(expressionOf(choose(mixed, 'hour', { mode: 'other' }))).toBe('0 0 8-12,20 * * ? *');
});
