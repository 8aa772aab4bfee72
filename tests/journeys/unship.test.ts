import { afterAll, beforeAll, expect, test } from 'vitest';
import { fault, look, openShop, pull, type Page } from '#tests/channels/shop.ts';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { firstOf, must, newOrder } from '#tests/lifecycles/one-of-each.ts';
import { covers } from '#tests/spec/covers.ts';

/** What left by mistake: stock, cost, reservations, counters and states are what they were (I-07). */

const CHAIR = 'WB-DCH-HOLM-S2';
let scene: TestApp;
let clerk: Client;
let packer: Client;
let admin: Client;

beforeAll(async () => {
  scene = await startTestApp();
  await signIn();
  await openShop(scene, clerk);
  await scene.sim('POST', '/config', { requireRegister: false });
});
afterAll(() => scene?.stop());

async function signIn(): Promise<void> {
  clerk = await scene.as('yunying');
  packer = await scene.as('cangku');
  admin = await scene.as('admin');
}

let keys = 0;
const move = (who: Client, id: string, name: string, answers: Record<string, unknown> = {}) =>
  who.post<{ state: string }>(`/fulfilment/shipment/${id}/${name}`, answers, {
    'idempotency-key': `${name} ${id} ${keys++}`,
  });

/** An order of two chairs that has left. @returns its id, number and shipment */
async function sent(): Promise<{ id: string; po: string; shipment: string }> {
  const { id, po } = await newOrder(scene, clerk, {
    lines: [{ partNumber: CHAIR, quantity: 2 }],
  });
  await must(clerk.post(`/orders/salesOrder/${id}/accept`));
  await scene.settled();
  return { id, po, shipment: await packed(id, po) };
}

/** @returns the shipment of an accepted order, sealed and with a label of our own */
async function packed(id: string, po: string): Promise<string> {
  const truck = await firstOf(admin, '/base/shipMethod/list', { code: 'OWN-TRK' });
  await must(clerk.post(`/orders/salesOrder/${id}/start`, { shipMethodId: truck.id }));
  const { id: shipment } = await firstOf(packer, '/fulfilment/shipment/list', { orderId: id });
  await must(move(packer, shipment, 'pack'));
  await must(move(packer, shipment, 'sealAll'));
  await must(move(packer, shipment, 'ownLabel', { carrierCode: 'OWN', trackingNo: `TRUCK-${po}` }));
  return shipment;
}

/** The shop lets orders be split. */
async function splittable(): Promise<void> {
  const { accountId } = scene.seller;
  const shop = await must(admin.get<{ version: number }>('/base/channelAccount/queryById', { id: accountId }));
  await must(
    admin.put('/base/channelAccount/edit', {
      id: accountId,
      version: shop.version,
      allowSplit: true,
    }),
  );
}

/** Everything of stock that must be as before: levels without their clock, what is held, what layers hold since when. */
const stock = () =>
  look(scene, async (tx) => ({
    levels: await tx.rows`
      select warehouse_id, sku_id, condition, on_hand, reserved, frozen from stock_level
      where tenant_id = ${tx.tenant} order by 1, 2, 3`,
    held: await tx.rows`
      select order_line_id, warehouse_id, sku_id, sum(qty)::integer as qty from reservation
      where tenant_id = ${tx.tenant} and status = 'open' group by 1, 2, 3 order by 1, 2, 3`,
    worth: await tx.rows`
      select warehouse_id, sku_id, since, sum(qty_left)::integer as qty, sum(value_left)::text as value
      from cost_layer where tenant_id = ${tx.tenant} group by 1, 2, 3 having sum(qty_left) <> 0 order by 1, 2, 3`,
  }));

const order = (id: string) =>
  must(
    admin.get<{
      status: string;
      shipSync: string;
      shippedAt: string | null;
      lines: { orderLine: { qtyShipped: number; qtyReserved: number; cogs: string | null }[] };
    }>('/orders/salesOrder/queryById', { id }),
  );
const shipmentOf = (id: string) =>
  must(
    admin.get<{ status: string; noticeStatus: string; noticeError: string | null }>('/fulfilment/shipment/queryById', {
      id,
    }),
  );

test('ship, take back, ship again comes to one shipment; the notice is corrected by a person', async () => {
  covers('ours: taken back shipments');
  const { id, shipment } = await sent();
  const before = await stock();
  await must(move(packer, shipment, 'ship'));
  await scene.settled();
  expect(await shipmentOf(shipment)).toMatchObject({ status: 'shipped', noticeStatus: 'ok' });
  const away = await stock();
  // The warehouse may not, whoever runs the company may.
  expect((await move(packer, shipment, 'unship', { reason: '扫错' })).status).toBe(403);
  expect((await move(admin, shipment, 'unship')).status).toBe(422);
  await must(move(admin, shipment, 'unship', { reason: '扫错' }));
  expect(await stock()).toEqual(before);
  expect(await order(id)).toMatchObject({ status: 'processing', shippedAt: null });
  expect((await order(id)).lines.orderLine[0]).toMatchObject({ qtyShipped: 0, qtyReserved: 2 });
  expect(Number((await order(id)).lines.orderLine[0]?.cogs ?? 0)).toBe(0);
  expect(await shipmentOf(shipment)).toMatchObject({ status: 'labelled', noticeStatus: 'manual' });
  expect(await scene.violations()).toEqual([]);
  await scene.settled();
  // The channel still shows it as shipped: by us, and by nobody else.
  await pull(scene, clerk);
  expect(await order(id)).toMatchObject({ status: 'processing', holds: [] });
  const task = await firstOf<{ id: string; failure: string; reason: string }>(admin, '/desk/delivery/list', {
    handler: 'channels.correctNotice',
  });
  expect(task).toMatchObject({ failure: 'byHand' });
  await must(admin.post(`/desk/delivery/${task.id}/retry`));
  await scene.settled();
  expect(await must(admin.get('/desk/delivery/queryById', { id: task.id }))).toMatchObject({
    status: 'ok',
  });
  await must(move(packer, shipment, 'ship'));
  await scene.settled();
  const again = await stock();
  expect(again.levels).toEqual(away.levels);
  expect(again.worth).toEqual(away.worth);
  // One notice was sent, and no second.
  const { facts } = await scene.sim<{ facts: Record<string, { noticeEffects: number }> }>('GET', '/audit');
  const { channelOrderNo } = await must(admin.get<{ channelOrderNo: string }>('/orders/salesOrder/queryById', { id }));
  expect(facts[channelOrderNo]).toMatchObject({ noticeEffects: 1 });
  expect(await scene.violations()).toEqual([]);
});

test('a notice that is on its way is corrected too where its shipment is taken back meanwhile', async () => {
  const { id, shipment } = await sent();
  await fault(scene, {
    fault: 'effect-late',
    lagMs: 90_000,
    match: { operation: 'shipment', times: 1 },
  });
  await must(move(packer, shipment, 'ship'));
  await scene.app.worker.settled();
  expect(await shipmentOf(shipment)).toMatchObject({ noticeStatus: 'pending' });
  await must(move(admin, shipment, 'unship', { reason: '扫错' }));
  await scene.settled();
  expect(await shipmentOf(shipment)).toMatchObject({ status: 'labelled', noticeStatus: 'manual' });
  expect(await order(id)).toMatchObject({ status: 'processing', shipSync: 'none' });
  const tasks = await must(
    admin.get<Page<{ failure: string }>>('/desk/delivery/list', {
      aggregate: id,
      handler: 'channels.correctNotice',
    }),
  );
  expect(tasks.records).toMatchObject([{ failure: 'byHand' }]);
  expect(await scene.violations()).toEqual([]);
});

test('goods taken back wait for what the channel changed while they counted as gone', async () => {
  const { id, po, shipment } = await sent();
  await must(move(packer, shipment, 'ship'));
  await scene.settled();
  await scene.sim('POST', `/orders/${po}`, { products: [{ from: 0, quantity: 1 }] });
  await pull(scene, clerk);
  expect(await order(id)).toMatchObject({ status: 'shipped', holds: [] });
  await must(move(admin, shipment, 'unship', { reason: '扫错' }));
  expect(await order(id)).toMatchObject({ status: 'processing', holds: ['channelChange'] });
  // The channel shows our own notice: nobody else has shipped it.
  await pull(scene, clerk);
  expect(await order(id)).toMatchObject({ holds: ['channelChange'] });
  expect((await move(packer, shipment, 'ship')).success).toBe(false);
  expect(await scene.violations()).toEqual([]);
});

test('a part of a number that comes back waits for the units that the channel took from it', async () => {
  await splittable();
  const { id, po } = await newOrder(scene, clerk, {
    lines: [{ partNumber: CHAIR, quantity: 3 }],
  });
  const [line] = (await order(id)).lines.orderLine as unknown as { id: string }[];
  const parts = JSON.stringify([[{ lineId: line?.id, qty: 1 }]]);
  await must(clerk.post(`/orders/salesOrder/${id}/split`, { parts }));
  await must(clerk.post(`/orders/salesOrder/${id}/accept`));
  await scene.settled();
  const shipment = await packed(id, po);
  await must(move(packer, shipment, 'ship'));
  await scene.settled();
  // Of three one is wanted: the part that waits gives its unit, and one that has left is too much.
  await scene.sim('POST', `/orders/${po}`, { products: [{ from: 0, quantity: 1 }] });
  await pull(scene, clerk);
  expect(await order(id)).toMatchObject({ status: 'shipped', holds: [] });
  await must(move(admin, shipment, 'unship', { reason: '扫错' }));
  expect(await order(id)).toMatchObject({ status: 'processing', holds: ['channelChange'] });
  expect((await move(packer, shipment, 'ship')).success).toBe(false);
  expect(await scene.violations()).toEqual([]);
});

test('two who take one shipment back do it once; what the carrier has stays with it', async () => {
  const { shipment } = await sent();
  const before = await stock();
  await must(move(packer, shipment, 'ship'));
  await scene.settled();
  const both = await Promise.all([1, 2].map(() => move(admin, shipment, 'unship', { reason: '扫错' })));
  expect(both.map(({ success }) => success).sort()).toEqual([false, true]);
  expect(await stock()).toEqual(before);
  await must(move(packer, shipment, 'ship'));
  await must(move(packer, shipment, 'scan'));
  const late = await move(admin, shipment, 'unship', { reason: '扫错' });
  expect(late).toMatchObject({ status: 409 });
  expect(late.message).toContain('承运商已揽收');
  expect(await scene.violations()).toEqual([]);
});

test('a day later goods that came back are a return', async () => {
  const { shipment } = await sent();
  await must(move(packer, shipment, 'ship'));
  await scene.settled();
  await scene.pass(25 * 3_600_000);
  await signIn();
  const late = await move(admin, shipment, 'unship', { reason: '扫错' });
  expect(late.message).toContain('已超过 24 小时');
});

test('an order that was cancelled here comes back, unless the channel knows or wants nothing', async () => {
  covers('ours: orders that come back');
  const { id, po } = await newOrder(scene, clerk, {
    lines: [{ partNumber: CHAIR, quantity: 3 }],
  });
  const before = await stock();
  await must(clerk.post(`/orders/salesOrder/${id}/cancel`, { reason: '点错' }));
  await must(clerk.post(`/orders/salesOrder/${id}/reopen`, { reason: '点错了' }));
  expect(await order(id)).toMatchObject({ status: 'new', cancelSync: 'none', holds: [] });
  expect(await stock()).toEqual(before);
  await scene.settled();
  expect(await order(id)).toMatchObject({ status: 'new', cancelSync: 'none' });
  // Meanwhile the buyer wants one less: only that many come back.
  await must(clerk.post(`/orders/salesOrder/${id}/cancel`, { reason: '点错' }));
  await scene.sim('POST', `/orders/${po}`, { products: [{ from: 0, quantity: 2 }] });
  await pull(scene, clerk);
  await must(clerk.post(`/orders/salesOrder/${id}/reopen`, { reason: '点错了' }));
  expect(await order(id)).toMatchObject({ status: 'new', unitCount: 2 });
  expect(await scene.violations()).toEqual([]);
  await scene.sim('POST', '/cancellations', {
    po,
    partNumber: CHAIR,
    quantity: 2,
    immediate: true,
  });
  await pull(scene, clerk);
  const refused = await clerk.post(`/orders/salesOrder/${id}/reopen`, { reason: '点错了' });
  expect(refused.message).toBe('平台已取消该订单，不能恢复');
  const page = await must(clerk.get<Page<{ id: string }>>('/orders/salesOrder/list', { channelOrderNo: po }));
  expect(page.records).toHaveLength(1);
  expect(await scene.violations()).toEqual([]);
});

test('parts of one number come back for no more than the channel wants of it', async () => {
  const { id, po } = await newOrder(scene, clerk, {
    lines: [{ partNumber: CHAIR, quantity: 2 }],
  });
  await splittable();
  const [line] = (
    await must(admin.get<{ lines: { orderLine: { id: string }[] } }>('/orders/salesOrder/queryById', { id }))
  ).lines.orderLine;
  const parts = JSON.stringify([[{ lineId: line?.id, qty: 1 }]]);
  await must(clerk.post(`/orders/salesOrder/${id}/split`, { parts }));
  const page = await must(clerk.get<Page<{ id: string }>>('/orders/salesOrder/list', { channelOrderNo: po }));
  const ids = page.records.map((one) => one.id);
  for (const one of ids) await must(clerk.post(`/orders/salesOrder/${one}/cancel`, { reason: '点错' }));
  await scene.sim('POST', `/orders/${po}`, { products: [{ from: 0, quantity: 1 }] });
  await pull(scene, clerk);
  const back = await clerk.post<{ ok: boolean; message?: string }[]>('/orders/salesOrder/batch/reopen', {
    ids,
    answers: { reason: '点错了' },
  });
  expect(back.success, back.message).toBe(true);
  const open = await Promise.all(ids.map(order));
  expect(open.map(({ status }) => status).sort()).toEqual(['cancelled', 'new']);
  expect(await scene.violations()).toEqual([]);
});
