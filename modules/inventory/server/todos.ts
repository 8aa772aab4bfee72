import { sql } from '#kit/server/sql.ts';
import type { Todo } from '#kit/server/todo.ts';
import { inboundReceipt } from '../model/inbound-receipt.ts';
import { stockAdjustment } from '../model/stock-adjustment.ts';
import { stockCount } from '../model/stock-count.ts';

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
    sort: 16.5,
    key: 'receiptsToApprove',
    band: 'today',
    doneBy: ['inventory:inboundReceipt:approve'],
    title: '入库单待审核',
    hint: '没有采购单的货，审核后才能到仓',
    resource: inboundReceipt,
    where: sql`t.status = 'submitted'`,
    path: '/base/inbound',
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
  {
    sort: 19.5,
    key: 'toCount',
    band: 'today',
    doneBy: ['inventory:stockCount:count'],
    title: '待盘点',
    hint: '拣货没找到的，去货位数一数',
    resource: stockCount,
    where: sql`t.status in ('draft', 'counting')`,
    path: '/base/stock-count',
    query: { tab: 'open' },
  },
];
