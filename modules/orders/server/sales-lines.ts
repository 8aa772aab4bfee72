import { currenciesWith, exponentOf } from '#kit/model/currency.ts';
import { addDays, parseWireDay, startOfDay } from '#kit/model/time.ts';
import type { Tx } from '#kit/server/database.ts';
import { baseConditions, hiddenConditions } from '#kit/server/query/row-conditions.ts';
import type { Serve } from '#kit/server/serve.ts';
import { join, nothing, sql, type Sql } from '#kit/server/sql.ts';
import { baseCurrency } from '#modules/base/server/index.ts';
import { standardCost } from '#modules/catalog/server/index.ts';
import { salesOrder } from '../model/order.ts';
import { salesLine } from '../model/sales-line.ts';

/**
 * Lines of the orders that the reader may see, counted as the sales on the page of a product are. What nobody
 * reads of them costs nothing: goods and cost are looked up by the row.
 */
const salesLineRows = async (tx: Tx, query: Readonly<Record<string, string>> = {}): Promise<Sql> => {
  const base = await baseCurrency(tx);
  return sql`
    select n.*, n.cost is not null as is_cost_known, n.base_amount is not null as is_rated,
      n.category_id is not null as has_category, n.base_amount - n.cost as profit
    from (
      select o.*, p.category_id,
        round(o.amount * ${rateOn(tx, base)} * ${placesTo(base)})::bigint as base_amount,
        case when o.cogs is null then round(o.qty * ${unitCost(tx, base)})::bigint
          when o.qty_open <= 0 then o.cogs
          else o.cogs + round(o.qty_open * ${unitCost(tx, base)})::bigint end as cost
      from (
        select t.tenant_id, t.create_time, l.id, (t.ordered_at at time zone ${tx.actor.zone})::date as sold_on,
          t.id as order_id, t.account_id, t.warehouse_id, t.status,
          coalesce(nullif(t.ship_to_state, ''), '-') as ship_to_state, l.channel_sku, l.sku_id,
          l.qty - l.qty_cancelled as qty, l.qty - l.qty_cancelled - l.qty_shipped as qty_open, l.cogs,
          l.line_net as amount, l.currency, ${base}::text as base_currency
        from sales_order t join order_line l on l.tenant_id = t.tenant_id and l.order_id = t.id
        where ${join([...baseConditions(salesOrder, tx.actor), ...hiddenConditions(salesOrder)], ' and ')}
          and t.status not in ('draft', 'cancelled', 'rejected') and l.tenant_id = ${tx.tenant}
          and l.qty > l.qty_cancelled
          ${soldWithin(tx, query)}) o
      left join sku s on s.tenant_id = ${tx.tenant} and s.id = o.sku_id
      left join product p on p.tenant_id = ${tx.tenant} and p.id = s.product_id) n`;
};

/** The days that are asked about as the index over orders has them; the list judges the day itself. */
function soldWithin({ actor: { zone } }: Tx, query: Readonly<Record<string, string>>): Sql {
  const begin = parseWireDay(query['soldOn_begin'] ?? '', zone);
  const end = parseWireDay(query['soldOn_end'] ?? '', zone);
  return join(
    [
      begin ? sql`and t.ordered_at >= ${startOfDay(begin, zone)}` : nothing,
      end ? sql`and t.ordered_at < ${startOfDay(addDays(end, 1), zone)}` : nothing,
    ],
    ' ',
  );
}

/** What one unit of the currency of the line `o` was worth in another on its day; null where nobody has said it. */
const rateOn = (tx: Tx, base: string): Sql => sql`
  case when o.currency = ${base} then 1 else (select r.rate from exchange_rate r
    where r.tenant_id = ${tx.tenant} and r.deleted_at is null and r.from_code = o.currency and r.to_code = ${base}
      and r.effective_date <= o.sold_on
    order by r.effective_date desc limit 1) end`;

/** Minor units of a currency for one of that of the line `o`. */
const placesTo = (base: string): Sql => sql`
  10::numeric ^ (${exponentOf(base)}::integer - case when o.currency = any(${currenciesWith(0)}::text[]) then 0
    when o.currency = any(${currenciesWith(3)}::text[]) then 3 else 2 end)`;

/** Minor units that a unit of the SKU `s` is taken to cost: the mean of what lies there, else its standard cost. */
const unitCost = (tx: Tx, base: string): Sql => sql`
  coalesce((select sum(c.value_left)::numeric / sum(c.qty_left) from cost_layer c
      where c.tenant_id = ${tx.tenant} and c.sku_id = s.id and c.qty_left > 0 having sum(c.value_left) > 0),
    nullif(${standardCost(tx)}, 0) * 10::numeric ^ ${exponentOf(base)}::integer)`;

export const servedSalesLines: Serve = { resource: salesLine, rows: salesLineRows };
