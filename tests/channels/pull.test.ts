import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#kit/server/database.ts';
import { startWorker } from '#kit/server/worker.ts';
import { enqueue } from '#kit/server/outbox.ts';
import { onServer, testCluster } from '#tests/harness/database.ts';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { pullJob } from '#modules/channels/model/jobs.ts';
import { account, client, expiryNotices } from './shop-access.ts';
import { fault, look, openShop, ordersOf, place, pull, type Page, type Planted } from './shop.ts';

let scene: TestApp;
let clerk: Client;
let admin: Client;

beforeAll(async () => {
  scene = await startTestApp();
  clerk = await scene.as('yunying');
  admin = await scene.as('admin');
});
afterAll(() => scene.stop());

test('a wrong secret names the step and leaves the shop unopened', async () => {
  await client(scene, { clientSecret: 'changed at the channel' });
  const tested = await clerk.post<{
    ok: boolean;
    status: string;
    steps: { step: string; title: string; ok: boolean; message?: string }[];
  }>(`/channels/account/${scene.seller.accountId}/test`);
  expect(tested.result).toMatchObject({ ok: false, status: 'created' });
  expect(tested.result.steps).toHaveLength(1);
  expect(tested.result.steps[0]).toMatchObject({ step: 'token', title: '获取令牌', ok: false });
  expect((await account(scene, clerk)).health).toContain('获取令牌失败');
  const refused = await clerk.post(`/channels/account/${scene.seller.accountId}/pull`);
  expect(refused).toMatchObject({ success: false, message: '店铺待授权，请先测试连接' });
  await client(scene, { clientSecret: 'waybill-demo-secret' });
});

test('thirty rows are twenty-eight orders; three unmapped, one price, one address, two short, the rest reserved', async () => {
  await openShop(scene, clerk);
  await scene.sim<Planted>('POST', '/seed', { scenario: 's2', seed: 7 });
  const run = await pull(scene, clerk);
  expect(run).toMatchObject({ status: 'done', created: 28, quarantined: 0 });
  const orders = await ordersOf(clerk);
  expect(orders).toHaveLength(28);
  const held = (type: string): number => orders.filter((o) => o.holds.includes(type)).length;
  expect({
    unmapped: held('unmapped'),
    priceMismatch: held('priceMismatch'),
    address: held('address'),
    outOfStock: held('outOfStock'),
  }).toEqual({ unmapped: 3, priceMismatch: 1, address: 1, outOfStock: 2 });
  const bare = await look(
    scene,
    (tx) => tx.rows`
      select l.id from order_line l join sales_order o on o.tenant_id = l.tenant_id and o.id = l.order_id
      where l.tenant_id = ${tx.tenant} and l.qty_reserved < l.qty
        and not o.holds && array['unmapped', 'outOfStock']`,
  );
  expect(bare).toEqual([]);
});

test('the same pull twenty times at once adds nothing', async () => {
  const { accountId } = scene.seller;
  await look(scene, async (tx) => {
    await tx.run`update channel_account set pull_cursor = null where tenant_id = ${tx.tenant}`;
    for (let i = 0; i < 20; i++) {
      const runId = newId();
      await tx.run`
        insert into pull_run (tenant_id, id, account_id, trigger, create_time)
        values (${tx.tenant}, ${runId}, ${accountId}::uuid, 'rule', ${tx.now})`;
      // Aggregates of their own: the queue lets them all run at once.
      await enqueue(tx, pullJob, {
        aggregate: `parallel ${i}`,
        dedupeKey: `parallel ${i}`,
        payload: { accountId, trigger: 'rule', runId },
      });
    }
  });
  await place(
    scene,
    Array.from({ length: 5 }, () => ({})),
  );
  // A second node, more hands than the first, on the same clock.
  const crowd = startWorker({
    db: scene.app.db,
    handlers: scene.app.assembled.handlers,
    zoneOf: async () => 'Asia/Shanghai',
    concurrency: 12,
    clock: scene.now,
  });
  await crowd.settled();
  await crowd.stop();
  await scene.settled();
  expect(await ordersOf(clerk)).toHaveLength(33);
  const runs = await look(
    scene,
    (tx) => tx.rows<{ status: string; created: number }>`
      select status, created from pull_run where tenant_id = ${tx.tenant} and trigger = 'rule'`,
  );
  expect(runs).toHaveLength(20);
  expect(new Set(runs.map((run) => run.status))).toEqual(new Set(['done']));
  expect(runs.reduce((sum, run) => sum + run.created, 0)).toBe(5);
  expect(await scene.violations()).toEqual([]);
});

test('a pull that breaks off goes on at the page where it was', async () => {
  await place(
    scene,
    Array.from({ length: 40 }, (_, index) => ({ poDate: scene.now().getTime() + index * 1000 })),
  );
  await scene.sim('DELETE', '/log');
  // The third page is never answered at first.
  await fault(scene, { fault: '500', match: { operation: 'getDropshipPurchaseOrders', nth: 3 } });
  const run = await pull(scene, clerk);
  expect(run).toMatchObject({ status: 'done', created: 40, error: null });
  expect(await ordersOf(clerk)).toHaveLength(73);
  const { entries } = await scene.sim<{ entries: { operations?: string[] }[] }>('GET', '/log');
  const reads = entries.filter((e) => e.operations?.includes('getDropshipPurchaseOrders'));
  expect(reads.length).toBe(Number(run['pages']) + 1);
});

test('an order that cannot be read is set aside with its reason, and taken in when it can', async () => {
  const [bad] = await place(scene, [{}]);
  await fault(scene, {
    fault: 'null-field',
    field: 'poDate',
    match: { operation: 'getDropshipPurchaseOrders', times: 'always' },
  });
  const run = await pull(scene, clerk);
  expect(run['status']).toBe('partial');
  const shelf = async () =>
    (
      await clerk.get<Page<{ id: string; channelOrderNo: string; resolvedAt: string | null }>>(
        '/channels/quarantinedOrder/list',
      )
    ).result.records;
  const aside = (await shelf()).filter((row) => row.resolvedAt === null);
  expect(aside.length).toBeGreaterThan(0);
  const [first] = aside;
  const detail = await clerk.get<{ reason: string; raw: { poNumber: string } }>(
    '/channels/quarantinedOrder/queryById',
    { id: first?.id as string },
  );
  expect(detail.result.reason).toContain('poDate');
  expect(detail.result.raw.poNumber).toBe(first?.channelOrderNo);
  await scene.sim('DELETE', '/faults');
  await pull(scene, clerk);
  expect((await shelf()).filter((row) => row.resolvedAt === null)).toEqual([]);
  expect((await ordersOf(clerk)).map((o) => o.channelOrderNo)).toContain(bad?.poNumber);
});

test('an error of the database that passes sets no order aside: the pull is tried again', async () => {
  const setAside = async (): Promise<number> =>
    (await clerk.get<Page<unknown>>('/channels/quarantinedOrder/list')).result.total;
  const before = { aside: await setAside(), orders: (await ordersOf(clerk)).length };
  await place(
    scene,
    Array.from({ length: 3 }, () => ({})),
  );
  const { admin: root, owner } = testCluster();
  const database = scene.connection.database as string;
  await onServer({ ...owner, database }, async (holder) => {
    await holder.query('begin; lock table sales_order in share mode');
    await clerk.post(`/channels/account/${scene.seller.accountId}/pull`);
    await onServer(root, async (watcher) => {
      let cancelled = 0;
      while (cancelled === 0)
        cancelled =
          (
            await watcher.query(
              `select pg_cancel_backend(pid) from pg_stat_activity
                where datname = $1 and wait_event_type = 'Lock'`,
              [database],
            )
          ).rowCount ?? 0;
    });
    await holder.query('rollback');
  });
  await scene.settled();
  expect(await setAside()).toBe(before.aside);
  expect(await ordersOf(clerk)).toHaveLength(before.orders + 3);
});

test('a pull asked for behind one that has read all its pages brings what came since', async () => {
  const ask = async (): Promise<{ runId: string; isNew: boolean }> =>
    (await clerk.post<{ runId: string; isNew: boolean }>(`/channels/account/${scene.seller.accountId}/pull`)).result;
  const [early] = await place(scene, [{}]);
  // It has its pages, and waits to ask for cancellations once more.
  const operation = 'lineItemCancellationRequestByWarehouses';
  await fault(scene, { fault: '500', match: { operation, times: 'always' } });
  const first = await ask();
  await scene.app.worker.settled();
  const [late] = await place(scene, [{}]);
  const second = await ask();
  expect(second).toMatchObject({ isNew: true });
  expect(second.runId).not.toBe(first.runId);
  // Whoever asks now finds the one that is still to read.
  expect(await ask()).toEqual({ runId: second.runId, isNew: false });
  await scene.sim('DELETE', '/faults');
  await scene.settled();
  const known = (await ordersOf(clerk)).map((order) => order.channelOrderNo);
  expect(known).toEqual(expect.arrayContaining([early?.poNumber, late?.poNumber]));
});

test('refused credentials stop a shop; renewed ones go on without gap or repeat', async () => {
  const before = (await ordersOf(clerk)).length;
  await client(scene, { disabled: true, revokeTokens: true });
  await place(scene, [{}, {}, {}]);
  const run = await pull(scene, clerk);
  expect(run['status']).toBe('failed');
  expect(String(run['error'])).not.toBe('');
  expect((await account(scene, clerk)).status).toBe('expired');
  const due = await scene.app.db.platform(
    (tx) => tx.rows`select id from work.accounts_due(${new Date(scene.now().getTime() + 86_400_000)})`,
  );
  expect(due).toEqual([]);
  const todo = await admin.get<{ key: string; count: number }[]>('/desk/todo');
  expect(todo.result.find(({ key }) => key === 'expired')?.count).toBe(1);
  // The bell of those who may renew them, and of nobody else; once, however often it is tried.
  const bells = async (): Promise<[string, string[]][]> =>
    Promise.all(['admin', 'yunying', 'cangku', 'caiwu'].map(async (name) => [name, await expiryNotices(scene, name)]));
  const reported = await bells();
  for (const [name, titles] of reported) {
    const reader = await scene.as(name);
    const { result } = await reader.get<{ auth: { action: string }[] }>('/sys/permission/getUserPermissionByToken');
    const mayMend = result.auth.some(({ action }) => action === 'base:channelAccount:edit');
    expect([name, titles.length]).toEqual([name, mayMend ? 1 : 0]);
  }
  expect(new Set(reported.map(([, titles]) => titles.length))).toEqual(new Set([0, 1]));

  const still = await clerk.post<{ ok: boolean }>(`/channels/account/${scene.seller.accountId}/test`);
  expect(still.result.ok).toBe(false);
  await client(scene, { disabled: false });
  await openShop(scene, clerk);
  expect((await account(scene, clerk)).status).toBe('active');
  expect(await ordersOf(clerk)).toHaveLength(before + 3);
  expect(await scene.violations()).toEqual([]);
});

test('a channel that asks for quiet gets it, and no other work of the shop breaks the silence', async () => {
  await fault(scene, {
    fault: '429',
    retryAfterSeconds: 600,
    match: { operation: 'getDropshipPurchaseOrders', times: 1 },
  });
  const request = await clerk.post<{ runId: string }>(`/channels/account/${scene.seller.accountId}/pull`);
  await scene.app.worker.settled();
  const waiting = await look(
    scene,
    (tx) => tx.one<{ attempts: number; wait: number; open: number }>`
      select d.attempts, extract(epoch from d.next_at - ${tx.now})::integer as wait,
        extract(epoch from b.closed_until - ${tx.now})::integer as open
      from delivery d join rate_bucket b on b.tenant_id = d.tenant_id
      where d.tenant_id = ${tx.tenant} and d.payload ->> 'runId' = ${request.result.runId}`,
  );
  expect(waiting.attempts).toBe(0);
  expect(waiting.wait).toBeGreaterThan(580);
  expect(waiting.open).toBeGreaterThan(580);
  await scene.sim('DELETE', '/log');
  await clerk.post(`/channels/account/${scene.seller.accountId}/pushStock`);
  await scene.pass(10_000);
  await scene.app.worker.settled();
  const { entries } = await scene.sim<{ entries: unknown[] }>('GET', '/log');
  expect(entries).toEqual([]);
});

test('another shop is not touched by it', async () => {
  const { result: first } = await admin.get<Record<string, unknown>>('/base/channelAccount/queryById', {
    id: scene.seller.accountId,
  });
  const sandbox = Object.fromEntries(
    Object.entries(first['settings'] as Record<string, string>).map(([key, value]) => [
      key,
      value.replace('/wayfair/', '/wayfair-sandbox/'),
    ]),
  );
  const added = await admin.post<{ id: string }>('/base/channelAccount/add', {
    code: 'WF-SBX',
    name: 'Wayfair 沙箱',
    channelCode: 'wayfair',
    environment: 'sandbox',
    currency: 'USD',
    settings: {
      ...sandbox,
      clientId: 'waybill-sandbox',
      audience: 'https://sandbox.api.wayfair.com/',
    },
    clientSecret: 'waybill-sandbox-secret',
  });
  expect(added.success, added.message).toBe(true);
  const { id } = added.result;
  const misspelt = await admin.put('/base/channelAccount/edit', {
    id,
    settings: { clientID: 'x' },
  });
  expect(misspelt).toMatchObject({ success: false, message: 'Wayfair 没有参数 clientID' });
  const tested = await admin.post<{ ok: boolean }>(`/channels/account/${id}/test`);
  expect(tested.result.ok).toBe(true);
  await scene.app.worker.settled();
  const page = await admin.get<Page<unknown>>('/orders/salesOrder/list', { accountId: id });
  expect(page.result.total).toBeGreaterThan(0);
  const counted = await admin.get<Page<unknown>>('/base/channelAccount/list');
  expect(counted.result.total).toBe(2);
  const stored = await admin.delete('/base/channelAccount/delete', { id });
  expect(stored).toMatchObject({ success: false, message: '店铺已有订单，不能删除，请改为停用' });
});
