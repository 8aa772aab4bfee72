import { resourceKey } from '#kit/model/resource.ts';
import { toWireTime } from '#kit/model/time.ts';
import { may } from '#kit/server/actor.ts';
import type { Tx } from '#kit/server/database.ts';
import { hiddenConditions, baseConditions } from '#kit/server/query/row-conditions.ts';
import { tableOf } from '#kit/server/registry.ts';
import { implement, type Route } from '#kit/server/route.ts';
import { column, join, sql } from '#kit/server/sql.ts';
import type { KeptCount, Todo, TodoItem, WaitingRows } from '#kit/server/todo.ts';
import { todoRoute } from '../model/routes.ts';
import { delivery } from '../model/task.ts';
import type { FigureCache } from './analysis/figure-cache.ts';
import type { Reconciler } from './reconciliation.ts';

/** What waits at the desk itself. */
export const deskTodos = (reconciler: Reconciler): Todo[] => [
  {
    sort: 29,
    key: 'byHand',
    band: 'today',
    doneBy: ['desk:delivery:retry'],
    title: '请到平台处理',
    hint: '接口办不了，去后台办',
    resource: delivery,
    where: sql`t.status = 'dead' and t.failure = 'byHand'`,
    path: '/tasks',
    query: { status: 'dead', failure: 'byHand' },
  },
  {
    sort: 30,
    key: 'deadTasks',
    band: 'wrong',
    doneBy: ['desk:delivery:retry'],
    title: '失败任务',
    hint: '看原因，重试或放弃',
    resource: delivery,
    where: sql`t.status = 'dead' and t.failure = 'failed'`,
    path: '/tasks',
    query: { status: 'dead', failure: 'failed' },
  },
  { sort: 90, items: (tx) => driftItem(tx, reconciler) },
];

/** What waits in all modules, within the caller's rights and row scope. */
export const todo = (todos: () => readonly Todo[], figures: FigureCache): Route =>
  implement(todoRoute, (call) =>
    call.tx(async (tx) => {
      const items: TodoItem[] = [];
      for (const todo of todos()) items.push(...(await itemsOf(tx, todo, figures)));
      return withoutRepeated(items).map(({ inPlaceOf: _other, ...item }) => ({
        ...item,
        deadline: item.deadline ? toWireTime(item.deadline, tx.actor.zone) : null,
        isLate: item.deadline !== null && item.deadline < tx.now,
      }));
    }),
  );

async function itemsOf(tx: Tx, todo: Todo, figures: FigureCache): Promise<readonly TodoItem[]> {
  if ('items' in todo) return todo.items(tx);
  return 'count' in todo ? keptCount(tx, todo, figures) : waitingRows(tx, todo);
}

async function keptCount(tx: Tx, todo: KeptCount, figures: FigureCache): Promise<TodoItem[]> {
  const { key, band, title, hint, path, query, rights, madeOf } = todo;
  if (!rights.every((right) => may(tx.actor, right))) return [];
  const count = await figures.of(tx, { name: `todo ${key}`, madeOf }, '', () => todo.count(tx));
  return [{ key, band, title, hint, path, query, count, deadline: null }];
}

/** What waits once is shown once, in either stage that the other card has. */
function withoutRepeated(items: readonly TodoItem[]): TodoItem[] {
  const repeated = new Set(items.flatMap(({ inPlaceOf }) => inPlaceOf ?? []));
  return items.filter(({ key, inPlaceOf }) => inPlaceOf || !repeated.has(key.split('.')[0] ?? key));
}

async function waitingRows(
  tx: Tx,
  { key, band, doneBy, title, hint, resource, where, due, path, query, inPlaceOf }: WaitingRows,
): Promise<TodoItem[]> {
  if (!may(tx.actor, `${resourceKey(resource)}:list`)) return [];
  if (doneBy && !doneBy.some((right) => may(tx.actor, right))) return [];
  const late = typeof due === 'function' ? due(tx.actor.zone) : (due ?? sql`null::timestamptz`);
  const [row] = await tx.query<{ n: number; deadline: Date | null }>(sql`
    select count(*)::integer as n, min(${late}) as deadline from ${column(tableOf(resource))} t
    where ${join([...baseConditions(resource, tx.actor), ...hiddenConditions(resource, query)], ' and ')}
      and ${where}`);
  const found = { count: row?.n ?? 0, deadline: row?.deadline ?? null };
  return [{ key, band, title, hint, ...found, path, query, ...(inPlaceOf ? { inPlaceOf } : {}) }];
}

async function driftItem(tx: Tx, reconciler: Reconciler): Promise<TodoItem[]> {
  if (!may(tx.actor, 'desk:reconciliation:list')) return [];
  const checks = await reconciler.recent(tx);
  const count = checks.filter((check) => check.violations.length > 0).length;
  return [
    {
      key: 'drift',
      band: 'wrong',
      title: '库存对账异常',
      hint: '账与明细对不上',
      count,
      deadline: null,
      path: '/reconciliation',
      query: {},
    },
  ];
}
