import { sql } from '#kit/server/sql.ts';
import type { Todo } from '#kit/server/todo.ts';
import { publishTask } from '../../model/publish/publish-task.ts';

/** Listings that a person has to go on with, and those that the marketplace has kept for longer than a day. */
export const publishTodos: readonly Todo[] = [
  {
    sort: 28.4,
    key: 'publishRefused',
    band: 'wrong',
    doneBy: ['channels:publishTask:reopen'],
    title: '刊登被拒',
    hint: '按单元格的提示修改后再提交',
    resource: publishTask,
    where: sql`t.status in ('failed', 'partial')`,
    path: '/channel/wf/publish',
    query: { tab: 'refused' },
  },
  {
    sort: 28.5,
    key: 'publishAtChannel',
    band: 'today',
    doneBy: ['channels:publishTask:acknowledge'],
    title: '请到平台处理刊登',
    hint: '刊登好或被拒后确认',
    resource: publishTask,
    where: sql`t.status = 'processing' and t.is_by_hand`,
    path: '/channel/wf/publish',
    query: { tab: 'under_way', isByHand: 'true' },
  },
  {
    sort: 28.6,
    key: 'publishStuck',
    band: 'wrong',
    doneBy: ['channels:publishTask:acknowledge'],
    title: '刊登等待超过一天',
    hint: '到平台核对后确认',
    resource: publishTask,
    where: sql`t.is_overdue`,
    path: '/channel/wf/publish',
    query: { tab: 'under_way', isOverdue: 'true' },
  },
  {
    sort: 28.7,
    key: 'publishFormChanged',
    band: 'today',
    doneBy: ['channels:publishTask:validate'],
    title: '刊登题目有变',
    hint: '类目题目变了，重新校验',
    resource: publishTask,
    where: sql`t.is_form_changed`,
    path: '/channel/wf/publish',
    query: { isFormChanged: 'true' },
  },
];
