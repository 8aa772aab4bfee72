import { afterAll, beforeAll, expect, test } from 'vitest';
import { CATALOGUE } from '#simulator/catalogue.ts';
import { fault, ordersOf, type OrderRow, type Page } from '#tests/channels/shop.ts';
import { startTestApp, type Answer, type Client, type TestApp } from '#tests/harness/app.ts';
import { firstOf, must, NEW_JERSEY } from '#tests/lifecycles/one-of-each.ts';
import { addStock } from '#tests/races/goods.ts';
import { covers } from '#tests/spec/covers.ts';

/* A shop of the seller's own at Shopify: connected, pulled, shipped, its stock pushed and its goods read. */

const LOCATION = '60001';
/** Every third part of the seller stands in the shop. */
const STANDING = CATALOGUE.filter((entry, index) => index % 3 === 0 && entry.reservedFor === undefined);
const [SHARED = '', SKU = '', OTHER = ''] = STANDING.map(({ partNumber }) => partNumber);

interface ShopState {
  orders: {
    name: string;
    fulfillments: { company: string; numbers: string[]; lines: { quantity: number }[] }[];
    fulfillmentOrders: { status: string; lines: { remaining: number }[] }[];
  }[];
  variants: { sku: string | null; available: Record<string, number> }[];
}

let scene: TestApp;
let admin: Client;
let packer: Client;
let shop: string;
let keys = 0;

beforeAll(async () => {
  scene = await startTestApp();
  admin = await scene.as('admin');
  packer = await scene.as('cangku');
  ({ id: shop } = await must(admin.post<{ id: string }>('/base/channelAccount/add', await declared('SHOP'))));
  for (const sku of [SHARED, SKU, OTHER]) await addStock(scene, packer, sku, 40);
  const own = await must(
    admin.get<Page<{ warehouseId: string }>>('/base/channelWarehouse/list', { channelCode: NEW_JERSEY }),
  );
  const warehouseId = own.records[0]?.warehouseId;
  await must(
    admin.post('/base/channelWarehouse/add', { accountId: shop, channelCode: LOCATION, warehouseId, sharePct: 100 }),
  );
}, 120_000);
afterAll(() => scene?.stop());

async function declared(code: string, more: Record<string, string> = {}): Promise<Record<string, unknown>> {
  const { settings } = await must(
    admin.get<{ settings: Record<string, string> }>('/base/channelAccount/queryById', { id: scene.seller.accountId }),
  );
  const shopUrl = `${new URL(settings['apiUrl'] ?? '').origin}/shopify`;
  return {
    code,
    name: `独立站 ${code}`,
    channelCode: 'shopify',
    environment: 'live',
    currency: 'USD',
    settings: { shopUrl, clientId: 'waybill-shop', ...more },
    clientSecret: 'waybill-shop-secret',
  };
}

interface Tested {
  ok: boolean;
  steps: { title: string; ok: boolean; message: string; capability?: string }[];
}
const connect = (id = shop): Promise<Tested> => must(admin.post<Tested>(`/channels/account/${id}/test`));
const theirs = (): Promise<ShopState> => scene.sim<ShopState>('GET', '/shopify');
const orderThere = async (name: string) => (await theirs()).orders.find((one) => one.name === name);
const change = (name: string, what: object): Promise<unknown> => scene.sim('POST', '/shopify/order', { name, ...what });

async function place(...orders: object[]): Promise<string[]> {
  const made = await scene.sim<{ orders: { name: string }[] }>('POST', '/shopify/orders', { orders });
  return made.orders.map(({ name }) => name);
}

async function pull(): Promise<Record<string, unknown>> {
  const { runId } = await must(admin.post<{ runId: string }>(`/channels/account/${shop}/pull`));
  await scene.settled();
  return must(admin.get<Record<string, unknown>>('/channels/pullRun/queryById', { id: runId }));
}

const here = async (name: string): Promise<OrderRow | undefined> =>
  (await ordersOf(admin, { channelOrderNo: name })).at(0);

interface Line {
  id: string;
  channelSku: string;
  qty: number;
  qtyCancelled: number;
  unitPrice: string;
}
const linesOf = async (id: string): Promise<Line[]> =>
  (await must(admin.get<{ lines: { orderLine: Line[] } }>('/orders/salesOrder/queryById', { id }))).lines.orderLine;

const make = async (id: string, move: string, answers: object = {}): Promise<Answer> => {
  const answer = await packer.post(`/fulfilment/shipment/${id}/${move}`, answers, { 'idempotency-key': `s ${++keys}` });
  await scene.settled();
  return answer;
};

/** Packed, labelled with a number of one's own, and sent. */
async function ship(order: OrderRow, trackingNo: string): Promise<Answer> {
  await must(admin.post(`/orders/salesOrder/${order.id}/accept`));
  await scene.settled();
  const { id: shipMethodId } = await firstOf(admin, '/base/shipMethod/list', { code: 'OWN-TRK' });
  await must(admin.post(`/orders/salesOrder/${order.id}/start`, { shipMethodId }));
  const { id } = await firstOf(packer, '/fulfilment/shipment/list', { orderId: order.id });
  await must(make(id, 'pack'));
  await must(make(id, 'sealAll'));
  const { records } = await must(packer.get<Page<{ id: string }>>('/fulfilment/box/list', { shipmentId: id }));
  const numbers = records.map((_box, index) => `${trackingNo}${index}`).join('\n');
  await must(make(id, 'ownLabel', { carrierCode: 'UPS', trackingNo: numbers }));
  return make(id, 'ship');
}

const audit = async (): Promise<string[]> =>
  (await scene.sim<{ violations: { rule: string; environment: string }[] }>('GET', '/audit')).violations
    .filter(({ environment }) => environment === 'shopify')
    .map(({ rule }) => rule);

test('a shop is connected by its app, and distinguished from one whose secret or location is wrong', async () => {
  covers('ours: own shops at Shopify');
  const { id: wrong } = await must(
    admin.post<{ id: string }>('/base/channelAccount/add', {
      ...(await declared('WRONG', { shopUrl: 'https://other.myshopify.com', clientId: 'x' })),
      environment: 'sandbox',
      settings: { ...((await declared('WRONG')).settings as object), clientId: 'someone-else' },
    }),
  );
  const refused = await connect(wrong);
  expect(refused).toMatchObject({ ok: false, steps: [{ title: '获取令牌', ok: false }] });
  const tested = await connect();
  expect(tested.ok, JSON.stringify(tested.steps)).toBe(true);
  expect(tested.steps.map(({ title }) => title)).toEqual([
    '获取令牌',
    '读取店铺',
    '读取订单',
    '发货权限',
    '库存写入权限',
    '库存读取权限',
    '商品读取权限',
    '核对地点',
  ]);
  await scene.settled();
});

test('an app without a scope keeps its other work; a location that is none of the shop is named', async () => {
  await fault(scene, {
    fault: 'permission-denied',
    value: 'write_inventory',
    match: { operation: 'shopify.currentAppInstallation' },
  });
  const tested = await connect();
  expect(tested.ok).toBe(true);
  expect(tested.steps.find(({ capability }) => capability === 'pushStock')).toMatchObject({
    ok: false,
    message: '应用缺少权限 write_inventory，请在 Shopify 应用中勾选后重新安装',
  });
  expect((await connect()).steps.every(({ ok }) => ok)).toBe(true);
  const { id } = await firstOf(admin, '/base/channelWarehouse/list', { accountId: shop });
  const row = await must(admin.get<Record<string, unknown>>('/base/channelWarehouse/queryById', { id }));
  await must(admin.put('/base/channelWarehouse/edit', { id, version: row['version'], channelCode: '99999' }));
  const lost = (await connect()).steps.find(({ title }) => title === '核对地点');
  expect(lost?.ok).toBe(false);
  expect(lost?.message).toContain('渠道仓代码 99999 不是店铺的地点');
  const now = await must(admin.get<Record<string, unknown>>('/base/channelWarehouse/queryById', { id }));
  await must(admin.put('/base/channelWarehouse/edit', { id, version: now['version'], channelCode: LOCATION }));
  expect((await connect()).ok).toBe(true);
  await scene.settled();
});

test('from a paid order to a fulfilment there: discounts, two lines, the numbers of the boxes', async () => {
  covers('ours: own shops at Shopify');
  const [name = '', unpaid = '', trial = ''] = await place(
    {
      lines: [
        { sku: SKU, quantity: 2, price: '120.00', discounted: '99.995' },
        { sku: OTHER, quantity: 1, price: '45.50' },
        { sku: null, quantity: 1, price: '5.00', requiresShipping: false },
      ],
    },
    { lines: [{ sku: SKU, quantity: 1 }], financialStatus: 'PENDING' },
    { lines: [{ sku: SKU, quantity: 1 }], test: true },
  );
  expect(await pull()).toMatchObject({ quarantined: 0 });
  const order = (await here(name)) as OrderRow;
  expect(order.holds).toEqual([]);
  const lines = await linesOf(order.id);
  expect(lines.map(({ channelSku, qty, unitPrice }) => [channelSku, qty, unitPrice])).toEqual([
    [SKU, 2, '99.9950'],
    [OTHER, 1, '45.5000'],
  ]);
  expect(await here(unpaid)).toBeUndefined();
  expect(await here(trial)).toBeUndefined();
  // Once it is paid it is an order.
  await change(unpaid, { financialStatus: 'PAID' });
  await pull();
  expect((await here(unpaid))?.status).toBe('new');

  const shipped = await ship(order, '1Z999AA1012345670');
  expect(shipped.success, shipped.message).toBe(true);
  expect((await here(name))?.status).toBe('shipped');
  const [sent, ...more] = (await orderThere(name))?.fulfillments ?? [];
  expect(more).toEqual([]);
  expect(sent?.company).toBe('UPS');
  expect(sent?.numbers.every((number) => number.startsWith('1Z999AA1012345670'))).toBe(true);
  expect(sent?.lines.map(({ quantity }) => quantity).toSorted()).toEqual([1, 2]);
  // What comes back with the next pull changes nothing.
  await pull();
  expect((await here(name))?.status).toBe('shipped');
  expect(await audit()).toEqual([]);
});

test('a lost answer of a fulfilment, and a throttled one, send nothing twice', async () => {
  const [first = '', second = ''] = await place(
    { lines: [{ sku: SKU, quantity: 1 }] },
    { lines: [{ sku: OTHER, quantity: 1 }] },
  );
  await pull();
  await fault(scene, { fault: 'timeout-after-commit', match: { operation: 'shopify.fulfillmentCreate' } });
  await must(ship((await here(first)) as OrderRow, '1Z999AA1012345680'));
  await fault(scene, { fault: 'throttled', match: { operation: 'shopify.fulfillmentCreate' } });
  await must(ship((await here(second)) as OrderRow, '1Z999AA1012345690'));
  await scene.pass(5 * 60_000);
  await scene.settled();
  for (const name of [first, second]) expect((await orderThere(name))?.fulfillments, name).toHaveLength(1);
  expect(await audit()).toEqual([]);
});

test('an order on hold there is not sent, and says why; released it goes', async () => {
  const [name = ''] = await place({ lines: [{ sku: SKU, quantity: 1 }] });
  await pull();
  await change(name, { status: 'ON_HOLD' });
  await ship((await here(name)) as OrderRow, '1Z999AA1012345660');
  expect((await orderThere(name))?.fulfillments).toEqual([]);
  const { records } = await must(admin.get<Page<{ lastError: string }>>('/desk/delivery/list', { pageSize: '50' }));
  expect(records.map(({ lastError }) => lastError).join('\n')).toContain(
    '订单在 Shopify 中已被暂停发货，请先在后台恢复',
  );
});

test('what the buyer cancels, and a line taken off, come with the next pull', async () => {
  const [gone = '', shorter = ''] = await place(
    { lines: [{ sku: SKU, quantity: 1 }] },
    {
      lines: [
        { sku: SKU, quantity: 1 },
        { sku: OTHER, quantity: 3 },
      ],
    },
  );
  await pull();
  expect((await here(gone))?.status).toBe('new');
  await change(gone, { cancel: true });
  await change(shorter, { removeLine: 1 });
  await pull();
  expect((await here(gone))?.status).toBe('cancelled');
  const lines = await linesOf(((await here(shorter)) as OrderRow).id);
  expect(lines.map(({ channelSku, qty, qtyCancelled }) => [channelSku, qty - qtyCancelled])).toEqual([
    [SKU, 1],
    [OTHER, 0],
  ]);
});

test('orders of one instant over the edge of a page are all read, and read once', async () => {
  const row = await must(admin.get<Record<string, unknown>>('/base/channelAccount/queryById', { id: shop }));
  const settings = { ...(row['settings'] as object), orderLimit: '2' };
  await must(
    admin.put('/base/channelAccount/edit', {
      id: shop,
      version: row['version'],
      settings,
      clientSecret: 'waybill-shop-secret',
    }),
  );
  const names = await place(...Array.from({ length: 5 }, () => ({ lines: [{ sku: OTHER, quantity: 1 }] })));
  await pull();
  for (const name of names) expect(await ordersOf(admin, { channelOrderNo: name }), name).toHaveLength(1);
});

test('stock is set where it is still what was seen; a refused row takes no other with it', async () => {
  covers('ours: own shops at Shopify');
  await scene.sim('POST', '/shopify/variant', { sku: OTHER, tracked: false });
  await place({ lines: [SHARED, OTHER].map((sku) => ({ sku, quantity: 1 })) });
  await pull();
  await fault(scene, { fault: 'sells-meanwhile', match: { operation: 'shopify.inventorySetQuantities' } });
  await must(admin.post(`/channels/account/${shop}/pushStock`));
  await scene.settled();
  const available = async (sku: string): Promise<number[]> => {
    const own = (await theirs()).variants.filter((one) => one.sku === sku);
    return own.map((one) => one.available[`gid://shopify/Location/${LOCATION}`] ?? -1);
  };
  const { records } = await must(
    admin.get<Page<{ id: string; status: string }>>('/channels/stockPush/list', { accountId: shop }),
  );
  expect(records.map(({ status }) => status)).toContain('partial');
  // The latest word on each part, whichever push carried it.
  interface Item {
    channelProductId_dictText: string;
    qty: number;
    error: string | null;
  }
  const items: Item[] = [];
  for (const { id } of records) {
    const push = await must(admin.get<{ lines: { stockPushItem: Item[] } }>('/channels/stockPush/queryById', { id }));
    items.push(...push.lines.stockPushItem);
  }
  const sent = (sku: string) => items.find((item) => item.channelProductId_dictText === sku);
  expect(await available(SKU)).toEqual([sent(SKU)?.qty]);
  expect(sent(SKU)?.qty).toBeGreaterThan(20);
  // Both products that share a SKU show the same.
  expect(await available(SHARED)).toEqual([sent(SHARED)?.qty, sent(SHARED)?.qty]);
  expect(sent(OTHER)?.error).toBe('该 SKU 在 Shopify 中未开启库存跟踪');
  expect(await audit()).toEqual([]);
});

test('what stands in the shop is read: a SKU of two products is one part, page after page once', async () => {
  const { runId } = await must(admin.post<{ runId: string }>(`/channels/account/${shop}/pullListings`));
  await scene.settled();
  const parts = new Set((await theirs()).variants.map(({ sku }) => sku ?? 'variant'));
  expect(await must(admin.get<Record<string, unknown>>('/channels/pullRun/queryById', { id: runId }))).toMatchObject({
    kind: 'listings',
    status: 'done',
    created: parts.size,
    quarantined: 0,
  });
});
