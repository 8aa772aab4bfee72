import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#kit/server/database.ts';
import type { SalesAnalysis } from '#modules/desk/model/analysis.ts';
import { postMovements } from '#modules/inventory/server/index.ts';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { look, openShop, type Page } from '#tests/channels/shop.ts';
import { ADDRESS, firstOf, must, NEW_JERSEY } from '#tests/lifecycles/one-of-each.ts';
import { covers } from '#tests/spec/covers.ts';

let scene: TestApp;
let admin: Client;
let warehouseId: string;
let otherWarehouseId: string;
let productId: string;
let count = 0;

beforeAll(async () => {
  scene = await startTestApp();
  admin = await scene.as('admin');
  await openShop(scene, admin);
  warehouseId = scene.seller.warehouses[NEW_JERSEY] as string;
  otherWarehouseId = Object.values(scene.seller.warehouses).find((id) => id !== warehouseId) ?? '';
  ({ id: productId } = await firstOf<{ id: string }>(admin, '/catalog/product/list'));
});
afterAll(() => scene?.stop());

async function newSku(): Promise<string> {
  const skuCode = `COST-${++count}`;
  const { id } = await must(admin.post<{ id: string }>('/catalog/sku/add', { skuCode, name: skuCode, productId }));
  await must(
    admin.post('/catalog/skuCarton/add', {
      skuId: id,
      cartonNo: 1,
      label: '整件',
      grossWeightG: 2000,
      lengthMm: 300,
      widthMm: 200,
      heightMm: 100,
    }),
  );
  return id;
}

/** Posts units that come or go in one document. @returns the cost of each, in minor units */
async function post(
  skuId: string,
  ...units: { qty: number; unitCost?: string; at?: string; condition?: string; key?: string }[]
): Promise<bigint[]> {
  const movements = units.map(({ qty, unitCost, at, condition, key }) => ({
    key: key ?? newId(),
    warehouseId: at ?? warehouseId,
    skuId,
    condition: condition ?? 'good',
    type: qty > 0 ? 'adjust_in' : 'adjust_out',
    qty,
    unitCost: unitCost ?? null,
    refType: 'test',
    refId: newId(),
    refNo: 'COST',
  }));
  const costs = await look(scene, (tx) => postMovements(tx, { movements }));
  return movements.map(({ key }) => costs.get(key) ?? -1n);
}

const valueLeft = (skuId: string) =>
  look(
    scene,
    (tx) => tx.rows<{ qtyLeft: number; valueLeft: bigint }>`
      select qty_left, value_left from cost_layer
      where tenant_id = ${tx.tenant} and sku_id = ${skuId}::uuid and qty_left > 0 order by id`,
  );

interface Moved {
  id: string;
  qty: number;
  unitCost: string;
  costValue: string;
}
const movementOf = (skuId: string, qty: number): Promise<Moved> =>
  look(
    scene,
    async (tx) =>
      (
        await tx.rows<Moved>`
          select id, qty, unit_cost as "unitCost", cost_value::text as "costValue" from stock_movement
          where tenant_id = ${tx.tenant} and sku_id = ${skuId}::uuid and qty = ${qty}`
      )[0] as Moved,
  );

test('12 sold of 10@5.00 and 10@6.00 cost 62.00 on the order line and in the ledger, whatever they sold for', async () => {
  covers('ours: four eyes on stock');
  const skuId = await newSku();
  await post(skuId, { qty: 10, unitCost: '5' });
  await post(skuId, { qty: 10, unitCost: '6' });
  const pounds = { fromCode: 'GBP', toCode: 'USD', rate: '1.25', effectiveDate: '2026-01-01' };
  await must((await scene.as('caiwu')).post('/base/exchangeRate/add', pounds));
  const order = await must(
    admin.post<{ id: string }>('/orders/salesOrder/add', {
      accountId: scene.seller.accountId,
      ...ADDRESS,
      pinnedWarehouseId: warehouseId,
      currency: 'GBP',
      lines: [{ skuId, qty: 12, unitPrice: '20', channelSku: 'DIRECT' }],
    }),
  );
  const path = `/orders/salesOrder/${order.id}`;
  await must(admin.post(`${path}/submit`));
  await must(admin.post(`${path}/accept`));
  const method = await firstOf(admin, '/base/shipMethod/list', { code: 'OWN-TRK' });
  await must(admin.post(`${path}/start`, { shipMethodId: method.id }));
  const { id } = await firstOf(admin, '/fulfilment/shipment/list', { orderId: order.id });
  const shipment = `/fulfilment/shipment/${id}`;
  await must(admin.post(`${shipment}/pack`));
  await must(admin.post(`${shipment}/sealAll`));
  await must(admin.post(`${shipment}/ownLabel`, { carrierCode: 'OWN', trackingNo: 'TRUCK-12' }));
  await must(admin.post(`${shipment}/ship`, {}, { 'idempotency-key': 'twelve' }));
  const sold = await must(
    admin.get<{ lines: { orderLine: { cogs: string; currency: string; baseCurrency: string }[] } }>(
      '/orders/salesOrder/queryById',
      { id: order.id },
    ),
  );
  expect(sold.lines.orderLine).toMatchObject([{ cogs: '62.00', currency: 'GBP', baseCurrency: 'USD' }]);
  expect(await movementOf(skuId, -12)).toMatchObject({ costValue: '-6200', unitCost: '5.1667' });
  expect(await valueLeft(skuId)).toEqual([{ qtyLeft: 8, valueLeft: 4800n }]);
  expect(await scene.violations()).toEqual([]);
});

test('the last unit takes the cents that are left: 3 × 0.3333 cost 1.00 in all', async () => {
  const skuId = await newSku();
  expect(await post(skuId, { qty: 3, unitCost: '0.3333' })).toEqual([100n]);
  const costs = [];
  for (let index = 0; index < 3; index++) costs.push(...(await post(skuId, { qty: -1 })));
  expect(costs).toEqual([33n, 34n, 33n]);
  expect(await valueLeft(skuId)).toEqual([]);
});

test('half a cent of a receipt is rounded up, once', async () => {
  const skuId = await newSku();
  expect(await post(skuId, { qty: 3, unitCost: '0.005' })).toEqual([2n]);
  expect(await post(skuId, { qty: 1, unitCost: '0.0049' })).toEqual([0n]);
});

test('a warehouse pays with its own layers, and lines of one posting take turns', async () => {
  const skuId = await newSku();
  await post(skuId, { qty: 5, unitCost: '1', at: otherWarehouseId });
  await post(skuId, { qty: 2, unitCost: '10' }, { qty: 2, unitCost: '30' });
  expect(await post(skuId, { qty: -1 }, { qty: -2 })).toEqual([1000n, 4000n]);
  expect(await post(skuId, { qty: -1, at: otherWarehouseId })).toEqual([100n]);
  expect(await valueLeft(skuId)).toEqual([
    { qtyLeft: 4, valueLeft: 400n },
    { qtyLeft: 1, valueLeft: 3000n },
  ]);
});

test('the same key posts once, and keeps its first cost', async () => {
  const skuId = await newSku();
  await post(skuId, { qty: 2, unitCost: '4' }, { qty: 2, unitCost: '9' });
  const key = newId();
  expect(await post(skuId, { qty: -2, key })).toEqual([800n]);
  expect(await post(skuId, { qty: -2, key })).toEqual([800n]);
  expect(await valueLeft(skuId)).toEqual([{ qtyLeft: 2, valueLeft: 1800n }]);
});

test('sums never add currencies, and each has the places of its own', async () => {
  const skuId = await newSku();
  const amounts: [currency: string, unitPrice: string][] = [
    ['JPY', '1500'],
    ['KWD', '1.234'],
    ['CAD', '12.345'],
  ];
  for (const [currency, unitPrice] of amounts)
    await must(
      admin
        .post<{ id: string }>('/orders/salesOrder/add', {
          accountId: scene.seller.accountId,
          ...ADDRESS,
          currency,
          lines: [{ skuId, qty: 3, unitPrice, channelSku: 'DIRECT' }],
        })
        .then(({ result }) => admin.post(`/orders/salesOrder/${result.id}/submit`)),
    );
  // 12.345 × 3 = 37.035: rounded half up, per line.
  const lines = await must(
    admin.get<Page<{ currency: string; amount: string }>>('/orders/salesLine/list', { pageSize: '200' }),
  );
  const sold = (currency: string) => lines.records.filter((one) => one.currency === currency).map((one) => one.amount);
  expect(amounts.map(([currency]) => sold(currency))).toEqual([['4500'], ['3.702'], ['37.04']]);
  const { unrated } = await must(admin.get<SalesAnalysis>('/desk/analysis/sales'));
  expect(unrated.map(({ currency, count }) => [currency, count])).toEqual([
    ['CAD', 1],
    ['JPY', 1],
    ['KWD', 1],
  ]);
  const orders = await must(
    admin.get<Page<{ currency: string; total: string }>>('/orders/salesOrder/list', {
      currency: 'KWD',
    }),
  );
  expect(orders.records.map(({ total }) => total)).toEqual(['3.702']);
});
