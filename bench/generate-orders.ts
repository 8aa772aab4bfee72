import type pg from 'pg';
import type { Seller } from './scene.ts';

/** Same rows on every run: what is drawn depends on the row's number and this seed alone. */
const SEED = 2026;

/**
 * Functions of the session: `pick(i, salt, n)` draws 0..n-1, `at(i)` is the moment of order i (one
 * a minute), `uid(kind, i)` a time-ordered id as the product makes them.
 */
export const DRAWING = `
  create or replace function pg_temp.pick(i bigint, salt integer, n integer) returns integer
    language sql immutable as $$ select ((hashint8extended(i, salt + ${SEED}) & 2147483647) % n)::integer $$;
  create or replace function pg_temp.at(i bigint) returns timestamptz language sql immutable as
    $$ select timestamptz '2024-10-01 00:00:00+00' + i * interval '1 minute' $$;
  create or replace function pg_temp.uid(kind text, i bigint) returns uuid language sql immutable as
    $$ select (lpad(to_hex(1727740800000 + i * 60000), 12, '0') || '7' || substr(md5(kind || i), 1, 3)
      || '8' || substr(md5(kind || i), 4, 15))::uuid $$`;

/** One SKU takes 5 % of the lines, 5 % of the SKUs 60 %, as in shops. */
const SKU_DRAWN = (row: string, line: string): string => {
  const draw = `pg_temp.pick(${row} * 4 + ${line}, 30, 100)`;
  const which = `pg_temp.pick(${row} * 4 + ${line}, 31, 1000000)`;
  return `case when ${draw} < 5 then 0 when ${draw} < 60 then ${which} % 10 else ${which} % 200 end`;
};

/** Adds orders number `from` to `to` with their lines and history; counters are kept true. */
export async function generateOrders(owner: pg.Client, seller: Seller, from: number, to: number): Promise<void> {
  await owner.query(DRAWING);
  await owner.query(
    `create temp table drawn on commit drop as
      select i, pg_temp.uid('order', i) as id, pg_temp.at(i) as moment,
        1 + pg_temp.pick(i, 1, 3) as lines, ($3::uuid[])[1 + least(pg_temp.pick(i, 2, 10) / 3, 2)] as warehouse_id,
        case when d < 6 then 'new' when d < 8 then 'accepted' when d < 11 then 'ready'
          when d < 30 then 'shipped' when d < 45 then 'delivered' when d < 95 then 'completed'
          when d < 99 then 'cancelled' else 'rejected' end as status
      from (select i, pg_temp.pick(i, 3, 100) as d from generate_series($1::bigint, $2::bigint) i) n`.replace(
      / on commit drop/,
      '',
    ),
    [from, to, seller.warehouseIds],
  );
  await owner.query(INSERT_ORDERS, [seller.tenant, seller.accountId]);
  await owner.query(INSERT_LINES, [seller.tenant, seller.skuIds]);
  await owner.query(
    `insert into state_log (tenant_id, id, resource, row_id, to_state, move, actor_name, at)
      select $1, pg_temp.uid('log', i), 'orders:salesOrder', id, status, 'receive', 'bench', moment from drawn`,
    [seller.tenant],
  );
  await owner.query('drop table drawn');
  await countAgain(owner, seller, 'orders:salesOrder', 'sales_order');
  await owner.query('vacuum analyze sales_order, order_line, state_log, status_count');
}

/** Base counters from the rows themselves. */
export async function countAgain(owner: pg.Client, seller: Seller, resource: string, table: string): Promise<void> {
  await owner.query('delete from status_delta where tenant_id = $1 and resource = $2', [seller.tenant, resource]);
  await owner.query('delete from status_count where tenant_id = $1 and resource = $2', [seller.tenant, resource]);
  await owner.query(
    `insert into status_count (tenant_id, resource, scope_id, state, n)
      select tenant_id, $2, account_id, status, count(*) from ${table} where tenant_id = $1 group by 1, 3, 4`,
    [seller.tenant, resource],
  );
}

const INSERT_ORDERS = `
  insert into sales_order (tenant_id, id, order_no, channel_order_no, account_id, status, item_summary,
    line_count, unit_count, currency, total, ordered_at, accept_deadline, ship_by, warehouse_id,
    ship_speed, carrier_code, ship_to_name, ship_to_city, ship_to_state, ship_to_postal_code,
    ship_to_country, accept_sync, ship_sync, shipped_at, search_text, create_by, create_time, update_time)
  select $1, id, 'SO' || lpad(i::text, 9, '0'), 'CS' || lpad(i::text, 9, '0'), $2, status,
    '实木床头柜 胡桃色 ×' || lines, lines, lines, 'USD', 4900 + pg_temp.pick(i, 4, 90000), moment,
    moment + interval '1 day', moment + interval '3 days', warehouse_id, 'GROUND', 'FedEx',
    'Buyer ' || pg_temp.pick(i, 5, 5000), 'Springfield', 'IL', '62701', 'US', 'ok',
    case when status in ('shipped', 'delivered', 'completed') then 'ok' else 'none' end,
    case when status in ('shipped', 'delivered', 'completed') then moment + interval '2 days' end,
    'so' || lpad(i::text, 9, '0') || ' cs' || lpad(i::text, 9, '0') || ' bench-'
      || (${SKU_DRAWN('i', '1')}) || ' buyer ' || pg_temp.pick(i, 5, 5000),
    'bench', moment, moment from drawn`;

const INSERT_LINES = `
  insert into order_line (tenant_id, id, order_id, line_no, channel_sku, sku_id, name, qty, unit_price,
    currency, line_net, warehouse_id, qty_shipped, qty_cancelled, create_by, create_time)
  select $1, pg_temp.uid('line' || no, i), id, no, 'BENCH-' || sku, ($2::uuid[])[1 + sku], '实木床头柜 胡桃色',
    1, 49, 'USD', 4900, warehouse_id,
    case when status in ('shipped', 'delivered', 'completed') then 1 else 0 end,
    case when status in ('cancelled', 'rejected') then 1 else 0 end, 'bench', moment
  from (select drawn.*, no, ${SKU_DRAWN('i', 'no')} as sku
    from drawn cross join lateral generate_series(1, lines) no) line`;
