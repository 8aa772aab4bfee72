import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { must } from '#tests/lifecycles/one-of-each.ts';
import { covers } from '#tests/spec/covers.ts';
import { fault, look, openShop, ordersOf, place, pull, type Page } from './shop.ts';

const PART = 'WB-DCH-BRAM-CTR';
let scene: TestApp;
let clerk: Client;

beforeAll(async () => {
  scene = await startTestApp();
  clerk = await scene.as('yunying');
  await openShop(scene, clerk);
});
afterAll(() => scene.stop());

interface Request {
  id: string;
  status: string;
  channelOrderNo: string;
  qty: number;
  intercept: boolean;
}

async function orderOf(quantity: number): Promise<string> {
  const [made] = await place(scene, [{ warehouseId: '31842', lines: [{ partNumber: PART, quantity }] }]);
  await pull(scene, clerk);
  return made?.poNumber as string;
}

const ask = (po: string, quantity: number, more: Record<string, unknown> = {}): Promise<unknown> =>
  scene.sim('POST', '/cancellations', { po, partNumber: PART, quantity, ...more });

const requestOf = async (po: string): Promise<Request> => {
  const page = await clerk.get<Page<Request>>('/channels/cancellationRequest/list', {
    channelOrderNo: po,
  });
  expect(page.result.records).toHaveLength(1);
  return page.result.records[0] as Request;
};

const order = async (po: string) => (await ordersOf(clerk, { channelOrderNo: po }))[0];

const units = (po: string): Promise<{ cancelled: number; reserved: number }> =>
  look(
    scene,
    (tx) => tx.one<{ cancelled: number; reserved: number }>`
      select l.qty_cancelled as cancelled, l.qty_reserved as reserved from order_line l
      join sales_order o on o.tenant_id = l.tenant_id and o.id = l.order_id
      where l.tenant_id = ${tx.tenant} and o.channel_order_no = ${po}`,
  );

const answerAt = async (po: string): Promise<string | undefined> => {
  const seen = await scene.sim<{ cancellations: { status: string }[] }>('GET', `/orders/${po}`);
  return seen.cancellations[0]?.status;
};

test('a request holds the order; agreeing cancels the units here and there, once', async () => {
  const po = await orderOf(5);
  await ask(po, 2);
  await pull(scene, clerk);
  expect((await order(po))?.holds).toEqual(['cancelRequest']);
  const request = await requestOf(po);
  expect(request).toMatchObject({ status: 'pending', qty: 2, intercept: false });
  // The answer to our answer is lost: the channel has heard it all the same.
  await fault(scene, {
    fault: 'timeout-after-commit',
    match: { operation: 'confirmLineItemCancellationRequest', times: 1 },
  });
  const agreed = await clerk.post(`/channels/cancellationRequest/${request.id}/confirm`);
  expect(agreed.success, agreed.message).toBe(true);
  await scene.settled();
  expect(await requestOf(po)).toMatchObject({ status: 'confirmed' });
  expect(await answerAt(po)).toBe('CANCELLED');
  expect(await units(po)).toEqual({ cancelled: 2, reserved: 3 });
  expect((await order(po))?.holds).not.toContain('cancelRequest');
  await pull(scene, clerk);
  expect(await units(po)).toEqual({ cancelled: 2, reserved: 3 });
  expect(await scene.violations()).toEqual([]);
});

test('turning a request down frees the order', async () => {
  const po = await orderOf(1);
  await ask(po, 1);
  await pull(scene, clerk);
  const request = await requestOf(po);
  const bare = await clerk.post(`/channels/cancellationRequest/${request.id}/reject`, {});
  expect(bare.status).toBe(422);
  await clerk.post(`/channels/cancellationRequest/${request.id}/reject`, { reason: '已出库' });
  await scene.settled();
  expect(await answerAt(po)).toBe('CANCELLATION_REJECTED');
  expect(await order(po)).toMatchObject({ status: 'new', holds: [] });
  expect(await units(po)).toEqual({ cancelled: 0, reserved: 1 });
});

test('a request for what has left asks for the parcel to be stopped, and changes nothing', async () => {
  covers('ours: intercepted parcels');
  const po = await orderOf(1);
  const id = (await order(po))?.id as string;
  const packer = await scene.as('cangku');
  await clerk.post(`/orders/salesOrder/${id}/accept`);
  await scene.settled();
  await clerk.post(`/orders/salesOrder/${id}/start`);
  const list = await packer.get<Page<{ id: string }>>('/fulfilment/shipment/list', { orderId: id });
  for (const move of ['pack', 'sealAll', 'register', 'ship']) {
    if (move === 'ship') await scene.pass(3 * 86_400_000);
    const done = await packer.post(
      `/fulfilment/shipment/${list.result.records[0]?.id ?? ''}/${move}`,
      {},
      { 'idempotency-key': `${move} ${id}` },
    );
    expect(done.success, `${move}: ${done.message}`).toBe(true);
    await scene.settled();
  }
  await ask(po, 1);
  await pull(scene, clerk);
  const request = await requestOf(po);
  expect(request).toMatchObject({ status: 'pending', intercept: true });
  expect(await order(po)).toMatchObject({ status: 'shipped', holds: [] });
  // The parcel is to be stopped, once however often the channel repeats it.
  await pull(scene, clerk);
  const parcel = list.result.records[0]?.id ?? '';
  const intercepted = async () =>
    (
      await packer.get<{ interceptStatus: string }>('/fulfilment/shipment/queryById', {
        id: parcel,
      })
    ).result.interceptStatus;
  expect(await intercepted()).toBe('toContact');
  const stop = (move: string, reason: string) => packer.post(`/fulfilment/shipment/${parcel}/${move}`, { reason });
  expect((await stop('intercept', '买家取消')).status).toBe(409);
  expect((await stop('noteNotStopped', '已派送')).success).toBe(true);
  expect(await intercepted()).toBe('failed');
  expect((await stop('noteStopped', '找到了')).status).toBe(409);
  const agreed = await clerk.post(`/channels/cancellationRequest/${request.id}/confirm`);
  expect(agreed).toMatchObject({ status: 409 });
  expect(agreed.message).toContain('已发货');
  await clerk.post(`/channels/cancellationRequest/${request.id}/reject`, { reason: '已发货' });
  await scene.settled();
  expect(await answerAt(po)).toBe('CANCELLATION_REJECTED');
});

test('what the channel cancels without waiting is cancelled here', async () => {
  const po = await orderOf(1);
  await ask(po, 1);
  await pull(scene, clerk);
  const request = await requestOf(po);
  // Unanswered for too long, the channel decides alone.
  await scene.pass(3 * 86_400_000);
  await pull(scene, clerk);
  expect(await requestOf(po)).toMatchObject({ id: request.id, status: 'closed' });
  expect((await order(po))?.status).toBe('cancelled');
  expect(await units(po)).toEqual({ cancelled: 1, reserved: 0 });
});

test('what the channel decided while the shop was closed for weeks is followed', async () => {
  const po = await orderOf(2);
  await ask(po, 1);
  await pull(scene, clerk);
  const request = await requestOf(po);
  const shop = `/base/channelAccount/${scene.seller.accountId}`;
  expect((await (await scene.as('admin')).post(`${shop}/pause`)).success).toBe(true);
  await scene.pass(20 * 86_400_000);
  clerk = await scene.as('yunying');
  expect((await (await scene.as('admin')).post(`${shop}/enable`)).success).toBe(true);
  await openShop(scene, clerk);
  await pull(scene, clerk);
  expect(await requestOf(po)).toMatchObject({ id: request.id, status: 'closed' });
  expect(await units(po)).toMatchObject({ cancelled: 1 });
});

test('an order cancelled whole at the channel is cancelled by the next pull', async () => {
  const po = await orderOf(3);
  await ask(po, 3, { immediate: true });
  await pull(scene, clerk);
  expect(await order(po)).toMatchObject({
    status: 'cancelled',
    cancelledSide: 'channel',
    cancelledBy: null,
    cancelledSide_dictText: '平台',
  });
  expect(await units(po)).toEqual({ cancelled: 3, reserved: 0 });
  expect(await scene.violations()).toEqual([]);
});

test('an order that one of ours cancels or rejects names them', async () => {
  for (const [name, status] of [
    ['cancel', 'cancelled'],
    ['reject', 'rejected'],
  ] as const) {
    const po = await orderOf(1);
    const id = (await order(po))?.id;
    if (name === 'cancel') await must(clerk.post(`/orders/salesOrder/${id}/accept`));
    await scene.settled();
    await must(clerk.post(`/orders/salesOrder/${id}/${name}`, { reason: '停产' }));
    expect(await order(po)).toMatchObject({
      status,
      cancelledSide: 'seller',
      cancelledBy: 'yunying',
    });
  }
});

test('a request for an order of somebody else’s holds nothing here, and is answered', async () => {
  const [made] = await place(scene, [{ warehouseId: '31842', lines: [{ partNumber: PART, quantity: 1 }] }]);
  const po = made?.poNumber as string;
  await scene.sim('POST', '/elsewhere', { poNumber: po, what: 'accepted' });
  await ask(po, 1);
  await pull(scene, clerk);
  const request = await requestOf(po);
  expect(await order(po)).toMatchObject({ status: 'history', holds: [] });
  const agreed = await clerk.post(`/channels/cancellationRequest/${request.id}/confirm`);
  expect(agreed.success, agreed.message).toBe(true);
  await scene.settled();
  expect(await answerAt(po)).toBe('CANCELLED');
  await pull(scene, clerk);
  expect(await order(po)).toMatchObject({ status: 'history', holds: [] });
  const dead = await clerk.get<Page<unknown>>('/desk/delivery/list', {
    handler: 'channels.answerCancellation',
    status: 'dead',
  });
  expect(dead.result.total).toBe(0);
});
