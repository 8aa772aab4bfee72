import { dayIn } from '#kit/model/time.ts';
import type { Tx } from '#kit/server/database.ts';
import { listConditions } from '#kit/server/query/list.ts';
import { baseConditions } from '#kit/server/query/row-conditions.ts';
import type { Registry } from '#kit/server/registry.ts';
import { implement, type Route } from '#kit/server/route.ts';
import { column, join, nothing, sql, type Sql } from '#kit/server/sql.ts';
import { baseCurrency } from '#modules/base/server/index.ts';
import { stockPlace, stockStatesRoute, WANTING, type StockStates } from '../model/stock-place.ts';
import { stockLevel } from '../model/stock.ts';

/**
 * A row for each good level that the caller may see. Whatever is not asked about costs nothing: the SKU and
 * its product are joined so that they fall away where no column of theirs is read, and what is summed is
 * summed for the rows that are shown.
 */
export const stockPlaceRows = async (tx: Tx, query: Readonly<Record<string, string>> = {}): Promise<Sql> => sql`
  select t.tenant_id, t.id, t.sku_id, s.product_id, p.category_id, p.tag_ids, t.warehouse_id, t.bin_id,
    t.stock_state as state, t.on_hand, t.reserved, t.frozen, t.available,
    ${unitsIn(tx, 'damaged')} as damaged, ${unitsIn(tx, 'quarantine')} as quarantine,
    t.in_transit, t.on_order, t.safety_stock,
    (select greatest(0, ${dayIn(tx.now, tx.actor.zone)}::date
        - (min(c.since) at time zone ${tx.actor.zone})::date)
      from cost_layer c where ${layersHere(tx)} and c.qty_left > 0) as age,
    (select coalesce(sum(c.value_left), 0)::bigint from cost_layer c where ${layersHere(tx)}) as value,
    ${await baseCurrency(tx)}::text as currency, t.update_time, t.create_time
  from stock_level t
    left join sku s on s.tenant_id = ${tx.tenant} and s.id = t.sku_id
    left join product p on p.tenant_id = ${tx.tenant} and p.id = s.product_id
  where ${join(baseConditions(stockLevel, tx.actor), ' and ')} and t.condition = 'good' and not t.sku_gone
    ${isWanting(query['state'])}`;

/** Only what somebody has to see to is looked at, as the index over it says it: the list judges the state itself. */
const isWanting = (states = ''): Sql =>
  states !== '' && states.split(',').every((one) => WANTING.some((state) => state === one.trim()))
    ? sql`and t.stock_state <> 'in'`
    : nothing;

const layersHere = (tx: Tx): Sql => sql`c.tenant_id = ${tx.tenant} and c.qty_left <> 0
  and c.warehouse_id = t.warehouse_id and c.sku_id = t.sku_id`;

const unitsIn = (tx: Tx, condition: string): Sql => sql`
  coalesce((select o.on_hand from stock_level o where o.tenant_id = ${tx.tenant}
    and o.warehouse_id = t.warehouse_id and o.sku_id = t.sku_id and o.condition = ${condition}), 0)`;

/** No chip counts further: beyond that it says that there are more. */
const MOST_COUNTED = 10_000;

export const stockStateRoutes = (registry: Registry): Route[] => [
  implement(stockStatesRoute, (call) => call.tx((tx) => statesOf(tx, registry, call.query))),
];

async function statesOf(
  tx: Tx,
  registry: Registry,
  { state: _asked, ...query }: Record<string, string>,
): Promise<StockStates> {
  const rows = await stockPlaceRows(tx, { state: WANTING.join() });
  const conditions = await listConditions(tx, stockPlace, query, { registry, rows });
  const counts = WANTING.map(
    (state) => sql`(select count(*)::integer from (select 1 from (${rows}) t
      where ${join(conditions, ' and ')} and t.state = ${state} limit ${MOST_COUNTED + 1}) found) as ${column(state)}`,
  );
  const [found] = await tx.query<StockStates['counts']>(sql`select ${join(counts, ', ')}`);
  return { counts: found ?? { out: 0, low: 0, negative: 0 }, most: MOST_COUNTED };
}
