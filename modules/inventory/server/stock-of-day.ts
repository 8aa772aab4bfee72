import { addDays, dayIn, parseWireDay, startOfDay } from '#kit/model/time.ts';
import type { Tx } from '#kit/server/database.ts';
import { sql, type Sql } from '#kit/server/sql.ts';
import { baseCurrency } from '#modules/base/server/index.ts';
import { dayNotOver, daysReversed } from '../model/errors.ts';
import { stockOfDay } from '../model/stock-of-day.ts';
import { placeId } from './stock-place.ts';
import { warehousesSeen } from './stock-seen.ts';

/** Days that are asked about, and the moments at which they begin and are over. */
export interface Days {
  from: string;
  to: string;
  begin: Date;
  over: Date;
}

/**
 * The days that a query asks about: `day_begin` to `day_end`, or one of them; yesterday, the last whole
 * day, where it asks about none. What is no day is left to the filter, which refuses it.
 * @throws Refusal 422 for days to come, or in the wrong order
 */
export function readDays(
  { now, actor: { zone } }: Pick<Tx, 'now' | 'actor'>,
  query: Readonly<Record<string, string>>,
): Days {
  const today = dayIn(now, zone);
  const read = (name: string): string | null => parseWireDay(query[name] ?? '', zone);
  const exact = read('day');
  const begin = read('day_begin');
  const to = exact ?? read('day_end') ?? (begin ? today : addDays(today, -1));
  const from = exact ?? begin ?? to;
  const late = [from, to].find((day) => day > today);
  if (late) throw dayNotOver({ title: stockOfDay.fields.day.title, day: late, today });
  if (from > to) throw daysReversed({ from, to });
  return { from, to, begin: startOfDay(from, zone), over: startOfDay(addDays(to, 1), zone) };
}

/**
 * Every SKU in every warehouse that the caller may see that lay there at the end of the last day, or
 * moved in these days. What came, went and cost is summed row by row from the index of movements: only
 * for rows that are shown, or where somebody sorts or filters by it.
 */
export async function stockOfDayRows(tx: Tx, query: Readonly<Record<string, string>>): Promise<Sql> {
  const days = readDays(tx, query);
  const { begin, over } = days;
  const inQty = moved(tx, sql`sum(m.qty)`, sql`m.qty > 0 and ${MOVED} and m.create_time >= ${begin}`, over);
  const outQty = moved(tx, sql`-sum(m.qty)`, sql`m.qty < 0 and ${MOVED} and m.create_time >= ${begin}`, over);
  const inValue = moved(tx, sql`sum(m.cost_value)`, sql`m.qty > 0 and m.create_time >= ${begin}`, over);
  const outValue = moved(tx, sql`-sum(m.cost_value)`, sql`m.qty < 0 and m.create_time >= ${begin}`, over);
  const landed = revalued(tx, sql`v.cause = 'landed' and v.create_time >= ${begin}`, over);
  const truedUp = revalued(tx, sql`v.cause = 'trueUp' and v.create_time >= ${begin}`, over);
  return sql`
    select ${placeId('g')} as id, g.tenant_id, g.sku_id, g.warehouse_id,
      ${days.to}::date as day, ${await baseCurrency(tx)}::text as currency, g.create_time,
      g.qty, g.good_qty, g.damaged_qty, g.quarantine_qty,
      ${inQty}::integer as in_qty, ${outQty}::integer as out_qty,
      (g.qty - ${inQty} + ${outQty})::integer as opening_qty,
      ${worth(tx, over)}::bigint as value,
      (${inValue} + ${landed})::bigint as in_value, (${outValue} - ${truedUp})::bigint as out_value,
      ${worth(tx, begin)}::bigint as opening_value
    from (${stockAtEnd(tx, days)}) g`;
}

/** Goods that came or left: a change of their condition is neither. */
export const MOVED = sql`m.type not in ('condition_from', 'condition_to')`;

/** Named one by one, so that the index serves a range of time behind them. */
export const ALL_CONDITIONS = sql`m.condition in ('good', 'damaged', 'quarantine')`;

const moved = (tx: Tx, what: Sql, which: Sql, over: Date): Sql => sql`
  (select coalesce(${what}, 0) from stock_movement m
    where m.tenant_id = ${tx.tenant} and m.warehouse_id = g.warehouse_id and m.sku_id = g.sku_id
      and ${ALL_CONDITIONS} and m.create_time < ${over} and ${which})`;

/**
 * What changed the value of goods while none of them moved: costs that came later count with what came
 * in, and the difference to what goods were costed at that had left before they came with what went out.
 */
const revalued = (tx: Tx, which: Sql, over: Date): Sql => sql`
  (select coalesce(sum(v.amount), 0) from stock_revaluation v
    where v.tenant_id = ${tx.tenant} and v.warehouse_id = g.warehouse_id and v.sku_id = g.sku_id
      and v.create_time < ${over} and ${which})`;

const worth = (tx: Tx, at: Date): Sql =>
  sql`(${moved(tx, sql`sum(m.cost_value)`, sql`true`, at)} + ${revalued(tx, sql`true`, at)})`;

/** The last movement of each level before the end says what it held. */
const stockAtEnd = (tx: Tx, { begin, over }: Days): Sql => sql`
  select l.tenant_id, l.sku_id, l.warehouse_id, sum(last.balance_after)::integer as qty,
    coalesce(sum(last.balance_after) filter (where l.condition = 'good'), 0)::integer as good_qty,
    coalesce(sum(last.balance_after) filter (where l.condition = 'damaged'), 0)::integer as damaged_qty,
    coalesce(sum(last.balance_after) filter (where l.condition = 'quarantine'), 0)::integer as quarantine_qty,
    max(last.create_time) as create_time
  from stock_level l cross join lateral (
    select m.balance_after, m.create_time from stock_movement m
    where m.tenant_id = l.tenant_id and m.warehouse_id = l.warehouse_id and m.sku_id = l.sku_id
      and m.condition = l.condition and m.create_time < ${over}
    order by m.create_time desc, m.seq desc limit 1) last
  where l.tenant_id = ${tx.tenant} and l.warehouse_id in (${warehousesSeen(tx)})
  group by 1, 2, 3
  having bool_or(last.balance_after <> 0 or last.create_time >= ${begin})`;
