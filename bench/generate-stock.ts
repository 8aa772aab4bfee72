import type pg from 'pg';
import { DRAWING } from './generate-orders.ts';
import type { Seller } from './scene.ts';

/** Movements of each level: what came at first, then one sale after the other. */
const MOVEMENTS_EACH = 20;

/** Levels that are written in one go. */
const SLICE = 100_000;

/**
 * Adds levels number `from` to `to`, each of a SKU of its own with twenty movements behind it: a receipt
 * of 100 and sales of one or two, what is left in a layer. Every invariant of stock holds; the ledger of
 * money is left out.
 */
export async function generateStock(owner: pg.Client, seller: Seller, from: number, to: number): Promise<void> {
  await owner.query(DRAWING);
  await owner.query('drop index if exists stock_movement_ref_part');
  for (let first = from; first <= to; first += SLICE)
    await addSlice(owner, seller, first, Math.min(first + SLICE - 1, to));
  // Millions at once fill it far slower row by row.
  await owner.query("set maintenance_work_mem = '1GB'");
  await owner.query('create index stock_movement_ref_part on stock_movement using gin (ref_no_key gin_trgm_ops)');
  await owner.query('vacuum analyze sku, stock_level, stock_movement, cost_layer');
}

async function addSlice(owner: pg.Client, { tenant, warehouseIds }: Seller, from: number, to: number): Promise<void> {
  await owner.query('begin');
  await owner.query(
    `create temp table stocked on commit drop as
      select i, pg_temp.uid('sku', i) as sku_id, ($3::uuid[])[1 + i % array_length($3::uuid[], 1)] as warehouse_id,
        pg_temp.at(i / 10) as moment
      from generate_series($1::bigint, $2::bigint) i`,
    [from, to, warehouseIds],
  );
  await owner.query(
    `create temp table moved on commit drop as
      select s.*, n, case when n = 1 then 100 else -(1 + pg_temp.pick(i * ${MOVEMENTS_EACH} + n, 40, 2)) end as qty
      from stocked s cross join generate_series(1, ${MOVEMENTS_EACH}) n`,
  );
  for (const statement of [SKUS, MOVEMENTS]) await owner.query(statement, [tenant]);
  for (const statement of [LEVELS, LAYERS]) await owner.query(statement, [tenant]);
  await owner.query('commit');
}

const SKUS = `
  insert into sku (tenant_id, id, sku_code, product_id, name, standard_cost, create_by, create_time)
  select $1, sku_id, 'STOCK-' || lpad(i::text, 8, '0'), (select id from product where tenant_id = $1 and spu_code = 'BENCH'),
    '实木床头柜 ' || i, 27, 'bench', moment from stocked`;

const MOVEMENTS = `
  insert into stock_movement (tenant_id, id, seq, warehouse_id, sku_id, condition, type, qty, balance_after,
    unit_cost, cost_value, currency, ref_type, ref_id, ref_no, idempotency_key, create_by, create_time)
  select $1, pg_temp.uid('movement', i * ${MOVEMENTS_EACH} + n), n, warehouse_id, sku_id, 'good',
    case when n = 1 then 'purchase_in' else 'sale_out' end, qty,
    sum(qty) over (partition by i order by n), 27, qty * 2700, 'USD', 'bench', sku_id, 'BENCH' || lpad(i::text, 8, '0'),
    'bench:' || i || ':' || n, 'bench', moment + n * interval '1 day' from moved`;

const LEVELS = `
  insert into stock_level (tenant_id, id, warehouse_id, sku_id, on_hand, seq, create_by, create_time, update_time)
  select $1, pg_temp.uid('level', i), warehouse_id, sku_id, sum(qty), max(n), 'bench', moment,
    moment + ${MOVEMENTS_EACH} * interval '1 day'
  from moved group by i, warehouse_id, sku_id, moment`;

const LAYERS = `
  insert into cost_layer (tenant_id, id, movement_id, origin_id, warehouse_id, sku_id, qty_in, qty_left, value_left,
    unit_cost, since, create_time)
  select $1, pg_temp.uid('layer', i), pg_temp.uid('movement', i * ${MOVEMENTS_EACH} + 1),
    pg_temp.uid('movement', i * ${MOVEMENTS_EACH} + 1), warehouse_id, sku_id, 100, sum(qty), sum(qty) * 2700, 27, moment, moment
  from moved group by i, warehouse_id, sku_id, moment`;
