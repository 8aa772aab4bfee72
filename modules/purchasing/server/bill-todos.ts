import { sql } from '#kit/server/sql.ts';
import type { Todo } from '#kit/server/todo.ts';
import { supplierBill } from '../model/supplier-bill.ts';

/** The end of the due day, where the tenant is. */
const DUE_BY = sql`(t.due_date + 1)::timestamp at time zone
  (select n.timezone from tenant n where n.id = t.tenant_id)`;

export const billTodos: readonly Todo[] = [
  {
    sort: 82,
    key: 'billsToApprove',
    band: 'today',
    doneBy: ['purchasing:supplierBill:approve'],
    title: '应付单待审核',
    hint: '与采购或收货有差异，或超过单人上限',
    resource: supplierBill,
    where: sql`t.status = 'differing'`,
    path: '/purchase/bill',
    query: { status: 'differing' },
  },
  {
    sort: 83,
    key: 'billsToPay',
    band: 'today',
    doneBy: ['purchasing:supplierBill:pay'],
    title: '应付单待付款',
    hint: '已过账，还没付款',
    resource: supplierBill,
    where: sql`t.status = 'posted'`,
    due: DUE_BY,
    path: '/purchase/bill',
    query: { status: 'posted' },
  },
];
