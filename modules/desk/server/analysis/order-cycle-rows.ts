import { addDays, dayIn, parseWireDay, startOfDay } from '#kit/model/time.ts';
import type { Tx } from '#kit/server/database.ts';
import { baseConditions, hiddenConditions } from '#kit/server/query/row-conditions.ts';
import { join, sql, type Sql } from '#kit/server/sql.ts';
import { salesOrder } from '#modules/orders/model/order.ts';
import { CYCLE_DAYS, type CycleStep } from '../../model/order-cycle.ts';

/** An order is looked at so many days after it was placed: what took longer is nobody's usual pace. */
const LOOK_BACK_DAYS = 120;

/** Steps that orders of the reader ended on the days that are asked about; what was shipped elsewhere has none. */
export function orderCycleRows(tx: Tx, query: Readonly<Record<string, string>>): Sql {
  const { zone } = tx.actor;
  const read = (name: string): string | null => parseWireDay(query[name] ?? '', zone);
  const to = read('day') ?? read('day_end') ?? dayIn(tx.now, zone);
  const from = read('day') ?? read('day_begin') ?? addDays(to, 1 - CYCLE_DAYS);
  const steps = [
    step(tx, 'accept', sql`o.ordered_at`, sql`o.accepted_at`),
    step(tx, 'ship', sql`o.ordered_at`, sql`o.shipped_at`),
    step(tx, 'deliver', sql`o.shipped_at`, sql`o.delivered_at`),
  ];
  return sql`
    with o as (
      select t.tenant_id, t.id, t.create_time, t.account_id, t.warehouse_id, t.ordered_at, t.shipped_at, t.delivered_at,
        (select min(g.at) from state_log g where g.tenant_id = t.tenant_id and g.row_id = t.id
          and g.from_state = 'new' and g.to_state not in ('cancelled', 'rejected', 'new')) as accepted_at
      from sales_order t
      where ${join([...baseConditions(salesOrder, tx.actor), ...hiddenConditions(salesOrder)], ' and ')}
        and t.status not in ('draft', 'history')
        and t.ordered_at >= ${startOfDay(addDays(from, -LOOK_BACK_DAYS), zone)}
        and t.ordered_at < ${startOfDay(addDays(to, 1), zone)})
    select k.* from (${join(steps, ' union all ')}) k`;
}

const step = (tx: Tx, name: CycleStep, started: Sql, ended: Sql): Sql => sql`
  select md5(${name} || o.id::text)::uuid as id, o.tenant_id, o.create_time,
    (${ended} at time zone ${tx.actor.zone})::date as day, ${name}::text as step, o.id as order_id, o.account_id,
    o.warehouse_id, ${started} as started_at, ${ended} as ended_at,
    round(extract(epoch from ${ended} - ${started}) / 3600, 2)::numeric(18, 8) as hours
  from o where ${started} is not null and ${ended} >= ${started}`;
