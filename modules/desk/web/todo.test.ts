import { expect, test } from 'vitest';
import type { Todo } from '../model/routes.ts';
import { sortTodos, todoAddress } from './todo.ts';

const todo = (over: Partial<Todo>): Todo => ({
  key: 'a',
  title: '待接单',
  count: 1,
  deadline: null,
  isLate: false,
  path: '/orders/pending',
  query: {},
  ...over,
});

test('what is late comes first, then what is near, then what has no deadline', () => {
  const { waiting, done } = sortTodos([
    todo({ key: 'plain' }),
    todo({ key: 'near', deadline: '2026-11-22 10:00:00' }),
    todo({ key: 'late', deadline: '2026-11-20 10:00:00', isLate: true }),
    todo({ key: 'sooner', deadline: '2026-11-21 10:00:00' }),
    todo({ key: 'zero', count: 0 }),
  ]);
  expect(waiting.map(({ key }) => key)).toEqual(['late', 'sooner', 'near', 'plain']);
  expect(done.map(({ key }) => key)).toEqual(['zero']);
});

test('a click opens the list with the filter that was counted', () => {
  expect(
    todoAddress({ path: '/orders/pending', query: { shipBy_end: '2026-11-21 14:46:00' } }),
  ).toBe('/orders/pending?shipBy_end=2026-11-21+14%3A46%3A00');
  expect(todoAddress({ path: '/reconciliation', query: {} })).toBe('/reconciliation');
});
