import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { covers } from '#tests/spec/covers.ts';
import { fault, look, openShop, ordersOf, place, pull, type Page } from './shop.ts';

const PART = 'WB-DCH-BRAM-CTR';
const BED = 'WB-BED-HALDEN-QN';
const BY_WAREHOUSES = 'lineItemCancellationRequestByWarehouses';
let scene: TestApp;
let clerk: Client;
let admin: Client;

beforeAll(async () => {
  scene = await startTestApp();
  clerk = await scene.as('yunying');
  admin = await scene.as('admin');
  await openShop(scene, clerk);
});
beforeEach(reopen);

/** No faults, and what an earlier one closed is open again. */
async function reopen(): Promise<void> {
  await scene.sim('DELETE', '/faults');
  await clerk.post(`/channels/account/${scene.seller.accountId}/test`);
  await scene.settled();
}

afterAll(() => scene.stop());

const setMode = (acknowledgeMode: string): Promise<unknown> =>
  admin.put('/base/channelAccount/edit', { id: scene.seller.accountId, acknowledgeMode });

const shop = async (): Promise<{ status: string; health: string }> =>
  (
    await admin.get<{ status: string; health: string }>('/base/channelAccount/queryById', {
      id: scene.seller.accountId,
    })
  ).result;

const shelf = async (kind: string): Promise<{ channelOrderNo: string; reason: string }[]> =>
  (
    await clerk.get<Page<{ channelOrderNo: string; reason: string; resolvedAt: string | null }>>(
      '/channels/quarantinedOrder/list',
      { kind },
    )
  ).result.records.filter(({ resolvedAt }) => resolvedAt === null);

const newest = (poNumber: string, part: string, quantity = 1) => ({
  poNumber,
  warehouseId: '31842',
  lines: [{ partNumber: part, quantity }],
});

test('odd rows of orders and cancellations stand aside; the rest, acceptance and cursor go on', async () => {
  covers('ours: odd rows');
  await setMode('auto');
  const [made] = await place(scene, [
    { warehouseId: '31842', lines: [{ partNumber: BED, quantity: 1 }] },
  ]);
  const po = made?.poNumber as string;
  const cursorOf = () =>
    look(
      scene,
      (tx) => tx.one<{ pullCursor: string }>`
        select pull_cursor from channel_account where tenant_id = ${tx.tenant} and id = ${scene.seller.accountId}::uuid`,
    );
  const before = await cursorOf();
  await fault(
    scene,
    { fault: 'odd-row', match: { operation: 'getDropshipPurchaseOrders', times: 'always' } },
    { fault: 'odd-row', match: { operation: BY_WAREHOUSES, times: 'always' } },
  );
  const run = await pull(scene, clerk);
  expect(run).toMatchObject({ status: 'partial', created: 1, error: null });
  const [order] = await ordersOf(clerk, { channelOrderNo: po });
  expect(order?.status).toBe('ready');
  expect(await cursorOf()).not.toEqual(before);
  expect((await shelf('cancellation')).map((row) => row.channelOrderNo)).toContain('ODD-1');
  expect((await shelf('order')).map((row) => row.channelOrderNo)).toContain('ODD-1');
  expect(await shop()).toMatchObject({ status: 'active', health: '正常' });
  await setMode('manual');
});

test('a cancellation list that is no list, or fails in passing, keeps no order from acceptance', async () => {
  await setMode('auto');
  for (const plan of [{ fault: 'missing-field', field: BY_WAREHOUSES }, { fault: '500' }]) {
    const [made] = await place(scene, [
      { warehouseId: '31842', lines: [{ partNumber: BED, quantity: 1 }] },
    ]);
    await fault(scene, { ...plan, match: { operation: BY_WAREHOUSES, times: 1 } });
    await pull(scene, clerk);
    const [order] = await ordersOf(clerk, { channelOrderNo: made?.poNumber as string });
    expect(order?.status, plan.fault).toBe('ready');
    await reopen();
  }
  await setMode('manual');
  expect((await shop()).health).toBe('连接正常');
});

test('a request without a quantity means all of the part', async () => {
  const [made] = await place(scene, [
    { warehouseId: '31842', lines: [{ partNumber: PART, quantity: 3 }] },
  ]);
  await pull(scene, clerk);
  const po = made?.poNumber as string;
  await scene.sim('POST', '/cancellations', { po, partNumber: PART, quantity: 3 });
  await fault(scene, {
    fault: 'null-cancellation-quantity',
    match: { operation: BY_WAREHOUSES, times: 'always' },
  });
  const run = await pull(scene, clerk);
  expect(run['status']).toBe('done');
  const requests = await clerk.get<Page<{ qty: number }>>('/channels/cancellationRequest/list', {
    channelOrderNo: po,
  });
  expect(requests.result.records).toMatchObject([{ qty: 3 }]);
  const [order] = await ordersOf(clerk, { channelOrderNo: po });
  expect(order?.holds).toContain('cancelRequest');
});

test('null lists are empty, and a part number with a NUL spoils nobody else', async () => {
  await fault(
    scene,
    { fault: 'null-list', match: { operation: BY_WAREHOUSES, times: 'always' } },
    { fault: 'null-list', match: { operation: 'getDropshipPurchaseOrders', times: 1 } },
  );
  expect((await pull(scene, clerk))['status']).toBe('done');
  await scene.sim('DELETE', '/faults');
  const [good] = await place(scene, [newest('CS700000001', BED)]);
  await fault(scene, {
    fault: 'unknown-enum',
    field: 'name',
    value: 'bad\u0000name',
    match: { operation: 'getDropshipPurchaseOrders', times: 'always' },
  });
  await pull(scene, clerk);
  expect(await ordersOf(clerk, { channelOrderNo: good?.poNumber as string })).toHaveLength(1);
});

test('a number that no index can hold stands aside alone', async () => {
  const [good] = await place(scene, [newest('CS700000002', BED)]);
  // No two of them alike, so that nothing can press them together.
  const value = Array.from({ length: 6000 }, (_, i) => String.fromCodePoint(0x4e00 + i)).join('');
  await fault(scene, {
    fault: 'unknown-enum',
    field: 'poNumber',
    value,
    match: { operation: 'getDropshipPurchaseOrders', times: 'always' },
  });
  for (const times of [1, 2]) {
    expect(await pull(scene, clerk), `pull ${times}`).toMatchObject({ error: null });
    expect(await ordersOf(clerk, { channelOrderNo: good?.poNumber as string })).toHaveLength(1);
  }
  const aside = (await shelf('order')).filter(({ channelOrderNo }) =>
    channelOrderNo.startsWith('一丁'),
  );
  expect(aside).toHaveLength(1);
  expect(aside[0]?.channelOrderNo.length).toBeLessThan(200);
});

test('HTTP 403 refuses what was asked, by name, and never the shop', async () => {
  const refuse = (operation: string) =>
    fault(scene, {
      fault: 'text-body',
      status: 403,
      message: '<html>403 Forbidden</html>',
      match: { operation, times: 'always' },
    });
  await refuse(BY_WAREHOUSES);
  const [made] = await place(scene, [
    { warehouseId: '31842', lines: [{ partNumber: BED, quantity: 2 }] },
  ]);
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
    (
      await clerk.post<{ ok: boolean; steps: Step[] }>(
        `/channels/account/${scene.seller.accountId}/test`,
      )
    ).result;
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
  const asked = async (work: () => Promise<unknown>): Promise<boolean> => {
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
  expect(await asked(() => pull(scene, clerk))).toBe(false);
  await scene.pass(2 * 3_600_000);
  expect(await asked(() => pull(scene, clerk))).toBe(true);
  expect(await shop()).toMatchObject({ status: 'active', health: '正常' });
  await fault(scene, { fault: '503', match });
  await clerk.post(`/channels/account/${scene.seller.accountId}/test`);
  await scene.sim('DELETE', '/faults');
  expect((await shop()).health).not.toContain('未开通');
  expect(await asked(() => pull(scene, clerk))).toBe(true);
});

test('an acceptance that is not allowed stops its order and closes 接单, not the shop', async () => {
  const [made] = await place(scene, [
    { warehouseId: '31842', lines: [{ partNumber: BED, quantity: 1 }] },
  ]);
  await pull(scene, clerk);
  const po = made?.poNumber as string;
  const [order] = await ordersOf(clerk, { channelOrderNo: po });
  await fault(scene, { fault: 'permission-denied', match: { operation: 'accept', times: 1 } });
  await clerk.post(`/orders/salesOrder/${order?.id as string}/accept`);
  await scene.settled();
  expect((await ordersOf(clerk, { channelOrderNo: po }))[0]?.holds).toContain('noAck');
  expect(await shop()).toMatchObject({ status: 'active', health: '连接正常；未开通：接单' });
});

test('of an acceptance in part refused only the refused lines are sent again', async () => {
  const [made] = await place(scene, [
    {
      warehouseId: '31842',
      lines: [
        { partNumber: BED, quantity: 1 },
        { partNumber: PART, quantity: 1 },
      ],
    },
  ]);
  await pull(scene, clerk);
  const po = made?.poNumber as string;
  const [order] = await ordersOf(clerk, { channelOrderNo: po });
  const id = order?.id as string;
  await fault(scene, {
    fault: 'row-refused',
    value: PART,
    match: { operation: 'accept', times: 1 },
  });
  await clerk.post(`/orders/salesOrder/${id}/accept`);
  await scene.settled();
  const tasks = await clerk.get<Page<{ id: string; lastError: string }>>('/desk/delivery/list', {
    aggregate: id,
    handler: 'channels.accept',
  });
  const [task] = tasks.result.records;
  expect(task?.lastError).toContain(
    `${PART}: 渠道无法处理该请求（原文：Unable to process request）`,
  );
  await clerk.post(`/desk/delivery/${task?.id ?? ''}/retry`);
  await scene.settled();
  expect((await ordersOf(clerk, { channelOrderNo: po }))[0]?.status).toBe('ready');
  const log = await scene.sim<{ entries: { operations: string[]; errors: string[] }[] }>(
    'GET',
    '/log',
  );
  const accepts = log.entries.filter(({ operations }) =>
    operations.includes('purchaseOrders.accept'),
  );
  // The strict channel would have said so of a line that came twice.
  expect(accepts.at(-1)?.errors).toEqual([]);
  expect(await scene.violations()).toEqual([]);
});
