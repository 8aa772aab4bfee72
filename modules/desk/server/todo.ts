import { resourceKey, type AnyResource } from '#kit/model/resource.ts';
import { toWireTime } from '#kit/model/time.ts';
import { may } from '#kit/server/actor.ts';
import type { Tx } from '#kit/server/database.ts';
import { apartConditions, baseConditions } from '#kit/server/query/row-conditions.ts';
import { tableOf } from '#kit/server/registry.ts';
import type { Route } from '#kit/server/route.ts';
import { column, join, sql, type Sql } from '#kit/server/sql.ts';
import { channelAccount } from '#modules/base/model/channel-account.ts';
import {
  cancellationRequest,
  channelProduct,
  quarantinedOrder,
  stockPush,
} from '#modules/channels/model/channel-product.ts';
import { shipment } from '#modules/fulfilment/model/shipment.ts';
import { delivery } from '../model/task.ts';
import type { Reconciler } from './reconciliation.ts';
import type { TodoItem } from './todo-item.ts';
import { orderTodoItems } from './todo-orders.ts';

interface Plain {
  key: string;
  title: string;
  resource: AnyResource;
  where: Sql;
  path: string;
  query: Record<string, string>;
}

/** Texts that are there at all: everything sorts after a sign. */
const ANY_TEXT = '> !';

/** The last push of each shop tells how it stands; older ones are history. */
const LAST_PUSH = sql`not exists (select 1 from stock_push later
  where later.tenant_id = t.tenant_id and later.account_id = t.account_id and later.id > t.id)`;

const PLAIN: readonly Plain[] = [
  {
    key: 'unmapped',
    title: '未配对SKU',
    resource: channelProduct,
    where: sql`t.map_status <> 'mapped' and t.status = 'live'`,
    path: '/channel/wf/product',
    query: { mapStatus: 'unmapped,suggested,broken', status: 'live' },
  },
  {
    key: 'cancelRequest.pending',
    title: '取消申请',
    resource: cancellationRequest,
    where: sql`t.status = 'pending'`,
    path: '/channel/wf/cancellation',
    query: { status: 'pending' },
  },
  {
    key: 'labelFailed',
    title: '面单失败',
    resource: shipment,
    where: sql`t.status = 'packed' and t.label_error is not null`,
    path: '/orders/shipment',
    query: { status: 'packed', labelError: ANY_TEXT },
  },
  {
    key: 'labelHold',
    title: '面单待处理',
    resource: shipment,
    where: sql`t.status = 'labelled' and t.label_hold is not null`,
    path: '/orders/shipment',
    query: { status: 'labelled', labelHold: ANY_TEXT },
  },
  {
    key: 'noticeFailed',
    title: 'ASN失败',
    resource: shipment,
    where: sql`t.notice_status = 'failed'`,
    path: '/orders/shipment',
    query: { noticeStatus: 'failed' },
  },
  {
    key: 'feedBlocked',
    title: '数据提交熔断',
    resource: stockPush,
    where: sql`t.status = 'blocked'`,
    path: '/channel/wf/inventory',
    query: { status: 'blocked' },
  },
  {
    key: 'feedFailed',
    title: '数据提交失败',
    resource: stockPush,
    where: sql`t.status in ('failed', 'partial') and ${LAST_PUSH}`,
    path: '/channel/wf/inventory',
    query: { status: 'failed,partial' },
  },
  {
    key: 'expired',
    title: '授权失效',
    resource: channelAccount,
    where: sql`t.status = 'expired'`,
    path: '/channel/wf/account',
    query: { status: 'expired' },
  },
  {
    key: 'deadTasks',
    title: '失败任务',
    resource: delivery,
    where: sql`t.status = 'dead'`,
    path: '/tasks',
    query: { status: 'dead' },
  },
  {
    key: 'quarantined',
    title: '异常订单',
    resource: quarantinedOrder,
    where: sql`t.resolved_at is null`,
    path: '/channel/wf/quarantine',
    query: {},
  },
];

/** `GET /desk/todo`: what waits, within the caller's rights and row scope. */
export const todoRoute = (reconciler: Reconciler): Route => ({
  method: 'GET',
  path: '/desk/todo',
  access: 'signedIn',
  summary: '待办数量',
  handle: (call) =>
    call.tx(async (tx) => {
      const items = [
        ...(await orderTodoItems(tx)),
        ...(await plainItems(tx)),
        ...(await driftItem(tx, reconciler)),
      ];
      return items.map((item) => ({
        ...item,
        deadline: item.deadline ? toWireTime(item.deadline, tx.actor.zone) : null,
        isLate: item.deadline !== null && item.deadline < tx.now,
      }));
    }),
});

async function plainItems(tx: Tx): Promise<TodoItem[]> {
  const items: TodoItem[] = [];
  for (const { key, title, resource, where, path, query } of PLAIN) {
    if (!may(tx.actor, `${resourceKey(resource)}:list`)) continue;
    const [row] = await tx.query<{ n: number }>(sql`
      select count(*)::integer as n from ${column(tableOf(resource))} t
      where ${join([...baseConditions(resource, tx.actor), ...apartConditions(resource, query)], ' and ')}
        and ${where}`);
    items.push({ key, title, count: row?.n ?? 0, deadline: null, path, query });
  }
  return items;
}

async function driftItem(tx: Tx, reconciler: Reconciler): Promise<TodoItem[]> {
  if (!may(tx.actor, 'desk:reconciliation:list')) return [];
  const checks = await reconciler.recent(tx);
  const count = checks.filter((check) => check.violations.length > 0).length;
  return [
    {
      key: 'drift',
      title: '库存对账异常',
      count,
      deadline: null,
      path: '/reconciliation',
      query: {},
    },
  ];
}
