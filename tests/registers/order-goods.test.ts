import { afterAll, beforeAll, expect, test } from 'vitest';
import { openShop, place, pull } from '#tests/channels/shop.ts';
import { systemActor } from '#kit/server/actor.ts';
import { createUser } from '#modules/system/server/index.ts';
import { personWith } from '#tests/contract/worlds.ts';
import { PASSWORD, startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { firstOf, must, NEW_JERSEY, newOrder, STOOL } from '#tests/lifecycles/one-of-each.ts';

interface Goods {
  skuId: string;
  name: string;
  images: string[];
  cartons: number;
  unitsPerCarton: number;
  stock: { warehouse: string; available: number }[] | null;
}

let scene: TestApp;
let clerk: Client;

beforeAll(async () => {
  scene = await startTestApp();
  clerk = await scene.as('yunying');
  await openShop(scene, clerk);
});
afterAll(() => scene.stop());

const detailOf = (who: Client, id: string) =>
  must<{ goods: Goods[]; warehouseZone: string | null }>(who.get('/orders/salesOrder/queryById', { id }));

const skuOf = (code: string) =>
  firstOf<{ id: string; name: string; images: string | null }>(clerk, '/catalog/sku/list', {
    skuCode: code,
  });

test('an order shows its goods by our name, with cartons and what each warehouse has', async () => {
  const { id } = await newOrder(scene, clerk);
  const { goods, warehouseZone } = await detailOf(clerk, id);
  const sku = await skuOf(STOOL);
  expect(goods.map(({ skuId, name }) => ({ skuId, name }))).toEqual([{ skuId: sku.id, name: sku.name }]);
  const [stool] = goods as [Goods];
  expect(stool.images.length).toBeGreaterThan(0);
  const cartons = await must<{ total: number }>(clerk.get('/catalog/skuCarton/list', { skuId: sku.id }));
  expect(stool.cartons).toBe(cartons.total);
  const levels = await must<{ records: { warehouseId_dictText: string; available: number }[] }>(
    clerk.get('/inventory/stockLevel/list', {
      skuId: sku.id,
      condition: 'good',
      column: 'available',
      order: 'desc',
    }),
  );
  expect(stool.stock?.map(({ available }) => available)).toEqual(levels.records.map(({ available }) => available));
  expect(new Set(stool.stock?.map(({ warehouse }) => warehouse))).toEqual(
    new Set(levels.records.map((level) => level.warehouseId_dictText)),
  );
  // New Jersey is the warehouse that the order names.
  expect(warehouseZone).toBe('America/New_York');
});

test('who may not see stock or products is shown neither', async () => {
  const { id } = await newOrder(scene, clerk);
  const reader = await personWith(scene, await scene.as('admin'), ['orders:salesOrder:list']);
  const [stool] = (await detailOf(reader, id)).goods as [Goods];
  expect(stool.name).toBe((await skuOf(STOOL)).name);
  expect(stool.stock).toBeNull();
  expect(stool.images).toEqual([]);
});

test('whoever is limited to one warehouse is shown what that one has', async () => {
  const { id } = await newOrder(scene, clerk);
  const warehouse = await firstOf<{ id: string; name: string }>(clerk, '/base/warehouse/list', {
    timezone: 'America/New_York',
  });
  await createUser(scene.app.db, systemActor(1, 'test'), {
    username: 'eastern',
    realname: 'eastern',
    password: PASSWORD,
    roles: ['TADM'],
    departs: ['A01'],
    warehouses: [warehouse.id],
  });
  const [all] = (await detailOf(clerk, id)).goods as [Goods];
  expect(all.stock?.length).toBeGreaterThan(1);
  const [some] = (await detailOf(await scene.as('eastern'), id)).goods as [Goods];
  expect(some.stock).toEqual(all.stock?.filter(({ warehouse: name }) => name === warehouse.name));
});

interface InList {
  id: string;
  goods: { name: string; code: string; qty: number; picture: string | null }[];
  kinds: number;
  warehouseZone: string | null;
}

const inList = (who: Client, id: string) => firstOf<InList>(who, '/orders/salesOrder/list', { selections: id });

test('a row of the list shows its goods by our name and code, with the clock of its warehouse', async () => {
  const { id } = await newOrder(scene, clerk);
  const sku = await skuOf(STOOL);
  const row = await inList(clerk, id);
  expect(row.goods).toEqual([
    { name: sku.name, code: STOOL, qty: 1, picture: expect.stringMatching(/\.png$/) as string },
  ]);
  expect(row.kinds).toBe(1);
  expect(row.warehouseZone).toBe('America/New_York');
  const reader = await personWith(scene, await scene.as('admin'), ['orders:salesOrder:list']);
  expect((await inList(reader, id)).goods).toEqual([{ name: sku.name, code: STOOL, qty: 1, picture: null }]);
});

test('a link that is shown with its face brings name and picture for whoever may list it', async () => {
  const sku = await skuOf(STOOL);
  const faceFor = async (who: Client) =>
    (
      await firstOf<{ id: string; skuId_face: { name: string; picture: string } | null }>(
        who,
        '/inventory/stockLevel/list',
        { skuId: sku.id },
      )
    ).skuId_face;
  const face = await faceFor(clerk);
  expect(face?.name).toBe(sku.name);
  // The SKU has none of its own: it is its product's.
  expect(face?.picture).toMatch(/\.png$/);
  const reader = await personWith(scene, await scene.as('admin'), ['inventory:stockLevel:list']);
  expect(await faceFor(reader)).toBeNull();
});

test('a part that is not mapped has no goods of ours', async () => {
  const [made] = await place(scene, [
    { warehouseId: NEW_JERSEY, lines: [{ partNumber: 'NOBODY-KNOWS-1', quantity: 1 }] },
  ]);
  await pull(scene, clerk);
  const { id } = await firstOf(clerk, '/orders/salesOrder/list', {
    channelOrderNo: String(made?.poNumber),
  });
  expect((await detailOf(clerk, id)).goods).toEqual([]);
  const [shown] = (await inList(clerk, id)).goods;
  expect(shown).toMatchObject({ code: 'NOBODY-KNOWS-1', picture: null });
});
