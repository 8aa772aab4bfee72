import { addDays, dayIn, parseWireDay, startOfDay } from '#kit/model/time.ts';
import type { Tx } from '#kit/server/database.ts';
import { seenConditions } from '#kit/server/query/row-limits.ts';
import { join, sql, type Sql } from '#kit/server/sql.ts';
import { baseCurrency } from '#modules/base/server/index.ts';
import { shipment } from '#modules/fulfilment/model/shipment.ts';
import { ANALYSIS_DAYS } from '../../model/return-analysis.ts';
import { analysisReversed } from '../../model/analysis-errors.ts';
import { partCause, partOrder } from '../../model/part-order.ts';
import { returnOrder } from '../../model/return-order.ts';

/** Days that are looked at. */
export interface Period {
  from: string;
  to: string;
}

type Query = Readonly<Record<string, string>>;

/** @throws Refusal 422 where it ends before it begins; what is no day is left to the filter */
export function readPeriod(
  { now, actor: { zone } }: Pick<Tx, 'now' | 'actor'>,
  query: Query,
  field: 'requestedOn' | 'shippedOn',
): Period {
  const read = (name: string): string | null => parseWireDay(query[name] ?? '', zone);
  const exact = read(field);
  const to = exact ?? read(`${field}_end`) ?? dayIn(now, zone);
  const from = exact ?? read(`${field}_begin`) ?? addDays(to, 1 - ANALYSIS_DAYS);
  if (from > to) throw analysisReversed({ from, to });
  return { from, to };
}

const duringPeriod = (tx: Tx, at: Sql, { from, to }: Period): Sql => sql`
  ${at} >= ${startOfDay(from, tx.actor.zone)} and ${at} < ${startOfDay(addDays(to, 1), tx.actor.zone)}`;

const seen = (conditions: readonly Sql[]): Sql => join([sql`true`, ...conditions], ' and ');

/** A SKU that has one carton breaks in that one, whoever said which. */
const cartonOf = (answers: Sql): Sql => sql`coalesce(${answers}, (
  select min(c.carton_no) from sku_carton c where c.tenant_id = l.tenant_id and c.sku_id = l.sku_id
    and c.deleted_at is null having count(*) = 1))`;

/** Lines of returns, with how their order had been sent and their share of what the return lost. */
const returnLines = (tx: Tx, period: Period): Sql => sql`
  select l.id, l.tenant_id, r.create_time, 'return' as kind,
    (r.requested_at at time zone ${tx.actor.zone})::date as requested_on,
    r.id as return_id, null::uuid as part_order_id, r.order_id, r.account_id,
    coalesce(s.warehouse_id, r.warehouse_id) as warehouse_id, s.carrier_code as carrier, l.sku_id,
    ${cartonOf(sql`l.carton_no`)} as carton_no,
    e.code as reason_code, e.name as reason, coalesce(r.fault, e.fault) as fault,
    l.qty_requested as qty, l.qty_damaged, null::integer as sent_qty,
    -- Shares add up to what the return lost, to the cent; before money is given back nothing is said of it.
    case when r.status in ('credited', 'closed') then
      (round(r.return_loss::numeric * sum(l.qty_requested) over parts / r.qty_requested)
        - round(r.return_loss::numeric * (sum(l.qty_requested) over parts - l.qty_requested) / r.qty_requested)
      )::bigint else 0 end as loss
  from return_order r
  join return_line l on l.tenant_id = r.tenant_id and l.return_id = r.id
  join return_reason e on e.tenant_id = r.tenant_id and e.id = r.reason_id
  left join lateral (
    select s.warehouse_id, s.carrier_code from shipment_line x
    join shipment s on s.tenant_id = x.tenant_id and s.id = x.shipment_id
    where x.tenant_id = l.tenant_id and x.order_line_id = l.order_line_id and s.shipped_at is not null
      and ${seen(seenConditions(shipment, tx.actor, 's'))}
    order by s.shipped_at desc, s.id desc limit 1) s on true
  where r.tenant_id = ${tx.tenant} and ${seen(seenConditions(returnOrder, tx.actor, 'r'))}
    and r.environment = 'live' and r.status not in ('draft', 'rejected', 'cancelled', 'expired')
    and ${duringPeriod(tx, sql`r.requested_at`, period)}
  window parts as (partition by r.id order by l.id)`;

/** Who answers for a part that is asked for again. */
const PART_FAULT = sql`case l.cause when 'damaged' then 'carrier' when 'lost' then 'buyer'
  when 'other' then null else 'seller' end`;

const partLines = (tx: Tx, period: Period): Sql => sql`
  select l.id, l.tenant_id, p.create_time, 'part' as kind,
    (p.received_at at time zone ${tx.actor.zone})::date as requested_on,
    null::uuid as return_id, p.id as part_order_id, p.order_id, p.account_id, p.warehouse_id,
    s.carrier_code as carrier, l.parent_sku_id as sku_id,
    ${cartonOf(sql`l.carton_no`)} as carton_no,
    'part:' || l.cause as reason_code, ${causeTitle()} as reason, ${PART_FAULT} as fault,
    l.qty, case when l.cause = 'damaged' then l.qty else 0 end as qty_damaged, l.shipped_qty as sent_qty,
    coalesce(l.cost, 0) + coalesce(l.residue_loss, 0) as loss
  from part_order p
  join (select x.*, x.parent_sku_id as sku_id from part_line x where x.tenant_id = ${tx.tenant}) l
    on l.tenant_id = p.tenant_id and l.part_order_id = p.id
  left join lateral (
    select s.carrier_code from shipment s
    where s.tenant_id = p.tenant_id and s.order_id = p.order_id and s.shipped_at is not null
      and ${seen(seenConditions(shipment, tx.actor, 's'))}
    order by s.shipped_at desc, s.id desc limit 1) s on true
  where p.tenant_id = ${tx.tenant} and ${seen(seenConditions(partOrder, tx.actor, 'p'))}
    and p.environment = 'live' and p.status not in ('draft', 'cancelled')
    and ${duringPeriod(tx, sql`p.received_at`, period)}`;

const PART_WORD = '配件';

const causeTitle = (): Sql =>
  join(
    [
      sql`case l.cause`,
      ...Object.entries(partCause.items).map(([code, title]) => sql`when ${code} then ${PART_WORD + title}`),
      sql`else ${PART_WORD} end`,
    ],
    ' ',
  );

/** Everything that went wrong in a period, of shops and warehouses that the caller may see. */
export const incidentsIn = (tx: Tx, period: Period): Sql => sql`
  select i.* from (${returnLines(tx, period)} union all ${partLines(tx, period)}) i`;

/** 售后明细 */
export async function incidentRows(tx: Tx, query: Query): Promise<Sql> {
  const period = readPeriod(tx, query, 'requestedOn');
  return sql`
    select i.id, i.tenant_id, i.create_time, i.kind, i.requested_on, i.return_id, i.part_order_id, i.order_id,
      i.account_id, i.warehouse_id, i.carrier, i.sku_id, i.carton_no, i.reason, i.fault, i.qty, i.qty_damaged,
      i.sent_qty, i.loss, ${await baseCurrency(tx)}::text as base_currency
    from (${incidentsIn(tx, period)}) i`;
}

/** Units that left in a period. */
export const shippedIn = (tx: Tx, period: Period): Sql => sql`
  select l.id, l.tenant_id, l.create_time, (s.shipped_at at time zone ${tx.actor.zone})::date as shipped_on,
    s.id as shipment_id, s.order_id, s.account_id, s.warehouse_id, s.carrier_code as carrier, l.sku_id, l.qty
  from shipment s join shipment_line l on l.tenant_id = s.tenant_id and l.shipment_id = s.id
  where s.tenant_id = ${tx.tenant} and ${seen(seenConditions(shipment, tx.actor, 's'))}
    and s.environment = 'live' and s.status <> 'voided' and ${duringPeriod(tx, sql`s.shipped_at`, period)}`;

/** 发货明细 */
export const shippedRows = (tx: Tx, query: Query): Sql => shippedIn(tx, readPeriod(tx, query, 'shippedOn'));
