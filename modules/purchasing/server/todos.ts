import { sql } from '#kit/server/sql.ts';
import type { Todo } from '#kit/server/todo.ts';
import { purchaseOrder } from '../model/purchase-order.ts';

export const purchasingTodos: readonly Todo[] = [
  {
    sort: 40,
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
    sort: 41,
    key: 'purchasesToOrder',
    band: 'today',
    doneBy: ['purchasing:purchaseOrder:order'],
    title: '采购单待下单',
    hint: '谈妥后向供应商下单',
    resource: purchaseOrder,
    where: sql`t.status = 'approved'`,
    path: '/purchase/order',
    query: { status: 'approved' },
  },
  {
    sort: 42,
    key: 'purchasesRefused',
    band: 'wrong',
    doneBy: ['purchasing:purchaseOrder:submit'],
    title: '采购单被驳回',
    hint: '改好后再提交',
    resource: purchaseOrder,
    where: sql`t.status = 'rejected'`,
    path: '/purchase/order',
    query: { status: 'rejected' },
  },
  {
    sort: 43,
    key: 'purchasesToNotify',
    band: 'wrong',
    doneBy: ['purchasing:purchaseOrder:notify'],
    title: '采购余量未预报',
    hint: '仓库不知道还有货来',
    resource: purchaseOrder,
    where: sql`t.unannounced_count > 0`,
    path: '/purchase/order',
    query: { unannouncedCount_begin: '1' },
  },
];
