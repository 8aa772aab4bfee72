import { afterAll, beforeAll, expect, test } from 'vitest';
import { look, openShop } from '#tests/channels/shop.ts';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { ADDRESS, firstOf, must, NEW_JERSEY, STOOL } from '#tests/lifecycles/one-of-each.ts';
import { addStock } from '#tests/races/goods.ts';
import { approved, CHAIR, levelsOf, lineOf, moveReturn, readReturn, shipAll, type SentOrder } from './return-scene.ts';

/** A bundle that comes back is its components again, each worth what it left with. */

let scene: TestApp;
let clerk: Client;
let packer: Client;
let admin: Client;
let order: SentOrder;

beforeAll(async () => {
  scene = await startTestApp();
  clerk = await scene.as('yunying');
  packer = await scene.as('cangku');
  admin = await scene.as('admin');
  await openShop(scene, clerk);
  await addStock(scene, packer, CHAIR, 10);
  await addStock(scene, packer, STOOL, 10);
});
afterAll(() => scene?.stop());

const add = async (path: string, body: object): Promise<string> =>
  (await must(admin.post<{ id: string }>(`${path}/add`, body))).id;

/** Two sets of a chair and two stools have left. */
async function sentSets() {
  const { productId } = await firstOf<{ id: string; productId: string }>(admin, '/catalog/sku/list', {
    skuCode: STOOL,
  });
  const set = { skuCode: 'SET-BACK', name: '一椅两凳', productId, type: 'bundle' };
  const skuId = await add('/catalog/sku', set);
  for (const [part, qty] of [
    [STOOL, 2],
    [CHAIR, 1],
  ] as const)
    await add('/catalog/bundleItem', {
      bundleSkuId: skuId,
      componentSkuId: scene.seller.skus[part],
      qty,
    });
  const id = await add('/orders/salesOrder', {
    accountId: scene.seller.accountId,
    currency: 'USD',
    ...ADDRESS,
    pinnedWarehouseId: scene.seller.warehouses[NEW_JERSEY],
    lines: [{ skuId, qty: 2, unitPrice: '200.00' }],
  });
  await must(clerk.post(`/orders/salesOrder/${id}/submit`));
  await must(clerk.post(`/orders/salesOrder/${id}/accept`));
  await scene.settled();
  const shipment = await shipAll(admin, clerk, packer, id, 'SETS-1');
  const line = await look(
    scene,
    (tx) => tx.one<{ id: string }>`
      select id from order_line where tenant_id = ${tx.tenant} and order_id = ${id}::uuid`,
  );
  return { id, po: 'SETS', shipment, lineId: line.id, skuId };
}

test('one of two sets comes back: two stools and a chair are in quarantine, then on the shelf', async () => {
  order = await sentSets();
  const id = await approved(clerk, order);
  const { warehouseId } = await readReturn(admin, id);
  const [stool, chair] = [STOOL, CHAIR].map((part) => scene.seller.skus[part] as string);
  const held = async (condition: string) => [
    (await levelsOf(scene, stool ?? '', warehouseId))[condition] ?? 0,
    (await levelsOf(scene, chair ?? '', warehouseId))[condition] ?? 0,
  ];
  const [stools = 0, chairs = 0] = await held('quarantine');
  const [good = 0, goodChairs = 0] = await held('good');
  await must(moveReturn(packer, id, 'receive'));
  expect(await held('quarantine')).toEqual([stools + 2, chairs + 1]);
  for (const move of ['receiveDone', 'inspect', 'dispose']) await must(moveReturn(packer, id, move));
  expect(await held('quarantine')).toEqual([stools, chairs]);
  expect(await held('good')).toEqual([good + 2, goodChairs + 1]);
  await must(moveReturn(await scene.as('caiwu'), id, 'credit'));
  expect(await readReturn(admin, id)).toMatchObject({ creditTotal: '200.00' });
  expect(await scene.violations()).toEqual([]);
});

test('a set that is beyond repair gives up all that it is made of', async () => {
  const id = await approved(clerk, order);
  const { id: lineId } = await lineOf(admin, id);
  for (const move of ['receive', 'receiveDone']) await must(moveReturn(packer, id, move));
  const { recoveredValue, warehouseId } = await readReturn(admin, id);
  await must(moveReturn(packer, id, 'inspect', { lines: [{ lineId, good: 0, damaged: 1 }] }));
  await must(moveReturn(packer, id, 'dispose', { lines: [{ lineId, damagedDisposition: 'refurb' }] }));
  // A set is a chair and two stools: what is less than all of them is within the limit.
  const limit = async (disposalLimit: string): Promise<void> => {
    const path = '/aftersales/returnSettings';
    const settings = await must(admin.get<{ version: number }>(path));
    await must(admin.put(path, { ...settings, disposalLimit }));
  };
  await limit((Number(recoveredValue) - 0.01).toFixed(2));
  const scrapped = { lines: [{ lineId, good: 0, scrapped: 1 }] };
  expect(await moveReturn(packer, id, 'refurbish', scrapped)).toMatchObject({
    success: false,
    message: expect.stringContaining('超过单人处置上限'),
  });
  await limit(recoveredValue);
  const stools = async (): Promise<number> =>
    (await levelsOf(scene, scene.seller.skus[STOOL] ?? '', warehouseId))['damaged'] ?? 0;
  const before = await stools();
  await must(moveReturn(packer, id, 'refurbish', scrapped));
  expect(await stools()).toBe(before - 2);
  expect(await readReturn(admin, id)).toMatchObject({ refurbOpen: 0, lostValue: recoveredValue });
});
