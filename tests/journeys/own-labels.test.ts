import { afterAll, beforeAll, expect, test } from 'vitest';
import { fault, look, openShop, type AuditFacts } from '#tests/channels/shop.ts';
import { startTestApp, type Answer, type Client, type TestApp } from '#tests/harness/app.ts';
import { ADDRESS, firstOf, must, newOrder, NEW_JERSEY, STOOL } from '#tests/lifecycles/one-of-each.ts';
import { addStock } from '#tests/races/goods.ts';
import { covers } from '#tests/spec/covers.ts';

/** Numbers typed by hand: taken where they are ours to give, and a way back where they were not. */

let scene: TestApp;
let clerk: Client;
let packer: Client;
let keys = 0;

beforeAll(async () => {
  scene = await startTestApp();
  clerk = await scene.as('yunying');
  packer = await scene.as('cangku');
  await openShop(scene, clerk);
  await addStock(scene, packer, STOOL, 50);
});
afterAll(() => scene?.stop());

const make = async (id: string, move: string, answers: object = {}): Promise<Answer> => {
  const answer = await packer.post(`/fulfilment/shipment/${id}/${move}`, answers, {
    'idempotency-key': `own ${++keys}`,
  });
  await scene.settled();
  return answer;
};

const numbers = (trackingNo: string): object => ({ carrierCode: 'OWN', trackingNo });

/** Packed and sealed for an order of the marketplace. */
async function packed(method: string): Promise<{ id: string; orderId: string; po: string }> {
  const { id: orderId, po } = await newOrder(scene, clerk);
  await must(clerk.post(`/orders/salesOrder/${orderId}/accept`));
  await scene.settled();
  return { id: await startAndPack(orderId, method), orderId, po };
}

async function startAndPack(orderId: string, method: string): Promise<string> {
  const { id: shipMethodId } = await firstOf(clerk, '/base/shipMethod/list', { code: method });
  await must(clerk.post(`/orders/salesOrder/${orderId}/start`, { shipMethodId }));
  const { id } = await firstOf(packer, '/fulfilment/shipment/list', { orderId });
  await must(make(id, 'pack'));
  await must(make(id, 'sealAll'));
  return id;
}

const shipmentOf = (id: string) => must(packer.get<Record<string, unknown>>('/fulfilment/shipment/queryById', { id }));
const boxStates = async (id: string): Promise<unknown[]> =>
  (
    await must(
      packer.get<{ records: { status: string; trackingNo: string | null }[] }>('/fulfilment/box/list', {
        shipmentId: id,
      }),
    )
  ).records.map(({ status, trackingNo }) => [status, trackingNo]);
const shipSyncOf = async (orderId: string): Promise<unknown> =>
  (await must(clerk.get<{ shipSync: string }>('/orders/salesOrder/queryById', { id: orderId }))).shipSync;
const onHand = async (): Promise<number> =>
  (
    await look(
      scene,
      (tx) => tx.one<{ n: number }>`
        select sum(on_hand)::integer as n from stock_level
        where tenant_id = ${tx.tenant} and sku_id = ${scene.seller.skus[STOOL]}::uuid`,
    )
  ).n;

/** As an earlier version left it: on the marketplace's account, with a number typed by hand. */
const moveToMarketplace = (id: string): Promise<unknown> =>
  look(
    scene,
    (tx) => tx.run`
      update shipment set account_owner = 'marketplace' where tenant_id = ${tx.tenant} and id = ${id}::uuid`,
  );

test('a shipment is found by its order number, and by what is scanned off one of its boxes', async () => {
  const { id, po } = await packed('OWN-TRK');
  await packed('OWN-TRK');
  const [{ boxNo } = { boxNo: '' }] = (
    await must(packer.get<{ records: { boxNo: string }[] }>('/fulfilment/box/list', { shipmentId: id }))
  ).records;
  const { shipmentNo } = await shipmentOf(id);
  const found = async (keyword: unknown): Promise<string[]> =>
    (
      await must(
        packer.get<{ records: { id: string }[] }>('/fulfilment/shipment/list', {
          keyword: String(keyword),
        }),
      )
    ).records.map((row) => row.id);
  for (const scanned of [po, po.toLowerCase(), boxNo, shipmentNo])
    expect([scanned, await found(scanned)]).toEqual([scanned, [id]]);
  expect(await found('nothing like it')).toEqual([]);
});

test('a number is kept as its carrier prints it, serves one order, and is found by its barcode', async () => {
  const [first, second] = [await packed('OWN-TRK'), await packed('OWN-TRK')];
  const typed = '9400\u00a01118 9922 3000 0001 23\u200b';
  expect(await make(first.id, 'ownLabel', numbers(`${typed} 1Z999AA10123456784`))).toMatchObject({
    status: 422,
    result: { errors: [{ field: 'trackingNo' }] },
  });
  await must(make(first.id, 'ownLabel', numbers(typed)));
  const stored = '9400111899223000000123';
  expect(await boxStates(first.id)).toEqual([['labelled', stored]]);

  // The barcode of the same label, and the same number in another hand.
  for (const again of [`42080205${stored}`, stored.split('').join(' ')])
    expect(await make(second.id, 'ownLabel', numbers(again))).toMatchObject({
      status: 422,
      message: `运单号 ${stored} 已用于其他订单`,
      result: { errors: [{ field: 'trackingNo' }] },
    });
  await must(make(second.id, 'ownLabel', numbers('1z999aa10123456784')));
  expect(await boxStates(second.id)).toEqual([['labelled', '1Z999AA10123456784']]);

  const barcode = `420802051234${stored}`;
  const station = await must(packer.get<{ rows: { id: string }[] }>('/fulfilment/station/find', { code: barcode }));
  expect(station.rows.map(({ id }) => id)).toEqual([first.id]);
  const desk = await must(packer.get<{ rows: { label: string }[] }>('/desk/scan', { number: barcode }));
  expect(desk.rows).toHaveLength(1);
  const found = await must(
    packer.get<{ records: { id: string }[] }>('/fulfilment/shipment/list', { keyword: barcode }),
  );
  expect(found.records.map(({ id }) => id)).toEqual([first.id]);
  const { warehouseId } = await shipmentOf(first.id);
  const { id: list } = await must(packer.post<{ id: string }>('/fulfilment/handover/open', { warehouseId }));
  expect(await packer.post(`/fulfilment/handover/${list}/scan`, { number: barcode })).toMatchObject({ status: 200 });
});

test('hyphens, dots and slashes make no other number: it is taken, and found by what is read off the label', async () => {
  const [first, second] = [await packed('OWN-TRK'), await packed('OWN-TRK')];
  const [typed, printed] = ['SW-0000007720-US', 'SW0000007720US'];
  await must(make(first.id, 'ownLabel', numbers(typed)));
  for (const again of [printed, 'sw.0000007720/us', typed, `42022153${printed}`])
    expect(await make(second.id, 'ownLabel', numbers(again))).toMatchObject({
      status: 422,
      message: `运单号 ${typed} 已用于其他订单`,
      result: { errors: [{ field: 'trackingNo' }] },
    });
  for (const code of [printed, typed]) {
    const station = await must(packer.get<{ rows: { id: string }[] }>('/fulfilment/station/find', { code }));
    expect(station.rows.map(({ id }) => id)).toEqual([first.id]);
    const desk = await must(packer.get<{ rows: unknown[] }>('/desk/scan', { number: code }));
    expect(desk.rows).toHaveLength(1);
    const listed = await must(
      packer.get<{ records: { id: string }[] }>('/fulfilment/shipment/list', { keyword: code }),
    );
    expect(listed.records.map(({ id }) => id)).toEqual([first.id]);
  }
  const pasted = await must(
    packer.post<{ id: string }>('/fulfilment/shipment/numbers', { numbers: [printed, 'NONE-1'] }),
  );
  const byNumbers = await must(
    packer.get<{ records: { id: string }[] }>('/fulfilment/shipment/list', { numbers: pasted.id }),
  );
  expect(byNumbers.records.map(({ id }) => id)).toEqual([first.id]);
  const { warehouseId } = await shipmentOf(first.id);
  const { id: list } = await must(packer.post<{ id: string }>('/fulfilment/handover/open', { warehouseId }));
  expect(await packer.post(`/fulfilment/handover/${list}/scan`, { number: printed })).toMatchObject({ status: 200 });
});

test('letters that look like Latin ones are kept in Latin, and the number is the same one', async () => {
  const [first, second] = [await packed('OWN-TRK'), await packed('OWN-TRK')];
  // The first three letters are Cyrillic.
  await must(make(first.id, 'ownLabel', numbers('ТВА305500004711')));
  expect(await boxStates(first.id)).toEqual([['labelled', 'TBA305500004711']]);
  for (const again of ['TBA305500004711', 'ТBА305500004711'])
    expect(await make(second.id, 'ownLabel', numbers(again))).toMatchObject({
      status: 422,
      message: '运单号 TBA305500004711 已用于其他订单',
    });
  expect(await make(second.id, 'ownLabel', numbers('ЖBA305500004712'))).toMatchObject({
    status: 422,
    result: { errors: [{ field: 'trackingNo', message: expect.stringContaining('“Ж”不是英文字母或数字') }] },
  });
});

test.each([
  ['1Z999AA10123456793', null],
  ['1Z999AA10123456792', '1Z999AA10123456792 的校验位不对，不像 UPS 的运单号，请对照面单核对'],
  ['94OO111899223000004719', '94OO111899223000004719 里的字母 O、I、L 像是数字 0、1：9400111899223000004719 才是 USPS'],
])('%j that came by API is asked about as at the desk: %s', async (typed, doubt) => {
  const { id } = await packed('OWN-TRK');
  await must(make(id, 'ownLabel', numbers(typed)));
  const { numberDoubt } = await must(packer.get<{ numberDoubt: string | null }>(`/fulfilment/shipment/${id}/packing`));
  if (doubt === null) expect(numberDoubt).toBeNull();
  else expect(numberDoubt).toContain(doubt);
});

test('what is typed in the place of a number is refused at the field', async () => {
  const { id } = await packed('OWN-TRK');
  for (const typed of ['-', 'N/A', '=1+1', '0000000000000000', 'SW<b>1234</b>', "1Z999AA1'--"])
    expect(await make(id, 'ownLabel', numbers(typed))).toMatchObject({
      status: 422,
      result: {
        errors: [{ field: 'trackingNo', message: expect.stringContaining('不是运单号') }],
      },
    });
  await must(make(id, 'ownLabel', numbers('TRUCK-0077')));
});

const ONLY = '平台账号的发货单须申请平台面单；要用自有承运商，请先用“比价”换物流渠道';

test('on the account of the marketplace no number is typed; its label is asked for', async () => {
  covers('ours: own labels');
  const { id } = await packed('FDX-GND');
  expect(await shipmentOf(id)).toMatchObject({ accountOwner: 'marketplace', labelSource: null });
  expect(await make(id, 'ownLabel', numbers('TRUCK-1'))).toMatchObject({
    status: 409,
    message: ONLY,
  });
  const preview = await packer.post<{ rows: object[] }>('/fulfilment/shipment/batch/ownLabel', {
    ids: [id],
    answers: numbers('TRUCK-1'),
    dryRun: true,
  });
  expect(preview.result.rows).toMatchObject([{ ok: false, message: ONLY }]);
  expect(await shipmentOf(id)).toMatchObject({ status: 'packed', trackingNo: null });
  await must(make(id, 'register'));
  expect(await shipmentOf(id)).toMatchObject({ status: 'labelled', labelSource: 'channel' });
  expect(await make(id, 'retractLabel')).toMatchObject({
    status: 409,
    message: '平台面单不能撤回，只能作废发货单',
  });
});

test('a label that the marketplace refused is asked for again', async () => {
  const { id } = await packed('FDX-GND');
  await fault(scene, {
    fault: 'graphql-error',
    message: 'Warehouse is closed',
    category: 'BAD_REQUEST',
    match: { operation: 'register', times: 1 },
  });
  await must(make(id, 'register'));
  expect(await shipmentOf(id)).toMatchObject({
    status: 'packed',
    labelError: expect.stringContaining('Warehouse is closed'),
  });
  await must(make(id, 'register'));
  expect(await shipmentOf(id)).toMatchObject({ status: 'labelled', labelError: null });
});

test('the number of a shipment that was given up is free for another order', async () => {
  const [first, second] = [await packed('OWN-TRK'), await packed('OWN-TRK')];
  await must(make(first.id, 'ownLabel', numbers('TRUCK-9')));
  expect((await make(second.id, 'ownLabel', numbers('TRUCK-9'))).success).toBe(false);
  await must(make(first.id, 'voidShipment', { reason: '改派' }));
  await must(make(second.id, 'ownLabel', numbers('TRUCK-9')));
});

test('a manual order travels under any number, whatever its method', async () => {
  const { id: orderId } = await must(
    clerk.post<{ id: string }>('/orders/salesOrder/add', {
      accountId: scene.seller.accountId,
      ...ADDRESS,
      pinnedWarehouseId: scene.seller.warehouses[NEW_JERSEY],
      lines: [{ skuId: scene.seller.skus[STOOL], qty: 1, unitPrice: '79', channelSku: 'DIRECT' }],
    }),
  );
  await must(clerk.post(`/orders/salesOrder/${orderId}/submit`));
  await must(clerk.post(`/orders/salesOrder/${orderId}/accept`));
  const id = await startAndPack(orderId, 'FDX-GND');
  await must(make(id, 'ownLabel', numbers('TRUCK-2')));
  await must(make(id, 'ship'));
  expect(await shipmentOf(id)).toMatchObject({ status: 'shipped', noticeStatus: 'exempt' });
});

test('a number typed before does not leave the house: it is taken back and a label asked for', async () => {
  covers('ours: own labels');
  const { id, orderId, po } = await packed('OWN-TRK');
  await must(make(id, 'ownLabel', numbers('TRUCK-3')));
  await moveToMarketplace(id);
  const before = await onHand();
  expect(await make(id, 'ship')).toMatchObject({
    status: 409,
    message: '平台账号的发货单没有平台面单，请撤回运单后申请面单',
  });
  expect(await onHand()).toBe(before);

  await must(make(id, 'retractLabel'));
  expect(await shipmentOf(id)).toMatchObject({
    status: 'packed',
    trackingNo: null,
    labelSource: null,
  });
  expect(await boxStates(id)).toEqual([['sealed', null]]);
  await must(make(id, 'register'));
  // Asked for past Friday's cut-off, the carrier comes on Monday: goods leave from Sunday on.
  await scene.pass(2 * 86_400_000);
  await must(make(id, 'ship'));
  expect(await shipmentOf(id)).toMatchObject({ status: 'shipped', noticeStatus: 'ok' });
  expect(await shipSyncOf(orderId)).toBe('ok');
  expect(await onHand()).toBe(before - 1);
  const { facts } = await scene.sim<AuditFacts>('GET', '/audit');
  expect(facts[po]).toMatchObject({ registerEffects: 1, noticeEffects: 1 });
  expect(await scene.violations()).toEqual([]);
});

test('goods that left without a label of the marketplace are registered late, and it hears of them', async () => {
  const { id, orderId, po } = await packed('OWN-TRK');
  await must(make(id, 'ownLabel', numbers('TRUCK-4')));
  const before = await onHand();
  await must(make(id, 'ship'));
  expect(await shipmentOf(id)).toMatchObject({ status: 'shipped', noticeStatus: 'failed' });
  expect(await shipSyncOf(orderId)).toBe('failed');

  // The marketplace says no at first: it may be asked again.
  await fault(scene, {
    fault: 'graphql-error',
    message: 'Warehouse is closed',
    category: 'BAD_REQUEST',
    match: { operation: 'register', times: 1 },
  });
  await must(make(id, 'registerLate'));
  const refused = await shipmentOf(id);
  expect(refused).toMatchObject({ status: 'shipped', noticeStatus: 'failed', labelSource: 'own' });
  expect(refused['noticeError']).toContain('Warehouse is closed');

  await must(make(id, 'registerLate'));
  expect(await shipmentOf(id)).toMatchObject({
    status: 'shipped',
    noticeStatus: 'ok',
    noticeError: null,
    labelSource: 'channel',
    trackingNo: 'TRUCK-4',
  });
  expect(await shipSyncOf(orderId)).toBe('ok');
  expect(await make(id, 'registerLate')).toMatchObject({
    status: 409,
    message: '只有自有运单、且平台未接受发货通知时可以补申请面单',
  });
  expect(await onHand()).toBe(before - 1);
  const { facts, violations } = await scene.sim<AuditFacts>('GET', '/audit');
  expect(facts[po]).toMatchObject({ registerEffects: 1, noticeEffects: 1 });
  expect(violations).toEqual([]);
  expect(await scene.violations()).toEqual([]);
});
