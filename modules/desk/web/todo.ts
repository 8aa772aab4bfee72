import type { Leads } from '../model/analysis.ts';
import type { Todo } from '../model/routes.ts';

/** The cards of a band: those that somebody put in order first, then missed deadlines, the nearest, the rest. */
export function sortTodos(todos: readonly Todo[], arranged: readonly string[] = []): Todo[] {
  const place = ({ key }: Todo): number => {
    const at = arranged.indexOf(key);
    return at < 0 ? arranged.length : at;
  };
  const rank = (todo: Todo): number => (todo.isLate ? 0 : todo.deadline ? 1 : 2);
  return todos.toSorted(
    (a, b) => place(a) - place(b) || rank(a) - rank(b) || (a.deadline ?? '').localeCompare(b.deadline ?? ''),
  );
}

/** A list with one of it put before or behind another of it. */
export function putTo<T>(list: readonly T[], one: T, other: T): T[] {
  const [from, to] = [list.indexOf(one), list.indexOf(other)];
  if (from < 0 || to < 0) return [...list];
  return list.toSpliced(from, 1).toSpliced(to, 0, one);
}

/** Address of the list that shows exactly what was counted. */
export function addressOf({ path, query }: Leads): string {
  const search = new URLSearchParams(query).toString();
  return search === '' ? path : `${path}?${search}`;
}
