import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#kit/server/database.ts';
import type { BatchProgress } from '#modules/desk/model/batch.ts';
import { fault, openShop, ordersOf, place, pull } from '#tests/channels/shop.ts';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { covers } from '#tests/spec/covers.ts';

let scene: TestApp;
let clerk: Client;

beforeAll(async () => {
  scene = await startTestApp();
  clerk = await scene.as('yunying');
  await openShop(scene, clerk);
});
afterAll(() => scene.stop());

const progressOf = async (who: Client, resource = 'orders:salesOrder'): Promise<BatchProgress[]> =>
  (await who.get<BatchProgress[]>('/desk/batch/list', { resource })).result;

test('whoever starts a batch sees how far the marketplace is with it, until it is read', async () => {
  covers('ours: the queue');
  await place(
    scene,
    Array.from({ length: 4 }, () => ({
      warehouseId: '31842',
      lines: [{ partNumber: 'WB-BED-HALDEN-QN', quantity: 1 }],
    })),
  );
  await pull(scene, clerk);
  const ids = (await ordersOf(clerk, { tab: 'pending' })).map(({ id }) => id);
  expect(ids).toHaveLength(4);
  await fault(scene, {
    fault: 'accept-error',
    message: 'Warehouse is closed',
    match: { operation: 'accept', times: 1 },
  });
  const batch = newId();
  // As the console sends it: in parts, under one name.
  const accept = (part: string[]) =>
    clerk.post<{ ok: number }>('/orders/salesOrder/batch/accept', { ids: part, batch });
  expect((await accept(ids.slice(0, 3))).result.ok).toBe(3);
  expect((await accept(ids.slice(3))).result.ok).toBe(1);
  const begun = await progressOf(clerk);
  expect(begun).toMatchObject([{ id: batch, title: '接单同步', total: 4 }]);
  await scene.settled();
  expect(await progressOf(clerk)).toEqual([
    {
      id: batch,
      title: '接单同步',
      total: 4,
      done: 3,
      failed: 1,
      byHand: 0,
      query: { tab: 'dead', batchId: batch, handler: 'channels.accept' },
    },
  ]);
  // 查看 opens exactly these.
  const admin = await scene.as('admin');
  const failed = await admin.get<{ records: { lastError: string }[] }>('/desk/delivery/list', {
    batchId: batch,
    tab: 'dead',
  });
  expect(failed.result.records).toHaveLength(1);
  expect(failed.result.records[0]?.lastError).toContain('Warehouse is closed');
  // Nobody else sees it, and no other list; nobody else can put it away.
  expect(await progressOf(admin)).toEqual([]);
  expect(await progressOf(clerk, 'fulfilment:shipment')).toEqual([]);
  await admin.post('/desk/batch/read', { id: batch });
  expect(await progressOf(clerk)).toHaveLength(1);
  expect((await clerk.post('/desk/batch/read', { id: batch })).success).toBe(true);
  expect(await progressOf(clerk)).toEqual([]);
});

test('a batch that sets nothing off at a channel leaves no strip', async () => {
  const [order] = await ordersOf(clerk);
  const marked = await clerk.post<{ ok: number }>('/orders/salesOrder/batch/remark', {
    ids: [order?.id],
    answers: { kind: 'internal', content: '核对过' },
    batch: newId(),
  });
  expect(marked.result).toMatchObject({ ok: 1 });
  await scene.settled();
  expect(await progressOf(clerk)).toEqual([]);
});
