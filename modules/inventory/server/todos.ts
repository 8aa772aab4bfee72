import { sql } from '#kit/server/sql.ts';
import type { Todo } from '#kit/server/todo.ts';
import { stockAdjustment } from '../model/stock.ts';

export const inventoryTodos: readonly Todo[] = [
  {
    sort: 16,
    key: 'adjustmentsToApprove',
    band: 'today',
    doneBy: ['inventory:stockAdjustment:approve'],
    title: '调整单待审核',
    hint: '审核后库存才变',
    resource: stockAdjustment,
    where: sql`t.status = 'submitted'`,
    path: '/base/adjustment',
    query: { status: 'submitted' },
  },
  {
    sort: 19,
    key: 'adjustmentsRefused',
    band: 'wrong',
    doneBy: ['inventory:stockAdjustment:submit'],
    title: '调整单被驳回',
    hint: '改好后再提交',
    resource: stockAdjustment,
    where: sql`t.status = 'rejected'`,
    path: '/base/adjustment',
    query: { status: 'rejected' },
  },
];
