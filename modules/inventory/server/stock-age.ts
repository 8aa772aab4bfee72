import { addDays, dayIn, startOfDay } from '#kit/model/time.ts';
import type { Tx } from '#kit/server/database.ts';
import { sql, type Sql } from '#kit/server/sql.ts';
import { baseCurrency } from '#modules/base/server/index.ts';
import { STALE_DAYS } from '../model/stock-age.ts';
import { placeId } from './stock-place.ts';
import { warehousesSeen } from './stock-seen.ts';

/** When the last so many days began, today among them, where the tenant is. */
export const daysAgo = ({ now, actor: { zone } }: Tx, days: number): Date =>
  startOfDay(addDays(dayIn(now, zone), 1 - days), zone);

/**
 * Open cost layers of every SKU in every warehouse that the caller may see, by age. What was sold is
 * looked up row by row through its index: only for rows that are shown, or where somebody asks for it.
 */
export const stockAgeRows = async (tx: Tx): Promise<Sql> => sql`
  select ${placeId('g')} as id, g.*,
    ${await baseCurrency(tx)}::text as currency,
    case when g.age <= 30 then 'd30' when g.age <= 60 then 'd60' when g.age <= 90 then 'd90'
      when g.age <= 180 then 'd180' when g.age <= 365 then 'd365' else 'over' end as band,
    (select (max(m.create_time) at time zone ${tx.actor.zone})::date from stock_movement m
      where ${soldOf(tx)}) as last_sold_day,
    ${soldSince(tx, 30)} as sold30,
    ${soldSince(tx, 90)} as sold90,
    g.age > ${STALE_DAYS} and not exists (select 1 from stock_movement m
      where ${soldOf(tx)} and m.create_time >= ${daysAgo(tx, STALE_DAYS)}) as is_stale
  from (${agedLayers(tx)}) g`;

/** Sales of the row `g`, as conditions on the movements `m`. */
const soldOf = (tx: Tx): Sql => sql`m.tenant_id = ${tx.tenant} and m.type = 'sale_out'
  and m.warehouse_id = g.warehouse_id and m.sku_id = g.sku_id`;

const soldSince = (tx: Tx, days: number): Sql => sql`
  (select coalesce(-sum(m.qty), 0)::integer from stock_movement m
    where ${soldOf(tx)} and m.create_time >= ${daysAgo(tx, days)})`;

const agedLayers = (tx: Tx): Sql => sql`
  select l.tenant_id, l.sku_id, l.warehouse_id,
    sum(l.qty_left)::integer as qty, sum(l.value_left)::bigint as value,
    ${band(sql`l.age <= 30`, '30')}, ${band(sql`l.age between 31 and 60`, '60')},
    ${band(sql`l.age between 61 and 90`, '90')}, ${band(sql`l.age between 91 and 180`, '180')},
    ${band(sql`l.age between 181 and 365`, '365')}, ${band(sql`l.age > 365`, 'over')},
    max(l.age) as age, min(l.day) as oldest_day, min(l.since) as create_time
  from (select c.*, (c.since at time zone ${tx.actor.zone})::date as day,
      greatest(0, ${dayIn(tx.now, tx.actor.zone)}::date - (c.since at time zone ${tx.actor.zone})::date) as age
    from cost_layer c
    where c.tenant_id = ${tx.tenant} and c.qty_left > 0 and c.warehouse_id in (${warehousesSeen(tx)})) l
  group by 1, 2, 3`;

/** Units and value of one band, as two columns. */
const band = (holds: Sql, name: `${keyof typeof BAND_COLUMNS}`): Sql => sql`
  coalesce(sum(l.qty_left) filter (where ${holds}), 0)::integer as ${BAND_COLUMNS[name][0]},
  coalesce(sum(l.value_left) filter (where ${holds}), 0)::bigint as ${BAND_COLUMNS[name][1]}`;

const BAND_COLUMNS = {
  30: [sql`units30`, sql`value30`],
  60: [sql`units60`, sql`value60`],
  90: [sql`units90`, sql`value90`],
  180: [sql`units180`, sql`value180`],
  365: [sql`units365`, sql`value365`],
  over: [sql`units_over`, sql`value_over`],
} as const;
