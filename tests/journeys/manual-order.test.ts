import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemActor } from '#kit/server/actor.ts';
import { channelAccount } from '#modules/base/model/channel-account.ts';
import { createUser } from '#modules/system/server/index.ts';
import { Samples } from '#tests/contract/sample-row.ts';
import { PASSWORD, startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { look, openShop, place, pull, type AuditFacts, type Page } from '#tests/channels/shop.ts';
import { ADDRESS, firstOf, must, NEW_JERSEY, STOOL } from '#tests/lifecycles/one-of-each.ts';
import { claimEffects } from '#modules/base/server/index.ts';
import { covers } from '#tests/spec/covers.ts';

const CHAIR = 'WB-DCH-HOLM-S2';

let scene: TestApp;
let clerk: Client;
let service: Client;
let packer: Client;

beforeAll(async () => {
  scene = await startTestApp();
  [clerk, service, packer] = [await scene.as('yunying'), await scene.as('kefu'), await scene.as('cangku')];
  await openShop(scene, clerk);
});
afterAll(() => scene?.stop());

interface Order {
  id: string;
  version: number;
  status: string;
  holds: string[];
  acceptSync: string;
  shipSync: string;
  cancelSync: string;
  lines: { orderLine: Record<string, unknown>[]; orderHold: Record<string, unknown>[] };
}

const read = async (id: string): Promise<Order & Record<string, unknown>> =>
  must(clerk.get<Order & Record<string, unknown>>('/orders/salesOrder/queryById', { id }));
const add = (more: object = {}, lines?: object[]): Promise<{ id: string; version: number }> =>
  must(
    service.post<{ id: string; version: number }>('/orders/salesOrder/add', {
      accountId: scene.seller.accountId,
      ...ADDRESS,
      // Sold beside the listings: no price is agreed for it.
      lines: lines ?? [{ skuId: scene.seller.skus[CHAIR], qty: 2, unitPrice: '279.995', channelSku: 'DIRECT' }],
      ...more,
    }),
  );
const move = async (who: Client, path: string, answers: object = {}): Promise<void> => {
  await must(who.post(path, answers, { 'idempotency-key': `${path} ${JSON.stringify(answers)}` }));
  await scene.settled();
};
const order = (id: string, name: string, answers: object = {}): Promise<void> =>
  move(clerk, `/orders/salesOrder/${id}/${name}`, answers);
/** Units in New Jersey: what lies there and what is promised. */
const level = (sku: string) =>
  look(
    scene,
    (tx) => tx.one<{ onHand: number; reserved: number }>`
      select on_hand, reserved from stock_level where tenant_id = ${tx.tenant} and condition = 'good'
        and sku_id = ${scene.seller.skus[sku]}::uuid and warehouse_id = ${scene.seller.warehouses[NEW_JERSEY]}::uuid`,
  );
const calls = (orderId: string) =>
  look(
    scene,
    (tx) => tx.rows<{ handler: string; status: string }>`
      select handler, status from delivery where tenant_id = ${tx.tenant} and handler <> 'channels.stock'
        and (aggregate = ${orderId} or payload::text like ${`%${orderId}%`}) order by handler`,
  );
const effects = () =>
  look(
    scene,
    (tx) => tx.one<{ n: number }>`
      select count(*)::integer as n from channel_effect where tenant_id = ${tx.tenant}`,
  );

test('an order typed by hand goes from draft to shipped, and no channel hears of it', async () => {
  covers('ours: manual orders');
  const before = await scene.sim<AuditFacts>('GET', '/audit');
  const effectsBefore = await effects();
  const stock = await level(CHAIR);
  const { id } = await add({ pinnedWarehouseId: scene.seller.warehouses[NEW_JERSEY] });
  const draft = await read(id);
  expect(draft).toMatchObject({
    status: 'draft',
    orderType: 'manual',
    source: 'manual',
    total: '559.99',
    unitCount: 2,
    lineCount: 1,
  });
  expect(draft['channelOrderNo']).toBe(draft['orderNo']);
  expect(await level(CHAIR)).toEqual(stock);

  await order(id, 'submit');
  const arrived = await read(id);
  expect(arrived).toMatchObject({ status: 'new', holds: [] });
  expect(arrived.lines.orderLine[0]).toMatchObject({
    qtyReserved: 2,
    lineNet: '559.99',
    channelSku: 'DIRECT',
  });
  expect(await level(CHAIR)).toEqual({ ...stock, reserved: stock.reserved + 2 });

  await order(id, 'accept');
  expect(await read(id)).toMatchObject({ status: 'ready', acceptSync: 'none' });
  const method = await firstOf(clerk, '/base/shipMethod/list', { code: 'OWN-TRK' });
  await order(id, 'start', { shipMethodId: method.id });
  const ofKind = { orderId: id, orderType: 'manual' };
  const shipment = (await firstOf(packer, '/fulfilment/shipment/list', ofKind)).id;
  const path = `/fulfilment/shipment/${shipment}`;
  await move(packer, `${path}/pack`);
  await move(packer, `${path}/sealAll`);
  const request = await packer.post(`${path}/register`, {}, { 'idempotency-key': 'by mistake' });
  expect(request).toMatchObject({ status: 409, message: '手工单不向平台申请面单，请录入运单' });
  await move(packer, `${path}/ownLabel`, { carrierCode: 'OWN', trackingNo: 'TRUCK-1' });
  await move(packer, `${path}/ship`);

  expect(await read(id)).toMatchObject({
    status: 'shipped',
    acceptSync: 'none',
    shipSync: 'none',
    cancelSync: 'none',
    trackingNo: 'TRUCK-1',
  });
  const left = await must(packer.get<{ noticeStatus: string }>('/fulfilment/shipment/queryById', { id: shipment }));
  expect(left.noticeStatus).toBe('exempt');
  expect(await level(CHAIR)).toEqual({ ...stock, onHand: stock.onHand - 2 });
  expect((await calls(id)).every(({ status }) => status === 'ok')).toBe(true);
  expect(await effects()).toEqual(effectsBefore);
  expect(await scene.sim<AuditFacts>('GET', '/audit')).toEqual(before);
  expect(await scene.violations()).toEqual([]);
  const history = await must(clerk.get<{ move: string }[]>(`/orders/salesOrder/${id}/history`));
  expect(history.map((step) => step.move)).toEqual(['add', 'submit', 'accept', 'start', 'shipAll']);
});

test('cancelled or refused, it gives its stock back and leaves nothing to report', async () => {
  const stock = await level(CHAIR);
  const before = await scene.sim<AuditFacts>('GET', '/audit');
  const stored = await add({ shipToName: 'Di Hart' });
  await order(stored.id, 'submit');
  await order(stored.id, 'accept');
  await order(stored.id, 'cancel', { reason: '客户改主意' });
  const refused = await add({ shipToName: 'Ed Moss' });
  await order(refused.id, 'submit');
  await order(refused.id, 'reject', { reason: '不做了' });
  expect(await read(stored.id)).toMatchObject({ status: 'cancelled', cancelSync: 'none' });
  expect(await read(refused.id)).toMatchObject({ status: 'rejected', cancelSync: 'none' });
  for (const { id } of [stored, refused]) expect((await calls(id)).filter(({ status }) => status !== 'ok')).toEqual([]);
  expect(await scene.sim<AuditFacts>('GET', '/audit')).toEqual(before);
  expect(await level(CHAIR)).toEqual(stock);
  expect(await scene.violations()).toEqual([]);
});

test('it is judged as a pulled one: price, another one alike, shortage', async () => {
  const shipToName = 'Bea Long';
  const agreed = await firstOf<{ id: string; basePrice: string; channelSku: string }>(
    clerk,
    '/channels/channelProduct/list',
    { channelSku: STOOL },
  );
  const stool = { skuId: scene.seller.skus[STOOL], qty: 1, unitPrice: agreed.basePrice };
  const fair = await add({ shipToName }, [stool]);
  await order(fair.id, 'submit');
  expect((await read(fair.id)).holds).toEqual([]);
  const cheap = await add({ shipToName }, [{ ...stool, unitPrice: '0.01' }]);
  await order(cheap.id, 'submit');
  const alike = await read(cheap.id);
  expect(alike.holds.toSorted()).toEqual(['duplicate', 'priceMismatch']);
  expect(alike.lines.orderHold.find(({ type }) => type === 'duplicate')).toMatchObject({
    otherOrderId: fair.id,
    detail: expect.stringContaining('收货地址和商品相同'),
  });
  // There is nobody to argue with about its price.
  expect((await clerk.post(`/orders/salesOrder/${cheap.id}/dispute`, {})).message).toBe(
    '手工单和补发单没有平台，不能发起争议，请接受价格或取消订单',
  );
  // Agreed prices are in the shop's own currency; without a rate nothing says that another price covers the cost.
  const abroad = await add({ currency: 'CAD' }, [{ ...stool, unitPrice: '0.01' }]);
  await order(abroad.id, 'submit');
  const { holds, lines } = await read(abroad.id);
  expect(holds).toEqual(['priceMismatch']);
  expect(lines.orderLine).toMatchObject([{ expectedPrice: null }]);
  const pinnedWarehouseId = scene.seller.warehouses[NEW_JERSEY];
  const many = await add({ shipToName: 'Cy Moor', pinnedWarehouseId }, [{ ...stool, qty: 90_000 }]);
  await order(many.id, 'submit');
  const short = await read(many.id);
  expect(short.holds).toEqual(['outOfStock']);
  expect(short.lines.orderHold[0]?.['detail']).toContain('需要 90000');
  expect(await scene.violations()).toEqual([]);
});

test('an order that doubles one of another shop says its number only to who sees that shop', async () => {
  const admin = await scene.as('admin');
  const { accountId, skus } = scene.seller;
  const other = (await new Samples(admin, 40).add(channelAccount)).id;
  await look(
    scene,
    (tx) => tx.run`
      update channel_account set environment = (
          select environment from channel_account
          where tenant_id = ${tx.tenant} and id = ${accountId}::uuid), currency = 'USD'
      where tenant_id = ${tx.tenant} and id = ${other}::uuid`,
  );
  const lines = [{ skuId: skus[CHAIR], qty: 1, unitPrice: '5', channelSku: 'TWIN' }];
  const submitted = async (shop: string): Promise<string> => {
    const { id } = await must(
      admin.post<{ id: string }>('/orders/salesOrder/add', {
        accountId: shop,
        ...ADDRESS,
        shipToName: 'Di Twin',
        lines,
      }),
    );
    await move(admin, `/orders/salesOrder/${id}/submit`);
    return id;
  };
  const [first, second] = [await submitted(other), await submitted(accountId)];
  await createUser(scene.app.db, systemActor(1, 'test'), {
    username: 'oneShop',
    realname: '一店',
    password: PASSWORD,
    roles: ['TADM'],
    departs: ['A01'],
    shops: [accountId],
    warehouses: null,
  });
  const holdFor = async (who: Client) =>
    (await must(who.get<Order>('/orders/salesOrder/queryById', { id: second }))).lines.orderHold[0];
  const { channelOrderNo } = (await read(first)) as { channelOrderNo?: unknown };
  expect(await holdFor(admin)).toMatchObject({
    type: 'duplicate',
    otherOrderId: first,
    detail: '与 另一店铺的订单 收货地址和商品相同',
  });
  expect((await holdFor(admin))?.['otherOrderId_dictText']).toBeTruthy();
  const seen = await holdFor(await scene.as('oneShop'));
  expect(seen).toMatchObject({ type: 'duplicate', otherOrderId_dictText: null });
  expect(JSON.stringify(seen)).not.toContain(String(channelOrderNo));
});

test('the typed warehouse is where it leaves from, until somebody moves it', async () => {
  const { accountId, warehouses, skus } = scene.seller;
  const other = Object.entries(warehouses).find(([code]) => code !== NEW_JERSEY)?.[1] as string;
  const { id } = await add({ pinnedWarehouseId: other, accountId }, [
    { skuId: skus[STOOL], qty: 1, unitPrice: '1', channelSku: 'FREE-TEXT' },
  ]);
  await order(id, 'submit');
  const held = await read(id);
  expect(held).toMatchObject({ warehouseId: other, pinnedWarehouseId: other });
  expect(held.lines.orderLine[0]).toMatchObject({ warehouseId: other, channelSku: 'FREE-TEXT' });
  expect(String(held.lines.orderLine[0]?.['allocationReason'])).toMatch(/^指定仓 /);
  await order(id, 'reallocate', { warehouseId: warehouses[NEW_JERSEY] });
  expect(await read(id)).toMatchObject({
    warehouseId: warehouses[NEW_JERSEY],
    pinnedWarehouseId: warehouses[NEW_JERSEY],
  });
  expect(await scene.violations()).toEqual([]);
});

test('with the number of an order of the channel it stays apart from that one', async () => {
  const [made] = await place(scene, [{ warehouseId: NEW_JERSEY, lines: [{ partNumber: STOOL, quantity: 1 }] }]);
  const po = made?.poNumber as string;
  const typed = await add({ channelOrderNo: po }, [
    { skuId: scene.seller.skus[CHAIR], qty: 1, unitPrice: '5', channelSku: STOOL },
  ]);
  await pull(scene, clerk);
  await order(typed.id, 'submit');
  const { records } = (await clerk.get<Page<Order>>('/orders/salesOrder/list', { channelOrderNo: po })).result;
  expect(records).toHaveLength(2);
  await scene.sim('POST', '/cancellations', { po, partNumber: STOOL, quantity: 1 });
  await pull(scene, clerk);
  expect((await read(typed.id)).holds).not.toContain('cancelRequest');
  const pulled = records.find(({ id }) => id !== typed.id)?.id as string;
  expect((await read(pulled)).holds).toContain('cancelRequest');
  expect(await scene.violations()).toEqual([]);
});

test('given up, it frees no label that the channel is asked for under the same number', async () => {
  const [made] = await place(scene, [{ warehouseId: NEW_JERSEY, lines: [{ partNumber: STOOL, quantity: 1 }] }]);
  const channelOrderNo = made?.poNumber as string;
  await pull(scene, clerk);
  const pulled = await firstOf(clerk, '/orders/salesOrder/list', { channelOrderNo });
  const typed = await add({
    channelOrderNo,
    pinnedWarehouseId: scene.seller.warehouses[NEW_JERSEY],
  });
  await order(typed.id, 'submit');
  const shipments: string[] = [];
  for (const [orderId, code] of [
    [pulled.id, 'FDX-GND'],
    [typed.id, 'OWN-TRK'],
  ] as const) {
    await order(orderId, 'accept');
    const method = await firstOf(clerk, '/base/shipMethod/list', { code });
    await order(orderId, 'start', { shipMethodId: method.id });
    const { id } = await firstOf(packer, '/fulfilment/shipment/list', { orderId });
    shipments.push(`/fulfilment/shipment/${id}`);
  }
  const [ofChannel, ofHouse] = shipments as [string, string];
  for (const name of ['pack', 'sealAll', 'register']) await move(packer, `${ofChannel}/${name}`);
  const { accountId } = scene.seller;
  await look(scene, (tx) => claimEffects(tx, [{ accountId, effect: 'register', key: 'another' }]));
  const request = async (): Promise<string[]> =>
    (
      await look(
        scene,
        (tx) => tx.rows<{ effect: string; key: string }>`
          select effect, key from channel_effect where tenant_id = ${tx.tenant}
            and key in (${channelOrderNo}, 'another') order by effect, key = 'another'`,
      )
    ).map(({ effect, key }) => (key === 'another' ? `${effect} another` : effect));
  const before = ['accept', 'register', 'register another'];
  expect(await request()).toEqual(before);
  await move(packer, `${ofHouse}/voidShipment`, { reason: '改地址' });
  expect(await request()).toEqual(before);
  // Given up itself, the order of the channel may be registered again; it stays accepted.
  await move(packer, `${ofChannel}/voidShipment`, { reason: '换箱' });
  expect(await request()).toEqual(['accept', 'register another']);
  const { facts } = await scene.sim<AuditFacts>('GET', '/audit');
  expect(facts[channelOrderNo]).toMatchObject({ acceptEffects: 1, registerEffects: 1 });
});
