import { addDays, dayIn, parseWireDay, startOfDay } from '#kit/model/time.ts';
import type { Tx } from '#kit/server/database.ts';
import { seenConditions } from '#kit/server/query/row-limits.ts';
import { baseConditions } from '#kit/server/query/row-conditions.ts';
import { join, sql, type Sql } from '#kit/server/sql.ts';
import { partOrder } from '#modules/aftersales/model/part-order.ts';
import { incidentsIn, shippedIn } from '#modules/aftersales/server/index.ts';
import { shipment } from '#modules/fulfilment/model/shipment.ts';
import { salesOrder } from '#modules/orders/model/order.ts';
import { PERFORMANCE_DAYS, performanceReversed } from '../../model/performance.ts';

/** Days that are looked at. */
interface Period {
  from: string;
  to: string;
}

type Query = Readonly<Record<string, string>>;

/** @throws Refusal 422 where it ends before it begins; what is no day is left to the filter */
export function readPeriod({ now, actor: { zone } }: Pick<Tx, 'now' | 'actor'>, query: Query): Period {
  const read = (name: string): string | null => parseWireDay(query[name] ?? '', zone);
  const exact = read('day');
  const to = exact ?? read('day_end') ?? dayIn(now, zone);
  const from = exact ?? read('day_begin') ?? addDays(to, 1 - PERFORMANCE_DAYS);
  if (from > to) throw performanceReversed({ from, to });
  return { from, to };
}

const during = (tx: Tx, at: Sql, { from, to }: Period): Sql => sql`
  ${at} >= ${startOfDay(from, tx.actor.zone)} and ${at} < ${startOfDay(addDays(to, 1), tx.actor.zone)}`;

const dayOf = (tx: Tx, at: Sql): Sql => sql`(${at} at time zone ${tx.actor.zone})::date`;

const id = (metric: string, row: Sql): Sql => sql`md5(${metric} || ${row}::text)::uuid`;

/** Links that a row of a kind does not have. */
const NOTHING = {
  order: sql`null::uuid as order_id`,
  shipment: sql`null::uuid as shipment_id`,
  part: sql`null::uuid as part_order_id`,
  return: sql`null::uuid as return_id`,
  sku: sql`null::uuid as sku_id`,
  reason: sql`null::text as reason`,
};

/**
 * Orders of marketplaces, as those count them: what we have split is one. Trial orders, drafts and what was shipped
 * before the shop was connected are nobody's performance.
 * @param at what puts an order into the period
 */
const families = (tx: Tx, at: Sql, period: Period): Sql => sql`
  select t.tenant_id, t.account_id, t.channel_order_no, t.order_type, min(t.create_time) as create_time,
    (array_agg(t.id order by t.split_seq))[1] as order_id, min(${at}) as at,
    bool_or(t.status <> 'cancelled' and t.status <> 'rejected') as is_wanted,
    bool_or(t.cancelled_side = 'seller' or t.status = 'rejected') as is_ours,
    min(t.accept_deadline) as accept_deadline, bool_or(t.status = 'new') as waits,
    min((select min(g.at) from state_log g where g.tenant_id = t.tenant_id and g.row_id = t.id
      and g.from_state = 'new' and g.to_state not in ('cancelled', 'rejected', 'new'))) as accepted_at,
    max(greatest(0, extract(epoch from coalesce(t.shipped_at, ${tx.now}) - t.ship_by) / 3600))
      filter (where t.ship_by is not null and t.status not in ('cancelled', 'rejected'))::integer as late_hours,
    bool_or(t.shipped_at > t.ship_by or (t.shipped_at is null and t.ship_by < ${tx.now}))
      filter (where t.status not in ('cancelled', 'rejected')) as is_late,
    bool_or(t.shipped_at is null) filter (where t.status not in ('cancelled', 'rejected')) as is_open
  from sales_order t
  where ${join(baseConditions(salesOrder, tx.actor), ' and ')} and t.environment = 'live'
    and t.order_type <> 'manual' and t.status not in ('draft', 'history') and ${during(tx, at, period)}
  group by 1, 2, 3, 4`;

const onTimeShip = (tx: Tx, period: Period): Sql => sql`
  select ${id('onTimeShip', sql`f.order_id`)} as id, f.tenant_id, f.create_time, 'onTimeShip' as metric,
    ${dayOf(tx, sql`f.at`)} as day,
    case when f.is_late then 'missed' when f.is_open then 'open' else 'met' end as outcome, f.account_id, f.order_id,
    ${NOTHING.shipment}, ${NOTHING.part}, ${NOTHING.return}, ${NOTHING.sku}, 1 as qty,
    case when f.is_late then f.late_hours end as hours,
    case when f.is_late and f.is_open then 'unsent' when f.is_late then 'late' end as cause, ${NOTHING.reason},
    case when not f.is_late and not f.is_open then 1 else 0 end as part,
    case when f.is_late or not f.is_open then 1 else 0 end as whole
  from (${families(tx, sql`t.ship_by`, period)}) f where f.is_wanted`;

const acceptOnTime = (tx: Tx, period: Period): Sql => sql`
  select ${id('acceptOnTime', sql`f.order_id`)} as id, f.tenant_id, f.create_time, 'acceptOnTime' as metric,
    ${dayOf(tx, sql`f.at`)} as day, f.outcome, f.account_id, f.order_id,
    ${NOTHING.shipment}, ${NOTHING.part}, ${NOTHING.return}, ${NOTHING.sku}, 1 as qty,
    case when f.outcome = 'missed' then
      greatest(0, extract(epoch from coalesce(f.accepted_at, ${tx.now}) - f.accept_deadline) / 3600)::integer end as hours,
    case when f.outcome <> 'missed' then null when f.accepted_at is null then 'unaccepted'
      else 'acceptedLate' end as cause, ${NOTHING.reason},
    case when f.outcome = 'met' then 1 else 0 end as part, case when f.outcome = 'open' then 0 else 1 end as whole
  from (select f.*, case when f.accepted_at <= f.accept_deadline then 'met'
      when f.accepted_at > f.accept_deadline or f.accept_deadline < ${tx.now} then 'missed' else 'open' end as outcome
    from (${families(tx, sql`t.ordered_at`, period)}) f
    where f.accept_deadline is not null and (f.accepted_at is not null or f.waits)) f`;

const sellerCancel = (tx: Tx, period: Period): Sql => sql`
  select ${id('sellerCancel', sql`f.order_id`)} as id, f.tenant_id, f.create_time, 'sellerCancel' as metric,
    ${dayOf(tx, sql`f.at`)} as day, case when f.ours then 'missed' else 'met' end as outcome, f.account_id,
    f.order_id, ${NOTHING.shipment}, ${NOTHING.part}, ${NOTHING.return}, ${NOTHING.sku}, 1 as qty,
    null::integer as hours, case when f.ours then 'cancelled' end as cause, ${NOTHING.reason},
    case when f.ours then 1 else 0 end as part, 1 as whole
  from (select f.*, coalesce(f.is_ours, false) as ours from (${families(tx, sql`t.ordered_at`, period)}) f) f`;

const validTracking = (tx: Tx, period: Period): Sql => sql`
  select ${id('validTracking', sql`s.id`)} as id, s.tenant_id, s.create_time, 'validTracking' as metric,
    ${dayOf(tx, sql`s.shipped_at`)} as day,
    case when coalesce(s.tracking_no, '') = '' then 'missed' else 'met' end as outcome, s.account_id, s.order_id,
    s.id as shipment_id, ${NOTHING.part}, ${NOTHING.return}, ${NOTHING.sku}, 1 as qty, null::integer as hours,
    case when coalesce(s.tracking_no, '') = '' then 'noTracking' end as cause, ${NOTHING.reason},
    case when coalesce(s.tracking_no, '') = '' then 0 else 1 end as part, 1 as whole
  from shipment s
  where s.tenant_id = ${tx.tenant} and ${join([sql`true`, ...seenConditions(shipment, tx.actor, 's')], ' and ')}
    and s.environment = 'live' and s.status <> 'voided' and ${during(tx, sql`s.shipped_at`, period)}`;

const partFill = (tx: Tx, period: Period): Sql => sql`
  select ${id('partFill', sql`t.id`)} as id, t.tenant_id, t.create_time, 'partFill' as metric,
    ${dayOf(tx, sql`t.received_at`)} as day,
    case when t.stage = 'shipped' then 'met' when t.status in ('new', 'needInfo', 'confirmed', 'breached') then 'open'
      else 'missed' end as outcome,
    t.account_id, t.order_id, ${NOTHING.shipment}, t.id as part_order_id, ${NOTHING.return}, ${NOTHING.sku}, 1 as qty,
    null::integer as hours, case when t.status = 'rejected' then 'partRejected' when t.status = 'breached' then 'partOverdue' end
      as cause, ${NOTHING.reason},
    case when t.stage = 'shipped' then 1 else 0 end as part, 1 as whole
  from part_order t
  where ${join(baseConditions(partOrder, tx.actor), ' and ')} and t.environment = 'live'
    and t.status not in ('draft', 'cancelled') and ${during(tx, sql`t.received_at`, period)}`;

/** Which units that went wrong a metric counts, of all that left in the period. */
const GONE_WRONG = {
  returnRate: sql`i.kind = 'return'`,
  incident: sql`true`,
  damage: sql`i.qty_damaged > 0`,
};

/** Units that went wrong beside those that left: a return counts on the day on which it is asked for. */
const ofUnits = (tx: Tx, metric: keyof typeof GONE_WRONG, period: Period): Sql => sql`
  select ${id(metric, sql`i.id`)} as id, i.tenant_id, i.create_time, ${metric}::text as metric, i.requested_on as day,
    'missed' as outcome, i.account_id, i.order_id, ${NOTHING.shipment}, i.part_order_id, i.return_id, i.sku_id,
    ${metric === 'damage' ? sql`i.qty_damaged` : sql`i.qty`} as qty, null::integer as hours, null as cause, i.reason,
    ${metric === 'damage' ? sql`i.qty_damaged` : sql`i.qty`} as part, 0 as whole
  from (${incidentsIn(tx, period)}) i where i.account_id is not null and ${GONE_WRONG[metric]}
  union all
  select ${id(metric, sql`u.id`)}, u.tenant_id, u.create_time, ${metric}::text, u.shipped_on, 'met', u.account_id,
    u.order_id, u.shipment_id, null::uuid, null::uuid, u.sku_id, u.qty, null::integer, null, null, 0, u.qty
  from (${shippedIn(tx, period)}) u`;

/** Everything that the metrics of a period count, of shops and warehouses that the caller may see. */
export function countedRows(tx: Tx, query: Query): Sql {
  const period = readPeriod(tx, query);
  const kinds = [
    acceptOnTime(tx, period),
    onTimeShip(tx, period),
    validTracking(tx, period),
    sellerCancel(tx, period),
    partFill(tx, period),
    ofUnits(tx, 'returnRate', period),
    ofUnits(tx, 'incident', period),
    ofUnits(tx, 'damage', period),
  ];
  return sql`select k.* from (${join(kinds, ' union all ')}) k`;
}
