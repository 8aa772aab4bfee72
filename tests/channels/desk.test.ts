import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OrdersAnalysis, SalesAnalysis } from '#modules/desk/model/analysis.ts';
import { deliveryHandler } from '#modules/desk/model/task.ts';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { covers } from '#tests/spec/covers.ts';
import { look, openShop, ordersOf, pull, type Page } from './shop.ts';

let scene: TestApp;
let clerk: Client;
let admin: Client;

beforeAll(async () => {
  scene = await startTestApp();
  clerk = await scene.as('yunying');
  admin = await scene.as('admin');
  await openShop(scene, clerk);
  await scene.sim('POST', '/seed', { scenario: 's2', seed: 3 });
  await pull(scene, clerk);
});
afterAll(() => scene.stop());

interface Todo {
  key: string;
  title: string;
  count: number;
  deadline: string | null;
  path: string;
  query: Record<string, string>;
}

const LISTS: Record<string, string> = {
  '/orders/pending': '/orders/salesOrder',
  '/orders/shipping': '/orders/salesOrder',
  '/orders/wave': '/fulfilment/wave',
  '/orders/handover': '/fulfilment/handover',
  '/base/stock-count': '/inventory/stockCount',
  '/orders/shipment': '/fulfilment/shipment',
  '/channel/wf/product': '/channels/channelProduct',
  '/channel/wf/cancellation': '/channels/cancellationRequest',
  '/channel/wf/feed': '/channels/feed',
  '/channel/wf/account': '/base/channelAccount',
  '/tasks': '/desk/delivery',
};

test('every to-do counts what the list behind it shows', async () => {
  const todos = (await admin.get<Todo[]>('/desk/todo')).result;
  const count = (key: string): number => todos.find((one) => one.key === key)?.count ?? -1;
  expect(count('toAccept')).toBe(28);
  expect(count('unmapped')).toBe(3);
  expect(count('outOfStock')).toBe(2);
  expect(count('priceMismatch')).toBe(1);
  expect(count('address')).toBe(1);
  expect(count('drift')).toBe(0);
  expect(todos.find((one) => one.key === 'toAccept')?.deadline).toMatch(/^\d{4}-\d\d-\d\d /);
  for (const todo of todos) {
    const list = LISTS[todo.path];
    if (!list) continue;
    const tab =
      todo.path.startsWith('/orders/') && list.includes('salesOrder') ? { tab: todo.path.split('/')[2] as string } : {};
    const page = await admin.get<Page<unknown>>(`${list}/list`, { ...tab, ...todo.query });
    expect(page.success, `${todo.key}: ${page.message}`).toBe(true);
    expect(page.result.total, todo.key).toBe(todo.count);
  }
});

test('who may not see a list learns nothing about it', async () => {
  const packer = await scene.as('cangku');
  const keys = (await packer.get<Todo[]>('/desk/todo')).result.map((one) => one.key);
  expect(keys).toContain('shipToday');
  expect(keys).not.toContain('unmapped');
  expect(keys).not.toContain('feedBlocked');
});

test('figures are those of the orders', async () => {
  const { now, byShop, topSkus, currency } = (await admin.get<SalesAnalysis>('/desk/analysis/sales')).result;
  expect(currency).toBe('USD');
  expect(now.orders).toBe(28);
  const rows = await clerk.get<Page<{ total: string }>>('/orders/salesOrder/list', {
    pageSize: '100',
  });
  const cents = (text: string | null): bigint => BigInt(String(text).replace('.', ''));
  const total = rows.result.records.reduce((sum, row) => sum + cents(row.total), 0n);
  expect(cents(now.amount)).toBe(total);
  expect(byShop).toEqual([expect.objectContaining({ name: 'Wayfair 美国站', orders: 28 })]);
  expect(topSkus[0]?.units).toBeGreaterThan(0);
  const { open } = (await admin.get<OrdersAnalysis>('/desk/analysis/orders')).result;
  expect(open).toMatchObject([{ status: 'new', count: 28 }]);
});

test('reconciliation names what breaks a truth and repairs nothing', async () => {
  covers('ours: entities of the business');
  const check = async () =>
    (
      await admin.get<{
        broken: number;
        checks: { id: string; ok: boolean; violations: Record<string, unknown>[] }[];
      }>('/desk/reconciliation')
    ).result;
  const before = await check();
  expect(before.broken).toBe(0);
  expect(before.checks.map(({ id }) => id)).toEqual(
    expect.arrayContaining(['I-01', 'I-02', 'I6', 'I7', 'I8', 'I9', 'O-04', 'C-01']),
  );
  const [sku] = Object.values(scene.seller.skus);
  await look(
    scene,
    (tx) => tx.run`
      update stock_level set on_hand = on_hand + 7 where tenant_id = ${tx.tenant} and sku_id = ${sku as string}::uuid`,
  );
  const after = await check();
  const broken = after.checks.filter(({ ok }) => !ok).map(({ id }) => id);
  expect(broken).toContain('I-01');
  expect((await clerk.get('/desk/reconciliation')).success).toBe(true);
  const todos = (await admin.get<Todo[]>('/desk/todo')).result;
  expect(todos.find(({ key }) => key === 'drift')?.count).toBeGreaterThan(0);
  // A feed of a SKU whose stock cannot be trusted stops.
  await clerk.post(`/channels/account/${scene.seller.accountId}/pushStock`);
  await scene.settled();
  const [push] = (await clerk.get<Page<{ status: string; guardReason: string }>>('/channels/stockPush/list')).result
    .records;
  expect(push).toMatchObject({ status: 'blocked' });
  expect(push?.guardReason).toContain('库存对账异常');
  await look(
    scene,
    (tx) => tx.run`
      update stock_level set on_hand = on_hand - 7 where tenant_id = ${tx.tenant} and sku_id = ${sku as string}::uuid`,
  );
  expect((await check()).broken).toBe(0);
});

test('a dead task is retried or given up, with a reason, by who may', async () => {
  const orders = await ordersOf(clerk, { tab: 'pending' });
  const [order] = orders.filter((one) => one.holds.length === 0);
  await clerk.post(`/orders/salesOrder/${order?.id ?? ''}/reject`, { reason: '停产' });
  await scene.settled();
  const dead = async () =>
    (
      await admin.get<Page<{ id: string; status: string; lastError: string }>>('/desk/delivery/list', {
        tab: 'dead',
      })
    ).result.records;
  const [task] = await dead();
  expect(task?.lastError).toContain('请到平台处理');
  expect((await admin.post(`/desk/delivery/${task?.id ?? ''}/abandon`, {})).status).toBe(422);
  const given = await admin.post(`/desk/delivery/${task?.id ?? ''}/abandon`, {
    reason: '已在平台处理',
  });
  expect(given.success, given.message).toBe(true);
  expect(await dead()).toEqual([]);
  const again = await admin.post(`/desk/delivery/${task?.id ?? ''}/retry`);
  expect(again.status).toBe(409);
  const auditor = await scene.as('caiwu');
  expect((await auditor.post(`/base/channelAccount/${scene.seller.accountId}/pause`)).status).toBe(403);
});

test('every task is called by a Chinese name', () => {
  const words = new Map(Object.entries(deliveryHandler.items));
  for (const handler of Object.keys(scene.app.assembled.handlers))
    expect(words.get(handler), handler).toMatch(/\p{Script=Han}/u);
});

test('a task whose node died is free after its lease, and 重试 says so until then', async () => {
  const task = await look(scene, async (tx) => {
    const { id } = await tx.one<{ id: string }>`
      select id from delivery where tenant_id = ${tx.tenant} and handler = 'channels.pushStock'
        and status = 'ok' order by id desc limit 1`;
    // As a node leaves it that is gone for good.
    await tx.run`
      update delivery set status = 'running', node = 'a node that is gone', done_at = null,
        lease_until = clock_timestamp() + interval '2 minutes'
      where tenant_id = ${tx.tenant} and id = ${id}::uuid`;
    return id;
  });
  const retry = () => admin.post(`/desk/delivery/${task}/retry`);
  const shown = async () => (await admin.get<Record<string, unknown>>('/desk/delivery/queryById', { id: task })).result;
  const { leaseUntil } = await shown();
  expect(leaseUntil).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  expect(await retry()).toMatchObject({
    status: 409,
    message: `任务正在执行，若 ${String(leaseUntil)} 仍无结果会自动重新执行，届时也可重试`,
  });
  expect(await shown()).toMatchObject({ status: 'running', leaseUntil });
  // The lease ends, and no node takes the task up by itself before the button is pressed.
  await look(
    scene,
    (tx) => tx.run`
      update delivery set lease_until = clock_timestamp() - interval '1 second',
        next_at = ${tx.now}::timestamptz + interval '1 day'
      where tenant_id = ${tx.tenant} and id = ${task}::uuid`,
  );
  const freed = await retry();
  expect(freed.success, freed.message).toBe(true);
  await scene.settled();
  expect((await shown())['status']).toBe('ok');
});
