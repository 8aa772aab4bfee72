import { baseConditions } from '#kit/server/query/row-conditions.ts';
import { join, sql } from '#kit/server/sql.ts';
import { stockPush } from '../../model/stock-push.ts';
import type { FeedKind } from './feed-kind.ts';

/** 库存推送: the one kind with a guard and a read-back of its own. */
export const stockFeeds: FeedKind = {
  type: 'inventory',
  of: stockPush,
  jobs: (tx) => sql`
    select t.id, t.tenant_id, t.create_time, 'IN-' || upper(right(t.id::text, 8)), 'inventory',
      case when t.trigger = 'full' then 'full' else 'delta' end, t.account_id, t.status, t.items, t.ok, t.failed,
      t.guard_reason, t.overridden_by, t.override_reason, t.error, 1, t.asked_by, t.finished_at,
      t.status = 'blocked' or (t.status in ('failed', 'partial') and not exists (
        select 1 from stock_push later
        where later.tenant_id = t.tenant_id and later.account_id = t.account_id and later.id > t.id)),
      t.id, null::uuid, null::uuid, null::uuid, null::uuid
    from stock_push t where ${join(baseConditions(stockPush, tx.actor), ' and ')}`,
  items: (tx) => sql`
    select i.id, i.tenant_id, i.create_time, t.id, 'IN-' || upper(right(t.id::text, 8)), 'inventory', t.account_id,
      i.channel_product_id, null::uuid, i.channel_warehouse_code, i.previous_qty::text, i.qty::text,
      i.read_back_qty::text, case when t.status = 'blocked' and i.status = 'pending' then 'blocked' else i.status end,
      i.error, null::text, t.id
    from stock_push t join stock_push_item i on i.tenant_id = t.tenant_id and i.push_id = t.id
    where ${join(baseConditions(stockPush, tx.actor), ' and ')}`,
};
