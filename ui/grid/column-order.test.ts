import { expect, test } from 'vitest';
import { inOrder, movedBeside, neighbour } from './column-order.ts';

const COLUMNS = [{ key: 'a', frozen: 'left' as const }, { key: 'b' }, { key: 'c' }, { key: 'd' }];
const keys = (order: string[]): string =>
  inOrder(COLUMNS, order)
    .map(({ key }) => key)
    .join('');

test('columns stand as they were put; new ones behind the one declared before them', () => {
  expect(keys([])).toBe('abcd');
  expect(keys(['a', 'd', 'b', 'c'])).toBe('adbc');
  expect(keys(['a', 'd', 'b'])).toBe('adbc');
  expect(keys(['d', 'gone', 'b', 'a'])).toBe('dbca');
});

test('one column is moved beside another', () => {
  expect(movedBeside(['a', 'b', 'c'], 'c', 'a', 'before')).toEqual(['c', 'a', 'b']);
  expect(movedBeside(['a', 'b', 'c'], 'a', 'c', 'behind')).toEqual(['b', 'c', 'a']);
  expect(movedBeside(['a', 'b'], 'a', 'a', 'before')).toEqual(['a', 'b']);
});

test('a step stays among the frozen columns, or among the others', () => {
  expect(neighbour(COLUMNS, 'a', 1)).toBeUndefined();
  expect(neighbour(COLUMNS, 'b', -1)).toBeUndefined();
  expect(neighbour(COLUMNS, 'b', 1)?.key).toBe('c');
});
