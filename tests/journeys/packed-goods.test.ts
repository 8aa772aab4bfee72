import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Packing } from '#modules/fulfilment/model/routes.ts';
import { personWith } from '#tests/contract/worlds.ts';
import { openShop } from '#tests/channels/shop.ts';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { must, newOrder, startedShipment, STOOL } from '#tests/lifecycles/one-of-each.ts';

/** What the packing desk tells of the goods of a shipment, and to whom. */

let scene: TestApp;
let admin: Client;
let shipment: string;
beforeAll(async () => {
  scene = await startTestApp();
  admin = await scene.as('admin');
  await openShop(scene, admin);
  const order = await newOrder(scene, admin);
  shipment = await startedShipment(scene, admin, order.id);
});
afterAll(() => scene?.stop());

const packing = (who: Client): Promise<Packing> => must(who.get<Packing>(`/fulfilment/shipment/${shipment}/packing`));

test('goods come with own name, code and picture, deadlines with the clock of the warehouse', async () => {
  const { lines, warehouseZone, shipBy, unitCount } = await packing(admin);
  expect(lines[0]).toMatchObject({
    skuId: scene.seller.skus[STOOL],
    goods: { code: STOOL, name: expect.stringMatching(/\p{Script=Han}/u) },
  });
  expect(lines[0]?.goods.picture).toMatch(/\.(png|jpe?g|webp|svg)/);
  expect(warehouseZone).toBe('America/New_York');
  expect(shipBy).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  expect(unitCount).toBe(lines.reduce((sum, { qty }) => sum + qty, 0));
});

test('a packer who may not read products knows by name and code what is in the shipment, and no more', async () => {
  const packer = await personWith(scene, admin, ['fulfilment:shipment:list']);
  const { lines } = await packing(packer);
  expect(lines[0]?.goods).toMatchObject({ code: STOOL, picture: null });
  expect(lines[0]?.codes).toContain(STOOL);
  expect(await packer.get('/catalog/sku/list')).toMatchObject({ status: 403 });
});
