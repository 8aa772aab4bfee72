import { sql } from '#kit/server/sql.ts';
import type { Todo } from '#kit/server/todo.ts';
import { priceRecord } from '../../model/pricing/price-record.ts';

/** Prices that wait for another person, and those that somebody has to take to the marketplace. */
export const priceTodos: readonly Todo[] = [
  {
    sort: 28.1,
    key: 'pricesToApprove',
    band: 'today',
    doneBy: ['channels:priceRecord:approve'],
    title: '调价待审批',
    hint: '低于底价或变动大',
    resource: priceRecord,
    where: sql`t.status = 'pending_approval'`,
    path: '/channel/wf/pricing',
    query: { tab: 'pending_approval' },
  },
  {
    sort: 28.2,
    key: 'pricesToPropose',
    band: 'today',
    doneBy: ['channels:priceRecord:propose'],
    title: '调价待提报',
    hint: '下载文件到平台上传',
    resource: priceRecord,
    where: sql`t.status = 'scheduled'`,
    path: '/channel/wf/pricing',
    query: { tab: 'scheduled' },
  },
  {
    sort: 28.3,
    key: 'pricesAtChannel',
    band: 'today',
    doneBy: ['channels:priceRecord:acknowledge'],
    title: '请到平台处理调价',
    hint: '生效或被拒后确认',
    resource: priceRecord,
    where: sql`t.status = 'submitted'`,
    path: '/channel/wf/pricing',
    query: { tab: 'submitted' },
  },
];
