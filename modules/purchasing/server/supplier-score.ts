import { addDays, dayIn, parseWireDay, startOfDay } from '#kit/model/time.ts';
import type { Tx } from '#kit/server/database.ts';
import { baseConditions } from '#kit/server/query/row-conditions.ts';
import { seenConditions } from '#kit/server/query/row-limits.ts';
import { join, sql, type Sql } from '#kit/server/sql.ts';
import { baseCurrency } from '#modules/base/server/index.ts';
import { periodReversed } from '../model/errors.ts';
import { purchaseOrder } from '../model/purchase-order.ts';
import { supplierBill } from '../model/supplier-bill.ts';
import { SCORE_DAYS, SCORE_WEIGHTS } from '../model/supplier-score.ts';

/** Days on which orders were given to suppliers. */
interface Period {
  from: string;
  to: string;
}

/** @throws Refusal 422 where it ends before it begins; what is no day is left to the filter */
export function readPeriod(
  { now, actor: { zone } }: Pick<Tx, 'now' | 'actor'>,
  query: Readonly<Record<string, string>>,
): Period {
  const read = (name: string): string | null => parseWireDay(query[name] ?? '', zone);
  const exact = read('orderedOn');
  const to = exact ?? read('orderedOn_end') ?? dayIn(now, zone);
  const from = exact ?? read('orderedOn_begin') ?? addDays(to, 1 - SCORE_DAYS);
  if (from > to) throw periodReversed({ from, to });
  return { from, to };
}

/**
 * Lines of the orders that suppliers were given in a period, of warehouses that the caller may see. A
 * line is judged by the day on which the last of it stood at the door: how long the warehouse takes to
 * count is not the supplier's doing.
 */
export const deliveryRows = (tx: Tx, query: Readonly<Record<string, string>>): Sql =>
  judgedLines(tx, readPeriod(tx, query));

function judgedLines(tx: Tx, period: Period): Sql {
  const today = sql`${dayIn(tx.now, tx.actor.zone)}::date`;
  const isOver = sql`d.qty_received + d.qty_closed >= d.qty`;
  return sql`
    select d.*,
      case when d.promised_on is null then 'unpromised'
        when ${isOver} and d.qty_received = 0 then 'missed'
        when ${isOver} and coalesce(d.arrived_on, d.promised_on) <= d.promised_on then 'onTime'
        when ${isOver} then 'late'
        when d.promised_on < ${today} then 'overdue' else 'waiting' end as outcome,
      case when d.promised_on is null or (${isOver} and d.qty_received = 0) then null
        when ${isOver} then greatest(0, d.arrived_on - d.promised_on)
        when d.promised_on < ${today} then ${today} - d.promised_on end as delay_days,
      case when d.arrived_on is not null then d.arrived_on - d.ordered_on end as lead_days
    from (${orderedLines(tx, period)}) d`;
}

const orderedLines = (tx: Tx, { from, to }: Period): Sql => sql`
  select l.id, l.tenant_id, t.create_time, t.id as purchase_order_id, t.supplier_id, t.warehouse_id, l.sku_id,
    o.day as ordered_on, coalesce(l.eta, t.eta) as promised_on, a.arrived_on,
    l.qty, l.qty_received, l.qty_closed, coalesce(a.bad_qty, 0)::integer as bad_qty,
    coalesce(p.lead_days, s.lead_days) as stated_days, l.unit_price, p.unit_price as list_price, l.currency
  from purchase_order t
  cross join lateral (select (t.ordered_at at time zone ${tx.actor.zone})::date as day) o
  join supplier s on s.tenant_id = t.tenant_id and s.id = t.supplier_id
  join purchase_order_line l on l.tenant_id = t.tenant_id and l.purchase_order_id = t.id
  left join lateral (
    select max((r.arrived_at at time zone ${tx.actor.zone})::date) as arrived_on,
      sum(i.quarantine_qty + i.damaged_qty) as bad_qty
    from inbound_receipt_line i
    join inbound_receipt r on r.tenant_id = i.tenant_id and r.id = i.receipt_id
    where i.tenant_id = l.tenant_id and i.ref_line_id = l.id
      and i.good_qty + i.quarantine_qty + i.damaged_qty > 0) a on true
  left join lateral (
    select p.unit_price, p.lead_days from supplier_price p
    where p.tenant_id = t.tenant_id and p.deleted_at is null and p.supplier_id = t.supplier_id
      and p.sku_id = l.sku_id and p.currency = l.currency and p.min_qty <= l.qty
      and p.effective_date <= o.day
    order by p.min_qty desc, p.effective_date desc limit 1) p on true
  where ${join(baseConditions(purchaseOrder, tx.actor), ' and ')} and t.status <> 'cancelled'
    and t.ordered_at >= ${startOfDay(from, tx.actor.zone)}
    and t.ordered_at < ${startOfDay(addDays(to, 1), tx.actor.zone)}`;

/** A share of two sums; null where there is nothing to share. */
const share = (part: Sql, whole: Sql): Sql => sql`(${part}::numeric / nullif(${whole}, 0))::numeric(18,8)`;

const JUDGED = sql`d.outcome in ('onTime', 'late', 'overdue', 'missed')`;
const LATE = sql`d.outcome in ('late', 'overdue')`;
const PRICED = sql`d.list_price > 0 and d.unit_price is not null`;

/** Suppliers that were given orders in the period, each figure counted from {@link deliveryRows}. */
export async function scoreRows(tx: Tx, query: Readonly<Record<string, string>>): Promise<Sql> {
  const period = readPeriod(tx, query);
  const { onTime, fill, good } = SCORE_WEIGHTS;
  return sql`
    select f.*, b.bill_count, b.bill_variance, ${await baseCurrency(tx)}::text as base_currency,
      round(f.on_time_share * ${onTime} + f.fill_share * ${fill}
        + (1 - coalesce(f.bad_share, 0)) * ${good})::integer as score
    from (${figures(tx, period)}) f
    cross join lateral (
      select count(*)::integer as bill_count, sum(v.price_variance)::bigint as bill_variance
      from supplier_bill v
      where v.tenant_id = f.tenant_id and v.supplier_id = f.supplier_id
        and ${join([sql`true`, ...seenConditions(supplierBill, tx.actor, 'v')], ' and ')}
        and v.status in ('posted', 'part_paid', 'paid')
        and v.bill_date between ${period.from}::date and ${period.to}::date) b`;
}

const figures = (tx: Tx, period: Period): Sql => sql`
  select g.*, ${share(sql`g.on_time_count`, sql`g.judged_count`)} as on_time_share,
    ${share(sql`g.due_received`, sql`g.due_qty`)} as fill_share,
    ${share(sql`g.bad_qty`, sql`g.qty_received`)} as bad_share
  from (
    select d.supplier_id as id, d.tenant_id, d.supplier_id, max(d.create_time) as create_time,
      max(d.ordered_on) as ordered_on, count(distinct d.purchase_order_id)::integer as order_count,
      count(*)::integer as line_count, ${counted(JUDGED)} as judged_count,
      ${counted(sql`d.outcome = 'onTime'`)} as on_time_count, ${counted(LATE)} as late_count,
      avg(d.delay_days) filter (where ${LATE})::numeric(18,8) as average_delay,
      coalesce(sum(d.qty) filter (where ${JUDGED}), 0)::integer as due_qty,
      coalesce(sum(least(d.qty, d.qty_received)) filter (where ${JUDGED}), 0)::integer as due_received,
      sum(d.qty_received)::integer as qty_received, sum(d.bad_qty)::integer as bad_qty,
      ${counted(PRICED)} as priced_count,
      (sum(d.qty * (d.unit_price - d.list_price)) filter (where ${PRICED})
        / nullif(sum(d.qty * d.list_price) filter (where ${PRICED}), 0))::numeric(18,8) as price_change,
      ${counted(sql`d.lead_days is not null`)} as delivered_count,
      avg(d.lead_days)::numeric(18,8) as lead_days,
      avg(d.stated_days) filter (where d.lead_days is not null)::numeric(18,8) as stated_days
    from (${judgedLines(tx, period)}) d group by d.tenant_id, d.supplier_id) g`;

const counted = (holds: Sql): Sql => sql`(count(*) filter (where ${holds}))::integer`;
