import { randomBytes, randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '#kit/server/migrate.ts';
import { onServer, testCluster } from '#tests/harness/database.ts';

/** Goods that an earlier version let go without a layer, and costs it landed, as 0132 finds them. */

const dir = resolve(import.meta.dirname, '../../db/migrations');
const { admin, owner, template } = testCluster();
const database = `${template}_${randomBytes(5).toString('hex')}`;
const log = (): void => undefined;
const at = '2026-11-01T00:00:00Z';
const [warehouse, empty, mixed, landed] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
let client: pg.Client;

beforeAll(async () => {
  await onServer(admin, async (root) => {
    await root.query(
      `create database ${database} owner waybill_owner template template0 encoding 'UTF8' lc_collate 'C' lc_ctype 'C.UTF-8'`,
    );
  });
  await migrate({ owner: { ...owner, database }, dir, log, upTo: '0131' });
  client = new pg.Client({ ...admin, database });
  await client.connect();
  // Rows alone are looked at: what they point to need not be there.
  await client.query('set session_replication_role = replica');
  await leaveOldRows();
  await migrate({ owner: { ...owner, database }, dir, log });
});
afterAll(async () => {
  await client?.end();
  await onServer(admin, async (root) => {
    await root.query(`drop database if exists ${database} with (force)`);
  });
});

async function insert(table: string, row: Record<string, unknown>): Promise<string> {
  const values = { tenant_id: 7, id: randomUUID(), create_time: at, ...row };
  await client.query(
    `insert into ${table} (${Object.keys(values).join()})
     values (${Object.keys(values)
       .map((_, n) => `$${n + 1}`)
       .join()})`,
    Object.values(values),
  );
  return values.id;
}

let seq = 0;
const move = (sku_id: string, qty: number, cost_value: number, unit_cost: string) =>
  insert('stock_movement', {
    sku_id,
    qty,
    cost_value,
    unit_cost,
    warehouse_id: warehouse,
    seq: ++seq,
    condition: 'good',
    type: qty > 0 ? 'purchase_in' : 'sale_out',
    balance_after: 0,
    ref_type: 'test',
    ref_id: warehouse,
    idempotency_key: randomUUID(),
  });
const layer = (sku_id: string, movement_id: string, of: [all: number, left: number, value: number]) =>
  insert('cost_layer', {
    sku_id,
    movement_id,
    warehouse_id: warehouse,
    since: at,
    qty_in: of[0],
    qty_left: of[1],
    value_left: of[2],
  });
const level = (sku_id: string, on_hand: number) =>
  insert('stock_level', {
    sku_id,
    on_hand,
    warehouse_id: warehouse,
    condition: 'good',
    oversell_limit: 50,
    allow_negative: true,
  });

async function leaveOldRows(): Promise<void> {
  await client.query(`insert into tenant (id, code, name, create_time) values (7, 'old', 'Old', $1)`, [at]);
  const place = { code: 'OLD', name: 'Old', address1: 'Pier 1', city: 'Newark' };
  await insert('warehouse', { ...place, id: warehouse });
  for (const id of [empty, mixed, landed]) await insert('sku', { id, sku_code: id, product_id: id, name: 'Old' });
  // 10@5.00 came, 13 left: three of them at no cost.
  await layer(empty, await move(empty, 10, 5000, '5'), [10, 0, 0]);
  await move(empty, -13, -5000, '3.8462');
  await level(empty, -3);
  // Then 10@6.00 came, and nothing stood in for the three that had left.
  await move(mixed, -3, 0, '0');
  await layer(mixed, await move(mixed, 10, 6000, '6'), [10, 10, 6000]);
  await level(mixed, 7);
  // 10@1.00, freight of 8.00 onto it, of which a second one of 4.00 was taken back to the last 0.40.
  const raised = await layer(landed, await move(landed, 10, 1000, '1'), [10, 9, 1620]);
  await move(landed, -1, -220, '2.2');
  await level(landed, 9);
  for (const [status, amount] of [
    ['posted', 800],
    ['reversed', 400],
  ] as const) {
    const ref_id = await insert('landed_cost', {
      cost_no: status,
      warehouse_id: warehouse,
      currency: 'USD',
      status,
      reversed_at: status === 'reversed' ? '2026-11-03T00:00:00Z' : null,
    });
    await insert('landed_layer', { ref_id, layer_id: raised, qty_left: 10, amount });
  }
}

const read = async (query: string, sku: string): Promise<unknown[][]> =>
  (await client.query({ text: query, values: [sku], rowMode: 'array' })).rows;
const layersOf = (sku: string) =>
  read(
    `select qty_in, qty_left, value_left::integer, unit_cost::text from cost_layer
     where sku_id = $1 order by qty_in desc`,
    sku,
  );

test('what left without a layer is owed, at the nothing that it cost', async () => {
  expect(await layersOf(empty)).toEqual([
    [10, 0, 0, '5.0000'],
    [-3, -3, 0, '0.0000'],
  ]);
  expect(await layersOf(mixed)).toEqual([
    [10, 10, 6000, '6.0000'],
    [-3, -3, 0, '0.0000'],
  ]);
  const owed = await read(
    `select m.qty from cost_layer c join stock_movement m on m.id = c.movement_id
     where c.qty_in < 0 and c.sku_id = $1`,
    empty,
  );
  expect(owed).toEqual([[-13]]);
});

test('landed costs count from their day, what was taken back from that day, and all of it is what layers hold', async () => {
  expect(await layersOf(landed)).toEqual([[10, 9, 1620, '1.8000']]);
  const changes = await read(
    `select amount::integer, to_char(create_time at time zone 'UTC', 'YYYY-MM-DD') from stock_revaluation
     where sku_id = $1 order by create_time, amount`,
    landed,
  );
  expect(changes).toEqual([
    [400, '2026-11-01'],
    [800, '2026-11-01'],
    [-360, '2026-11-03'],
  ]);
});
