import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#kit/server/new-id.ts';
import { postMovements } from '#modules/inventory/server/index.ts';
import { look } from '#tests/channels/shop.ts';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { firstOf, must, NEW_JERSEY } from '#tests/lifecycles/one-of-each.ts';
import { covers } from '#tests/spec/covers.ts';

const DAY = 86_400_000;

let scene: TestApp;
let admin: Client;
let packer: Client;
let here: string;
let there: string;
let productId: string;

beforeAll(async () => {
  // Eleven at night in Shanghai: hours do not make a day older, midnight does.
  scene = await startTestApp({ startsAt: new Date('2027-01-10T15:00:00Z') });
  admin = await scene.as('admin');
  packer = await scene.as('cangku');
  here = scene.seller.warehouses[NEW_JERSEY] as string;
  there = Object.values(scene.seller.warehouses).find((id) => id !== here) as string;
  ({ id: productId } = await firstOf<{ id: string }>(admin, '/catalog/product/list'));
});
afterAll(() => scene?.stop());

/** Sessions do not last so long. */
async function later(ms: number): Promise<void> {
  await scene.pass(ms);
  [admin, packer] = [await scene.as('admin'), await scene.as('cangku')];
}

async function newSku(skuCode: string): Promise<string> {
  const { id } = await must(admin.post<{ id: string }>('/catalog/sku/add', { skuCode, name: skuCode, productId }));
  return id;
}
const move = (skuId: string, type: string, qty: number, unitCost: string | null = null) =>
  look(scene, (tx) =>
    postMovements(tx, {
      movements: [
        {
          key: newId(),
          warehouseId: here,
          skuId,
          condition: 'good',
          type,
          qty,
          unitCost,
          refType: 'test',
          refId: newId(),
          refNo: 'AGE',
        },
      ],
    }),
  );

interface AgeRow {
  warehouseId: string;
  qty: number;
  value: string;
  units30: number;
  units60: number;
  units90: number;
  units180: number;
  value180: string;
  units365: number;
  unitsOver: number;
  age: number;
  band: string;
  oldestDay: string;
  lastSoldDay: string | null;
  sold30: number;
  sold90: number;
  isStale: boolean;
}
const aged = async (skuId: string, more: Record<string, string> = {}, who = admin) =>
  (await must(who.get<{ records: AgeRow[] }>('/inventory/stockAge/list', { skuId, ...more }))).records;

test('goods grow older by the days of the tenant, first in first out, through a transfer too', async () => {
  covers('ours: age of stock');
  const skuId = await newSku('AGE-1');
  await move(skuId, 'opening', 10, '5');
  await later(60 * DAY);
  await move(skuId, 'purchase_in', 8, '6');
  await later(31 * DAY);
  await move(skuId, 'sale_out', -4);
  expect(await aged(skuId)).toMatchObject([
    {
      qty: 14,
      value: '78.00',
      units30: 0,
      units60: 8,
      units90: 0,
      units180: 6,
      value180: '30.00',
      units365: 0,
      unitsOver: 0,
      age: 91,
      band: 'd180',
      oldestDay: '2027-01-10',
      lastSoldDay: '2027-04-11',
      sold30: 4,
      sold90: 4,
      isStale: false,
    },
  ]);

  // An hour later it is the next day in Shanghai.
  await later(DAY / 24);
  expect(await aged(skuId)).toMatchObject([{ age: 92, units60: 8, units180: 6 }]);

  const { id } = await must(
    packer.post<{ id: string }>('/inventory/stockTransfer/add', {
      fromWarehouseId: here,
      toWarehouseId: there,
      lines: [{ skuId, qty: 9 }],
    }),
  );
  const step = (name: string, body: object = {}) =>
    must(packer.post(`/inventory/stockTransfer/${id}/${name}`, body, { 'idempotency-key': newId() }));
  await step('confirm');
  await step('send');
  const { lines } = await must(packer.get<{ lines: { id: string }[] }>(`/inventory/stockTransfer/${id}/desk`));
  await later(5 * DAY);
  await step('receive', { lines: [{ lineId: lines[0]?.id, qty: 9 }] });
  const moved = await aged(skuId, { warehouseId: there });
  // Six of the oldest and three of the next: neither the way nor the arrival made them younger.
  expect(moved).toMatchObject([
    { qty: 9, units60: 3, units90: 0, units180: 6, age: 97, oldestDay: '2027-01-10', sold90: 0 },
  ]);
  expect(moved[0]?.isStale).toBe(true);
  expect(await scene.violations()).toEqual([]);
});

test('what is old and not sold for 90 days is stale, and found by that', async () => {
  const [sold, left] = [await newSku('AGE-2'), await newSku('AGE-3')];
  for (const skuId of [sold, left]) await move(skuId, 'opening', 5, '2');
  await later(10 * DAY);
  await move(sold, 'sale_out', -1);
  await later(80 * DAY);
  expect((await aged(left))[0]).toMatchObject({ age: 90, isStale: false });
  await later(DAY);
  expect((await aged(left))[0]).toMatchObject({ age: 91, isStale: true, lastSoldDay: null });
  // Sold 81 days ago.
  expect((await aged(sold))[0]).toMatchObject({ age: 91, sold30: 0, sold90: 1, isStale: false });
  await later(8 * DAY);
  expect((await aged(sold))[0]).toMatchObject({ sold90: 1, isStale: false });
  await later(DAY);
  expect((await aged(sold))[0]).toMatchObject({ sold90: 0, isStale: true });

  const stale = await must(
    admin.get<{ records: { skuId: string }[] }>('/inventory/stockAge/list', {
      isStale: '1',
      pageSize: '200',
    }),
  );
  expect(stale.records.map(({ skuId }) => skuId)).toEqual(expect.arrayContaining([sold, left]));
  const fresh = await newSku('AGE-4');
  await move(fresh, 'opening', 1, '1');
  expect(await aged(fresh, { isStale: '1' })).toEqual([]);
});

test('every row and the sums are what a plain recount of the open layers says', async () => {
  const zone = 8 * 3_600_000;
  const dayNumber = (at: Date): number => Math.floor((at.getTime() + zone) / DAY);
  const layers = await look(
    scene,
    (tx) => tx.rows<{
      warehouseId: string;
      skuId: string;
      qty: number;
      value: bigint;
      since: Date;
    }>`
      select warehouse_id, sku_id, qty_left as qty, value_left as value, since
      from cost_layer where tenant_id = ${tx.tenant} and qty_left > 0`,
  );
  const today = dayNumber(scene.now());
  const { records } = await must(
    admin.get<{ records: (AgeRow & { skuId: string })[] }>('/inventory/stockAge/list', {
      pageSize: '200',
    }),
  );
  const groups = Map.groupBy(layers, (l) => `${l.warehouseId} ${l.skuId}`);
  expect(records).toHaveLength(groups.size);
  const between = (rows: typeof layers, from: number, to: number): number =>
    rows
      .filter(({ since }) => today - dayNumber(since) >= from && today - dayNumber(since) <= to)
      .reduce((sum, { qty }) => sum + qty, 0);
  for (const row of records) {
    const own = groups.get(`${row.warehouseId} ${row.skuId}`) ?? [];
    expect([row.units30, row.units60, row.units90, row.units180, row.units365, row.unitsOver]).toEqual([
      between(own, -1, 30),
      between(own, 31, 60),
      between(own, 61, 90),
      between(own, 91, 180),
      between(own, 181, 365),
      between(own, 366, 1e6),
    ]);
  }
  const sums = await must(admin.get<{ rows: number; qty: number; value: string }>('/inventory/stockAge/totals', {}));
  const value = layers.reduce((sum, layer) => sum + layer.value, 0n);
  expect(sums).toMatchObject({
    rows: groups.size,
    qty: layers.reduce((sum, { qty }) => sum + qty, 0),
    value: `${value / 100n}.${String(value % 100n).padStart(2, '0')}`,
  });
});

test('who may not see costs sees units alone, and nobody sees another warehouse', async () => {
  const [row] = await aged(await firstAged(), {}, packer);
  expect(row).toBeDefined();
  expect(Object.keys(row ?? {}).filter((key) => key.startsWith('value'))).toEqual([]);
  const sums = await must(
    packer.get<{ value: string | null; bands: { value: string | null }[] }>('/inventory/stockAge/totals', {}),
  );
  expect([sums.value, ...sums.bands.map(({ value }) => value)].every((v) => v === null)).toBe(true);
});

const firstAged = async (): Promise<string> =>
  (await firstOf<{ id: string; skuId: string }>(admin, '/inventory/stockAge/list')).skuId;
