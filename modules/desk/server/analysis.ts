import { exponentOf } from '#kit/model/currency.ts';
import { resourceKey } from '#kit/model/resource.ts';
import { formatDecimal } from '#kit/model/money.ts';
import { addDays, dayIn } from '#kit/model/time.ts';
import { may } from '#kit/server/actor.ts';
import type { Tx } from '#kit/server/database.ts';
import { hiddenConditions, baseConditions } from '#kit/server/query/row-conditions.ts';
import { implement, type Route } from '#kit/server/route.ts';
import { join, sql, type Sql } from '#kit/server/sql.ts';
import { shipment } from '#modules/fulfilment/model/shipment.ts';
import { salesOrder } from '#modules/orders/model/order.ts';
import { orderLifecycle } from '#modules/orders/model/order-lifecycle.ts';
import { analysisRoute, type Leads } from '../model/home.ts';

interface Figures {
  currency: string;
  orders: number;
  units: number;
  amount: bigint;
}

type DayRow = Figures & { day: string };

const PERIODS = [1, 7, 30];

/**
 * Orders, units and amounts by day, shop and SKU, from the orders themselves, beside as many days
 * before. What was cancelled does not count; amounts of different currencies are never added.
 */
export const analysis: Route = implement(analysisRoute, (call) => {
  const days = PERIODS.find((n) => String(n) === call.query.days) ?? 7;
  return call.tx(async (tx) => {
    const span = spanOf(tx, days);
    const rows = await byDay(tx, span);
    return {
      days: span.days,
      byDay: currenciesOf(rows).map((currency) => ({
        currency,
        days: fillDays(span.days, rows, currency),
        before: fillDays(span.before, rows, currency),
        leads: ordersOf(span, { currency }),
      })),
      byShop: await byShop(tx, span),
      topSkus: await topSkus(tx, span),
      byStatus: await byStatus(tx),
      shipped: await shippedByDay(tx, span),
    };
  });
});

/** The last n days of the tenant's zone, today included, and the n before. */
interface Span {
  days: string[];
  before: string[];
}

function spanOf({ now, actor }: Tx, n: number): Span {
  const all = Array.from({ length: 2 * n }, (_, index) => addDays(dayIn(now, actor.zone), index - 2 * n + 1));
  return { days: all.slice(n), before: all.slice(0, n) };
}

/** Orders that count: what a sandbox shop tries out is nobody's sale. */
const realOrders = (tx: Tx): Sql[] => [...baseConditions(salesOrder, tx.actor), ...hiddenConditions(salesOrder)];

/** States of an order that was sold: neither cancelled nor still being written. */
const SOLD = Object.keys(orderLifecycle.states).filter((state) => !['draft', 'cancelled', 'rejected'].includes(state));

const soldSince = (tx: Tx, day: string | undefined): Sql =>
  sql`${join(realOrders(tx), ' and ')} and t.status = any(${SOLD}::text[])
    and t.ordered_at >= (${day}::date::timestamp at time zone ${tx.actor.zone})`;

/** The list of exactly the orders that are counted in a span. */
const ordersOf = ({ days }: Span, more: Record<string, string>): Leads => ({
  path: '/orders/pending',
  query: {
    tab: '*',
    status: SOLD.join(','),
    orderedAt_begin: `${days[0]} 00:00:00`,
    orderedAt_end: `${days.at(-1)} 23:59:59`,
    ...more,
  },
});

/** Units and amount of a line that were not cancelled; minor units, rounded per line. */
const LINES = sql`left join order_line l on l.tenant_id = t.tenant_id and l.order_id = t.id`;
const UNITS = sql`coalesce(sum(l.qty - l.qty_cancelled), 0)::integer as units`;
const AMOUNT = sql`coalesce(sum(l.line_net), 0)::bigint as amount`;

async function byDay(tx: Tx, { before }: Span): Promise<DayRow[]> {
  return tx.query(sql`
    select to_char(t.ordered_at at time zone ${tx.actor.zone}, 'YYYY-MM-DD') as day, t.currency,
      count(distinct t.id)::integer as orders, ${UNITS}, ${AMOUNT}
    from sales_order t ${LINES} where ${soldSince(tx, before[0])} group by 1, 2 order by 1, 2`);
}

const currenciesOf = (rows: readonly DayRow[]): string[] => [...new Set(rows.map((row) => row.currency))].sort();

/** Every day of a currency, also those without an order. */
const fillDays = (days: readonly string[], rows: readonly DayRow[], currency: string) =>
  days.map((day) => {
    const row = rows.find((one) => one.day === day && one.currency === currency);
    const { orders, units, amount } = wire(row ?? { currency, orders: 0, units: 0, amount: 0n });
    return { day, orders, units, amount };
  });

async function byShop(tx: Tx, span: Span) {
  const rows = await tx.query<Figures & { accountId: string; name: string }>(sql`
    select t.account_id, a.name, t.currency, count(distinct t.id)::integer as orders, ${UNITS}, ${AMOUNT}
    from sales_order t ${LINES}
    join channel_account a on a.tenant_id = t.tenant_id and a.id = t.account_id
    where ${soldSince(tx, span.days[0])}
    group by t.account_id, a.name, t.currency order by orders desc, a.name limit 50`);
  return rows.map(({ accountId, name, ...figures }) => ({
    accountId,
    name,
    leads: ordersOf(span, { accountId, currency: figures.currency }),
    ...wire(figures),
  }));
}

async function topSkus(tx: Tx, { days }: Span) {
  const rows = await tx.query<Figures & { skuId: string; skuCode: string; name: string }>(sql`
    select l.sku_id, s.sku_code, s.name, t.currency, count(distinct t.id)::integer as orders, ${UNITS}, ${AMOUNT}
    from sales_order t ${LINES}
    join sku s on s.tenant_id = l.tenant_id and s.id = l.sku_id
    where ${soldSince(tx, days[0])} and l.qty > l.qty_cancelled
    group by l.sku_id, s.sku_code, s.name, t.currency order by units desc, s.sku_code limit 10`);
  return rows.map(({ skuId, skuCode, name, ...figures }) => ({
    skuId,
    skuCode,
    name,
    ...wire(figures),
  }));
}

/** Orders that are open now, by state. */
async function byStatus(tx: Tx) {
  const rows = await tx.query<{ stage: string; status: string; orders: number }>(sql`
    select t.stage, t.status, count(*)::integer as orders from sales_order t
    where ${join(realOrders(tx), ' and ')} and t.stage in ('pending', 'shipping')
    group by 1, 2 order by 1, 2`);
  return rows.map(({ stage, status, orders }) => ({
    status,
    orders,
    leads: { path: `/orders/${stage}`, query: { status } },
  }));
}

/** Shipments that left, by day, for who may see shipments. */
async function shippedByDay(tx: Tx, { days, before }: Span) {
  if (!may(tx.actor, `${resourceKey(shipment)}:list`)) return null;
  const rows = await tx.query<{ day: string; n: number }>(sql`
    select to_char(t.shipped_at at time zone ${tx.actor.zone}, 'YYYY-MM-DD') as day, count(*)::integer as n
    from shipment t
    where ${join([...baseConditions(shipment, tx.actor), ...hiddenConditions(shipment)], ' and ')}
      and t.shipped_at >= (${before[0]}::date::timestamp at time zone ${tx.actor.zone}) group by 1`);
  const filled = (requested: readonly string[]) =>
    requested.map((day) => ({ day, shipments: rows.find((row) => row.day === day)?.n ?? 0 }));
  return {
    days: filled(days),
    before: filled(before),
    leads: {
      path: '/orders/shipment',
      query: {
        shippedAt_begin: `${days[0]} 00:00:00`,
        shippedAt_end: `${days.at(-1)} 23:59:59`,
      },
    },
  };
}

const wire = ({ currency, orders, units, amount }: Figures) => ({
  currency,
  orders,
  units,
  amount: formatDecimal(amount, exponentOf(currency)),
});
