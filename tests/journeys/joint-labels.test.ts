import { afterAll, beforeAll, expect, test } from 'vitest';
import { place, pull, type Page } from '#tests/channels/shop.ts';
import { firstOf, must, NEW_JERSEY, STOOL } from '#tests/lifecycles/one-of-each.ts';
import { startCarrierScene, type CarrierScene } from './carrier-scene.ts';

/** 合并发货 under the labels of a carrier: bought at the shipment that leads, for all that leave with it. */

let at: CarrierScene;
beforeAll(async () => {
  at = await startCarrierScene();
});
afterAll(() => at?.scene.stop());

let streets = 0;

/** Two orders of one buyer, packed together. @returns the orders, the lead first, and the shipment that leads */
async function packedTogether() {
  const shipTo = {
    name: 'Ann Joint',
    address1: `${(streets += 1)} Label Ave`,
    address2: '',
    city: 'Madison',
    state: 'WI',
    postalCode: '53703',
    country: 'US',
    phoneNumber: '+1 608 555 0142',
  };
  const lines = [{ partNumber: STOOL, quantity: 1 }];
  const made = await place(
    at.scene,
    [lines, [{ partNumber: STOOL, quantity: 2 }]].map((some) => ({
      warehouseId: NEW_JERSEY,
      lines: some,
      shipTo,
    })),
  );
  await pull(at.scene, at.clerk);
  const ids: string[] = [];
  for (const { poNumber } of made) {
    const { id } = await firstOf(at.clerk, '/orders/salesOrder/list', { channelOrderNo: poNumber });
    await must(at.clerk.post(`/orders/salesOrder/${id}/accept`));
    ids.push(id);
  }
  await at.scene.settled();
  for (const id of ids)
    await must(
      at.clerk.post(`/orders/salesOrder/${id}/setShipMethod`, {
        shipMethodId: at.methods.platform,
      }),
    );
  await must(at.admin.post('/fulfilment/shipment/join', { ids, dryRun: false }));
  const shipments = [];
  for (const orderId of ids) {
    const { records } = await must(
      at.admin.get<Page<{ id: string; orderId: string; partnerCount: number; status: string }>>(
        '/fulfilment/shipment/list',
        { orderId },
      ),
    );
    shipments.push(...records.filter(({ status }) => status !== 'voided'));
  }
  const lead = shipments.find(({ partnerCount }) => partnerCount === 1);
  const partner = shipments.find(({ id }) => id !== lead?.id);
  await must(at.make(lead?.id ?? '', 'pack'));
  await must(at.make(lead?.id ?? '', 'sealAll'));
  return { lead: lead?.id ?? '', partner: partner?.id ?? '', partnerOrder: partner?.orderId ?? '' };
}

test('the labels of a joint shipment are those of its partners', async () => {
  await must(at.credit('500.00', 'JOINT-1'));
  const { lead, partner } = await packedTogether();
  await must(at.make(lead, 'buyLabel'));
  expect(await at.shipment(partner)).toMatchObject({ status: 'labelled', labelSource: 'carrier' });
  expect(await at.scene.violations()).toEqual([]);
  await must(at.make(lead, 'ship'));
  expect(await at.shipment(partner)).toMatchObject({ status: 'shipped' });
  expect(await at.scene.violations()).toEqual([]);
});

test('nothing is paid while what leaves with it is held', async () => {
  const { lead, partnerOrder } = await packedTogether();
  await must(at.clerk.post(`/orders/salesOrder/${partnerOrder}/hold`, { reason: '等买家' }));
  const refused = await at.make(lead, 'buyLabel');
  expect(refused.message).toContain('订单有未处理的挂起');
  expect(await at.labels(lead)).toEqual([]);
  expect(await at.scene.violations()).toEqual([]);
});
