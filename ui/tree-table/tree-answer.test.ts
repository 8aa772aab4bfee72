import { expect, test } from 'vitest';
import { covers } from '#tests/spec/covers.ts';
import { rowsOfAnswer, UNKNOWN_SHAPE } from './tree-answer.ts';

const ROW = { id: 7, name: '厨房', children: [{ id: 'x' }] };
const READ = [{ id: '7', name: '厨房', hasChildren: false, children: [{ id: 'x', hasChildren: false }] }];

test.each([
  ['a list', [ROW]],
  ['a page', { records: [ROW], total: 1 }],
  ['a list within a result', { result: [ROW] }],
  ['a page within a result', { result: { records: [ROW] } }],
])('%s', (_, answer) => expect(rowsOfAnswer(answer, 'id')).toEqual(READ));

test('a row is known by the field that was given', () =>
  expect(rowsOfAnswer([{ key: 'k', children: [{ key: 'l' }] }], 'key')).toEqual([
    { id: 'k', key: 'k', hasChildren: false, children: [expect.objectContaining({ id: 'l' })] },
  ]));

test.each([
  [{ hasChildren: '1' }, '1'],
  [{ isLeaf: false }, true],
  [{ leaf: 0 }, true],
  [{ leaf: 1 }, false],
  [{}, false],
])('%o says whether more lies below it', (row, hasChildren) =>
  expect(rowsOfAnswer([{ id: 'a', ...row }], 'id')[0]).toMatchObject({ hasChildren }),
);

test.each([
  ['nothing', null],
  ['a text', '厨房'],
  ['something else', { rows: [ROW] }],
  ['rows that nobody could tell apart', [{ name: '厨房' }]],
  ['children of another shape', [{ id: 'a', children: ['x'] }]],
])('%s is not understood', (_, answer) => {
  covers('§8 tree table, sub-table, popup');
  expect(() => rowsOfAnswer(answer, 'id')).toThrow(UNKNOWN_SHAPE);
});
