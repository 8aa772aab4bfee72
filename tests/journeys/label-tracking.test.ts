import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { fault, look, type Page } from '#tests/channels/shop.ts';
import { newId } from '#kit/server/database.ts';
import type { Client } from '#tests/harness/app.ts';
import { must } from '#tests/lifecycles/one-of-each.ts';
import { boxesOf, deadWork, startCarrierScene, waiting, type CarrierScene, type Packed } from './carrier-scene.ts';

/** 轨迹: what carriers report leads shipments to where their parcels are, each event once. */

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

async function sent(quantity = 1): Promise<Packed & { trackingNos: string[] }> {
  const made = await at.packed('own', quantity);
  await must(at.make(made.id, 'buyLabel'));
  await must(at.make(made.id, 'ship'));
  const { trackingNo } = await at.shipment(made.id);
  return { ...made, trackingNos: String(trackingNo).split(',') };
}

/** What the schedule does at every look. */
async function tick(): Promise<void> {
  for (const { run } of at.scene.app.assembled.scheduled) await run(at.scene.now());
  await at.scene.settled();
}

/** How often the carrier was asked for parcels: all of them, or one. */
const calls = async (trackingNo = ''): Promise<number> =>
  (await at.scene.sim<{ entries: { path: string }[] }>('GET', '/log')).entries.filter(({ path }) =>
    path.includes(`/tracking/${trackingNo}`),
  ).length;

const later = async (hours: number): Promise<void> => {
  await at.scene.pass(hours * HOUR);
  await tick();
};

const events = async (shipmentId: string): Promise<string[]> =>
  (
    await must(
      at.packer.get<Page<{ code: string }>>('/fulfilment/trackingEvent/list', {
        shipmentId,
        pageSize: '50',
      }),
    )
  ).records.map(({ code }) => code);

test('picked up, on the way, delivered: by the clock of the carrier, order and all', async () => {
  const { id, orderId } = await sent();
  await later(2);
  expect(await at.shipment(id)).toMatchObject({ status: 'shipped', firstScanAt: null });
  await later(3);
  expect(await at.shipment(id)).toMatchObject({ status: 'inTransit', isScanLate: false });
  expect((await at.shipment(id))['firstScanAt']).toBeTruthy();
  await later(10);
  expect(await events(id)).toEqual(['moving', 'pickedUp']);
  await later(1);
  await must(at.packer.post(`/fulfilment/shipment/${id}/track`));
  await at.scene.settled();
  expect(await events(id)).toEqual(['moving', 'pickedUp']);
  await later(5 * 24);
  expect(await at.shipment(id)).toMatchObject({ status: 'delivered' });
  expect((await at.order(orderId)).status).toBe('delivered');
  const requested = await calls();
  await later(3);
  expect(await calls()).toBe(requested);
});

test('of several parcels the last one ends the way', async () => {
  const { id, trackingNos } = await sent(2);
  await at.scene.sim('POST', '/carrier/parcel', {
    trackingNumber: trackingNos[1],
    fate: 'exception',
  });
  await later(6 * 24);
  expect(await at.shipment(id)).toMatchObject({ status: 'exception' });
  await at.scene.sim('POST', '/carrier/parcel', {
    trackingNumber: trackingNos[1],
    fate: 'resumed',
  });
  await later(2);
  expect((await at.shipment(id))['status']).not.toBe('exception');
});

test('an exception waits for somebody, goes on by a later scan, and can be lost', async () => {
  const { id, trackingNos } = await sent();
  await later(13);
  await at.scene.sim('POST', '/carrier/parcel', {
    trackingNumber: trackingNos[0],
    fate: 'exception',
  });
  await later(2);
  expect(await at.shipment(id)).toMatchObject({
    status: 'exception',
    exceptionReason: 'Damaged label, on hold',
  });
  expect(await waiting(at.packer, '运输异常')).toBe(1);
  await must(at.make(id, 'resume'));
  // The same event again, and nothing new: a person has said that it goes on.
  await later(2);
  expect(await at.shipment(id)).toMatchObject({ status: 'inTransit', exceptionReason: null });
  await at.scene.sim('POST', '/carrier/parcel', {
    trackingNumber: trackingNos[0],
    fate: 'lost',
  });
  await later(2);
  expect(await at.shipment(id)).toMatchObject({ status: 'lost' });
  expect(await waiting(at.packer, '丢失待索赔')).toBe(1);
  await must(at.make(id, 'claim', { note: '已索赔 120.00' }));
  expect(await waiting(at.packer, '丢失待索赔')).toBe(0);
});

test('a lost parcel that its carrier finds goes on by itself, and is delivered', async () => {
  const { id, orderId, trackingNos } = await sent();
  const parcel = { trackingNumber: trackingNos[0] };
  await later(13);
  await at.scene.sim('POST', '/carrier/parcel', { ...parcel, fate: 'lost' });
  await later(2);
  expect(await at.shipment(id)).toMatchObject({ status: 'lost' });
  const requested = await calls(trackingNos[0]);
  // Whether it has been found is asked once a day.
  await later(2);
  expect(await calls(trackingNos[0])).toBe(requested);
  await later(23);
  expect(await calls(trackingNos[0])).toBe(requested + 1);
  await at.scene.sim('POST', '/carrier/parcel', { ...parcel, fate: 'resumed' });
  await later(25);
  expect(await at.shipment(id)).toMatchObject({ status: 'inTransit', exceptionReason: null });
  await later(4 * 24);
  expect(await at.shipment(id)).toMatchObject({ status: 'delivered' });
  expect((await at.order(orderId)).status).toBe('delivered');
});

test('what is claimed or paid for a lost parcel that its carrier finds waits to be called off or settled', async () => {
  const [open, paid] = [await sent(), await sent()];
  const fate = async (of: string) => {
    for (const { trackingNos } of [open, paid])
      await at.scene.sim('POST', '/carrier/parcel', { trackingNumber: trackingNos[0], fate: of });
  };
  await later(2);
  await fate('lost');
  await later(2);
  const claimOf = async ({ id: shipmentId }: { id: string }) =>
    (await must(at.clerk.post<{ id: string }>('/aftersales/claim/ofShipment', { shipmentId }))).id;
  const [openId, paidId] = [await claimOf(open), await claimOf(paid)];
  const cash = await at.scene.as('caiwu');
  const move = (who: Client, id: string, name: string, answers: object) =>
    who.post(`/aftersales/claim/${id}/${name}`, answers, { 'idempotency-key': newId() });
  await look(
    at.scene,
    (tx) => tx.run`update claim set status = 'submitted' where tenant_id = ${tx.tenant} and id = ${paidId}::uuid`,
  );
  await must(move(cash, paidId, 'pay', { way: 'cash' }));
  expect(await move(cash, paidId, 'settleFound', { reason: '早了' })).toMatchObject({ status: 422 });
  const barred = async () =>
    (await must(cash.get<{ barred?: { settleFound?: string } }>(`/aftersales/claim/queryById`, { id: paidId }))).barred
      ?.settleFound;
  expect(await barred()).toContain('没有找回');
  const card = '丢件已找回待撤索赔';
  expect(await waiting(at.clerk, card)).toBe(0);
  await fate('resumed');
  await later(26);
  expect((await at.shipment(open.id))['status']).not.toBe('lost');
  expect(await waiting(at.clerk, card)).toBe(2);
  const todo = (await must(at.clerk.get<{ title: string; query: Record<string, string> }[]>('/desk/todo'))).find(
    ({ title }) => title === card,
  );
  const { tab: _all, ...filters } = todo?.query ?? {};
  const listed = await must(at.clerk.get<Page<{ id: string }>>('/aftersales/claim/list', filters));
  expect(listed.records.map((one) => one.id).sort()).toEqual([openId, paidId].sort());
  expect(await barred()).toBeUndefined();
  await must(move(at.clerk, openId, 'abandon', { reason: '找到了' }));
  expect(await waiting(at.clerk, card)).toBe(1);
  await must(move(cash, paidId, 'settleFound', { reason: '承运商不追回' }));
  expect(await waiting(cash, card)).toBe(0);
  expect(await barred()).toContain('已与承运商结清');
});

test('a lost parcel that arrives between two looks is delivered', async () => {
  const { id, trackingNos } = await sent();
  const parcel = { trackingNumber: trackingNos[0] };
  await later(4 * 24);
  await at.scene.sim('POST', '/carrier/parcel', { ...parcel, fate: 'lost' });
  await later(2);
  expect(await at.shipment(id)).toMatchObject({ status: 'lost' });
  await at.scene.sim('POST', '/carrier/parcel', { ...parcel, fate: 'resumed' });
  await later(26);
  expect(await at.shipment(id)).toMatchObject({ status: 'delivered' });
});

test('what a person has found is asked for at once, and an old loss is no news of its other parcel', async () => {
  const { id, trackingNos } = await sent(2);
  await later(3);
  await at.scene.sim('POST', '/carrier/parcel', { trackingNumber: trackingNos[0], fate: 'lost' });
  await later(2);
  expect(await at.shipment(id)).toMatchObject({ status: 'lost' });
  const [requested, lost] = [await calls(trackingNos[1]), await waiting(at.packer, '丢失待索赔')];
  await must(at.make(id, 'found'));
  expect(await waiting(at.packer, '丢失待索赔')).toBe(lost - 1);
  await tick();
  expect(await calls(trackingNos[1])).toBe(requested + 1);
  // The other parcel departs: nothing is said of the one that was found.
  await later(9);
  expect(await events(id)).toContain('moving');
  expect(await at.shipment(id)).toMatchObject({ status: 'inTransit' });
});

test('no scan a day after it left is warned of, until there is one', async () => {
  await fault(at.scene, { fault: 'late-scan', lagMs: 40 * HOUR });
  const { id } = await sent();
  await later(23);
  expect(await at.shipment(id)).toMatchObject({ isScanLate: false });
  await later(2);
  expect(await at.shipment(id)).toMatchObject({ status: 'shipped', isScanLate: true });
  expect(await waiting(at.packer, '揽收超时')).toBe(1);
  await later(20);
  expect(await at.shipment(id)).toMatchObject({ status: 'inTransit', isScanLate: false });
});

test('a carrier that does not answer is asked again later', async () => {
  const { id } = await sent();
  await fault(at.scene, { fault: '503', match: { operation: 'carrier.track', times: 2 } });
  await later(5);
  expect(await at.shipment(id)).toMatchObject({ status: 'inTransit' });
});

test('one odd event among good ones keeps none of them away', async () => {
  const { id } = await sent();
  await fault(at.scene, {
    fault: 'odd-row',
    match: { operation: 'carrier.track', times: 'always' },
  });
  await later(5);
  expect(await at.shipment(id)).toMatchObject({ status: 'inTransit' });
});

test('a carrier that is away for a weekend costs looks and no parcel: afterwards all go on by themselves', async () => {
  const { id } = await sent();
  await fault(at.scene, { fault: '503', match: { operation: 'carrier.track', times: 'always' } });
  await later(5);
  expect(await deadWork(at)).toEqual([]);
  expect(await at.shipment(id)).toMatchObject({ status: 'shipped' });
  const [account] = await must(
    at.admin.get<Page<{ fault: string }>>('/base/carrierAccount/list', { name: 'Swift 自有' }),
  ).then(({ records }) => records);
  expect(account?.fault).toContain('503');
  await at.scene.sim('DELETE', '/faults');
  await later(60);
  expect(await at.shipment(id)).toMatchObject({ status: 'inTransit' });
});

test('what happened on Friday and is said on Monday is heard', async () => {
  const { id } = await sent();
  await later(13);
  await fault(at.scene, {
    fault: 'late-report',
    lagMs: 60 * HOUR,
    match: { operation: 'carrier.track', times: 'always' },
  });
  for (let day = 0; day < 5; day += 1) await later(24);
  expect(await at.shipment(id)).toMatchObject({ status: 'inTransit' });
  for (let day = 0; day < 3; day += 1) await later(24);
  expect(await at.shipment(id)).toMatchObject({ status: 'delivered' });
});

test('a parcel that is weighed after it has arrived is paid all the same', async () => {
  const { id, trackingNos } = await sent();
  await later(6 * 24);
  expect(await at.shipment(id)).toMatchObject({ status: 'delivered' });
  await at.scene.sim('POST', '/carrier/charge', { trackingNumber: trackingNos[0], amount: '4.20' });
  await later(7 * 24);
  const [label] = await at.labels(id);
  const { records } = await must(
    at.admin.get<Page<{ amount: string }>>('/fulfilment/labelAdjustment/list', {
      labelId: label?.id ?? '',
    }),
  );
  expect(records).toEqual([expect.objectContaining({ amount: '4.20' })]);
});

test('of thirty parcels each is followed by its whole number', async () => {
  const { id, trackingNos } = await sent(30);
  const numbers = (await boxesOf(at, id)).map(({ trackingNo }) => trackingNo);
  expect(numbers).toHaveLength(30);
  expect(numbers).toEqual(expect.arrayContaining(trackingNos));
  await later(6 * 24);
  expect(await at.shipment(id)).toMatchObject({ status: 'delivered' });
});

test('a look that waits for a person takes no place of the schedule', async () => {
  const { id } = await sent();
  const [label] = await at.labels(id);
  const due = () =>
    look(at.scene, (tx) => tx.rows<{ id: string }>`select tenant_id, id from work.labels_due(${at.scene.now()})`);
  await at.scene.pass(3 * HOUR);
  expect((await due()).map((one) => one.id)).toContain(label?.id);
  for (const { run } of at.scene.app.assembled.scheduled) await run(at.scene.now());
  expect((await due()).map((one) => one.id)).not.toContain(label?.id);
  await at.scene.settled();
});
