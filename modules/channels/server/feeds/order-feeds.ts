import type { AnyResource } from '#kit/model/resource.ts';
import type { Tx } from '#kit/server/database.ts';
import { seenConditions } from '#kit/server/query/row-limits.ts';
import { join, sql, type Sql } from '#kit/server/sql.ts';
import { shipment } from '#modules/fulfilment/model/shipment.ts';
import { salesOrder } from '#modules/orders/model/order.ts';
import type { FeedType } from '../../model/feed.ts';
import { acceptJob, shipNoticeJob } from '../../model/jobs.ts';
import type { FeedKind } from './feed-kind.ts';

/** What of the work that is stored for marketplaces goes out for one order at a time. */
function ofOrders(type: FeedType, handler: string, of: AnyResource, prefix: string): FeedKind {
  const sent = (tx: Tx): Sql => sql`
    delivery t join sales_order o on o.tenant_id = t.tenant_id and o.id = t.order_id
      left join shipment s on s.tenant_id = t.tenant_id and s.id = t.shipment_id
    where t.tenant_id = ${tx.tenant} and t.handler = ${handler} and o.tenant_id = ${tx.tenant}
      and ${join([sql`true`, ...seenConditions(salesOrder, tx.actor, 'o')], ' and ')}
      and (t.shipment_id is null or (s.tenant_id = ${tx.tenant}
        and ${join([sql`true`, ...seenConditions(shipment, tx.actor, 's')], ' and ')}))`;
  const no = sql`${prefix}::text || upper(right(t.id::text, 8))`;
  return {
    type,
    of,
    jobs: (tx) => sql`
      select t.id, t.tenant_id, t.create_time, ${no}, ${type}::text, 'single', o.account_id,
        case t.status when 'pending' then 'queued' when 'running' then 'sent' when 'ok' then 'done'
          when 'dead' then 'failed' else 'cancelled' end, 1, (t.status = 'ok')::integer, (t.status = 'dead')::integer,
        null::text, null::text, null::text, t.last_error, t.attempts, t.create_by, t.done_at, t.status = 'dead',
        null::uuid, null::uuid, t.order_id, t.shipment_id, null::uuid
      from ${sent(tx)}`,
    items: (tx) => sql`
      select t.id, t.tenant_id, t.create_time, t.id, ${no}, ${type}::text, o.account_id, null::uuid, t.order_id,
        s.shipment_no, null::text, coalesce(s.tracking_no, o.channel_order_no), null::text,
        case t.status when 'pending' then 'pending' when 'running' then 'sent' when 'ok' then 'accepted'
          when 'dead' then 'rejected' else 'cancelled' end, t.last_error, null::text, null::uuid
      from ${sent(tx)}`,
  };
}

/** 接单: said to the marketplace once for each order. */
export const acceptanceFeeds = ofOrders('acceptance', acceptJob.name, salesOrder, 'AC-');

/** 发货通知: said once for each shipment. */
export const noticeFeeds = ofOrders('shipNotice', shipNoticeJob.name, shipment, 'SN-');
