import { expect, test } from 'vitest';
import { quantity, text } from '#kit/model/field.ts';
import { lines } from '#kit/model/lines-question.ts';
import { defineDocument } from '#kit/model/resource.ts';
import {
  answerOf,
  questionLine,
  isSayable,
  openLines,
  pastedCells,
  refusedLines,
  startOf,
  sumsOf,
} from './question-line.ts';

const of = defineDocument({
  module: 'inventory',
  name: 'crateLine',
  title: '箱行',
  fields: { sku: text('SKU'), qty: quantity('数量'), done: quantity('已点') },
  label: 'sku',
  list: ['sku'],
  search: ['sku'],
  form: [['sku']],
});
const { lines: question } = lines('点数', {
  of,
  subject: 'sku',
  columns: { good: quantity('良品'), bad: quantity('不良品'), note: text('说明', { max: 5 }) },
  left: { title: '未点', of: 'qty', less: ['done'] },
  start: 'good',
  with: { note: 'bad' },
});
const rows = [
  { id: '1', sku: 'A', qty: 5, done: 2 },
  { id: '2', sku: 'B', qty: 4, done: 0 },
  { id: '3', sku: 'C', qty: 1, done: 1 },
];
const questionLines = (a: object, b: object) => [
  questionLine(question, rows[0] as never, { ...a }),
  questionLine(question, rows[1] as never, { ...b }),
];

test('lines of which nothing is left are not asked about; the others start with all that is left', () => {
  expect(openLines(question, rows).map(({ id }) => id)).toEqual(['1', '2']);
  expect(startOf(question, rows[0] as never)).toEqual({ good: 3 });
});

test('units of all columns together are held to what is left, and what is sent is what was said', () => {
  const lines = questionLines({ good: 2, bad: 2 }, { good: 0 });
  expect(lines[0]?.faults.get('bad')).toBe('未点 3 件，良品和不良品合计 4 件，超出 1 件');
  expect(isSayable(question, lines)).toBe(false);
  // A line of which nothing is said is left out; a note without what it is about is not sent.
  const right = questionLines({ good: 2, bad: 0, note: '碎' }, { good: 0, bad: 0 });
  expect(isSayable(question, right)).toBe(true);
  expect(answerOf(question, right)).toEqual([{ lineId: '1', good: 2, bad: 0 }]);
  expect(isSayable(question, questionLines({}, { good: 0 }))).toBe(false);
  expect([...sumsOf(question, questionLines({ good: 1, bad: 2 }, { good: 3 }))]).toEqual([
    ['good', 4],
    ['bad', 2],
  ]);
  expect(questionLines({ bad: 1, note: '六个字的说明' }, {})[0]?.faults.has('note')).toBe(true);
});

test('refusals stand at the line that was sent in that row', () => {
  const sent = [{ lineId: '2' }, { lineId: '1' }];
  const refused = refusedLines(
    [
      { field: 'lines', row: 2, column: 'good', code: 'units', message: '多了' },
      { field: 'lines', row: 1, code: 'twice', message: '两次' },
      { field: 'reason', code: 'required', message: '请输入原因' },
    ],
    'lines',
    sent,
  );
  expect(refused.get('1')?.get('good')).toBe('多了');
  expect(refused.get('2')?.get('')).toBe('两次');
  expect(refused.size).toBe(2);
});

test('a column of a spreadsheet goes down, a block to the right as well, one cell is typed', () => {
  const at = { line: 1, column: 'bad' };
  const columns = ['good', 'bad', 'note'];
  expect(pastedCells('7', at, columns)).toBeNull();
  expect(pastedCells('7\r\n8\r\n', at, columns)).toEqual([
    { line: 1, column: 'bad', text: '7' },
    { line: 2, column: 'bad', text: '8' },
  ]);
  // What lies beyond the last column is left out.
  expect(pastedCells('1\t碎\t多', at, columns)).toEqual([
    { line: 1, column: 'bad', text: '1' },
    { line: 1, column: 'note', text: '碎' },
  ]);
});
