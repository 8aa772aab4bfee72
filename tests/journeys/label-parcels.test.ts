import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { takeReport } from '#modules/fulfilment/server/carriers/on-the-way.ts';
import { fault, look, type Page } from '#tests/channels/shop.ts';
import { firstOf, must } from '#tests/lifecycles/one-of-each.ts';
import { startCarrierScene, type CarrierScene, type Packed } from './carrier-scene.ts';

/** 轨迹 of a label with several parcels: each parcel is heard, however its carrier numbers what it says. */

const HOUR = 3_600_000;
let at: CarrierScene;

beforeAll(async () => {
  at = await startCarrierScene();
});
afterAll(() => at?.scene.stop());
afterEach(async () => {
  await at.scene.sim('DELETE', '/faults');
  expect(await at.scene.violations()).toEqual([]);
});

async function sentTwo(): Promise<Packed & { trackingNos: string[] }> {
  const made = await at.packed('own', 2);
  await must(at.make(made.id, 'buyLabel'));
  await must(at.make(made.id, 'ship'));
  const { trackingNo } = await at.shipment(made.id);
  return { ...made, trackingNos: String(trackingNo).split(',') };
}

/** What the schedule does at every look, so many hours later. */
async function later(hours: number): Promise<void> {
  await at.scene.pass(hours * HOUR);
  for (const { run } of at.scene.app.assembled.scheduled) await run(at.scene.now());
  await at.scene.settled();
}

const numbered = (): Promise<unknown> => fault(at.scene, { fault: 'events-numbered', match: { times: 'always' } });

const events = async (shipmentId: string): Promise<string[]> =>
  (
    await must(
      at.packer.get<Page<{ code: string }>>('/fulfilment/trackingEvent/list', {
        shipmentId,
        pageSize: '50',
      }),
    )
  ).records.map(({ code }) => code);

test('a carrier that numbers events by parcel is heard of each parcel', async () => {
  await numbered();
  const { id } = await sentTwo();
  await later(13);
  expect((await events(id)).toSorted()).toEqual(['moving', 'moving', 'pickedUp', 'pickedUp']);
  await later(6 * 24);
  expect(await at.shipment(id)).toMatchObject({ status: 'delivered' });
});

test('the loss of the second parcel is heard, though the first has events of the same numbers', async () => {
  await numbered();
  const { id, trackingNos } = await sentTwo();
  await later(3 * 24);
  await at.scene.sim('POST', '/carrier/parcel', { trackingNumber: trackingNos[1], fate: 'lost' });
  await later(3 * 24);
  expect(await at.shipment(id)).toMatchObject({ status: 'lost' });
});

test('what a person has noted as over of one parcel hides no trouble of the other', async () => {
  await numbered();
  for (const [fate, status] of [
    ['lost', 'lost'],
    ['exception', 'exception'],
  ]) {
    const { id, trackingNos } = await sentTwo();
    await later(13);
    await at.scene.sim('POST', '/carrier/parcel', { trackingNumber: trackingNos[0], fate: 'lost' });
    await later(2);
    expect(await at.shipment(id)).toMatchObject({ status: 'lost' });
    await must(at.make(id, 'found'));
    await at.scene.sim('POST', '/carrier/parcel', { trackingNumber: trackingNos[1], fate });
    await later(2);
    expect(await at.shipment(id)).toMatchObject({ status });
  }
});

type Told = [parcel: number, code: 'moving' | 'delivered' | 'lost', moment: Date];

/** Takes what a carrier might say of parcels, each by its place on the label. */
const tell = (labelId: string, trackingNos: readonly string[], ...reported: Told[]): Promise<void> =>
  look(at.scene, (tx) => {
    const events = reported.map(([parcel, code, moment]) => ({
      trackingNo: trackingNos[parcel] ?? '',
      key: `${code} ${moment.getTime()}`,
      code,
      said: '',
      place: '',
      at: moment,
    }));
    return takeReport(tx, labelId, { events, charges: null }, { firstScanHours: 24, trackMinutes: 60 });
  });
const inHours = (hours: number): Date => new Date(at.scene.now().getTime() + hours * HOUR);

test('what is announced has not happened, and all has arrived when the last parcel has', async () => {
  const { id, trackingNos } = await sentTwo();
  const labelId = (await at.labels(id))[0]?.id ?? '';
  await at.scene.pass(3 * 24 * HOUR);
  const last = inHours(-1);
  const shown = () =>
    look(
      at.scene,
      (tx) => tx.one<{ status: string; deliveredAt: Date | null }>`
        select status, delivered_at from shipment where tenant_id = ${tx.tenant} and id = ${id}::uuid`,
    );
  await tell(labelId, trackingNos, [0, 'delivered', inHours(-48)], [1, 'lost', inHours(72)]);
  expect((await shown()).status).not.toBe('lost');
  await tell(labelId, trackingNos, [1, 'delivered', last]);
  expect(await shown()).toEqual({ status: 'delivered', deliveredAt: last });
});

/** What leads on from here: where the shipment is and since when, by the carrier. */
const wayOf = (shipmentId: string) =>
  look(
    at.scene,
    (tx) => tx.one<{ status: string; firstScanAt: Date | null; deliveredAt: Date | null; isScanLate: boolean }>`
      select status, first_scan_at, delivered_at, is_scan_late from shipment
      where tenant_id = ${tx.tenant} and id = ${shipmentId}::uuid`,
  );
const LONG_AGO = new Date('2020-01-01T00:00:00Z');

test('what happened under a number before its label was made is history: of it nothing has left or arrived', async () => {
  const { id, orderId, trackingNos } = await sentTwo();
  const labelId = (await at.labels(id))[0]?.id ?? '';
  await at.scene.pass(25 * HOUR);
  await tell(labelId, trackingNos, [0, 'delivered', LONG_AGO], [1, 'delivered', LONG_AGO]);
  // A day after it left nobody has scanned it: what was said of 2020 keeps the warning from nobody.
  expect(await wayOf(id)).toEqual({ status: 'shipped', firstScanAt: null, deliveredAt: null, isScanLate: true });
  expect((await at.order(orderId)).status).toBe('shipped');
  expect(await events(id)).toEqual(['delivered', 'delivered']);
  // Its own way is heard of all the same, beside the old one.
  const [scan, first, last] = [inHours(-20), inHours(-2), inHours(-1)];
  await tell(labelId, trackingNos, [0, 'delivered', LONG_AGO], [0, 'moving', scan]);
  expect(await wayOf(id)).toMatchObject({ status: 'inTransit', firstScanAt: scan, isScanLate: false });
  await tell(labelId, trackingNos, [0, 'delivered', first]);
  // The second parcel has arrived in 2020 alone.
  expect(await wayOf(id)).toMatchObject({ status: 'inTransit', deliveredAt: null });
  await tell(labelId, trackingNos, [1, 'delivered', last]);
  expect(await wayOf(id)).toMatchObject({ status: 'delivered', firstScanAt: scan, deliveredAt: last });
});

test('an old loss of the second parcel under its number is no loss of this one', async () => {
  const { id, trackingNos } = await sentTwo();
  const labelId = (await at.labels(id))[0]?.id ?? '';
  await at.scene.pass(5 * HOUR);
  const scan = inHours(-1);
  await tell(labelId, trackingNos, [0, 'moving', scan], [1, 'lost', LONG_AGO]);
  expect(await wayOf(id)).toMatchObject({ status: 'inTransit', firstScanAt: scan });
});

test('a clock that is a day behind is believed, and not a moment more', async () => {
  const { id, trackingNos } = await sentTwo();
  const labelId = (await at.labels(id))[0]?.id ?? '';
  const { createTime } = await look(
    at.scene,
    (tx) => tx.one<{ createTime: Date }>`
      select create_time from shipping_label where tenant_id = ${tx.tenant} and id = ${labelId}::uuid`,
  );
  const edge = new Date(createTime.getTime() - 24 * HOUR);
  await at.scene.pass(HOUR);
  await tell(labelId, trackingNos, [1, 'moving', new Date(edge.getTime() - 1)]);
  expect(await wayOf(id)).toMatchObject({ status: 'shipped', firstScanAt: null });
  await tell(labelId, trackingNos, [1, 'moving', edge]);
  expect(await wayOf(id)).toMatchObject({ status: 'inTransit', firstScanAt: edge });
});

test('what is announced for later is no reason to ask for nothing before it', async () => {
  const { id, trackingNos } = await sentTwo();
  const labelId = (await at.labels(id))[0]?.id ?? '';
  await later(13);
  await tell(labelId, trackingNos, [0, 'moving', inHours(10 * 24)]);
  await later(6 * 24);
  expect(await at.shipment(id)).toMatchObject({ status: 'delivered' });
});

test('a charge that cannot be read keeps no other away, and is said at the account', async () => {
  const { id, trackingNos } = await sentTwo();
  const [label] = await at.labels(id);
  const account = async (): Promise<string | null> =>
    (
      await firstOf<{ id: string; fault: string | null }>(at.admin, '/base/carrierAccount/list', {
        name: 'Swift 自有',
      })
    ).fault;
  await at.scene.sim('POST', '/carrier/charge', { trackingNumber: trackingNos[0], amount: '3.10' });
  await fault(at.scene, {
    fault: 'odd-row',
    match: { operation: 'carrier.charges', times: 'always' },
  });
  await later(2);
  const { records } = await must(
    at.admin.get<Page<{ amount: string }>>('/fulfilment/labelAdjustment/list', {
      labelId: label?.id ?? '',
    }),
  );
  expect(records).toEqual([expect.objectContaining({ amount: '3.10' })]);
  expect(await account()).toContain('有 1 条费用调整读不出');
});
