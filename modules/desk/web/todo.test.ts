import { expect, test } from 'vitest';
import type { Todo } from '../model/routes.ts';
import { addressOf, putTo, sortTodos } from './todo.ts';

const todo = (over: Partial<Todo>): Todo => ({
  key: 'a',
  band: 'today',
  title: '待接单',
  hint: '接单后平台才确认',
  count: 1,
  deadline: null,
  isLate: false,
  path: '/orders/pending',
  query: {},
  ...over,
});

const todos = [
  todo({ key: 'plain' }),
  todo({ key: 'near', deadline: '2026-11-22 10:00:00' }),
  todo({ key: 'late', deadline: '2026-11-20 10:00:00', isLate: true }),
  todo({ key: 'sooner', deadline: '2026-11-21 10:00:00' }),
];
const keys = (of: readonly Todo[]): string[] => of.map(({ key }) => key);

test('what is late comes first, then what is near, then what has no deadline', () => {
  expect(keys(sortTodos(todos))).toEqual(['late', 'sooner', 'near', 'plain']);
});

test('what somebody put in order stands before that, and a card that came since stands behind', () => {
  expect(keys(sortTodos(todos, ['near', 'gone', 'plain']))).toEqual(['near', 'plain', 'late', 'sooner']);
});

test('a card goes to the place of another, in either direction, and nowhere without one', () => {
  expect(putTo(['a', 'b', 'c'], 'a', 'c')).toEqual(['b', 'c', 'a']);
  expect(putTo(['a', 'b', 'c'], 'c', 'a')).toEqual(['c', 'a', 'b']);
  expect(putTo(['a', 'b', 'c'], 'a', 'x')).toEqual(['a', 'b', 'c']);
});

test('a click opens the list with the filter that was counted', () => {
  expect(addressOf({ path: '/orders/pending', query: { shipBy_end: '2026-11-21 14:46:00' } })).toBe(
    '/orders/pending?shipBy_end=2026-11-21+14%3A46%3A00',
  );
  expect(addressOf({ path: '/reconciliation', query: {} })).toBe('/reconciliation');
});
