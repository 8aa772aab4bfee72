import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ShopRate, ShopRates } from '#modules/fulfilment/model/carrier-routes.ts';
import { firstOf, must } from '#tests/lifecycles/one-of-each.ts';
import { startCarrierScene, type CarrierScene } from './carrier-scene.ts';

/** 比价: from one way to ship to another, and back. */

let carriers: CarrierScene;

beforeAll(async () => {
  carriers = await startCarrierScene();
});
afterAll(() => carriers?.scene.stop());

const ratesOf = async (id: string): Promise<ShopRate[]> =>
  (await must(carriers.packer.post<ShopRates>(`/fulfilment/shipment/${id}/rates`))).rates;

const choose = (id: string, shipMethodId: string) =>
  carriers.packer.post(`/fulfilment/shipment/${id}/chooseRate`, { shipMethodId });

test("whoever chose a carrier goes back to the marketplace's own label", async () => {
  const { id, orderId } = await carriers.packed('own');
  const { id: fedex } = await firstOf(carriers.clerk, '/base/shipMethod/list', { code: 'FDX-GND' });
  // No price of ours: the marketplace pays for it.
  const back = (await ratesOf(id)).find(({ shipMethodId }) => shipMethodId === fedex);
  expect(back).toMatchObject({
    owner: 'marketplace',
    isBought: false,
    reason: null,
    isCheapest: false,
    tableAmount: null,
    liveAmount: null,
    isCurrent: false,
  });

  await must(choose(id, fedex));
  expect(await carriers.shipment(id)).toMatchObject({
    shipMethodId: fedex,
    accountOwner: 'marketplace',
    status: 'packed',
  });
  expect(await must(carriers.clerk.get('/orders/salesOrder/queryById', { id: orderId }))).toMatchObject({
    shipMethodId: fedex,
  });

  await must(carriers.make(id, 'register'));
  expect(await carriers.shipment(id)).toMatchObject({ status: 'labelled', labelSource: 'channel' });
});

test('the carrier follows the way, and comes back with it', async () => {
  const { id } = await carriers.packed('own');
  expect(await carriers.shipment(id)).toMatchObject({ carrierCode: 'Swift' });
  const { id: fleet } = await firstOf(carriers.clerk, '/base/shipMethod/list', { code: 'OWN-TRK' });
  await must(choose(id, fleet));
  expect(await carriers.shipment(id)).toMatchObject({ carrierCode: 'OWN' });
  await must(carriers.make(id, 'ownLabel', { carrierCode: 'TYPED', trackingNo: 'TRUCK-8' }));
  await must(carriers.make(id, 'retractLabel'));
  expect(await carriers.shipment(id)).toMatchObject({ carrierCode: 'OWN', trackingNo: null });

  // As the shop calls it, where the channel has a name for it.
  const { accountId } = await carriers.shipment(id);
  const code = { channelCode: 'FREIGHT', carrierCode: 'SWFT', shipMethodId: carriers.methods.own };
  await must(carriers.admin.post('/base/shipMethodCode/add', { accountId, ...code }));
  await must(choose(id, carriers.methods.own));
  expect(await carriers.shipment(id)).toMatchObject({ carrierCode: 'SWFT' });

  const { id: fedex } = await firstOf(carriers.clerk, '/base/shipMethod/list', { code: 'FDX-GND' });
  await must(choose(id, fedex));
  expect(await carriers.shipment(id)).toMatchObject({ carrierCode: 'FDEG' });
});

test('a way without a price table may be chosen, and says that it has none', async () => {
  const { id } = await carriers.packed('own');
  const fleet = (await ratesOf(id)).find(({ method }) => method === '自有车队');
  expect(fleet).toMatchObject({ reason: null, note: '没有选用运费价表', isCheapest: false });
  await must(choose(id, fleet?.shipMethodId ?? ''));
  await must(carriers.make(id, 'ownLabel', { carrierCode: 'OWN', trackingNo: 'TRUCK-7' }));
  expect(await carriers.shipment(id)).toMatchObject({ status: 'labelled', labelSource: 'own' });
});

test('what is too heavy for a way stays refused, whatever it costs', async () => {
  const { id } = await carriers.packed('own');
  const { id: fedex } = await firstOf(carriers.clerk, '/base/shipMethod/list', { code: 'FDX-GND' });
  const { version } = await must(carriers.admin.get<{ version: number }>('/base/shipMethod/queryById', { id: fedex }));
  await must(carriers.admin.post('/base/shipMethod/edit', { id: fedex, version, maxWeightG: 100 }));
  const refused = (await ratesOf(id)).find(({ shipMethodId }) => shipMethodId === fedex);
  expect(refused?.reason).toMatch(/重/);
});

test('a list of shipments says until when each has to leave, as its order does', async () => {
  const { id, orderId } = await carriers.packed('own');
  const order = await must(
    carriers.clerk.get<{ shipBy: string; channelOrderNo: string }>('/orders/salesOrder/queryById', {
      id: orderId,
    }),
  );
  const { records } = await must(carriers.packer.get<{ records: object[] }>('/fulfilment/shipment/list', { orderId }));
  expect(records).toMatchObject([{ id, leaveBy: order.shipBy, warehouseZone: 'America/New_York', isBought: true }]);
});
