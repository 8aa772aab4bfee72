import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemActor } from '#kit/server/actor.ts';
import { newId } from '#kit/server/new-id.ts';
import { restockOf, type RestockFacts } from '#modules/inventory/model/restock.ts';
import { postMovements, restockAdviceOf } from '#modules/inventory/server/index.ts';
import { createUser } from '#modules/system/server/index.ts';
import { look } from '#tests/channels/shop.ts';
import { PASSWORD, startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { firstOf, must, NEW_JERSEY } from '#tests/lifecycles/one-of-each.ts';
import { covers } from '#tests/spec/covers.ts';

const DAY = 86_400_000;

let scene: TestApp;
let admin: Client;
let here: string;
let there: string;
let productId: string;

beforeAll(async () => {
  scene = await startTestApp({ startsAt: new Date('2027-03-01T04:00:00Z') });
  admin = await scene.as('admin');
  here = scene.seller.warehouses[NEW_JERSEY] as string;
  there = Object.values(scene.seller.warehouses).find((id) => id !== here) as string;
  ({ id: productId } = await firstOf<{ id: string }>(admin, '/catalog/product/list'));
});
afterAll(() => scene?.stop());

async function later(days: number): Promise<void> {
  await scene.pass(days * DAY);
  admin = await scene.as('admin');
}
async function newSku(skuCode: string, more: object = {}): Promise<string> {
  const { id } = await must(
    admin.post<{ id: string }>('/catalog/sku/add', { skuCode, name: skuCode, productId, ...more }),
  );
  return id;
}
const move = (skuId: string, type: string, qty: number, warehouseId = here) =>
  look(scene, (tx) =>
    postMovements(tx, {
      movements: [
        {
          ...{ key: newId(), warehouseId, skuId, condition: 'good', type, qty },
          ...{ unitCost: qty > 0 ? '5' : null, refType: 'test', refId: newId(), refNo: 'BUY' },
        },
      ],
    }),
  );

interface Row {
  skuId: string;
  warehouseId: string;
  status: string;
  suggested: number;
  daily: string;
  sold7: number;
  sold14: number;
  sold30: number;
  available: number;
  inTransit: number;
  safetyStock: number;
  reorderPoint: number;
  leadDays: number;
  leadFrom: string;
  packUnits: number;
  supplierId: string | null;
}
const advice = async (query: Record<string, string>, who = admin) =>
  (
    await must(
      who.get<{ records: Row[] }>('/inventory/restockAdvice/list', { pageSize: '200', ...query }),
    )
  ).records;

test('what is sold, there, on its way and kept decides how much, in cartons of the supplier', async () => {
  covers('ours: what to buy');
  const skuId = await newSku('BUY-1', { safetyStock: 10 });
  await must(
    admin.post('/catalog/skuCarton/add', {
      ...{ skuId, cartonNo: 1, label: '1', unitsPerCarton: 8 },
      ...{ lengthMm: 100, widthMm: 100, heightMm: 100, grossWeightG: 1000 },
    }),
  );
  await move(skuId, 'opening', 200);
  await move(skuId, 'sale_out', -20);
  await later(20);
  await move(skuId, 'sale_out', -28);
  await later(6);
  await move(skuId, 'sale_out', -14);
  // 20 sold 26 days ago, 28 six days ago, 14 today; a return and a correction are no sales.
  await move(skuId, 'adjust_out', -100);
  await move(skuId, 'adjust_in', 3);
  const [row] = await advice({ skuId });
  expect(row).toMatchObject({
    ...{ sold7: 42, sold14: 42, sold30: 62, available: 41, safetyStock: 10 },
    ...{ leadDays: 30, leadFrom: 'default', supplierId: null, packUnits: 8 },
    // 0.5 × 6 + 0.3 × 3 + 0.2 × 62/30 = 4.3133; × 30 = 129.4, and 10.
    ...{ daily: '4.3133', reorderPoint: 140, status: 'urgent' },
    // Up to 60 days and 10 = 269: 228 are missing, in cartons of 8.
    suggested: 232,
  });
  expect((await advice({ skuId, coverDays: '60' }))[0]?.suggested).toBeGreaterThan(232);

  // What was announced is on its way, and says whom it is bought from.
  const { id: supplierId } = await must(
    admin.post<{ id: string }>('/base/supplier/add', {
      ...{ code: 'BUY', name: '补货工厂', type: 'factory', currency: 'USD', leadDays: 12 },
    }),
  );
  const { id } = await must(
    admin.post<{ id: string }>('/inventory/inboundReceipt/add', {
      ...{
        warehouseId: here,
        supplierName: '补货工厂',
        lines: [{ skuId, qty: 100, unitCost: '5' }],
      },
    }),
  );
  await must(
    admin.post(`/inventory/inboundReceipt/${id}/announce`, {}, { 'idempotency-key': newId() }),
  );
  const [bought] = await advice({ skuId });
  // 12 days: 52 and 10 are kept, and 141 are there or on their way.
  expect(bought).toMatchObject({
    ...{ supplierId, leadDays: 12, leadFrom: 'supplier', inTransit: 100 },
    ...{ reorderPoint: 62, suggested: 0, status: 'enough' },
  });
});

test('a bundle is sold as its components; what was discontinued is not bought', async () => {
  const part = await newSku('BUY-PART');
  const bundle = await newSku('BUY-SET', { type: 'bundle' });
  await must(
    admin.post('/catalog/bundleItem/add', { bundleSkuId: bundle, componentSkuId: part, qty: 2 }),
  );
  await move(part, 'opening', 50);
  await move(part, 'sale_out', -40);
  expect(await advice({ skuId: bundle })).toEqual([]);
  expect((await advice({ skuId: part }))[0]).toMatchObject({ sold7: 40, status: 'urgent' });
  const lone = await must(
    admin.post<{ id: string }>('/catalog/product/add', { spuCode: 'BUY-END', name: 'BUY-END' }),
  );
  const gone = await newSku('BUY-GONE', { productId: lone.id });
  await move(gone, 'opening', 50);
  await move(gone, 'sale_out', -40);
  expect(await advice({ skuId: gone })).toHaveLength(1);
  await look(
    scene,
    (tx) =>
      tx.run`update product set status = 'discontinued' where tenant_id = ${tx.tenant} and id = ${lone.id}::uuid`,
  );
  expect(await advice({ skuId: gone })).toEqual([]);
});

test('safety stock is shared among warehouses by their sales, whoever looks', async () => {
  const skuId = await newSku('BUY-TWO', { safetyStock: 8 });
  for (const warehouseId of [here, there]) await move(skuId, 'opening', 100, warehouseId);
  await move(skuId, 'sale_out', -30);
  await move(skuId, 'sale_out', -10, there);
  const rows = await advice({ skuId });
  expect(new Map(rows.map((row) => [row.warehouseId, row.safetyStock]))).toEqual(
    new Map([
      [here, 6],
      [there, 2],
    ]),
  );
  await createUser(scene.app.db, systemActor(1, 'test'), {
    ...{ username: 'buyer', realname: 'buyer', password: PASSWORD },
    ...{ roles: ['BUY'], departs: ['A01'], warehouses: [there] },
  });
  const buyer = await scene.as('buyer');
  expect(await advice({ skuId }, buyer)).toMatchObject([{ warehouseId: there, safetyStock: 2 }]);
  const all = await advice({}, buyer);
  expect(new Set(all.map(({ warehouseId }) => warehouseId))).toEqual(new Set([there]));
});

test('every row is what its own figures come to, and its figures what a plain count says', async () => {
  const start = (days: number): number =>
    Math.floor((scene.now().getTime() + 8 * 3_600_000) / DAY) * DAY -
    8 * 3_600_000 -
    (days - 1) * DAY;
  const sales = await look(
    scene,
    (tx) => tx.rows<{ warehouseId: string; skuId: string; qty: number; createTime: Date }>`
      select warehouse_id, sku_id, qty, create_time from stock_movement
      where tenant_id = ${tx.tenant} and type = 'sale_out'`,
  );
  const computed = await look(scene, (tx) => restockAdviceOf(tx));
  expect(computed.length).toBeGreaterThan(100);
  for (const one of computed) {
    const own = sales.filter((s) => s.warehouseId === one.warehouseId && s.skuId === one.skuId);
    for (const days of [7, 14, 30] as const)
      expect(one[`sold${days}`]).toBe(
        own
          .filter(({ createTime }) => createTime.getTime() >= start(days))
          .reduce((sum, { qty }) => sum - qty, 0),
      );
    expect(restockOf(one as RestockFacts)).toMatchObject({
      ...{ suggested: one.suggested, reorderPoint: one.reorderPoint, status: one.status },
    });
  }
  const sums = await must(
    admin.get<{ rows: Record<string, number>; suggested: number }>(
      '/inventory/restockAdvice/totals',
      {},
    ),
  );
  expect(sums.suggested).toBe(computed.reduce((sum, { suggested }) => sum + suggested, 0));
  expect(sums.rows['urgent']).toBe(computed.filter(({ status }) => status === 'urgent').length);
  const listed = await advice({ column: 'suggested', order: 'desc' });
  expect(listed[0]?.suggested).toBe(Math.max(...computed.map(({ suggested }) => suggested)));
});

test('days to cover that are none are refused at their field', async () => {
  for (const coverDays of ['0', '366', 'x', '-5', '1.5'])
    expect(await admin.get('/inventory/restockAdvice/list', { coverDays })).toMatchObject({
      ...{ status: 422, message: '备货天数请填 1 至 365 的整数' },
      result: { errors: [{ field: 'coverDays' }] },
    });
});
