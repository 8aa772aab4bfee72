import { sql } from '#kit/server/sql.ts';
import type { Todo } from '#kit/server/todo.ts';
import { ruleTask } from '../model/rule-records.ts';
import { rule } from '../model/rule.ts';

export const automationTodos: readonly Todo[] = [
  {
    sort: 50,
    key: 'ruleTasks',
    band: 'today',
    doneBy: ['automation:ruleTask:finish'],
    title: '规则待办',
    hint: '规则请人处理的事',
    resource: ruleTask,
    where: sql`t.status = 'open'`,
    due: sql`t.due_at`,
    path: '/rules/tasks',
    query: { status: 'open' },
  },
  {
    sort: 51,
    key: 'rulesFaulted',
    band: 'wrong',
    doneBy: ['automation:rule:activate'],
    title: '规则异常停用',
    hint: '改好后重新启用',
    resource: rule,
    where: sql`t.status = 'faulted'`,
    path: '/rules',
    query: { status: 'faulted' },
  },
];
