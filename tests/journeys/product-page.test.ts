import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemActor } from '#kit/server/actor.ts';
import { newId } from '#kit/server/new-id.ts';
import { createUser } from '#modules/system/server/index.ts';
import { openShop } from '#tests/channels/shop.ts';
import { openOtherTenant, personWith } from '#tests/contract/worlds.ts';
import { PASSWORD, startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { ADDRESS, firstOf, must, newOrder, STOOL } from '#tests/lifecycles/one-of-each.ts';
import { covers } from '#tests/spec/covers.ts';

/* What a product's page and the list of products show (domain.md §6 产品). */

let scene: TestApp;
let admin: Client;
let productId: string;
let skuId: string;
beforeAll(async () => {
  scene = await startTestApp();
  admin = await scene.as('admin');
  await openShop(scene, admin);
  skuId = scene.seller.skus[STOOL] as string;
  ({ productId } = await firstOf<{ id: string; productId: string }>(admin, '/catalog/sku/list', {
    skuCode: STOOL,
  }));
});
afterAll(() => scene.stop());

interface Sales {
  days: { day: string; units: number }[];
  units: number;
  unitsBefore: number;
  orders: number;
  amounts: { currency: string; amount: string }[];
  skus: { skuId: string; units: number }[];
  open: { count: number; units: number; orders: { id: string; units: number }[] };
}

const sales = async (by = admin): Promise<Sales> => must(by.get<Sales>(`/orders/productSales/${productId}`));

async function sold(qty: number, unitPrice: string): Promise<string> {
  const { id } = await must(
    admin.post<{ id: string }>('/orders/salesOrder/add', {
      accountId: scene.seller.accountId,
      ...ADDRESS,
      lines: [{ skuId, qty, unitPrice, channelSku: 'DIRECT' }],
    }),
  );
  const key = { 'idempotency-key': newId() };
  await must(admin.post(`/orders/salesOrder/${id}/submit`, {}, key));
  return id;
}

test('what was ordered of it in thirty days, and what still has to leave', async () => {
  covers('ours: a product in one page');
  const before = await sales();
  expect(before.days).toHaveLength(30);
  const order = await newOrder(scene, admin, {}, 2);
  const typed = await sold(3, '10');
  const after = await sales();
  expect(after.units - before.units).toBe(5);
  expect(after.orders - before.orders).toBe(2);
  expect(after.days.at(-1)?.units).toBe((before.days.at(-1)?.units ?? 0) + 5);
  expect(after.skus).toEqual([expect.objectContaining({ skuId, units: after.units })]);
  expect(after.open.units - before.open.units).toBe(5);
  expect(after.open.orders.map(({ id }) => id)).toEqual(expect.arrayContaining([order.id, typed]));
  // What is taken back was not sold.
  await must(admin.post(`/orders/salesOrder/${typed}/cancel`, { reason: '买家不要了' }));
  expect((await sales()).units - before.units).toBe(2);
  // A month later it is what was sold before, and a day more than two months later nothing.
  await scene.pass(30 * 86_400_000);
  admin = await scene.as('admin');
  expect(await sales()).toMatchObject({ units: 0, unitsBefore: after.units - 3, orders: 0 });
});

test('orders of other shops are not counted, and no product of another tenant is there', async () => {
  await newOrder(scene, admin, {}, 1);
  await createUser(scene.app.db, systemActor(1, 'test'), {
    username: 'elsewhere',
    realname: '别处',
    password: PASSWORD,
    roles: ['OPS'],
    departs: ['A01'],
    shops: [newId()],
  });
  const elsewhere = await scene.as('elsewhere');
  const seen = await sales(elsewhere);
  expect([seen.units, seen.open.count, seen.amounts]).toEqual([0, 0, []]);
  expect((await sales()).units).toBeGreaterThan(0);
  const stranger = await openOtherTenant(scene);
  expect((await stranger.get(`/orders/productSales/${productId}`)).status).toBe(404);
  const blind = await personWith(scene, admin, ['orders:salesOrder:list']);
  expect((await blind.get(`/orders/productSales/${productId}`)).status).toBe(404);
});

interface Listed {
  id: string;
  skuCount?: number;
  cartonsMost?: number;
  costLeast?: string;
  available?: number;
  shops?: string;
}

const listed = async (by: Client): Promise<Listed | undefined> =>
  (await must(by.get<{ records: Listed[] }>('/catalog/product/list', { id: productId }))).records[0];

test('the list says of a product what its SKUs, stock and shops say, as far as the reader may see', async () => {
  const levels = await must(
    admin.get<{ records: { available: number }[] }>('/inventory/stockLevel/list', {
      skuId,
      condition: 'good',
      pageSize: '50',
    }),
  );
  const available = levels.records.reduce((sum, level) => sum + level.available, 0);
  expect(await listed(admin)).toMatchObject({
    skuCount: 1,
    available,
    shops: 'Wayfair 美国站',
    costLeast: expect.stringMatching(/^\d+\.\d{4}$/),
  });
  const clerk = await scene.as('kefu');
  expect(await listed(clerk)).not.toHaveProperty('costLeast');
  const reader = await personWith(scene, admin, ['catalog:product:list']);
  const bare = (await listed(reader)) ?? {};
  for (const key of ['skuCount', 'costLeast', 'available', 'shops']) expect(bare).not.toHaveProperty(key);
  const [warehouseId] = Object.values(scene.seller.warehouses);
  await createUser(scene.app.db, systemActor(1, 'test'), {
    username: 'one_place',
    realname: '一仓',
    password: PASSWORD,
    roles: ['OPS'],
    departs: ['A01'],
    shops: [newId()],
    warehouses: [String(warehouseId)],
  });
  const here = await listed(await scene.as('one_place'));
  expect(here?.available).toBeLessThan(available);
  expect(here).not.toHaveProperty('shops');
});

test('who changed which field of a SKU from what to what; hidden values stay hidden', async () => {
  await must(admin.put('/catalog/sku/edit', { id: skuId, standardCost: '7654.3219', name: '改名' }));
  const request = (by: Client) =>
    must(
      by.get<{ action: string; changes: { title: string; before: string; after: string }[] }[]>(
        `/catalog/product/${productId}/skuChanges`,
      ),
    );
  const [latest] = await request(admin);
  expect(latest?.changes).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ title: '名称', after: '改名' }),
      expect.objectContaining({ title: '标准成本', after: '7654.3219' }),
    ]),
  );
  const clerk = await scene.as('kefu');
  const seen = await request(clerk);
  expect(JSON.stringify(seen)).not.toContain('7654');
  expect(seen[0]?.changes).toContainEqual(
    expect.objectContaining({ title: '标准成本', hidden: 'masked', after: null }),
  );
});
