import { exponentOf } from '#kit/model/currency.ts';
import { formatDecimal } from '#kit/model/money.ts';
import { addDays, dayIn } from '#kit/model/time.ts';
import type { Tx } from '#kit/server/database.ts';
import { apartConditions, baseConditions } from '#kit/server/query/row-conditions.ts';
import { implement, type Route } from '#kit/server/route.ts';
import { join, sql, type Sql } from '#kit/server/sql.ts';
import { salesOrder } from '#modules/orders/model/order.ts';
import { analysisRoute } from '../model/routes.ts';

interface Figures {
  currency: string;
  orders: number;
  units: number;
  amount: bigint;
}

/**
 * Orders, units and amounts by day, shop and SKU, from the orders themselves. What was cancelled does
 * not count; amounts of different currencies are never added.
 */
export const analysis: Route = implement(analysisRoute, (call) => {
  const days = call.query.days === '30' ? 30 : 7;
  return call.tx(async (tx) => {
    const span = spanOf(tx, days);
    return {
      days: span.days,
      byDay: fillDays(span.days, await byDay(tx, span.where)),
      byShop: await byShop(tx, span.where),
      topSkus: await topSkus(tx, span.where),
      byStatus: await byStatus(tx),
    };
  });
});

/** Orders that count: what a sandbox shop tries out is nobody's sale. */
const realOrders = (tx: Tx): Sql[] => [
  ...baseConditions(salesOrder, tx.actor),
  ...apartConditions(salesOrder),
];

/** The last n days of the tenant's zone, today included, as days and as a predicate on orders. */
function spanOf(tx: Tx, n: number): { days: string[]; where: Sql } {
  const { zone } = tx.actor;
  const days = Array.from({ length: n }, (_, index) => addDays(dayIn(tx.now, zone), index - n + 1));
  const where = sql`${join(realOrders(tx), ' and ')}
    and t.stage <> 'cancelled' and t.status <> 'draft'
    and t.ordered_at >= (${days[0]}::date::timestamp at time zone ${zone})`;
  return { days, where };
}

/** Units and amount of a line that were not cancelled; minor units, rounded per line. */
const LINES = sql`join order_line l on l.tenant_id = t.tenant_id and l.order_id = t.id`;
const UNITS = sql`coalesce(sum(l.qty - l.qty_cancelled), 0)::integer as units`;
const AMOUNT = sql`coalesce(sum(l.line_net), 0)::bigint as amount`;

async function byDay(tx: Tx, where: Sql): Promise<(Figures & { day: string })[]> {
  return tx.query(sql`
    select to_char(t.ordered_at at time zone ${tx.actor.zone}, 'YYYY-MM-DD') as day, t.currency,
      count(distinct t.id)::integer as orders, ${UNITS}, ${AMOUNT}
    from sales_order t ${LINES} where ${where} group by 1, 2 order by 1, 2`);
}

/** Every day of every currency that was used, also those without an order. */
function fillDays(days: readonly string[], rows: readonly (Figures & { day: string })[]) {
  const currencies = [...new Set(rows.map((row) => row.currency))].sort();
  return currencies.map((currency) => ({
    currency,
    days: days.map((day) => {
      const row = rows.find((one) => one.day === day && one.currency === currency);
      return { day, ...wire(row ?? { currency, orders: 0, units: 0, amount: 0n }) };
    }),
  }));
}

async function byShop(tx: Tx, where: Sql) {
  const rows = await tx.query<Figures & { accountId: string; name: string }>(sql`
    select t.account_id, a.name, t.currency, count(distinct t.id)::integer as orders, ${UNITS}, ${AMOUNT}
    from sales_order t ${LINES}
    join channel_account a on a.tenant_id = t.tenant_id and a.id = t.account_id
    where ${where} group by t.account_id, a.name, t.currency order by orders desc, a.name limit 50`);
  return rows.map(({ accountId, name, ...figures }) => ({
    accountId: accountId,
    name,
    ...wire(figures),
  }));
}

async function topSkus(tx: Tx, where: Sql) {
  const rows = await tx.query<Figures & { skuId: string; skuCode: string; name: string }>(sql`
    select l.sku_id, s.sku_code, s.name, t.currency, count(distinct t.id)::integer as orders, ${UNITS}, ${AMOUNT}
    from sales_order t ${LINES}
    join sku s on s.tenant_id = l.tenant_id and s.id = l.sku_id
    where ${where} and l.qty > l.qty_cancelled
    group by l.sku_id, s.sku_code, s.name, t.currency order by units desc, s.sku_code limit 10`);
  return rows.map(({ skuId, skuCode, name, ...figures }) => ({
    skuId: skuId,
    skuCode: skuCode,
    name,
    ...wire(figures),
  }));
}

/** Orders that are open now, by state. */
const byStatus = (tx: Tx): Promise<{ status: string; orders: number }[]> =>
  tx.query(sql`
    select t.status, count(*)::integer as orders from sales_order t
    where ${join(realOrders(tx), ' and ')} and t.stage in ('pending', 'shipping')
    group by t.status order by t.status`);

const wire = ({ currency, orders, units, amount }: Figures) => ({
  currency,
  orders,
  units,
  amount: formatDecimal(amount, exponentOf(currency)),
});
