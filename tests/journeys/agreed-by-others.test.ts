import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#kit/server/database.ts';
import { look, openShop } from '#tests/channels/shop.ts';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { ADDRESS, firstOf, must, newOrder, STOOL } from '#tests/lifecycles/one-of-each.ts';
import { covers } from '#tests/spec/covers.ts';
import { CHAIR } from './return-scene.ts';

/** A price is agreed by somebody else than who sells at it; and a channel that gives goods away is asked about. */

let scene: TestApp;
let admin: Client;
let clerk: Client;
let accountId: string;
let productId: string;
let made = 0;

beforeAll(async () => {
  scene = await startTestApp();
  [admin, clerk] = await Promise.all([scene.as('admin'), scene.as('yunying')]);
  await openShop(scene, clerk);
  accountId = scene.seller.accountId;
  ({ id: productId } = await firstOf<{ id: string }>(admin, '/catalog/product/list'));
});
afterAll(() => scene?.stop());

const heldNow = async (id: string): Promise<string | null> =>
  (
    await look(
      scene,
      (tx) => tx.maybe<{ detail: string }>`
        select detail from order_hold where tenant_id = ${tx.tenant} and order_id = ${id}::uuid
          and type = 'priceMismatch' and closed_at is null`,
    )
  )?.detail ?? null;

/** A manual order of the admin, submitted. */
async function typed(line: { skuId: string; qty: number; unitPrice: string; channelSku?: string }): Promise<string> {
  const order = { accountId, ...ADDRESS, shipToAddress1: `${++made} Agreed St`, lines: [line] };
  const { id } = await must(admin.post<{ id: string }>('/orders/salesOrder/add', order));
  await must(admin.post(`/orders/salesOrder/${id}/submit`, {}, { 'idempotency-key': newId() }));
  await scene.settled();
  return id;
}

/** A SKU of which others say that a unit costs 50. */
async function goods(more: object = {}): Promise<string> {
  const id = await plainGoods(more);
  await costs(id);
  return id;
}

const costs = (skuId: string, standardCost = '50', effectiveFrom = '2026-01-02') =>
  must(clerk.post('/catalog/skuCost/add', { skuId, effectiveFrom, standardCost }));

/** One that cost less once: a price below what it costs later may still be listed. */
async function cheapGoods(): Promise<string> {
  const id = await plainGoods();
  await costs(id, '0.5', '2026-01-01');
  return id;
}

async function plainGoods(more: object = {}): Promise<string> {
  const skuCode = `AGREED-${++made}`;
  const { id } = await must(
    admin.post<{ id: string }>('/catalog/sku/add', { skuCode, name: skuCode, productId, ...more }),
  );
  return id;
}

const listed = (who: Client, skuId: string, channelSku: string, basePrice: string) =>
  must(who.post<{ id: string }>('/channels/channelProduct/add', { accountId, channelSku, skuId, basePrice }));
const edit = async (path: string, id: string, change: object): Promise<void> => {
  const { version } = await must(admin.get<{ version: number }>(`${path}/queryById`, { id }));
  await must(admin.put(`${path}/edit`, { id, version, ...change }));
};

test('who types an order agrees to no price of theirs: neither one they listed, nor one they changed', async () => {
  covers('ours: manual orders');
  const own = await cheapGoods();
  await listed(admin, own, 'OWN-PRICE', '1');
  await costs(own);
  const line = { qty: 4, unitPrice: '1' };
  expect(await heldNow(await typed({ ...line, skuId: own, channelSku: 'OWN-PRICE' }))).toBe(
    'OWN-PRICE 无协议价：单价 1.00 低于成本',
  );
  const others = await cheapGoods();
  const { id } = await listed(clerk, others, 'THEIR-PRICE', '40');
  await costs(others);
  const theirs = { ...line, skuId: others, channelSku: 'THEIR-PRICE' };
  // Somebody else has agreed to less than the goods cost.
  expect(await heldNow(await typed({ ...theirs, unitPrice: '40' }))).toBeNull();
  const cut = await goods();
  const listing = await listed(clerk, cut, 'CUT-PRICE', '100');
  await edit('/channels/channelProduct', listing.id, { basePrice: '75' });
  const cheaper = { qty: 4, unitPrice: '75', skuId: cut, channelSku: 'CUT-PRICE' };
  expect(await heldNow(await typed(cheaper))).toContain('约定价 100.00，订单价 75.00');
  // A listing that was made one of dearer goods is agreed for none of them.
  await edit('/channels/channelProduct', id, { skuId: own });
  expect(await heldNow(await typed({ ...theirs, skuId: own, unitPrice: '40' }))).toContain('无协议价');
});

test('nor do they tolerate more of their own prices than others left at the shop', async () => {
  const skuId = await goods();
  await listed(clerk, skuId, 'TOLERATED', '100');
  const half = { skuId, qty: 1, unitPrice: '50', channelSku: 'TOLERATED' };
  await edit('/base/channelAccount', accountId, { priceTolerancePct: 100 });
  expect(await heldNow(await typed(half))).toContain('约定价 100.00，订单价 50.00');
  // What a channel sells by that tolerance is another matter, but it gives nothing away.
  const { id } = await newOrder(scene, clerk, { lines: [{ partNumber: STOOL, quantity: 1, price: 1 }] });
  expect(await heldNow(id)).toBeNull();
  const free = await newOrder(scene, clerk, { lines: [{ partNumber: STOOL, quantity: 1, price: 0 }] });
  expect(await heldNow(free.id)).toContain('订单价 0.00');
  await edit('/base/channelAccount', accountId, { priceTolerancePct: 0 });
});

test('an order of a channel at no price is held, whether or not one is agreed', async () => {
  const listing = await firstOf<{ id: string }>(admin, '/channels/channelProduct/list', { channelSku: CHAIR });
  await edit('/channels/channelProduct', listing.id, { basePrice: null });
  const lines = [
    { partNumber: CHAIR, quantity: 1, price: 90 },
    { partNumber: CHAIR, quantity: 2, price: 0 },
  ];
  const { id } = await newOrder(scene, clerk, { lines });
  expect(await heldNow(id)).toBe(`${CHAIR} 价格为 0`);
  expect((await clerk.post(`/orders/salesOrder/${id}/accept`)).success).toBe(false);
  const finance = await scene.as('caiwu');
  const accepted = { reason: '样品' };
  await must(finance.post(`/orders/salesOrder/${id}/acceptPrice`, accepted, { 'idempotency-key': newId() }));
  expect(await heldNow(id)).toBeNull();
});

test('what a bundle is made of stays while a manual order waits whose price was compared with it', async () => {
  const bundle = await goods({ type: 'bundle' });
  const screw = await goods();
  const { id: item } = await must(
    admin.post<{ id: string }>('/catalog/bundleItem/add', { bundleSkuId: bundle, componentSkuId: screw, qty: 1 }),
  );
  const id = await typed({ skuId: bundle, qty: 1, unitPrice: '60' });
  expect(await heldNow(id)).toBeNull();
  const more = await admin.put('/catalog/bundleItem/edit', { id: item, version: 1, qty: 1000 });
  expect(more).toMatchObject({ success: false, message: expect.stringContaining('组合明细不能改') as unknown });
  await must(
    admin.post(
      `/orders/salesOrder/${id}/cancel`,
      { reason: 'other', remark: '不要了' },
      { 'idempotency-key': newId() },
    ),
  );
  await edit('/catalog/bundleItem', item, { qty: 2 });
});
