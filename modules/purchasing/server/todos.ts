import { sql } from '#kit/server/sql.ts';
import type { Todo } from '#kit/server/todo.ts';
import { purchaseOrder } from '../model/purchase-order.ts';

export const purchasingTodos: readonly Todo[] = [
  {
    sort: 80,
    key: 'purchasesToApprove',
    band: 'today',
    doneBy: ['purchasing:purchaseOrder:approve'],
    title: '采购单待审核',
    hint: '审核后才能下单',
    resource: purchaseOrder,
    where: sql`t.status = 'submitted'`,
    path: '/purchase/order',
    query: { status: 'submitted' },
  },
  {
    sort: 81,
    key: 'purchasesToOrder',
    band: 'today',
    doneBy: ['purchasing:purchaseOrder:order'],
    title: '采购单待下单',
    hint: '已审核，还没有告诉供应商',
    resource: purchaseOrder,
    where: sql`t.status = 'approved'`,
    path: '/purchase/order',
    query: { status: 'approved' },
  },
];
