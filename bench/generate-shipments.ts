import type pg from 'pg';
import { countAgain, DRAWING } from './generate-orders.ts';
import type { Seller } from './scene.ts';

/** Far above the numbers of the orders of the list. */
const BASE = 50_000_000;
const SPARE = 100;

/**
 * Adds shipments that wait to leave: orders in work with reserved stock, one sealed and labelled
 * box each, spread over the given number of SKUs (1 = all on one hot SKU, index 0). Stock comes
 * from an opening movement with its cost layer, so that every invariant holds before and after.
 * @returns ids of the shipments
 */
export async function generateShipments(
  owner: pg.Client,
  seller: Seller,
  from: number,
  count: number,
  skus: number,
): Promise<string[]> {
  await owner.query(DRAWING);
  await owner.query(
    `create temp table waiting as
      select i, pg_temp.uid('order', i) as order_id, pg_temp.uid('line', i) as line_id,
        pg_temp.uid('shipment', i) as shipment_id, pg_temp.uid('shipmentLine', i) as shipment_line_id,
        now() as moment, i % $3 as sku, ($4::uuid[])[1 + i % $3] as sku_id, 1 + pg_temp.pick(i, 9, 2) as qty
      from generate_series($1::bigint, $2::bigint) i`,
    [BASE + from, BASE + from + count - 1, skus, seller.skuIds],
  );
  const warehouse = seller.warehouseIds[0];
  await owner.query('begin');
  await addOrders(owner, seller, warehouse);
  await addPackedShipments(owner, seller, warehouse);
  await addStock(owner, seller, warehouse, from);
  await owner.query('commit');
  const { rows } = await owner.query<{ id: string }>('select shipment_id as id from waiting order by i');
  await owner.query('drop table waiting');
  await countAgain(owner, seller, 'orders:salesOrder', 'sales_order');
  await countAgain(owner, seller, 'fulfilment:shipment', 'shipment');
  await countAgain(owner, seller, 'fulfilment:box', 'box');
  await owner.query('vacuum analyze');
  return rows.map(({ id }) => id);
}

async function addOrders(owner: pg.Client, seller: Seller, warehouse: unknown): Promise<void> {
  await owner.query(
    `insert into sales_order (tenant_id, id, order_no, channel_order_no, account_id, status, item_summary,
        line_count, unit_count, currency, total, ordered_at, warehouse_id, ship_to_name, ship_to_city,
        ship_to_postal_code, ship_to_country, accept_sync, box_count, label_status, tracking_no,
        search_text, create_by, create_time)
      select $1, order_id, 'SO' || i, 'CS' || i, $2, 'processing', 'BENCH-' || sku, 1, qty, 'USD',
        qty * 4900, moment, $3, 'Buyer', 'Springfield', '62701', 'US', 'ok', 1, 'ready', '1Z' || i,
        'so' || i || ' cs' || i, 'bench', moment from waiting`,
    [seller.tenant, seller.accountId, warehouse],
  );
  await owner.query(
    `insert into order_line (tenant_id, id, order_id, line_no, channel_sku, sku_id, name, qty, unit_price,
        currency, line_net, warehouse_id, qty_reserved, qty_packed, create_by, create_time)
      select $1, line_id, order_id, 1, 'BENCH-' || sku, sku_id, '实木床头柜', qty, 49, 'USD', qty * 4900, $2,
        qty, qty, 'bench', moment from waiting`,
    [seller.tenant, warehouse],
  );
  await owner.query(
    `insert into state_log (tenant_id, id, resource, row_id, to_state, move, actor_name, at)
      select $1, pg_temp.uid('log', i), 'orders:salesOrder', order_id, 'processing', 'start', 'bench', moment
      from waiting`,
    [seller.tenant],
  );
}

async function addPackedShipments(owner: pg.Client, seller: Seller, warehouse: unknown): Promise<void> {
  await owner.query(
    `insert into shipment (tenant_id, id, shipment_no, order_id, order_type, account_id, warehouse_id, class, status,
        box_count, unit_count, weight_g, tracking_no, carrier_code, packed_at, create_by, create_time)
      select $1, shipment_id, 'SH' || i, order_id, 'dropship', $2, $3, 'parcel', 'labelled', 1, qty, 9000, '1Z' || i,
        'FedEx', moment, 'bench', moment from waiting`,
    [seller.tenant, seller.accountId, warehouse],
  );
  await owner.query(
    `insert into shipment_line (tenant_id, id, shipment_id, order_line_id, sku_id, channel_sku, name, qty,
        qty_packed, create_by, create_time)
      select $1, shipment_line_id, shipment_id, line_id, sku_id, 'BENCH-' || sku, '实木床头柜', qty, qty,
        'bench', moment from waiting`,
    [seller.tenant],
  );
  await owner.query(
    `insert into box (tenant_id, id, box_no, shipment_id, warehouse_id, account_id, content, items,
        length_mm, width_mm, height_mm, weight_g, tracking_no, status, sealed_at, create_by, create_time)
      select $1, pg_temp.uid('box', i), 'BX' || i, shipment_id, $3, $2, 'BENCH-' || sku || ' ×' || qty,
        jsonb_build_array(jsonb_build_object('shipmentLineId', shipment_line_id, 'orderLineId', line_id,
          'skuId', sku_id, 'channelSku', 'BENCH-' || sku, 'piece', 1, 'qty', qty, 'cartonNo', 1,
          'cartons', 1, 'label', '整箱')),
        600, 400, 300, 9000, '1Z' || i, 'labelled', moment, 'bench', moment from waiting`,
    [seller.tenant, seller.accountId, warehouse],
  );
}

async function addStock(owner: pg.Client, seller: Seller, warehouse: unknown, from: number): Promise<void> {
  await owner.query(
    `insert into reservation (tenant_id, id, order_id, order_no, order_line_id, warehouse_id, sku_id, qty,
        create_by, create_time)
      select $1, pg_temp.uid('reservation', i), order_id, 'SO' || i, line_id, $2, sku_id, qty, 'bench', moment
      from waiting`,
    [seller.tenant, warehouse],
  );
  await owner.query(
    `insert into stock_level (tenant_id, id, warehouse_id, sku_id, on_hand, reserved, seq, create_by,
        create_time, update_time)
      select $1, gen_random_uuid(), $2, sku_id, sum(qty) + ${SPARE}, sum(qty), 1, 'bench', now(), now()
      from waiting group by sku_id
      on conflict (tenant_id, warehouse_id, sku_id, condition) do update set
        on_hand = stock_level.on_hand + excluded.on_hand, reserved = stock_level.reserved + excluded.reserved,
        seq = stock_level.seq + 1`,
    [seller.tenant, warehouse],
  );
  await owner.query(
    `with received as (
        insert into stock_movement (tenant_id, id, seq, warehouse_id, sku_id, condition, type, qty,
          balance_after, unit_cost, cost_value, currency, ref_type, ref_id, idempotency_key, create_by, create_time)
        select $1, gen_random_uuid(), l.seq, $2, w.sku_id, 'good', 'opening', w.qty, l.on_hand, 27,
          w.qty * 2700, 'USD', 'bench', gen_random_uuid(), $3 || w.sku_id, 'bench', now()
        from (select sku_id, sum(qty)::integer + ${SPARE} as qty from waiting group by 1) w
          join stock_level l on l.tenant_id = $1 and l.warehouse_id = $2 and l.sku_id = w.sku_id
            and l.condition = 'good'
        returning id, sku_id, qty)
      insert into cost_layer (tenant_id, id, movement_id, warehouse_id, sku_id, qty_in, qty_left,
        value_left, unit_cost, since, create_time)
      select $1, gen_random_uuid(), id, $2, sku_id, qty, qty, qty * 2700, 27, now(), now() from received`,
    [seller.tenant, warehouse, `bench:${from}:`],
  );
}
