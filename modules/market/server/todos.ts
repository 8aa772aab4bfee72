import { sql } from '#kit/server/sql.ts';
import type { Todo } from '#kit/server/todo.ts';
import { marketReport } from '../model/report.ts';

/** Reports that somebody has to fetch at the marketplace, and files that could not be read. */
export const marketTodos: readonly Todo[] = [
  {
    sort: 84.2,
    key: 'reportsToFetch',
    band: 'today',
    doneBy: ['market:marketReport:upload'],
    title: '待取平台报表',
    hint: '该渠道不支持接口，到平台下载后上传',
    resource: marketReport,
    where: sql`t.stage = 'waiting' and not t.by_call`,
    due: (zone) => sql`(t.due_on + 1)::timestamp at time zone ${zone}`,
    path: '/market/report',
    query: { tab: 'waiting' },
  },
  {
    sort: 84.3,
    key: 'reportsFailed',
    band: 'wrong',
    doneBy: ['market:marketReport:upload', 'market:marketReport:reparse'],
    title: '平台报表解析失败',
    hint: '看失败原因和行号',
    resource: marketReport,
    where: sql`t.status = 'failed'`,
    path: '/market/report',
    query: { tab: 'failed' },
  },
];
