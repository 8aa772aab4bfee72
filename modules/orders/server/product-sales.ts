import { exponentOf } from '#kit/model/currency.ts';
import { formatDecimal } from '#kit/model/money.ts';
import { addDays, dayIn, startOfDay, toWireTime } from '#kit/model/time.ts';
import type { Tx } from '#kit/server/database.ts';
import { hiddenConditions, baseConditions } from '#kit/server/query/row-conditions.ts';
import { implement, type Route } from '#kit/server/route.ts';
import { join, sql, type Sql } from '#kit/server/sql.ts';
import { seenSkusOf } from '#modules/catalog/server/index.ts';
import { salesOrder } from '../model/order.ts';
import { productSalesRoute, SALES_DAYS, type ProductSales } from '../model/product-sales.ts';

const MOST_OPEN = 10;

/** What a product's page asks of orders. */
export const productSalesRoutes: Route[] = [
  implement(productSalesRoute, (call) => call.tx((tx) => productSales(tx, call.params.id))),
];

async function productSales(tx: Tx, productId: string): Promise<ProductSales> {
  const skuIds = (await seenSkusOf(tx, productId)).map(({ id }) => id);
  return { ...(await sold(tx, skuIds)), open: await openOrders(tx, skuIds) };
}

/** Orders that the reader may see and that somebody wants, tried-out ones left out. */
const soldOrders = (tx: Tx): Sql => sql`
  select t.id, t.ordered_at, t.status, t.channel_order_no, t.account_id, t.ship_by from sales_order t
  where ${join([...baseConditions(salesOrder, tx.actor), ...hiddenConditions(salesOrder)], ' and ')}
    and t.status not in ('draft', 'cancelled', 'rejected')`;

interface SoldRow {
  day: string;
  skuId: string;
  currency: string;
  units: number;
  net: bigint;
}

type Sold = Omit<ProductSales, 'open'>;

async function sold(tx: Tx, skuIds: readonly string[]): Promise<Sold> {
  const { zone } = tx.actor;
  const today = dayIn(tx.now, zone);
  const first = addDays(today, 1 - SALES_DAYS);
  const since = startOfDay(addDays(first, -SALES_DAYS), zone);
  const rows = await tx.query<SoldRow>(sql`
    select (o.ordered_at at time zone ${zone})::date::text as day, l.sku_id, l.currency,
      sum(l.qty - l.qty_cancelled)::integer as units, sum(l.line_net)::bigint as net
    from order_line l join (${soldOrders(tx)}) o on o.id = l.order_id
    where l.tenant_id = ${tx.tenant} and l.sku_id = any(${[...skuIds]}::uuid[])
      and o.ordered_at >= ${since}
    group by 1, 2, 3`);
  const counted = await tx.query<{ n: number }>(sql`
    select count(distinct o.id)::integer as n
    from order_line l join (${soldOrders(tx)}) o on o.id = l.order_id
    where l.tenant_id = ${tx.tenant} and l.sku_id = any(${[...skuIds]}::uuid[])
      and o.ordered_at >= ${startOfDay(first, zone)}`);
  const now = rows.filter(({ day }) => day >= first);
  const before = rows.filter(({ day }) => day < first);
  return {
    days: Array.from({ length: SALES_DAYS }, (_, at) => {
      const day = addDays(first, at);
      return { day, units: unitsOf(now.filter((row) => row.day === day)) };
    }),
    units: unitsOf(now),
    unitsBefore: unitsOf(before),
    orders: counted[0]?.n ?? 0,
    amounts: amountsOf(now),
    skus: bySku(now, before),
  };
}

const unitsOf = (rows: readonly SoldRow[]): number => rows.reduce((sum, { units }) => sum + units, 0);

const amountsOf = (rows: readonly SoldRow[]): Sold['amounts'] =>
  [...Map.groupBy(rows, ({ currency }) => currency)]
    .map(([currency, some]) => ({
      currency,
      amount: formatDecimal(
        some.reduce((sum, { net }) => sum + BigInt(net), 0n),
        exponentOf(currency),
      ),
    }))
    .sort((a, b) => a.currency.localeCompare(b.currency));

const bySku = (now: readonly SoldRow[], before: readonly SoldRow[]): Sold['skus'] =>
  [...new Set([...now, ...before].map(({ skuId }) => skuId))]
    .map((skuId) => ({
      skuId,
      units: unitsOf(now.filter((row) => row.skuId === skuId)),
      unitsBefore: unitsOf(before.filter((row) => row.skuId === skuId)),
    }))
    .sort((a, b) => b.units - a.units || a.skuId.localeCompare(b.skuId));

type OpenRow = Omit<ProductSales['open']['orders'][number], 'shipBy'> & {
  shipBy: Date | null;
  total: number;
  allUnits: number;
};

async function openOrders(tx: Tx, skuIds: readonly string[]): Promise<ProductSales['open']> {
  const rows = await tx.query<OpenRow>(sql`
    select o.id, o.channel_order_no, o.status, o.ship_by, a.name as account, o.units,
      (count(*) over ())::integer as total, (sum(o.units) over ())::integer as all_units
    from (
      select o.id, o.channel_order_no, o.status, o.ship_by, o.account_id,
        sum(l.qty - l.qty_cancelled - l.qty_shipped)::integer as units
      from order_line l join (${soldOrders(tx)}) o on o.id = l.order_id
      where l.tenant_id = ${tx.tenant} and l.sku_id = any(${[...skuIds]}::uuid[])
        and l.qty - l.qty_cancelled - l.qty_shipped > 0
        and o.status in ('new', 'accepted', 'ready', 'processing', 'partial')
      group by 1, 2, 3, 4, 5) o
    join channel_account a on a.tenant_id = ${tx.tenant} and a.id = o.account_id
    order by o.ship_by nulls last, o.id limit ${MOST_OPEN}`);
  return {
    count: rows[0]?.total ?? 0,
    units: rows[0]?.allUnits ?? 0,
    orders: rows.map(({ total: _total, allUnits: _all, shipBy, ...row }) => ({
      ...row,
      shipBy: shipBy && toWireTime(shipBy, tx.actor.zone),
    })),
  };
}
