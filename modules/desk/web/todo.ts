import type { Todo } from '../model/routes.ts';

/** What waits: missed deadlines first, then the nearest, then what has none; and what is done. */
export function sortTodos(todos: readonly Todo[]): { waiting: Todo[]; done: Todo[] } {
  const rank = (todo: Todo): number => (todo.isLate ? 0 : todo.deadline ? 1 : 2);
  return {
    waiting: todos
      .filter(({ count }) => count > 0)
      .sort((a, b) => rank(a) - rank(b) || (a.deadline ?? '').localeCompare(b.deadline ?? '')),
    done: todos.filter(({ count }) => count === 0),
  };
}

/** Address of the list that shows exactly what was counted. */
export function todoAddress({ path, query }: Pick<Todo, 'path' | 'query'>): string {
  const search = new URLSearchParams(query).toString();
  return search === '' ? path : `${path}?${search}`;
}
