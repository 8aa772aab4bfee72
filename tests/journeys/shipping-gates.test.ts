import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addDays, dayIn, parseWireTime } from '#kit/model/time.ts';
import { fault, look, openShop } from '#tests/channels/shop.ts';
import { startTestApp, type Answer, type Client, type TestApp } from '#tests/harness/app.ts';
import { nextAt } from '#tests/harness/test-clock.ts';
import { firstOf, must, newOrder, NEW_JERSEY, startedShipment, STOOL } from '#tests/lifecycles/one-of-each.ts';

import { addStock } from '#tests/races/goods.ts';
import { upload } from '#tests/sheets/upload.ts';
import { covers } from '#tests/spec/covers.ts';

/** What keeps a labelled shipment in the house (domain.md §3.2): its day, its label, its papers. */

let scene: TestApp;
let clerk: Client;
let packer: Client;
let keys = 0;

beforeAll(async () => {
  scene = await startTestApp();
  await signIn();
  await openShop(scene, clerk);
  await addStock(scene, packer, STOOL, 100);
});
afterAll(() => scene?.stop());

async function signIn(): Promise<void> {
  clerk = await scene.as('yunying');
  packer = await scene.as('cangku');
}

/** Packed and sealed, its label asked for and come. @returns the shipment's id */
async function labelled(
  order: Record<string, unknown> = {},
  quantity = 1,
  meanwhile: (shipmentId: string) => Promise<unknown> = async () => undefined,
): Promise<string> {
  const { id } = await newOrder(scene, clerk, order, quantity);
  const shipment = await startedShipment(scene, clerk, id);
  await must(packer.post(`/fulfilment/shipment/${shipment}/pack`));
  await must(packer.post(`/fulfilment/shipment/${shipment}/sealAll`));
  await must(packer.post(`/fulfilment/shipment/${shipment}/register`, {}, { 'idempotency-key': shipment }));
  await meanwhile(shipment);
  await scene.settled();
  expect((await shipmentOf(shipment)).status).toBe('labelled');
  return shipment;
}

interface Shipment {
  id: string;
  status: string;
  shippedAt: string | null;
  noticeStatus: string;
}

const shipmentOf = (id: string): Promise<Shipment> =>
  must(packer.get<Shipment>('/fulfilment/shipment/queryById', { id }));

const ship = (id: string, shippedAt?: string): Promise<Answer> =>
  packer.post(`/fulfilment/shipment/${id}/ship`, shippedAt === undefined ? {} : { shippedAt }, {
    'idempotency-key': `gate ${++keys}`,
  });

/** What the carrier has reported, as it stands on the shipment. */
const note = (id: string, facts: { pickup?: Date; tracking?: null }): Promise<unknown> =>
  look(
    scene,
    (tx) => tx.run`
      update shipment set
        pickup_date = coalesce(${facts.pickup ?? null}::timestamptz, pickup_date),
                tracking_no = case when ${facts.tracking === null} then null else tracking_no end
      where tenant_id = ${tx.tenant} and id = ${id}::uuid`,
  );

async function expectShipped(id: string, answer: Answer): Promise<void> {
  expect(answer.success, answer.message).toBe(true);
  await scene.settled();
  expect(await shipmentOf(id)).toMatchObject({ status: 'shipped', noticeStatus: 'ok' });
}

/** The tenant lives in Shanghai: at these hours it has another day than the warehouse. */
describe.each([
  { zone: 'America/New_York', hour: '20:00' },
  { zone: 'Asia/Kolkata', hour: '22:30' },
])('days of a warehouse in $zone at $hour', ({ zone, hour }) => {
  let today: string;
  const on = (days: number): string => addDays(today, days);
  const at = (days: number, time: string): Date => parseWireTime(`${on(days)} ${time}:00`, zone) as Date;

  beforeAll(async () => {
    const admin = await scene.as('admin');
    const warehouse = await firstOf<{ id: string; version: number }>(admin, '/base/warehouse/list', {
      id: scene.seller.warehouses[NEW_JERSEY] as string,
    });
    await must(
      admin.put('/base/warehouse/edit', {
        id: warehouse.id,
        version: warehouse.version,
        timezone: zone,
      }),
    );
    const moment = nextAt(scene.now(), null, hour, zone);
    await scene.pass(moment.getTime() - scene.now().getTime());
    await signIn();
  });
  beforeEach(() => {
    today = dayIn(scene.now(), zone);
  });

  test('goods leave the day before the pick-up, however many hours that is', async () => {
    covers('ours: gates of shipping');
    const shipment = await labelled();
    await note(shipment, { pickup: at(2, '00:30') });
    const early = await ship(shipment);
    expect(early).toMatchObject({
      status: 409,
      message: `提货日为 ${on(2)}（仓库当地日期），最早 ${on(1)} 发货`,
    });
    // Tomorrow evening: more than a day away by the clock.
    await note(shipment, { pickup: at(1, '23:30') });
    await expectShipped(shipment, await ship(shipment));
  });

  test('the date entered counts, not the day on which it is entered', async () => {
    const shipment = await labelled();
    await note(shipment, { pickup: at(1, '12:00') });
    const yesterday = await ship(shipment, on(-1));
    const message = `提货日为 ${on(1)}（仓库当地日期），最早 ${on(0)} 发货`;
    expect(yesterday).toMatchObject({
      status: 422,
      message,
      result: { errors: [{ field: 'shippedAt', message }] },
    });
    await note(shipment, { pickup: at(2, '12:00') });
    expect((await ship(shipment)).success).toBe(false);
    await expectShipped(shipment, await ship(shipment, on(1)));
  });

  test.each([
    ['the eleventh day back', -11, false],
    ['the tenth day back', -10, true],
    ['yesterday', -1, true],
    ['today', 0, true],
    ['tomorrow', 1, true],
    ['the day after', 2, false],
  ])('as a ship date %s', async (_title, days, isTaken) => {
    const shipment = await labelled();
    await note(shipment, { pickup: at(-12, '12:00') });
    const answer = await ship(shipment, on(days));
    if (isTaken) {
      await expectShipped(shipment, answer);
      const { shippedAt: left } = await look(
        scene,
        (tx) => tx.one<{ shippedAt: Date }>`
          select shipped_at from shipment where tenant_id = ${tx.tenant} and id = ${shipment}::uuid`,
      );
      expect(dayIn(left, zone)).toBe(on(days));
      return;
    }
    const message = `出库日期须在 ${on(-10)} 至 ${on(1)} 之间（仓库当地日期）`;
    expect(answer).toMatchObject({
      status: 422,
      message,
      result: { errors: [{ field: 'shippedAt', message }] },
    });
    expect((await shipmentOf(shipment)).status).toBe('labelled');
  });
});

test('labels that do not fit the boxes keep the goods until a person has dealt them', async () => {
  await fault(scene, { fault: 'label-pages-mismatch', match: { operation: 'label' } });
  const shipment = await labelled({}, 3);
  await note(shipment, { pickup: scene.now() });
  const held = await ship(shipment);
  expect(held).toMatchObject({ status: 409, message: '面单待人工处理：面单 2 页，箱子 3 个' });
  await must(packer.post(`/fulfilment/shipment/${shipment}/resolveLabel`, { pages: [1, 2, 2] }));
  await expectShipped(shipment, await ship(shipment));
});

test('one number for two boxes keeps the goods until a person has looked; freight goes under one', async () => {
  await fault(scene, { fault: 'one-number', match: { times: 'always' } });
  const held = await labelled({}, 2);
  expect(await shipmentOf(held)).toMatchObject({
    labelHold: expect.stringMatching(/^运单号 \w+ 给了不止一箱/),
  });
  const boxes = await must(
    packer.get<{ records: { trackingNo: string | null }[] }>('/fulfilment/box/list', {
      shipmentId: held,
    }),
  );
  expect(boxes.records.map(({ trackingNo }) => trackingNo)).toEqual([null, null]);
  expect((await ship(held)).success).toBe(false);
  const freight = await labelled({}, 2, (id) =>
    look(
      scene,
      (tx) => tx.run`
        update shipment set class = 'ltl' where tenant_id = ${tx.tenant} and id = ${id}::uuid`,
    ),
  );
  expect(await shipmentOf(freight)).toMatchObject({ labelHold: null });
  await scene.sim('DELETE', '/faults');
});

test('a shipment that was reported already is not shipped, and nothing of it happens', async () => {
  const shipment = await labelled();
  await note(shipment, { pickup: scene.now() });
  const claim = (verb: 'insert' | 'delete'): Promise<unknown> =>
    look(scene, (tx) =>
      verb === 'insert'
        ? tx.run`insert into channel_effect (tenant_id, account_id, effect, key, at)
            values (${tx.tenant}, ${scene.seller.accountId}::uuid, 'notice', ${shipment}, ${tx.now})`
        : tx.run`delete from channel_effect where tenant_id = ${tx.tenant} and key = ${shipment}`,
    );
  await claim('insert');
  expect(await ship(shipment)).toMatchObject({ status: 500, success: false });
  expect(await shipmentOf(shipment)).toMatchObject({ status: 'labelled', shippedAt: null });
  expect(await scene.violations()).toEqual([]);
  await claim('delete');
  await expectShipped(shipment, await ship(shipment));
});

test('without a tracking number nothing leaves', async () => {
  const shipment = await labelled();
  await note(shipment, { pickup: scene.now(), tracking: null });
  expect(await ship(shipment)).toMatchObject({ status: 409, message: '没有运单号' });
  expect((await shipmentOf(shipment)).status).toBe('labelled');
});

test('goods that cross a border stay until their customs document is stored', async () => {
  await fault(scene, {
    fault: 'expired-url',
    match: { operation: 'storage.customs', times: 'always' },
  });
  const shipment = await labelled({ customsRequired: true });
  await note(shipment, { pickup: scene.now() });
  expect(await ship(shipment)).toMatchObject({
    status: 409,
    message: '需要报关文件，上传或取得后才能发货',
  });
  expect((await shipmentOf(shipment)).status).toBe('labelled');
  const path = `/fulfilment/shipment/${shipment}/customs`;
  await must(upload(scene, packer, path, Buffer.from('%PDF-1.4\n%%EOF')));
  await expectShipped(shipment, await ship(shipment));
});
