import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { must, NEW_JERSEY, newOrder, STOOL } from '#tests/lifecycles/one-of-each.ts';
import { cellsOf } from '#tests/sheets/cells-of.ts';
import { covers } from '#tests/spec/covers.ts';
import { look, openShop, ordersOf, type Page } from './shop.ts';

const PART = 'SWBE1162';
const LIST = '/orders/salesOrder/list';

let scene: TestApp;
let admin: Client;
let sandboxId: string;
/** Everything that figures are made of, before the sandbox shop had an order. */
let before: Awaited<ReturnType<typeof figures>>;

beforeAll(async () => {
  scene = await startTestApp();
  admin = await scene.as('admin');
  await openShop(scene, admin);
  await newOrder(scene, admin);
  before = await figures();
  sandboxId = await addSandboxShop();
});
afterAll(() => scene?.stop());

async function addSandboxShop(): Promise<string> {
  const { settings } = await must(
    admin.get<{ settings: Record<string, string> }>('/base/channelAccount/queryById', {
      id: scene.seller.accountId,
    }),
  );
  const sandbox = Object.fromEntries(
    Object.entries(settings).map(([key, value]) => [key, value.replace('/wayfair/', '/wayfair-sandbox/')]),
  );
  const { id } = await must(
    admin.post<{ id: string }>('/base/channelAccount/add', {
      code: 'WF-SBX',
      name: '沙箱店铺',
      channelCode: 'wayfair',
      currency: 'USD',
      environment: 'sandbox',
      settings: {
        ...sandbox,
        clientId: 'waybill-sandbox',
        audience: 'https://sandbox.api.wayfair.com/',
      },
      clientSecret: 'waybill-sandbox-secret',
    }),
  );
  for (const [channelCode, warehouseId] of Object.entries(scene.seller.warehouses))
    await must(admin.post('/base/channelWarehouse/add', { accountId: id, channelCode, warehouseId }));
  await must(
    admin.post('/channels/channelProduct/add', {
      accountId: id,
      channelSku: PART,
      title: 'Stool',
      skuId: scene.seller.skus[STOOL],
    }),
  );
  await scene.sim('POST', '/orders', {
    environment: 'sandbox',
    orders: Array.from({ length: 3 }, (_, index) => ({
      warehouseId: NEW_JERSEY,
      lines: [{ partNumber: PART, quantity: 1000 }],
      shipTo: { address1: `${index + 1} Test St` },
    })),
  });
  const tested = await must(admin.post<{ ok: boolean }>(`/channels/account/${id}/test`));
  expect(tested.ok).toBe(true);
  await scene.settled();
  return id;
}

/** What people read as the state of the business: dashboard, to-dos, counts, stock. */
async function figures() {
  const todo = await must(admin.get<{ key: string; count: number }[]>('/desk/todo'));
  return {
    sales: await must(admin.get('/desk/analysis/sales')),
    orders: await must(admin.get('/desk/analysis/orders')),
    // Listings, feeds and tasks of the sandbox shop itself are work, its orders are none.
    todo: todo
      .filter(({ key }) => !['unmapped', 'feedBlocked', 'feedFailed', 'deadTasks', 'byHand'].includes(key))
      .map(({ key, count }) => [key, count]),
    tabs: await must(admin.get('/orders/salesOrder/counts')),
    shipmentTabs: await must(admin.get('/fulfilment/shipment/counts')),
    boxTabs: await must(admin.get('/fulfilment/box/counts')),
    total: (await must(admin.get<Page<unknown>>(LIST))).total,
    holds: await must(admin.get('/orders/salesOrder/holdCounts')),
    reservations: (await must(admin.get<Page<unknown>>('/inventory/reservation/list'))).total,
    stock: await look(
      scene,
      (tx) => tx.rows`
        select warehouse_id, sku_id, on_hand, reserved, available, seq from stock_level
        where tenant_id = ${tx.tenant} order by warehouse_id, sku_id`,
    ),
  };
}

const sandboxOrders = (query: Record<string, string> = {}) => ordersOf(admin, { environment: 'sandbox', ...query });

/** The orders of a thousand units, which no warehouse holds. */
const large = async () => (await sandboxOrders({ itemSummary: '*1000*' })).sort((a, b) => (a.id < b.id ? -1 : 1));

test('its orders are in no figure, no count and no list of sales', async () => {
  covers('ours: sandbox orders');
  expect(await figures()).toEqual(before);
  const shown = await ordersOf(admin);
  expect(shown.map((row) => (row as unknown as { environment: string }).environment)).toEqual(shown.map(() => 'live'));
});

test('they are found by their mark or their shop, and marked in words', async () => {
  const marked = await sandboxOrders();
  expect(marked.length).toBeGreaterThan(3);
  expect(marked[0]).toMatchObject({ environment: 'sandbox', environment_dictText: '沙箱' });
  const ofShop = await must(admin.get<Page<unknown>>(LIST, { accountId: sandboxId }));
  expect(ofShop.total).toBe(marked.length);
  const all = await must(admin.get<Page<unknown>>(LIST, { environment: 'live,sandbox' }));
  expect(all.total).toBe(before.total + marked.length);
  const counts = await must(admin.get<Record<string, number>>('/orders/salesOrder/counts', { environment: 'sandbox' }));
  expect(Object.values(counts).reduce((a, b) => a + b, 0)).toBe(marked.length);
  const query = encodeURIComponent(JSON.stringify([{ field: 'environment', rule: 'eq', val: 'sandbox' }]));
  const advanced = await must(admin.get<Page<unknown>>(LIST, { superQueryParams: query }));
  expect(advanced.total).toBe(marked.length);
  const one = await must(
    admin.get<Record<string, unknown>>('/orders/salesOrder/queryById', { id: marked[0]?.id ?? '' }),
  );
  expect(one).toMatchObject({ environment: 'sandbox' });
});

test('they hold no real stock, not even more than there is, and wait for none', async () => {
  covers('ours: sandbox orders');
  const orders = await large();
  expect(orders).toHaveLength(3);
  expect(orders.map(({ holds }) => holds ?? [])).toEqual([[], [], []]);
  const held = await must(
    admin.get<Page<{ qty: number; environment: string }>>('/inventory/reservation/list', {
      environment: 'sandbox',
      orderNo: String((orders[0] as unknown as { orderNo: string }).orderNo),
    }),
  );
  expect(held.records).toEqual([expect.objectContaining({ qty: 1000, environment: 'sandbox' })]);
  expect((await figures()).stock).toEqual(before.stock);
  expect(await scene.violations()).toEqual([]);
});

test('a batch by filter takes them only when they are chosen', async () => {
  interface Batch {
    total: number;
  }
  const ask = (filter: Record<string, string>) =>
    must(admin.post<Batch>('/orders/salesOrder/batch/accept', { filter, dryRun: true }));
  const pending = (before.tabs as Record<string, number>)['pending'];
  expect((await ask({ tab: 'pending' })).total).toBe(pending);
  const counts = await must(admin.get<Record<string, number>>('/orders/salesOrder/counts', { environment: 'sandbox' }));
  expect((await ask({ tab: 'pending', environment: 'sandbox' })).total).toBe(counts['pending']);
});

test('an export has them only when they are chosen, and says so in each row', async () => {
  const sheet = async (query: string) => {
    const { bytes } = await admin.raw('GET', `/orders/salesOrder/exportXls${query}`);
    const [titles = [], ...rows] = await cellsOf(bytes);
    const at = titles.indexOf('环境');
    return rows.map((row) => row[at]);
  };
  expect([...new Set(await sheet(''))]).toEqual(['正式']);
  expect([...new Set(await sheet('?environment=sandbox'))]).toEqual(['沙箱']);
});

test('one goes its whole way: accepted, packed, shipped, with nothing moved and no cost', async () => {
  const [order, cancelled] = await large();
  const id = order?.id as string;
  await must(admin.post(`/orders/salesOrder/${cancelled?.id}/cancel`, { reason: '测试' }));
  await must(admin.post(`/orders/salesOrder/${id}/accept`));
  await scene.settled();
  const methods = await must(admin.get<Page<{ id: string }>>('/base/shipMethod/list', { code: 'OWN-TRK' }));
  await must(admin.post(`/orders/salesOrder/${id}/start`, { shipMethodId: methods.records[0]?.id }));
  const shipments = await must(
    admin.get<Page<{ id: string; environment: string }>>('/fulfilment/shipment/list', {
      orderId: id,
    }),
  );
  expect(shipments.records).toEqual([expect.objectContaining({ environment: 'sandbox' })]);
  const shipment = `/fulfilment/shipment/${shipments.records[0]?.id}`;
  await must(admin.post(`${shipment}/pack`));
  await must(admin.post(`${shipment}/sealAll`));
  await must(admin.post(`${shipment}/ownLabel`, { carrierCode: 'OWN', trackingNo: 'TRUCK-SANDBOX-1' }));
  await must(admin.post(`${shipment}/ship`, {}, { 'idempotency-key': 'sandbox goods' }));
  await scene.settled();
  expect((await ordersOf(admin, { id })).map(({ status }) => status)).toEqual(['shipped']);
  expect(await figures()).toEqual(before);
  const moved = await look(
    scene,
    (tx) => tx.rows`
      select 1 from stock_movement m join shipment_line l on l.tenant_id = m.tenant_id
        and m.idempotency_key = 'ship:' || l.id where m.tenant_id = ${tx.tenant}`,
  );
  expect(moved).toEqual([]);
  expect(await scene.violations()).toEqual([]);
});

test('a shop with orders keeps its environment', async () => {
  const refused = await admin.put('/base/channelAccount/edit', {
    id: sandboxId,
    environment: 'live',
    // A secret is given for one environment.
    clientSecret: 'waybill-demo-secret',
  });
  expect(refused).toMatchObject({
    status: 422,
    result: {
      errors: [{ field: 'environment', message: '店铺已有订单，不能更改环境，请另建店铺' }],
    },
  });
  await must(admin.put('/base/channelAccount/edit', { id: sandboxId, name: '沙箱店' }));
});

test('a live order for the same door and goods is no duplicate of one that was tried out', async () => {
  const shipTo = { address1: '77 Twin St' };
  const lines = [{ partNumber: STOOL, quantity: 1 }];
  await must(
    admin.post('/channels/channelProduct/add', {
      accountId: sandboxId,
      channelSku: STOOL,
      title: 'Stool',
      skuId: scene.seller.skus[STOOL],
    }),
  );
  const order = { warehouseId: NEW_JERSEY, lines, shipTo };
  await scene.sim('POST', '/orders', { environment: 'sandbox', orders: [order] });
  await must(admin.post(`/channels/account/${sandboxId}/pull`));
  await scene.settled();
  const { id } = await newOrder(scene, admin, { shipTo });
  expect((await ordersOf(admin, { id }))[0]?.holds ?? []).not.toContain('duplicate');
});
