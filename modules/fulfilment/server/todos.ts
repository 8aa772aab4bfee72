import { sql } from '#kit/server/sql.ts';
import type { Todo } from '#kit/server/todo.ts';
import { shipment } from '../model/shipment.ts';

/** Texts that are there at all: everything sorts after a sign. */
const ANY_TEXT = '> !';

export const fulfilmentTodos: readonly Todo[] = [
  {
    sort: 22,
    key: 'labelFailed',
    title: '面单失败',
    resource: shipment,
    where: sql`t.status = 'packed' and t.label_error is not null`,
    path: '/orders/shipment',
    query: { status: 'packed', labelError: ANY_TEXT },
  },
  {
    sort: 23,
    key: 'labelHold',
    title: '面单待处理',
    resource: shipment,
    where: sql`t.status = 'labelled' and t.label_hold is not null`,
    path: '/orders/shipment',
    query: { status: 'labelled', labelHold: ANY_TEXT },
  },
  {
    sort: 24,
    key: 'noticeFailed',
    title: 'ASN失败',
    resource: shipment,
    where: sql`t.notice_status = 'failed'`,
    path: '/orders/shipment',
    query: { noticeStatus: 'failed' },
  },
];
