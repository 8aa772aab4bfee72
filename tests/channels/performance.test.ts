import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemActor } from '#kit/server/actor.ts';
import { newId } from '#kit/server/database.ts';
import { addDays, dayIn } from '#kit/model/time.ts';
import { createUser } from '#modules/system/server/index.ts';
import { PASSWORD, startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { CHAIR, requested, sentOrder } from '#tests/journeys/return-scene.ts';
import { must, newOrder } from '#tests/lifecycles/one-of-each.ts';
import { covers } from '#tests/spec/covers.ts';
import { openShop } from './shop.ts';

/* 绩效 (domain.md §2.4 ChannelMetric, §6): counted from our own orders, against the targets of channels.md §1.11. */

const DAY = 86_400_000;
let scene: TestApp;
let clerk: Client;
let shop: string;
let waiting: { id: string };
let untouched: { id: string };

beforeAll(async () => {
  scene = await startTestApp();
  clerk = await scene.as('yunying');
  shop = await openShop(scene, clerk);
  await scene.sim('POST', '/config', { requireRegister: false });
});
afterAll(() => scene.stop());

interface Metric {
  metric: string;
  accountId: string;
  part: number;
  whole: number;
  openCount: number;
  missedCount: number;
  state: string;
}

const SHARES = ['value', 'target', 'forecast', 'publishedValue'] as const;
type Shares = Record<(typeof SHARES)[number], number | null>;

/** From the day on which the orders came to two weeks later. */
function period(): Record<string, string> {
  const today = dayIn(scene.now(), 'Asia/Shanghai');
  return { day_begin: addDays(today, -30), day_end: addDays(today, 14) };
}

const rowsIn = async <T>(view: string, query: Record<string, string> = {}, by = clerk): Promise<T[]> =>
  (await must(by.get<{ records: T[] }>(`/channels/${view}/list`, { ...period(), pageSize: '200', ...query }))).records;

/** The figures of a metric, shares as numbers of four places. */
async function metric(name: string): Promise<Metric & Shares> {
  const found = await rowsIn<Metric & Record<keyof Shares, string | null>>('performance', { metric: name });
  expect(found, name).toHaveLength(1);
  const [row] = found;
  const shares = SHARES.map((key) => [key, row?.[key] == null ? null : Math.round(Number(row[key]) * 10_000) / 10_000]);
  return { ...(row as Metric), ...(Object.fromEntries(shares) as Shares) };
}

test('of three orders one has left in time and two may still: nothing is missed, and all may end well', async () => {
  covers('ours: performance of a shop');
  const packer = await scene.as('cangku');
  await sentOrder(scene, clerk, packer, 3);
  waiting = await newOrder(scene, clerk, { lines: [{ partNumber: CHAIR, quantity: 2 }] });
  await must(clerk.post(`/orders/salesOrder/${waiting.id}/accept`));
  await scene.settled();
  untouched = await newOrder(scene, clerk);
  // Six stretches of the 45 days: what has left is in the fifth, and nothing is counted before.
  const [row] = await rowsIn<{ trend: string }>('performance', { metric: 'onTimeShip' });
  expect(row?.trend).toBe('- - - - 100.0 -');
  expect(await metric('onTimeShip')).toMatchObject({
    accountId: shop,
    value: 1,
    part: 1,
    whole: 1,
    openCount: 2,
    missedCount: 0,
    forecast: 1,
    target: 0.985,
    state: 'met',
  });
  expect(await metric('acceptOnTime')).toMatchObject({ part: 2, whole: 2, openCount: 1, state: 'none' });
  expect(await metric('validTracking')).toMatchObject({ part: 1, whole: 1 });
  expect(await metric('sellerCancel')).toMatchObject({ value: 0, part: 0, whole: 3, state: 'met' });
});

test('an order that we have split is one to its marketplace', async () => {
  const { version } = await must(clerk.get<{ version: number }>('/base/channelAccount/queryById', { id: shop }));
  const admin = await scene.as('admin');
  await must(admin.put('/base/channelAccount/edit', { id: shop, version, allowSplit: true }));
  const order = await must(
    clerk.get<{ lines: { orderLine: { id: string }[] } }>('/orders/salesOrder/queryById', { id: waiting.id }),
  );
  const parts = JSON.stringify([[{ lineId: order.lines.orderLine[0]?.id, qty: 1 }]]);
  await must(clerk.post(`/orders/salesOrder/${waiting.id}/split`, { parts }, { 'idempotency-key': newId() }));
  expect(await metric('onTimeShip')).toMatchObject({ part: 1, whole: 1, openCount: 2 });
  expect(await metric('sellerCancel')).toMatchObject({ whole: 3 });
});

test('days later both are late: each is named with its hours, and no longer what may end well', async () => {
  await scene.pass(12 * DAY);
  clerk = await scene.as('yunying');
  expect(await metric('onTimeShip')).toMatchObject({
    part: 1,
    whole: 3,
    openCount: 0,
    missedCount: 2,
    state: 'missed',
  });
  expect((await metric('onTimeShip')).forecast).toBe(0.3333);
  expect(await metric('acceptOnTime')).toMatchObject({ part: 2, whole: 3, missedCount: 1 });
  const late = await rowsIn<{ orderId: string; hours: number; cause: string }>('performanceRow', {
    metric: 'onTimeShip',
    outcome: 'missed',
  });
  expect(late.map(({ orderId }) => orderId).toSorted()).toEqual([waiting.id, untouched.id].toSorted());
  for (const { hours, cause } of late) {
    expect(hours).toBeGreaterThan(0);
    expect(cause).toBe('unsent');
  }
});

test('what we cancel counts against us, and had not to leave any more', async () => {
  await must(clerk.post(`/orders/salesOrder/${untouched.id}/cancel`, { reason: '没有库存' }));
  await scene.settled();
  expect(await metric('sellerCancel')).toMatchObject({ part: 1, whole: 3, missedCount: 1, state: 'missed' });
  expect(await metric('onTimeShip')).toMatchObject({ part: 1, whole: 2, missedCount: 1 });
});

test('units that are asked back count against the units that left', async () => {
  const packer = await scene.as('cangku');
  const order = await sentOrder(scene, clerk, packer, 2);
  await requested(clerk, order, { qty: 1 });
  expect(await metric('returnRate')).toMatchObject({
    value: 0.2,
    part: 1,
    whole: 5,
    target: 0.043,
    state: 'missed',
  });
  expect(await metric('incident')).toMatchObject({ part: 1, whole: 5, target: 0.025 });
  expect(await metric('damage')).toMatchObject({ part: 0, whole: 5, target: null, state: 'none' });
});

test('each 扣分数 is the number of units in the rows that it leads to', async () => {
  for (const { metric: name, missedCount } of await rowsIn<Metric>('performance')) {
    const missed = await rowsIn<{ qty: number }>('performanceRow', { metric: name, outcome: 'missed' });
    expect(
      missed.reduce((sum, { qty }) => sum + qty, 0),
      name,
    ).toBe(missedCount);
  }
});

test('a target of the shop stands before the usual one from its day on; there is one for each metric', async () => {
  const today = dayIn(scene.now(), 'Asia/Shanghai');
  const target = { accountId: shop, metric: 'onTimeShip', target: '0.4', effectiveFrom: addDays(today, -5) };
  await must(
    clerk.post('/channels/performanceTarget/add', { ...target, target: '0.9', effectiveFrom: addDays(today, -50) }),
  );
  await must(
    clerk.post('/channels/performanceTarget/add', { ...target, target: '0.1', effectiveFrom: addDays(today, 50) }),
  );
  await must(clerk.post('/channels/performanceTarget/add', target));
  expect(await metric('onTimeShip')).toMatchObject({ target: 0.4, state: 'met' });
  const second = await clerk.post('/channels/performanceTarget/add', { ...target, target: '0.5' });
  expect([second.status, second.message]).toEqual([422, '该店铺的这个指标已有同一天生效的目标，请编辑那一条']);
  await must(clerk.post('/channels/performanceTarget/add', { ...target, metric: 'damage', target: '0' }));
  expect(await metric('damage')).toMatchObject({ target: 0, state: 'met' });
});

test('what the marketplace publishes stands beside it, the newest of the period', async () => {
  const today = dayIn(scene.now(), 'Asia/Shanghai');
  const said = (publishedOn: string, value: string) =>
    clerk.post('/channels/publishedMetric/add', { accountId: shop, metric: 'onTimeShip', publishedOn, value });
  await must(said(addDays(today, -3), '0.91'));
  await must(said(addDays(today, -1), '0.93'));
  await must(said(addDays(today, -60), '0.5'));
  const again = await said(addDays(today, -1), '0.94');
  expect([again.status, again.message]).toEqual([422, '该店铺的这个指标当天已有公布值，请编辑那一条']);
  expect(await metric('onTimeShip')).toMatchObject({ publishedValue: 0.93 });
  expect(await metric('returnRate')).toMatchObject({ publishedValue: null });
});

test('a period that ends before it begins is refused; other shops are nobody else’s to see', async () => {
  const wrong = await clerk.get('/channels/performance/list', { day_begin: '2026-06-02', day_end: '2026-06-01' });
  expect([wrong.status, wrong.message]).toEqual([422, '开始日期 2026-06-02 晚于结束日期 2026-06-01']);
  await createUser(scene.app.db, systemActor(1, 'test'), {
    username: 'elsewhere',
    realname: '别处',
    password: PASSWORD,
    roles: ['OPS'],
    departs: ['A01'],
    shops: [newId()],
  });
  const elsewhere = await scene.as('elsewhere');
  for (const view of ['performance', 'performanceRow']) expect(await rowsIn(view, {}, elsewhere), view).toEqual([]);
  for (const register of ['performanceTarget', 'publishedMetric'])
    expect((await must(elsewhere.get<{ total: number }>(`/channels/${register}/list`))).total, register).toBe(0);
});
