import { expect, test } from 'vitest';
import { quantity, text } from '#kit/model/field.ts';
import { covers } from '#tests/spec/covers.ts';
import type { GridColumn, GridRow } from './grid-column.ts';
import { GridJudge } from './grid-judge.ts';
import { GridStore } from './grid-store.ts';

const COLUMNS: readonly GridColumn[] = [
  { key: 'code', field: text('编码', { required: true }), rules: [{ unique: true }] },
  { key: 'count', field: quantity('数量') },
  {
    key: 'owner',
    field: text('归属'),
    rules: [{ handler: ({ value }, answer) => void setTimeout(() => answer(value !== 'x', '没有此人')) }],
  },
];

function judged(rows: readonly GridRow[]): { store: GridStore; judge: GridJudge } {
  const store = new GridStore();
  const judge = new GridJudge(store);
  store.onRow = (before, after) => judge.count(before, after);
  store.onValues = (changes) => judge.judge(changes);
  judge.setColumns(COLUMNS);
  store.load(rows);
  judge.forget();
  return { store, judge };
}

const turn = (): Promise<void> => new Promise((done) => setTimeout(done, 5));

test('all cells are judged in reading order, slow answers included', async () => {
  const { judge } = judged([
    { id: 'a', code: '1', count: 1, owner: 'x' },
    { id: 'b', code: '', count: 'abc' },
    { id: 'c', code: '1', count: 2, owner: 'y' },
  ]);
  const faults = await judge.judgeAll();
  expect(faults.map(({ id, key, message }) => [id, key, message])).toEqual([
    ['a', 'code', '编码不能重复'],
    ['a', 'owner', '没有此人'],
    ['b', 'code', '请输入编码'],
    ['b', 'count', '数量必须是整数'],
    ['c', 'code', '编码不能重复'],
  ]);
});

test('a value that repeats another marks both, and both are right once one is changed', async () => {
  covers('§5 grid patterns');
  const { store, judge } = judged([
    { id: 'a', code: '1' },
    { id: 'b', code: '2' },
  ]);
  store.write([{ id: 'b', key: 'code', value: '1' }]);
  await turn();
  expect(judge.list().map(({ id, message }) => [id, message])).toEqual([
    ['a', '编码不能重复'],
    ['b', '编码不能重复'],
  ]);
  store.write([{ id: 'b', key: 'code', value: '3' }]);
  store.write([{ id: 'b', key: 'code', value: '1' }]);
  await turn();
  expect(judge.messageAt('a', 'code')).toBe('编码不能重复');
  store.write([{ id: 'b', key: 'code', value: '4' }]);
  await turn();
  expect(judge.faultCount).toBe(0);
});

test('a text that could not be read keeps its reason until it is another', () => {
  const { store, judge } = judged([{ id: 'a', code: '1' }]);
  const bad = { id: 'a', key: 'count', value: '1E+15' };
  judge.keepUnread([{ ...bad, message: '数量是科学计数法' }]);
  store.write([bad]);
  expect(judge.messageAt('a', 'count')).toBe('数量是科学计数法');
  store.write([{ ...bad, value: 3 }]);
  expect(judge.messageAt('a', 'count')).toBeUndefined();
});

test('undo takes a mark back with its value, redo brings it again', () => {
  const { store, judge } = judged([{ id: 'a', code: '1' }]);
  store.write([{ id: 'a', key: 'count', value: 'x' }]);
  store.undo();
  judge.judgeSeenAgain();
  expect(judge.faultCount).toBe(0);
  store.redo();
  judge.judgeSeenAgain();
  expect(judge.faultCount).toBe(1);
});

test('values that are swapped, or passed on around a ring, are right again at the end', async () => {
  const { store, judge } = judged([
    { id: 'a', code: '1' },
    { id: 'b', code: '2' },
    { id: 'c', code: '3' },
  ]);
  const faulty = async (id: string, value: string): Promise<string[]> => {
    store.write([{ id, key: 'code', value }]);
    await turn();
    return judge.list().map((fault) => fault.id);
  };
  expect(await faulty('a', '2')).toEqual(['a', 'b']);
  expect(await faulty('b', '1')).toEqual([]);
  expect(await faulty('b', '3')).toEqual(['b', 'c']);
  expect(await faulty('c', '1')).toEqual([]);
  expect(await judge.judgeAll()).toEqual([]);
});
