import { afterAll, beforeAll, expect, test } from 'vitest';
import { toWireTime } from '#kit/model/time.ts';
import { newId } from '#kit/server/database.ts';
import { look, openShop } from '#tests/channels/shop.ts';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { ADDRESS, must, STOOL } from '#tests/lifecycles/one-of-each.ts';

/** Whoever types an order says its prices, and somebody else lets them pass. */

let scene: TestApp;
let admin: Client;
let finance: Client;

beforeAll(async () => {
  scene = await startTestApp();
  [admin, finance] = await Promise.all([scene.as('admin'), scene.as('caiwu')]);
  await openShop(scene, await scene.as('yunying'));
});
afterAll(() => scene?.stop());

interface Order {
  id: string;
  status: string;
  holds: string[];
  barred: Record<string, string>;
  lines: { orderLine: { id: string; qty: number }[] };
}
const read = (who: Client, id: string) => must(who.get<Order>('/orders/salesOrder/queryById', { id }));
const move = (who: Client, id: string, name: string, answers: object = {}) =>
  who.post(`/orders/salesOrder/${id}/${name}`, answers, { 'idempotency-key': newId() });
const REFUSED = {
  status: 403,
  message: '制单人不能接受自己录入的价格，请由其他有接受价格权限的人处理',
};

/** A manual order of stools at no price, submitted. */
async function typed(who: Client): Promise<string> {
  const { id } = await must(
    who.post<{ id: string }>('/orders/salesOrder/add', {
      accountId: scene.seller.accountId,
      ...ADDRESS,
      lines: [{ skuId: scene.seller.skus[STOOL], qty: 4, unitPrice: '0' }],
    }),
  );
  await must(move(who, id, 'submit'));
  await scene.settled();
  expect((await read(who, id)).holds).toContain('priceMismatch');
  return id;
}

test('the price of a manual order is accepted by another than who typed it', async () => {
  const id = await typed(admin);
  expect((await read(admin, id)).barred).toMatchObject({ acceptPrice: REFUSED.message });
  expect(await move(admin, id, 'acceptPrice', { reason: '样品' })).toMatchObject(REFUSED);
  expect((await move(admin, id, 'accept')).success).toBe(false);
  expect((await read(finance, id)).barred).not.toHaveProperty('acceptPrice');
  await must(move(finance, id, 'acceptPrice', { reason: '样品' }));
  expect((await read(admin, id)).holds).not.toContain('priceMismatch');
});

test('neither by an argument that is given up, nor for a part that was split off', async () => {
  const id = await typed(admin);
  await must(move(admin, id, 'dispute', { content: 'x' }));
  const { records } = await must(
    admin.get<{ records: { id: string }[] }>('/orders/priceDispute/list', { orderId: id }),
  );
  const settle = (name: string) =>
    admin.post(`/orders/priceDispute/${records[0]?.id}/${name}`, { reason: '接受' }, { 'idempotency-key': newId() });
  expect(await settle('accept')).toMatchObject(REFUSED);
  await must(settle('withdraw'));
  const { lines } = await read(admin, id);
  const parts = [[{ lineId: lines.orderLine[0]?.id, qty: 2 }]];
  await must(move(admin, id, 'split', { mode: 'byLine', parts: JSON.stringify(parts) }));
  await scene.settled();
  const all = await must(admin.get<{ records: Order[] }>('/orders/salesOrder/list', { column: 'createTime' }));
  const family = all.records.filter(({ holds }) => holds.includes('priceMismatch'));
  expect(family.length).toBe(2);
  for (const one of family) expect(await move(admin, one.id, 'acceptPrice', { reason: '样品' })).toMatchObject(REFUSED);
});

test('where there is nobody else to ask, who typed the price accepts it', async () => {
  const id = await typed(admin);
  await look(
    scene,
    (tx) => tx.run`update sales_order set maker_ids = array(
        select user_id from membership where tenant_id = ${tx.tenant})
      where tenant_id = ${tx.tenant} and id = ${id}::uuid`,
  );
  expect((await read(admin, id)).barred).not.toHaveProperty('acceptPrice');
  // A deputy is not the last one who could be asked: whoever they act for is.
  const at = (hours: number): string =>
    toWireTime(new Date(scene.now().getTime() + hours * 3_600_000), 'Asia/Shanghai');
  await must(
    admin.post('/sys/sysUserAgent/add', {
      userName: 'admin',
      agentUserName: 'yunying',
      status: '1',
      startTime: at(-1),
      endTime: at(4),
    }),
  );
  const { token } = await must(
    (await scene.as('yunying')).post<{ token: string }>('/sys/sysUserAgent/begin', { userName: 'admin' }),
  );
  expect(
    await admin.post(
      `/orders/salesOrder/${id}/acceptPrice`,
      { reason: '样品' },
      { 'idempotency-key': newId(), 'x-access-token': token },
    ),
  ).toMatchObject(REFUSED);
  await must(move(admin, id, 'acceptPrice', { reason: '样品' }));
  expect((await read(admin, id)).holds).not.toContain('priceMismatch');
});
