import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { carrierCharge, type StoredLabel } from '#modules/fulfilment/server/carriers/label-money.ts';
import { fault, look } from '#tests/channels/shop.ts';
import type { Answer } from '#tests/harness/app.ts';
import { must } from '#tests/lifecycles/one-of-each.ts';
import { startCarrierScene, waiting, type CarrierScene, type Label } from './carrier-scene.ts';

/** What comes back of a label's price and what is asked later (domain.md §3.6, M-02, M-03): to the cent, once. */

let at: CarrierScene;

beforeAll(async () => {
  at = await startCarrierScene();
});
afterAll(() => at?.scene.stop());
afterEach(async () => {
  await at.scene.sim('DELETE', '/faults');
  expect(await at.scene.violations()).toEqual([]);
});

const priced = (quoted: string, paid: string): Promise<unknown> =>
  fault(
    at.scene,
    { fault: 'price-other', value: quoted, match: { operation: 'carrier.rates', times: 'always' } },
    { fault: 'price-other', value: paid, match: { operation: 'carrier.buy', times: 'always' } },
  );

let keys = 0;
const keyed = (path: string): Promise<Answer> =>
  at.admin.post(path, { reason: '没装车' }, { 'idempotency-key': `refund ${++keys}` });

const labelOf = async (shipmentId: string): Promise<Label> => (await at.labels(shipmentId))[0] as Label;

async function sent(): Promise<string> {
  const { id } = await at.packed('platform');
  await must(at.make(id, 'buyLabel'));
  await must(at.make(id, 'ship'));
  return id;
}

/** The goods have not left after all, and their label is given back. */
async function givenBack(id: string): Promise<void> {
  await must(keyed(`/fulfilment/shipment/${id}/unship`));
  await must(keyed(`/fulfilment/shippingLabel/${(await labelOf(id)).id}/voidLabel`));
  await at.scene.settled();
  expect(await labelOf(id)).toMatchObject({ status: 'voided', charge: 'refunded' });
}

const request = (labelId: string) =>
  look(
    at.scene,
    (tx) => tx.rows<{ amount: bigint; charge: string }>`
      select amount, charge from label_adjustment where tenant_id = ${tx.tenant}
        and label_id = ${labelId}::uuid order by create_time, id`,
  );

test('a label that cost less than its quote gives back what it cost, no more', async () => {
  await priced('23.40', '21.15');
  await must(at.credit('30.00', 'REFUND-1'));
  const id = await sent();
  expect(await at.wallet()).toEqual({ available: '8.85', held: '0.00' });
  await givenBack(id);
  expect(await at.wallet()).toEqual({ available: '30.00', held: '0.00' });
});

test('what was due beyond the quote and what comes back of it end each other', async () => {
  await priced('30.00', '32.50');
  const id = await sent();
  const { id: labelId } = await labelOf(id);
  expect(await at.wallet()).toEqual({ available: '0.00', held: '0.00' });
  expect(await request(labelId)).toEqual([{ amount: 250n, charge: 'due' }]);
  await givenBack(id);
  expect(await at.wallet()).toEqual({ available: '30.00', held: '0.00' });
  expect((await request(labelId)).map(({ charge }) => charge)).toEqual(['charged', 'charged']);
  expect(await waiting(at.admin, '面单调整待扣费')).toBe(0);
});

test('what carriers ask is paid the oldest first: a small one does not overtake', async () => {
  await priced('30.00', '30.00');
  const id = await sent();
  const { trackingNo } = await at.shipment(id);
  for (const amount of ['8.00', '3.00'])
    await at.scene.sim('POST', '/carrier/charge', { trackingNumber: String(trackingNo), amount });
  await must(at.packer.post(`/fulfilment/shipment/${id}/track`));
  await at.scene.settled();
  await must(at.credit('5.00', 'REFUND-2'));
  expect(await at.wallet()).toEqual({ available: '5.00', held: '0.00' });
  await must(at.credit('4.00', 'REFUND-3'));
  expect(await at.wallet()).toEqual({ available: '1.00', held: '0.00' });
  await must(at.credit('2.00', 'REFUND-4'));
  expect(await at.wallet()).toEqual({ available: '0.00', held: '0.00' });
});

test('a charge of a carrier that is named like one of ours is still a charge', async () => {
  await must(at.credit('20.00', 'REFUND-5'));
  await priced('10.00', '12.00');
  const id = await sent();
  const { id: labelId } = await labelOf(id);
  const report = () =>
    look(at.scene, async (tx) => {
      const label = await tx.one<StoredLabel>`
        select * from shipping_label where tenant_id = ${tx.tenant} and id = ${labelId}::uuid`;
      const charge = { ref: '*price', amount: 100n, currency: 'USD', reason: '改址' };
      return carrierCharge(tx, label, charge);
    });
  expect([await report(), await report()]).toEqual([true, false]);
  expect((await request(labelId)).map(({ amount }) => amount)).toEqual([200n, 100n]);
  expect(await at.wallet()).toEqual({ available: '7.00', held: '0.00' });
});

test('a void that the carrier refuses leaves the label as good as it was, and nothing lost', async () => {
  await must(at.credit('10.00', 'REFUND-6'));
  await priced('10.00', '10.00');
  const before = await at.wallet();
  const { id, orderId } = await at.packed('platform');
  await must(at.make(id, 'buyLabel'));
  // The truck took it before anybody noted that.
  await at.scene.pass(5 * 3_600_000);
  await must(keyed(`/fulfilment/shippingLabel/${(await labelOf(id)).id}/voidLabel`));
  await at.scene.settled();
  const label = await labelOf(id);
  expect(label).toMatchObject({ status: 'active', charge: 'held' });
  expect(label.error).toContain('承运商拒绝作废');
  expect(await at.shipment(id)).toMatchObject({ status: 'labelled' });
  expect((await at.order(orderId)).labelLoss).toBe(false);
  const { available, held } = await at.wallet();
  expect([Number(available) + Number(held), held]).toEqual([Number(before.available), '10.00']);
  await must(at.make(id, 'ship'));
  expect(await labelOf(id)).toMatchObject({ status: 'used', charge: 'charged' });
});
