import type { Tx } from '#kit/server/database.ts';
import { baseConditions, hiddenConditions } from '#kit/server/query/row-conditions.ts';
import type { Serve } from '#kit/server/serve.ts';
import { join, sql, type Sql } from '#kit/server/sql.ts';
import { salesOrder } from '../model/order.ts';
import { salesLine } from '../model/sales-line.ts';

/** Lines of the orders that the reader may see, counted as the sales on the page of a product are. */
const salesLineRows = (tx: Tx): Sql => sql`
  select t.tenant_id, l.id, (t.ordered_at at time zone ${tx.actor.zone})::date as sold_on, t.id as order_id,
    t.account_id, t.warehouse_id, t.status, l.channel_sku, l.sku_id, l.qty - l.qty_cancelled as qty,
    l.line_net as amount, l.currency
  from sales_order t join order_line l on l.tenant_id = t.tenant_id and l.order_id = t.id
  where ${join([...baseConditions(salesOrder, tx.actor), ...hiddenConditions(salesOrder)], ' and ')}
    and t.status not in ('draft', 'cancelled', 'rejected') and l.tenant_id = ${tx.tenant}`;

export const servedSalesLines: Serve = { resource: salesLine, rows: salesLineRows };
