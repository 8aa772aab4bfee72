import { expect, test } from 'vitest';
import { covers } from '#tests/spec/covers.ts';
import { fault, look, ordersOf, place, pull, type Page } from './shop.ts';
import {
  BED,
  BY_WAREHOUSES,
  clerk,
  newest,
  openFaultyShop,
  PART,
  reopen,
  scene,
  setMode,
  shelf,
  shop,
} from './faulty-shop.ts';

openFaultyShop();

test('odd rows of orders and cancellations stand aside; the rest, acceptance and cursor go on', async () => {
  covers('ours: odd rows');
  await setMode('auto');
  const [made] = await place(scene, [{ warehouseId: '31842', lines: [{ partNumber: BED, quantity: 1 }] }]);
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
    const [made] = await place(scene, [{ warehouseId: '31842', lines: [{ partNumber: BED, quantity: 1 }] }]);
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
  const [made] = await place(scene, [{ warehouseId: '31842', lines: [{ partNumber: PART, quantity: 3 }] }]);
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
  const aside = (await shelf('order')).filter(({ channelOrderNo }) => channelOrderNo.startsWith('一丁'));
  expect(aside).toHaveLength(1);
  expect(aside[0]?.channelOrderNo.length).toBeLessThan(200);
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
  expect(task?.lastError).toContain(`${PART}: 渠道无法处理该请求（原文：Unable to process request）`);
  await clerk.post(`/desk/delivery/${task?.id ?? ''}/retry`);
  await scene.settled();
  expect((await ordersOf(clerk, { channelOrderNo: po }))[0]?.status).toBe('ready');
  const log = await scene.sim<{ entries: { operations: string[]; errors: string[] }[] }>('GET', '/log');
  const accepts = log.entries.filter(({ operations }) => operations.includes('purchaseOrders.accept'));
  // The strict channel would have said so of a line that came twice.
  expect(accepts.at(-1)?.errors).toEqual([]);
  expect(await scene.violations()).toEqual([]);
});
