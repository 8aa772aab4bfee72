import { dayIn } from '#kit/model/time.ts';
import type { Tx } from '#kit/server/database.ts';
import type { Registry } from '#kit/server/registry.ts';
import { sql } from '#kit/server/sql.ts';
import { baseCurrency } from '#modules/base/server/index.ts';
import { stockOfDay, type DayTotals } from '../model/stock-of-day.ts';
import { amountText, foundRows } from './found-rows.ts';
import { ALL_CONDITIONS, readDays, MOVED, stockOfDayRows } from './stock-of-day.ts';

/** What the rows of a query come to: one pass over the movements of each of them. */
export async function dayTotals(tx: Tx, registry: Registry, query: Record<string, string>): Promise<DayTotals> {
  const { from, to, begin, over } = readDays(tx, query);
  const rows = await stockOfDayRows(tx, query);
  const currency = await baseCurrency(tx);
  const found = await foundRows(tx, stockOfDay, registry, query, rows);
  const [sums] = await tx.query<Record<string, bigint | null>>(sql`
    select sum(k.qty)::bigint as qty, sum(f.value + r.landed_all + r.trued_all)::bigint as value,
      sum(f.in_qty)::bigint as in_qty, sum(f.out_qty)::bigint as out_qty,
      sum(f.in_value + r.landed)::bigint as in_value, sum(f.out_value - r.trued)::bigint as out_value
    from (select t.warehouse_id, t.sku_id, t.qty ${found.from}) k cross join lateral (
      select coalesce(sum(m.cost_value), 0) as value,
        coalesce(sum(m.qty) filter (where m.qty > 0 and ${MOVED} and m.create_time >= ${begin}), 0) as in_qty,
        coalesce(-sum(m.qty) filter (where m.qty < 0 and ${MOVED} and m.create_time >= ${begin}), 0) as out_qty,
        coalesce(sum(m.cost_value) filter (where m.qty > 0 and m.create_time >= ${begin}), 0) as in_value,
        coalesce(-sum(m.cost_value) filter (where m.qty < 0 and m.create_time >= ${begin}), 0) as out_value
      from stock_movement m
      where m.tenant_id = ${tx.tenant} and m.warehouse_id = k.warehouse_id and m.sku_id = k.sku_id
        and ${ALL_CONDITIONS} and m.create_time < ${over}) f
    cross join lateral (
      select coalesce(sum(v.amount) filter (where v.cause = 'landed'), 0) as landed_all,
        coalesce(sum(v.amount) filter (where v.cause = 'trueUp'), 0) as trued_all,
        coalesce(sum(v.amount) filter (where v.cause = 'landed' and v.create_time >= ${begin}), 0) as landed,
        coalesce(sum(v.amount) filter (where v.cause = 'trueUp' and v.create_time >= ${begin}), 0) as trued
      from stock_revaluation v
      where v.tenant_id = ${tx.tenant} and v.warehouse_id = k.warehouse_id and v.sku_id = k.sku_id
        and v.create_time < ${over}) r`);
  const first = await tx.one<{ at: Date | null }>`
    select min(create_time) as at from stock_movement where tenant_id = ${tx.tenant}`;
  const worth = (units: bigint, value: bigint) => ({
    units: Number(units),
    value: found.hidesValue ? null : amountText(value, currency),
  });
  const n = (key: string): bigint => BigInt(sums?.[key] ?? 0);
  return {
    from,
    to,
    currency,
    firstDay: first.at && dayIn(first.at, tx.actor.zone),
    opening: worth(n('qty') - n('inQty') + n('outQty'), n('value') - n('inValue') + n('outValue')),
    came: worth(n('inQty'), n('inValue')),
    went: worth(n('outQty'), n('outValue')),
    closing: worth(n('qty'), n('value')),
  };
}
