import { sql } from '#kit/server/sql.ts';
import type { Todo } from '#kit/server/todo.ts';
import { shipment } from '../model/shipment.ts';

/** Texts that are there at all: everything sorts after a sign. */
const ANY_TEXT = '> !';

/** The day on which the order of a shipment has to leave. */
const SHIP_BY = sql`(select o.ship_by from sales_order o
  where o.tenant_id = t.tenant_id and o.id = t.order_id)`;

export const fulfilmentTodos: readonly Todo[] = [
  {
    sort: 17,
    key: 'toPack',
    band: 'today',
    doneBy: ['fulfilment:shipment:pack'],
    title: '待装箱',
    hint: '打包、称重并封箱',
    resource: shipment,
    where: sql`t.status in ('draft', 'packing') and t.lead_id is null`,
    due: SHIP_BY,
    path: '/orders/shipment',
    query: { tab: 'packing' },
  },
  {
    sort: 18,
    key: 'toShip',
    band: 'today',
    doneBy: ['fulfilment:shipment:ship'],
    title: '待出库',
    hint: '面单已有，等着出库',
    resource: shipment,
    where: sql`t.status = 'labelled' and t.lead_id is null`,
    due: SHIP_BY,
    path: '/orders/shipment',
    query: { tab: 'labelled' },
  },
  {
    sort: 22,
    key: 'labelFailed',
    band: 'wrong',
    doneBy: ['fulfilment:shipment:register', 'orders:salesOrder:accept'],
    title: '面单失败',
    hint: '没有取到平台面单',
    resource: shipment,
    where: sql`t.status = 'packed' and t.label_error is not null`,
    path: '/orders/shipment',
    query: { status: 'packed', labelError: ANY_TEXT },
  },
  {
    sort: 23,
    key: 'labelHold',
    band: 'wrong',
    doneBy: ['fulfilment:shipment:register', 'orders:salesOrder:accept'],
    title: '面单待处理',
    hint: '面单有疑问，等人定',
    resource: shipment,
    where: sql`t.status = 'labelled' and t.label_hold is not null`,
    path: '/orders/shipment',
    query: { status: 'labelled', labelHold: ANY_TEXT },
  },
  {
    sort: 32,
    key: 'toIntercept',
    band: 'today',
    doneBy: ['fulfilment:shipment:noteStopped'],
    title: '待拦截',
    hint: '已发出，平台或买家要取消、减少或改地址：联系承运商拦截',
    resource: shipment,
    where: sql`t.intercept_status = 'toContact'`,
    path: '/orders/shipment',
    query: { interceptStatus: 'toContact' },
  },
  {
    sort: 24,
    key: 'noticeFailed',
    band: 'wrong',
    doneBy: ['fulfilment:shipment:ship', 'orders:salesOrder:accept'],
    title: 'ASN失败',
    hint: '平台没收到发货通知',
    resource: shipment,
    where: sql`t.notice_status = 'failed'`,
    path: '/orders/shipment',
    query: { noticeStatus: 'failed' },
  },
];
