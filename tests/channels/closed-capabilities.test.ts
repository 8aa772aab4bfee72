import { expect, test } from 'vitest';
import { covers } from '#tests/spec/covers.ts';
import { fault, look, ordersOf, place, pull, type Page } from './shop.ts';
import { BED, BY_WAREHOUSES, clerk, openFaultyShop, reopen, scene, shop } from './faulty-shop.ts';

openFaultyShop();

test('HTTP 403 refuses what was asked, by name, and never the shop', async () => {
  const refuse = (operation: string) =>
    fault(scene, {
      fault: 'text-body',
      status: 403,
      message: '<html>403 Forbidden</html>',
      match: { operation, times: 'always' },
    });
  await refuse(BY_WAREHOUSES);
  const [made] = await place(scene, [{ warehouseId: '31842', lines: [{ partNumber: BED, quantity: 2 }] }]);
  expect(await pull(scene, clerk)).toMatchObject({ status: 'done', created: 1 });
  expect(await shop()).toMatchObject({ status: 'active', health: '正常；未开通：取消请求' });
  await reopen();
  await refuse('accept');
  const [order] = await ordersOf(clerk, { channelOrderNo: made?.poNumber as string });
  await clerk.post(`/orders/salesOrder/${order?.id as string}/accept`);
  await scene.settled();
  const [held] = await ordersOf(clerk, { channelOrderNo: made?.poNumber as string });
  expect(held).toMatchObject({ status: 'accepted', holds: ['noAck'] });
  expect(await shop()).toMatchObject({ status: 'active', health: '连接正常；未开通：接单' });
  await reopen();
  await refuse('getDropshipPurchaseOrders');
  expect(await pull(scene, clerk)).toMatchObject({ status: 'failed' });
  expect(await shop()).toMatchObject({ status: 'active' });
  await reopen();
  expect((await pull(scene, clerk))['status']).toBe('done');
  expect(await shop()).toMatchObject({ status: 'active', health: '正常' });
});

test('a scope that is missing closes its capability by name, never the shop; a test opens it again', async () => {
  covers('ours: odd rows');
  await fault(scene, {
    fault: 'permission-denied',
    match: { operation: BY_WAREHOUSES, times: 'always' },
  });
  const [made] = await place(scene, [{}]);
  const run = await pull(scene, clerk);
  expect(run).toMatchObject({ status: 'done', created: 1 });
  expect(made).toBeDefined();
  expect(await shop()).toMatchObject({ status: 'active', health: '正常；未开通：取消请求' });
  // Closed is not asked again with every pull.
  await scene.sim('DELETE', '/log');
  await pull(scene, clerk);
  const { entries } = await scene.sim<{ entries: { operations: string[] }[] }>('GET', '/log');
  expect(entries.flatMap(({ operations }) => operations)).not.toContain(BY_WAREHOUSES);

  interface Step {
    capability?: string;
    ok: boolean;
    message?: string;
  }
  const test = async () =>
    (await clerk.post<{ ok: boolean; steps: Step[] }>(`/channels/account/${scene.seller.accountId}/test`)).result;
  const closed = await test();
  expect(closed.ok).toBe(true);
  expect(closed.steps.find(({ capability }) => capability === 'cancellations')).toMatchObject({
    ok: false,
    message: expect.stringContaining('渠道拒绝访问，该应用没有此项权限（原文：Access denied）'),
  });
  await scene.sim('DELETE', '/faults');
  await test();
  expect(await shop()).toMatchObject({ status: 'active', health: '连接正常' });
});

test('what was closed is tried again after a day; a fault in passing closes nothing', async () => {
  const request = async (work: () => Promise<unknown>): Promise<boolean> => {
    await scene.sim('DELETE', '/log');
    await work();
    const { entries } = await scene.sim<{ entries: { operations: string[] }[] }>('GET', '/log');
    return entries.some(({ operations }) => operations.includes(BY_WAREHOUSES));
  };
  const match = { operation: BY_WAREHOUSES, times: 'always' };
  await fault(scene, { fault: 'permission-denied', match });
  await pull(scene, clerk);
  await scene.sim('DELETE', '/faults');
  await scene.pass(23 * 3_600_000);
  expect(await request(() => pull(scene, clerk))).toBe(false);
  await scene.pass(2 * 3_600_000);
  expect(await request(() => pull(scene, clerk))).toBe(true);
  expect(await shop()).toMatchObject({ status: 'active', health: '正常' });
  await fault(scene, { fault: '503', match });
  await clerk.post(`/channels/account/${scene.seller.accountId}/test`);
  await scene.sim('DELETE', '/faults');
  expect((await shop()).health).not.toContain('未开通');
  expect(await request(() => pull(scene, clerk))).toBe(true);
});

test('an acceptance that is not allowed stops its order and closes 接单, not the shop', async () => {
  const [made] = await place(scene, [{ warehouseId: '31842', lines: [{ partNumber: BED, quantity: 1 }] }]);
  await pull(scene, clerk);
  const po = made?.poNumber as string;
  const [order] = await ordersOf(clerk, { channelOrderNo: po });
  await fault(scene, { fault: 'permission-denied', match: { operation: 'accept', times: 1 } });
  await clerk.post(`/orders/salesOrder/${order?.id as string}/accept`);
  await scene.settled();
  expect((await ordersOf(clerk, { channelOrderNo: po }))[0]?.holds).toContain('noAck');
  expect(await shop()).toMatchObject({ status: 'active', health: '连接正常；未开通：接单' });
});

test('one answer that nobody can read closes nothing: it is asked again', async () => {
  const unreadable = (times: number | 'always') =>
    fault(scene, {
      fault: 'text-body',
      message: '{"data":null}',
      match: { operation: BY_WAREHOUSES, times },
    });
  await unreadable(1);
  expect(await pull(scene, clerk)).toMatchObject({ status: 'done' });
  expect(await shop()).toMatchObject({ status: 'active', health: '正常' });
  await unreadable('always');
  expect(await pull(scene, clerk)).toMatchObject({ status: 'done' });
  expect(await shop()).toMatchObject({ status: 'active', health: '正常；未开通：取消请求' });
});

test('a host of cancellations that is down lets the shop rest from nothing else', async () => {
  await fault(scene, { fault: '503', match: { operation: BY_WAREHOUSES, times: 'always' } });
  const [made] = await place(scene, [{ warehouseId: '31842', lines: [{ partNumber: BED, quantity: 1 }] }]);
  expect(await pull(scene, clerk)).toMatchObject({ status: 'failed', created: 1 });
  const rests = await look(scene, (tx) => tx.rows`select failures from breaker where tenant_id = ${tx.tenant}`);
  expect(rests).toEqual([]);
  const [order] = await ordersOf(clerk, { channelOrderNo: made?.poNumber as string });
  await clerk.post(`/orders/salesOrder/${order?.id as string}/accept`);
  await scene.app.worker.settled();
  const [taken] = await ordersOf(clerk, { channelOrderNo: made?.poNumber as string });
  expect(taken).toMatchObject({ status: 'ready' });
});

test('a document beside the label that the channel keeps closed keeps no label from coming', async () => {
  const [made] = await place(scene, [{ warehouseId: '31842', lines: [{ partNumber: BED, quantity: 1 }] }]);
  await pull(scene, clerk);
  const [order] = await ordersOf(clerk, { channelOrderNo: made?.poNumber as string });
  const id = order?.id as string;
  await clerk.post(`/orders/salesOrder/${id}/accept`);
  await scene.settled();
  await clerk.post(`/orders/salesOrder/${id}/start`);
  const packer = await scene.as('cangku');
  const list = await packer.get<Page<{ id: string }>>('/fulfilment/shipment/list', { orderId: id });
  const shipment = list.result.records[0]?.id ?? '';
  await fault(scene, {
    fault: 'text-body',
    status: 403,
    message: '<html>403 Forbidden</html>',
    match: { operation: 'documents.packing_slip', times: 'always' },
  });
  for (const name of ['pack', 'sealAll', 'register']) {
    const done = await packer.post(
      `/fulfilment/shipment/${shipment}/${name}`,
      {},
      { 'idempotency-key': `${name} ${id}` },
    );
    expect(done.success, `${name}: ${done.message}`).toBe(true);
    await scene.settled();
  }
  const stored = await packer.get('/fulfilment/shipment/queryById', { id: shipment });
  expect(stored.result).toMatchObject({ status: 'labelled', labelError: null });
  expect((await shop()).health).toContain('未开通：下载单据');
});
