import { afterAll, beforeAll, expect, test } from 'vitest';
import { look, openShop } from '#tests/channels/shop.ts';
import { startTestApp, type Answer, type TestApp } from '#tests/harness/app.ts';
import {
  from,
  level,
  readRequest,
  request,
  SENT,
  setTable,
  step,
  stock,
  type PartScene,
} from '#tests/journeys/part-scene.ts';
import { ADDRESS, must, newOrder } from '#tests/lifecycles/one-of-each.ts';
import { covers } from '#tests/spec/covers.ts';
import { expectNoTrouble, times } from './goods.ts';
import { together } from './together.ts';

let scene: TestApp;

beforeAll(async () => {
  scene = await startTestApp();
  await openShop(scene, await scene.as('yunying'));
});
afterAll(() => scene?.stop());

const levelId = async ({ here }: PartScene, skuId: string): Promise<string> =>
  (
    await look(
      scene,
      (tx) => tx.one<{ id: string }>`
        select id from stock_level where tenant_id = ${tx.tenant} and condition = 'good'
          and warehouse_id = ${here}::uuid and sku_id = ${skuId}::uuid`,
    )
  ).id;
const won = (answers: readonly Answer[]): number => answers.filter(({ success }) => success).length;

test('the last unit is taken apart for one of those who want it, or sold', async () => {
  covers('ours: parts asked for again');
  const table = await setTable(scene, { units: 1 });
  const { service, here, parent } = table;
  const ids: string[] = [];
  for (let at = 0; at < 5; at++) ids.push(await request(table));
  const answers = await Promise.all(ids.map((id) => from(service, id, 'harvest')));
  const order = await must(
    service.post<{ id: string }>('/orders/salesOrder/add', {
      accountId: scene.seller.accountId,
      pinnedWarehouseId: here,
      currency: 'USD',
      ...ADDRESS,
      lines: [{ skuId: parent, qty: 1, unitPrice: '10' }],
    }),
  );
  const done = await together<Answer>(
    scene,
    'stock_level',
    [await levelId(table, parent)],
    [
      ...ids.map((id, at) => () => step(service, id, 'confirm', answers[at])),
      () => service.post(`/orders/salesOrder/${order.id}/submit`),
    ],
  );
  expectNoTrouble(done.slice(0, -1).filter(({ success }) => success));
  const held = await level(table, parent);
  expect(held).toEqual({ onHand: 1, reserved: 1 });
  const parts = won(done.slice(0, -1));
  const { holds } = await must(service.get<{ holds: string[] }>('/orders/salesOrder/queryById', { id: order.id }));
  expect(parts + (holds.includes('outOfStock') ? 0 : 1)).toBe(1);
  for (const { success, status } of done) if (!success) expect(status).toBe(422);
  expect(await scene.violations()).toEqual([]);
});

test('two who confirm one request hold for it once', async () => {
  const table = await setTable(scene, { units: 4 });
  const { service, admin, parent } = table;
  const id = await request(table);
  const chosen = await from(service, id, 'harvest');
  const done = await together<Answer>(
    scene,
    'part_order',
    [id],
    [service, admin, service].map((who) => () => step(who, id, 'confirm', chosen)),
  );
  expect(won(done)).toBe(1);
  expect(await level(table, parent)).toEqual({ onHand: 4, reserved: 1 });
  expect(await scene.violations()).toEqual([]);
});

test('a harvest that is shipped by several at once, alone and in a parcel, happens once', async () => {
  const table = await setTable(scene, { units: 2 });
  const { service, packer, admin, parent, leg } = table;
  const ids = [await request(table), await request(table)] as const;
  for (const id of ids) await must(step(service, id, 'confirm', await from(service, id, 'harvest')));
  const done = await together<Answer<unknown>>(
    scene,
    'part_order',
    [...ids],
    [
      () => step(packer, ids[0], 'ship', SENT),
      () => step(admin, ids[0], 'ship', SENT),
      () => step(admin, ids[1], 'ship', SENT),
      () => packer.post('/aftersales/partOrder/shipTogether', { ids: [...ids], ...SENT }),
    ],
  );
  expect(won(done)).toBeGreaterThan(0);
  for (const id of ids)
    if ((await readRequest(service, id)).status !== 'shipped') await must(step(packer, id, 'ship', SENT));
  expect(await level(table, parent)).toEqual({ onHand: 0, reserved: 0 });
  expect(await level(table, leg)).toEqual({ onHand: 6, reserved: 0 });
  expect(await scene.violations()).toEqual([]);
});

test('harvests that need each other’s parts do not wait in a ring', async () => {
  const table = await setTable(scene, { units: 8 });
  const { service, packer, parent, leg, top } = table;
  await stock(table, leg, 4, '5.00');
  const ids = await Promise.all(
    times(8, (at) =>
      request(table, {
        lines: [{ parentSkuId: parent, partSkuId: at % 2 ? leg : top, qty: 1, cause: 'damaged' }],
      }),
    ),
  );
  for (const id of ids) await must(step(service, id, 'confirm', await from(service, id, 'harvest')));
  const sent = await Promise.all(ids.map((id, at) => step(packer, id, 'ship', { ...SENT, trackingNo: `RING-${at}` })));
  expect(sent.map(({ message, success }) => (success ? '' : message))).toEqual(ids.map(() => ''));
  expect(await level(table, leg)).toEqual({ onHand: 4 + 32 - 4, reserved: 0 });
  expect(await level(table, top)).toEqual({ onHand: 8 - 4, reserved: 0 });
  expect(await scene.violations()).toEqual([]);
});

test('two requests of one order that end at once: the order shows that nothing is open', async () => {
  const table = await setTable(scene, { units: 1 });
  const { service, admin } = table;
  const order = await newOrder(scene, await scene.as('yunying'));
  const ids = [await request(table, { orderId: order.id }), await request(table, { orderId: order.id })] as const;
  const reason = { rejectReason: 'noSuchPart' };
  const ended = await together<Answer>(
    scene,
    'sales_order',
    [order.id],
    [() => step(service, ids[0], 'reject', reason), () => step(admin, ids[1], 'reject', reason)],
  );
  expect(won(ended)).toBe(2);
  const shown = await must(service.get<{ partStatus: string }>('/orders/salesOrder/queryById', { id: order.id }));
  expect(shown.partStatus).toBe('rejected');
  expect(await scene.violations()).toEqual([]);
});
