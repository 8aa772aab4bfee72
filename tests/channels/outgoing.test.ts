import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#kit/server/database.ts';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { fault, look, openShop, ordersOf, place, pull, type AuditFacts, type Page } from './shop.ts';

let scene: TestApp;
let clerk: Client;

beforeAll(async () => {
  scene = await startTestApp();
  clerk = await scene.as('yunying');
  await openShop(scene, clerk);
  // The channel carries out every repeat: only our own care keeps the audit clean.
  await scene.sim('POST', '/config', { lenientRepeats: true });
});
afterAll(() => scene.stop());

interface Task {
  id: string;
  handler: string;
  status: string;
  lastError: string | null;
  attempts: number;
}

/** A new order that nothing holds up, taken in. */
async function freshOrder(): Promise<{ id: string; po: string }> {
  const [made] = await place(scene, [
    { warehouseId: '31842', lines: [{ partNumber: 'WB-BED-HALDEN-QN', quantity: 1 }] },
  ]);
  await pull(scene, clerk);
  const [order] = await ordersOf(clerk, { channelOrderNo: made?.poNumber as string });
  expect(order).toMatchObject({ status: 'new', holds: [] });
  return { id: order?.id as string, po: made?.poNumber as string };
}

const accept = async (id: string): Promise<void> => {
  const answer = await clerk.post(`/orders/salesOrder/${id}/accept`);
  expect(answer.success, answer.message).toBe(true);
  await scene.settled();
};

const stateOf = async (po: string) => (await ordersOf(clerk, { channelOrderNo: po }))[0];

const factsOf = async (po: string): Promise<Record<string, unknown> | undefined> => {
  const audit = await scene.sim<AuditFacts>('GET', '/audit');
  expect(audit.violations).toEqual([]);
  return audit.facts[po];
};

const tasksOf = async (orderId: string, handler: string): Promise<Task[]> =>
  (await clerk.get<Page<Task>>('/desk/delivery/list', { aggregate: orderId, handler })).result.records;

test('an accept whose answer is lost has one effect', async () => {
  const { id, po } = await freshOrder();
  await fault(scene, { fault: 'timeout-after-commit', match: { operation: 'accept', times: 1 } });
  await accept(id);
  expect((await stateOf(po))?.status).toBe('ready');
  expect(await factsOf(po)).toMatchObject({ acceptCalls: 1, acceptEffects: 1 });
});

test('an accept that never arrived is sent again once it is sure that it did not', async () => {
  const { id, po } = await freshOrder();
  await fault(scene, { fault: 'timeout', match: { operation: 'accept', times: 1 } });
  await accept(id);
  expect((await stateOf(po))?.status).toBe('ready');
  expect(await factsOf(po)).toMatchObject({ acceptEffects: 1 });
});

test('an effect that comes late is waited for, not sent again', async () => {
  const { id, po } = await freshOrder();
  await fault(scene, {
    fault: 'effect-late',
    lagMs: 90_000,
    match: { operation: 'accept', times: 1 },
  });
  await accept(id);
  expect((await stateOf(po))?.status).toBe('ready');
  expect(await factsOf(po)).toMatchObject({ acceptCalls: 1, acceptEffects: 1 });
});

test('a worker that dies between the channel’s answer and our commit leaves one effect', async () => {
  const { id, po } = await freshOrder();
  await accept(id);
  // As the dead worker left it: sent, noted as begun, nothing stored.
  await look(scene, async (tx) => {
    await tx.run`update sales_order set status = 'accepted', accept_sync = 'pending'
      where tenant_id = ${tx.tenant} and id = ${id}::uuid`;
    for (const [state, n] of [
      ['ready', -1],
      ['accepted', 1],
    ] as const)
      await tx.run`
        insert into status_delta (tenant_id, id, resource, scope_id, state, n)
        values (${tx.tenant}, ${newId()}, 'orders:salesOrder', ${scene.seller.accountId}::uuid, ${state}, ${n})`;
    await tx.run`
      update delivery set status = 'running', done_at = null, lease_until = clock_timestamp() - interval '1 second',
        progress = progress - 'taken' - 'polls'
      where tenant_id = ${tx.tenant} and aggregate = ${id} and handler = 'channels.accept'`;
  });
  await scene.settled();
  expect((await stateOf(po))?.status).toBe('ready');
  expect(await factsOf(po)).toMatchObject({ acceptCalls: 1, acceptEffects: 1 });
});

test('what is cancelled while the channel is asked is not stopped by its refusal', async () => {
  const { id, po } = await freshOrder();
  const match = { operation: 'accept', times: 1 };
  await fault(scene, { fault: 'slow', delayMs: 700, match });
  await fault(scene, { fault: 'accept-error', message: 'Order is cancelled', match });
  expect((await clerk.post(`/orders/salesOrder/${id}/accept`)).success).toBe(true);
  const settled = scene.settled();
  const cancelled = await clerk.post(`/orders/salesOrder/${id}/cancel`, { reason: '买家取消' });
  expect(cancelled.success, cancelled.message).toBe(true);
  await settled;
  await scene.settled();
  expect(await stateOf(po)).toMatchObject({ status: 'cancelled', holds: [] });
  // Where the cancellation was quicker nothing was asked, and the faults wait for the next order.
  await scene.sim('DELETE', '/faults');
});

test('a refusal stops the order with the channel’s words; a person’s retry goes on', async () => {
  const { id, po } = await freshOrder();
  await fault(scene, {
    fault: 'accept-error',
    message: 'Warehouse is closed',
    match: { operation: 'accept', times: 1 },
  });
  await accept(id);
  expect(await stateOf(po)).toMatchObject({ status: 'accepted', holds: ['noAck'] });
  // One thing waits once: it is not among what is cleared as well.
  const todos = await clerk.get<{ title: string; count: number; path: string }[]>('/desk/todo');
  expect(todos.result.filter(({ title }) => title.startsWith('平台未确认'))).toEqual([
    expect.objectContaining({ title: '平台未确认', count: 1, path: '/orders/shipping' }),
  ]);
  const [task] = await tasksOf(id, 'channels.accept');
  expect(task).toMatchObject({ status: 'dead' });
  expect(task?.lastError).toContain('Warehouse is closed');
  const retried = await clerk.post(`/desk/delivery/${task?.id ?? ''}/retry`);
  expect(retried.success, retried.message).toBe(true);
  await scene.settled();
  expect(await stateOf(po)).toMatchObject({ status: 'ready', holds: [] });
  expect(await factsOf(po)).toMatchObject({ acceptEffects: 1 });
});

test('what goes out waits for a paused shop and leaves when it is open again', async () => {
  const { id, po } = await freshOrder();
  const { accountId } = scene.seller;
  const admin = await scene.as('admin');
  expect((await admin.post(`/base/channelAccount/${accountId}/pause`)).success).toBe(true);
  await clerk.post(`/orders/salesOrder/${id}/accept`);
  await scene.app.worker.settled();
  const [waiting] = await tasksOf(id, 'channels.accept');
  expect(waiting).toMatchObject({ status: 'pending', attempts: 0 });
  expect(waiting?.lastError).toContain('已暂停');
  expect((await stateOf(po))?.status).toBe('accepted');
  await admin.post(`/base/channelAccount/${accountId}/enable`);
  await openShop(scene, clerk);
  expect((await stateOf(po))?.status).toBe('ready');
});

test('what no interface can do is a task for a person: it looks again when they are done', async () => {
  const { id, po } = await freshOrder();
  const rejected = await clerk.post(`/orders/salesOrder/${id}/reject`, { reason: '缺配件' });
  expect(rejected.success, rejected.message).toBe(true);
  await scene.settled();
  const [task] = await tasksOf(id, 'channels.takeBack');
  expect(task).toMatchObject({ status: 'dead' });
  expect(task?.lastError).toContain('请到平台处理');
  // The person cancels it at the channel and asks again.
  await scene.sim('POST', '/cancellations', {
    po,
    partNumber: 'WB-BED-HALDEN-QN',
    immediate: true,
  });
  await clerk.post(`/desk/delivery/${task?.id ?? ''}/retry`);
  await scene.settled();
  expect((await tasksOf(id, 'channels.takeBack'))[0]?.status).toBe('ok');
  expect(await factsOf(po)).toMatchObject({ acceptCalls: 0 });
});

test('an order cancelled before it was accepted is a task at the channel, until the channel knows', async () => {
  const { id, po } = await freshOrder();
  const cancelled = await clerk.post(`/orders/salesOrder/${id}/cancel`, { reason: '地址无法送达' });
  expect(cancelled.success, cancelled.message).toBe(true);
  await scene.settled();
  const [task] = await tasksOf(id, 'channels.takeBack');
  expect(task).toMatchObject({ status: 'dead' });
  expect(task?.lastError).toContain('请到平台处理');
  expect(task?.lastError).toContain(po);
  const syncOf = async (): Promise<unknown> =>
    (await clerk.get<{ cancelSync: string }>('/orders/salesOrder/queryById', { id })).result.cancelSync;
  expect(await syncOf()).toBe('failed');
  await scene.sim('POST', '/cancellations', {
    po,
    partNumber: 'WB-BED-HALDEN-QN',
    immediate: true,
  });
  await clerk.post(`/desk/delivery/${task?.id ?? ''}/retry`);
  await scene.settled();
  expect(await syncOf()).toBe('ok');
});

test('a channel that is down rests, is asked again, and after eight tries a person takes over', async () => {
  const { id, po } = await freshOrder();
  await scene.sim('DELETE', '/log');
  await fault(scene, { fault: '500', match: { operation: 'accept', times: 100 } });
  await accept(id);
  const [task] = await tasksOf(id, 'channels.accept');
  expect(task).toMatchObject({ status: 'dead', attempts: 8 });
  expect(task?.lastError).toContain('渠道服务异常（500）');
  expect(await stateOf(po)).toMatchObject({ status: 'accepted', holds: ['noAck'] });
  // Tried again by a person once the channel is there again.
  await scene.sim('DELETE', '/faults');
  const retried = await clerk.post(`/desk/delivery/${task?.id ?? ''}/retry`);
  expect(retried.success, retried.message).toBe(true);
  await scene.settled();
  expect(await stateOf(po)).toMatchObject({ status: 'ready', holds: [] });
  expect(await factsOf(po)).toMatchObject({ acceptEffects: 1 });
});

test('labels and the notice happen once although every answer is lost', async () => {
  const { id, po } = await freshOrder();
  await accept(id);
  const packer = await scene.as('cangku');
  expect((await clerk.post(`/orders/salesOrder/${id}/start`)).success).toBe(true);
  const list = await packer.get<Page<{ id: string }>>('/fulfilment/shipment/list', { orderId: id });
  const shipment = list.result.records[0]?.id as string;
  const move = async (name: string): Promise<void> => {
    const answer = await packer.post(
      `/fulfilment/shipment/${shipment}/${name}`,
      {},
      { 'idempotency-key': `${name} ${shipment}` },
    );
    expect(answer.success, `${name}: ${answer.message}`).toBe(true);
    await scene.settled();
  };
  await move('pack');
  await move('sealAll');
  await fault(
    scene,
    { fault: 'timeout-after-commit', match: { operation: 'register', times: 1 } },
    { fault: 'timeout-after-commit', match: { operation: 'shipment', times: 1 } },
    { fault: 'expired-url', match: { operation: 'documents', times: 1 } },
  );
  await move('register');
  await scene.pass(3 * 86_400_000);
  await move('ship');
  expect((await stateOf(po))?.status).toBe('shipped');
  expect(await factsOf(po)).toMatchObject({ registerEffects: 1, noticeEffects: 1 });
  const shown = await packer.get<{ noticeStatus: string; labelHold: string | null }>('/fulfilment/shipment/queryById', {
    id: shipment,
  });
  expect(shown.result).toMatchObject({ noticeStatus: 'ok', labelHold: null });
  expect(await scene.violations()).toEqual([]);
});
