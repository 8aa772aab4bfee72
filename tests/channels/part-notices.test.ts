import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { firstOf, must } from '#tests/lifecycles/one-of-each.ts';
import { covers } from '#tests/spec/covers.ts';
import { fault, openShop, pull, type Page } from './shop.ts';

/** One line that leaves two warehouses on one day: the channel hears of both, whatever is lost. */
let scene: TestApp;
let clerk: Client;

beforeAll(async () => {
  scene = await startTestApp();
  clerk = await scene.as('yunying');
  await openShop(scene, clerk);
});
afterAll(() => scene.stop());

interface Facts {
  noticeEffects: number;
  products: { ordered: number; shipped: number }[];
}

test('a notice of a part proves nothing of another notice of that part', async () => {
  covers('ours: odd rows');
  const admin = await scene.as('admin');
  const shop = await firstOf<{ id: string; version: number }>(admin, '/base/channelAccount/list', {
    id: scene.seller.accountId,
  });
  await must(
    admin.put('/base/channelAccount/edit', {
      id: shop.id,
      version: shop.version,
      allowSplit: true,
      strategy: 'priority',
    }),
  );
  await scene.sim('POST', '/config', { requireRegister: false });
  const { poNumbers } = await scene.sim<{ poNumbers: string[] }>('POST', '/seed', {
    scenario: 's5',
    seed: 5,
  });
  const po = poNumbers[0] as string;
  await pull(scene, clerk);
  const { id } = await firstOf(clerk, '/orders/salesOrder/list', { channelOrderNo: po });
  await must(clerk.post(`/orders/salesOrder/${id}/accept`));
  await scene.settled();
  const truck = await firstOf(admin, '/base/shipMethod/list', { code: 'OWN-TRK' });
  await must(clerk.post(`/orders/salesOrder/${id}/start`, { shipMethodId: truck.id }));
  const list = await must(admin.get<Page<{ id: string }>>('/fulfilment/shipment/list', { orderId: id }));
  expect(list.records).toHaveLength(2);
  for (const [index, shipment] of list.records.entries()) {
    const path = `/fulfilment/shipment/${shipment.id}`;
    for (const move of ['pack', 'sealAll']) await must(admin.post(`${path}/${move}`));
    const label = { carrierCode: 'OWN', trackingNo: `TRUCK-${index}` };
    await must(admin.post(`${path}/ownLabel`, label));
  }
  await fault(scene, { fault: '500', match: { operation: 'shipment', nth: 2, times: 1 } });
  for (const shipment of list.records)
    await must(admin.post(`/fulfilment/shipment/${shipment.id}/ship`, {}, { 'idempotency-key': shipment.id }));
  await scene.settled();
  const { facts } = await scene.sim<{ facts: Record<string, Facts> }>('GET', '/audit');
  expect(facts[po]).toMatchObject({ noticeEffects: 2, products: [{ ordered: 10, shipped: 10 }] });
  const left = await must(admin.get<Page<{ noticeStatus: string }>>('/fulfilment/shipment/list', { orderId: id }));
  expect(left.records.map(({ noticeStatus }) => noticeStatus)).toEqual(['ok', 'ok']);
});
