import { toWireTime } from '#kit/model/time.ts';
import type { Tx } from '#kit/server/database.ts';
import { isUuid } from '#kit/server/kinds.ts';
import { listConditions } from '#kit/server/query/list.ts';
import { baseConditions } from '#kit/server/query/row-conditions.ts';
import type { Registry } from '#kit/server/registry.ts';
import { implement, type Route } from '#kit/server/route.ts';
import { join, sql } from '#kit/server/sql.ts';
import { pick } from '#kit/server/stored-rows.ts';
import { orderHold, salesOrder } from '../model/order.ts';
import { glanceRoute, holdCountsRoute, warehouseStockRoute, type OrderGlance } from '../model/routes.ts';
import { orderKeyword } from './order-keyword.ts';
import { warehouseStock } from './warehouse-stock.ts';

/** Most orders that stand on one page of a list. */
const MOST = 200;

/** What the order list asks beside its page: held orders by reason, and units and reasons of rows. */
export const orderGlanceRoutes = (registry: Registry): Route[] => [
  implement(holdCountsRoute, (call) => call.tx((tx) => holdCounts(tx, registry, call.query))),
  implement(glanceRoute, (call) =>
    call.tx((tx) => glance(tx, (call.query.ids ?? '').split(',').filter(isUuid).slice(0, MOST))),
  ),
  implement(warehouseStockRoute, (call) =>
    call.tx((tx) => warehouseStock(tx, Array.isArray(call.body.ids) ? call.body.ids : [])),
  ),
];

/** Orders of a list query by open hold, whatever reason the query itself asks for. */
async function holdCounts(tx: Tx, registry: Registry, query: Record<string, string>): Promise<Record<string, number>> {
  const { holds: _holds, ...rest } = query;
  const conditions = await listConditions(tx, salesOrder, rest, {
    registry,
    keyword: orderKeyword,
  });
  const rows = await tx.query<{ type: string; n: number }>(sql`
    select h.type, count(*)::integer as n
    from sales_order t cross join lateral unnest(t.holds) as h (type)
    where ${join(conditions, ' and ')} group by h.type`);
  return Object.fromEntries(rows.map(({ type, n }) => [type, n]));
}

/** Orders the caller may not see are left out. */
async function glance(tx: Tx, ids: readonly string[]): Promise<OrderGlance[]> {
  if (ids.length === 0) return [];
  const seen = await tx.query<Omit<OrderGlance, 'holds'>>(sql`
    select t.id, coalesce(sum(l.qty - l.qty_cancelled - l.qty_shipped), 0)::integer as open,
      coalesce(sum(l.qty_reserved), 0)::integer as reserved,
      coalesce(sum(l.qty_packed), 0)::integer as packed,
      coalesce(sum(l.qty_shipped), 0)::integer as shipped
    from sales_order t left join order_line l on l.tenant_id = t.tenant_id and l.order_id = t.id
    where ${join(baseConditions(salesOrder, tx.actor), ' and ')} and t.id = any(${ids}::uuid[])
    group by t.id`);
  const holds = await pick(tx, orderHold, ['orderId', 'type', 'detail', 'openedAt'])`
    order_id = any(${seen.map(({ id }) => id)}::uuid[])
      and closed_at is null order by opened_at, id`;
  return seen.map((order) => ({
    ...order,
    holds: holds
      .filter((hold) => hold.orderId === order.id)
      .map(({ type, detail, openedAt }) => ({
        type,
        detail: detail ?? '',
        openedAt: toWireTime(openedAt, tx.actor.zone),
      })),
  }));
}
