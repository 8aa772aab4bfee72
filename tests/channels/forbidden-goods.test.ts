import { afterAll, beforeAll, expect, test } from 'vitest';
import { GIGA_PREFIX } from '#simulator/giga/routes.ts';
import { GIGA_BUYER } from '#simulator/giga/signature.ts';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { firstOf, must } from '#tests/lifecycles/one-of-each.ts';
import { goods, itemsIn, market, moveTask, publisher, readTask, readyTask } from './publish-scene.ts';
import { openShop, type Page } from './shop.ts';

/** What a supplier forbids at a marketplace is not listed there. */

let scene: TestApp;
let admin: Client;
let clerk: Client;
let accountId: string;
let productId: string;

beforeAll(async () => {
  scene = await startTestApp({ start: { connectors: [publisher] } });
  [clerk, admin] = await Promise.all([scene.as('yunying'), scene.as('admin')]);
  accountId = await openShop(scene, clerk);
  ({ id: productId } = await firstOf<{ id: string }>(admin, '/catalog/product/list'));
  market.reset();
});
afterAll(async () => {
  expect(await scene.violations()).toEqual([]);
  await scene.stop();
});

interface Item {
  sku: string;
  banned: { id: number }[];
}

/** Reads the list of a supplier that forbids one of its goods at the marketplace of the shop, and another elsewhere. */
async function readGoods(): Promise<{ here: string; elsewhere: string }> {
  const { items } = await scene.sim<{ items: Item[] }>('GET', '/giga');
  const [here, elsewhere] = items.filter(({ banned }) => banned.length === 0) as [Item, Item];
  await scene.sim('POST', '/giga/item', { sku: here.sku, banned: [{ id: 1, name: 'Wayfair' }] });
  await scene.sim('POST', '/giga/item', { sku: elsewhere.sku, banned: [{ id: 2, name: 'Amazon' }] });
  const supplier = { code: 'GIGA', name: '大健云仓', type: 'wholesale', currency: 'USD' };
  const { id: supplierId } = await must(admin.post<{ id: string }>('/base/supplier/add', supplier));
  const feed = { name: '大健云仓', supplierId, connector: 'giga', environment: 'sandbox', ...GIGA_BUYER };
  const apiUrl = `${scene.simulator.url}${GIGA_PREFIX}`;
  const { id } = await must(admin.post<{ id: string }>('/purchasing/supplyFeed/add', { ...feed, apiUrl }));
  await must(admin.post(`/purchasing/supplyFeed/${id}/run`));
  await scene.settled();
  return { here: here.sku, elsewhere: elsewhere.sku };
}

async function link(supplierSku: string, skuId: string): Promise<string> {
  const { records } = await must(admin.get<Page<{ id: string }>>('/purchasing/supplierProduct/list', { supplierSku }));
  const id = records[0]?.id ?? '';
  await must(admin.post(`/purchasing/supplierProduct/${id}/link`, { skuId }));
  return id;
}

test('goods that a supplier forbids at this marketplace are not sent to it; those forbidden elsewhere are', async () => {
  const { here, elsewhere } = await readGoods();
  const [forbidden, free] = [(await goods(admin, productId)).skuId, (await goods(admin, productId)).skuId];
  const product = await link(here, forbidden);
  await link(elsewhere, free);
  const task = await readyTask(clerk, accountId, [forbidden, free]);
  const { id } = task;
  const said = itemsIn(task).map(({ flaws }) =>
    flaws.filter(({ code }) => code === 'forbiddenPlatform').map(({ message }) => message),
  );
  expect(said.flat()).toEqual([`供应商禁止供货产品 ${here} 在该平台销售，不能刊登`]);
  expect((await moveTask(clerk, id, 'submit')).success).toBe(false);
  await must(admin.post(`/purchasing/supplierProduct/${product}/unlink`, {}));
  await moveTask(clerk, id, 'validate');
  expect(itemsIn(await readTask(clerk, id)).flatMap(({ flaws }) => flaws.map(({ code }) => code))).not.toContain(
    'forbiddenPlatform',
  );
});
