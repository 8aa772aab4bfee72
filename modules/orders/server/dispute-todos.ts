import { sql } from '#kit/server/sql.ts';
import type { Todo } from '#kit/server/todo.ts';
import { priceDispute } from '../model/price-dispute.ts';

/** Disputes that wait for one of ours: to be written at the channel, and to be followed until they end. */
export const disputeTodos: readonly Todo[] = [
  {
    sort: 11,
    key: 'disputeToSend',
    band: 'wrong',
    doneBy: ['orders:priceDispute:markSent'],
    title: '争议待提交',
    hint: '复制文字，到平台提交',
    resource: priceDispute,
    where: sql`t.stage = 'open' and t.waits_for = 'us'`,
    due: sql`t.due_at`,
    path: '/orders/dispute',
    query: { waitsFor: 'us', status: 'open,answered' },
  },
  {
    sort: 12,
    key: 'priceDispute',
    band: 'wrong',
    doneBy: ['orders:priceDispute:accept', 'orders:priceDispute:write'],
    title: '价格争议',
    hint: '跟进，或接受原价',
    resource: priceDispute,
    where: sql`t.stage = 'open'`,
    due: sql`t.due_at`,
    path: '/orders/dispute',
    query: { status: 'open,answered' },
  },
];
