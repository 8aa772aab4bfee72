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

test('neither by an argument, for which there is no platform, nor for a part that was split off', async () => {
  const id = await typed(admin);
  expect((await move(admin, id, 'dispute', { content: 'x' })).success).toBe(false);
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

let houses = 0;
interface Typed {
  skuId: string;
  qty: number;
  unitPrice: string;
  channelSku?: string;
}

/** A manual order of the admin, submitted. @returns what its price is held for; null where it is not held */
async function heldFor(lines: Typed[], more: object = {}): Promise<{ id: string; detail: string | null }> {
  const { id } = await must(
    admin.post<{ id: string }>('/orders/salesOrder/add', {
      accountId: scene.seller.accountId,
      ...ADDRESS,
      shipToAddress1: `${++houses} Price St`,
      ...more,
      lines,
    }),
  );
  await must(move(admin, id, 'submit'));
  await scene.settled();
  return { id, detail: await heldNow(id) };
}

const heldNow = async (id: string): Promise<string | null> =>
  look(
    scene,
    async (tx) =>
      (
        await tx.maybe<{ detail: string }>`
          select detail from order_hold where tenant_id = ${tx.tenant} and order_id = ${id}::uuid
            and type = 'priceMismatch' and closed_at is null`
      )?.detail ?? null,
  );

/** A SKU that no shop lists. @param standardCost what others say that a unit costs */
async function unlisted(skuCode: string, standardCost?: string): Promise<string> {
  const { productId } = await must(
    admin.get<{ productId: string }>('/catalog/sku/queryById', { id: scene.seller.skus[STOOL] as string }),
  );
  const { id } = await must(admin.post<{ id: string }>('/catalog/sku/add', { skuCode, name: skuCode, productId }));
  const from = { skuId: id, effectiveFrom: '2026-01-01' };
  if (standardCost) await must((await scene.as('yunying')).post('/catalog/skuCost/add', { ...from, standardCost }));
  return id;
}

test('goods without an agreed price are not given away by one person: 40 of them cost 2000.00', async () => {
  const skuId = await unlisted('NO-PRICE', '50');
  const free = await heldFor([{ skuId, qty: 40, unitPrice: '0' }]);
  expect(free.detail).toBe('NO-PRICE 无协议价：单价为 0');
  expect((await move(admin, free.id, 'accept')).success).toBe(false);
  expect(await move(admin, free.id, 'acceptPrice', { reason: '样品' })).toMatchObject(REFUSED);
  await must(move(finance, free.id, 'acceptPrice', { reason: '样品' }));
  expect(await heldNow(free.id)).toBeNull();
  expect((await heldFor([{ skuId, qty: 40, unitPrice: '49.99' }])).detail).toBe(
    'NO-PRICE 无协议价：单价 49.99 低于成本',
  );
  // A price that covers the cost is nobody's concern, however much it comes to.
  expect((await heldFor([{ skuId, qty: 40, unitPrice: '50' }])).detail).toBeNull();
});

test('neither under a name of which the shop knows no price, nor under that of other goods', async () => {
  const skuId = scene.seller.skus[STOOL] as string;
  const named = await heldFor([{ skuId, qty: 40, unitPrice: '1', channelSku: 'NOT-LISTED' }]);
  expect(named.detail).toBe('NOT-LISTED 无协议价：单价 1.00 低于成本');
  expect(await move(admin, named.id, 'acceptPrice', { reason: '样品' })).toMatchObject(REFUSED);
  expect((await heldFor([{ skuId, qty: 40, unitPrice: '79', channelSku: 'NOT-LISTED' }])).detail).toBeNull();
  // The price of the stool is no price of what costs 2000.00.
  const dear = await unlisted('DEAR', '2000');
  const { basePrice } = await must(
    admin
      .get<{ records: { basePrice: string }[] }>('/channels/channelProduct/list', { channelSku: STOOL })
      .then((answer) => ({ ...answer, result: answer.result.records[0] as { basePrice: string } })),
  );
  expect((await heldFor([{ skuId, qty: 1, unitPrice: basePrice }])).detail).toBeNull();
  expect((await heldFor([{ skuId, qty: 2, unitPrice: (Number(basePrice) * 0.8).toFixed(2) }])).detail).toContain(
    '约定价',
  );
  expect((await heldFor([{ skuId: dear, qty: 1, unitPrice: basePrice, channelSku: STOOL }])).detail).toContain(
    '无协议价',
  );
});

test('nor in another currency, whose rate is not of who typed the price', async () => {
  const skuId = scene.seller.skus[STOOL] as string;
  const rate = (who: Client, fromCode: string, value: string) =>
    must(who.post('/base/exchangeRate/add', { fromCode, toCode: 'USD', rate: value, effectiveDate: '2026-01-01' }));
  const sold = async (currency: string, unitPrice: string) =>
    (await heldFor([{ skuId, qty: 40, unitPrice }], { currency })).detail;
  expect(await sold('CAD', '0')).toBe(`${STOOL} 无协议价：单价为 0`);
  expect(await sold('CAD', '79')).toContain('没有他人录入的 CAD 兑 USD 汇率');
  await rate(finance, 'CAD', '0.5');
  // 78 CAD are 39.00 USD, and a stool costs 39.16.
  expect(await sold('CAD', '78')).toBe(`${STOOL} 无协议价：单价 78.00 低于成本`);
  expect(await sold('CAD', '79')).toBeNull();
  await rate(admin, 'GBP', '1000');
  expect(await sold('GBP', '1')).toContain('没有他人录入的 GBP 兑 USD 汇率');
});

test('every line is looked at, and dividing an order lets none of them pass', async () => {
  const fair = { skuId: await unlisted('FAIR', '50'), qty: 4, unitPrice: '60' };
  const cheap = { skuId: await unlisted('CHEAP', '50'), qty: 4, unitPrice: '0.01' };
  const { id, detail } = await heldFor([fair, cheap]);
  expect(detail).toBe('CHEAP 无协议价：单价 0.01 低于成本');
  const { lines } = await read(admin, id);
  const parts = [[{ lineId: lines.orderLine[1]?.id, qty: 3 }]];
  await must(move(admin, id, 'split', { mode: 'byLine', parts: JSON.stringify(parts) }));
  expect(await heldNow(id)).toContain('CHEAP');
});

test('a bundle costs what it is made of', async () => {
  const { productId } = await must(
    admin.get<{ productId: string }>('/catalog/sku/queryById', { id: scene.seller.skus[STOOL] as string }),
  );
  const pair = { skuCode: 'PAIR', name: 'PAIR', productId, type: 'bundle' };
  const { id: skuId } = await must(admin.post<{ id: string }>('/catalog/sku/add', pair));
  const made = { bundleSkuId: skuId, componentSkuId: scene.seller.skus[STOOL], qty: 2 };
  await must(admin.post('/catalog/bundleItem/add', made));
  // Two stools cost 78.32.
  expect((await heldFor([{ skuId, qty: 1, unitPrice: '78' }])).detail).toBe('PAIR 无协议价：单价 78.00 低于成本');
  expect((await heldFor([{ skuId, qty: 20, unitPrice: '79' }])).detail).toBeNull();
});

test('of goods whose cost nobody else knows one person sells as much as they do alone', async () => {
  const skuId = await unlisted('UNKNOWN');
  const sold = (qty: number, unitPrice: string) => heldFor([{ skuId, qty, unitPrice }]);
  expect((await sold(10, '100')).detail).toBeNull();
  expect((await sold(1, '0')).detail).toContain('单价为 0');
  // At next to nothing any number of them would be within the limit.
  expect((await sold(101, '0.01')).detail).toBe('UNKNOWN 无协议价：单价 0.01，成本未经他人确认');
  const { id, detail } = await sold(10, '100.01');
  expect(detail).toContain('成本未经他人确认');
  const { lines } = await read(admin, id);
  const parts = [[{ lineId: lines.orderLine[0]?.id, qty: 5 }]];
  await must(move(admin, id, 'split', { mode: 'byLine', parts: JSON.stringify(parts) }));
  expect(await heldNow(id)).toContain('成本未经他人确认');
});
