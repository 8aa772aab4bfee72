import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Leads } from '#modules/desk/model/analysis.ts';
import type { Todo } from '#modules/desk/model/routes.ts';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { must } from '#tests/lifecycles/one-of-each.ts';
import { nextDeadline } from '#modules/orders/model/next-deadline.ts';
import { look, openShop, ordersOf, place, pull, type Page } from './shop.ts';

/** 首页: every figure is the number of the rows that it opens, and everybody sees their own work. */

let scene: TestApp;
const people = {} as Record<(typeof NAMES)[number], Client>;
const NAMES = ['admin', 'yunying', 'cangku', 'caiwu', 'fuhe', 'kefu'] as const;

beforeAll(async () => {
  scene = await startTestApp();
  for (const name of NAMES) people[name] = await scene.as(name);
  const { yunying, cangku } = people;
  await openShop(scene, yunying);
  await scene.sim('POST', '/seed', { scenario: 's2', seed: 3 });
  await pull(scene, yunying);
  // Some orders on their way to the warehouse, one of them packed; a correction that waits.
  const free = (await ordersOf(yunying, { tab: 'pending' })).filter(({ holds }) => holds.length === 0);
  const ids = free.slice(0, 4).map(({ id }) => id);
  await must(yunying.post('/orders/salesOrder/batch/accept', { ids }));
  await scene.settled();
  await must(yunying.post('/orders/salesOrder/batch/start', { ids: ids.slice(0, 3) }));
  await scene.settled();
  const draft = await must(
    cangku.post<{ id: string }>('/inventory/stockAdjustment/add', {
      warehouseId: Object.values(scene.seller.warehouses)[0],
      reason: '盘点差异',
      lines: [{ skuId: Object.values(scene.seller.skus)[0], qty: 4000, condition: 'good' }],
    }),
  );
  await must(cangku.post(`/inventory/stockAdjustment/${draft.id}/submit`, {}));
  const stray = await must(
    cangku.post<{ id: string }>('/inventory/inboundReceipt/add', {
      warehouseId: Object.values(scene.seller.warehouses)[0],
      lines: [{ skuId: Object.values(scene.seller.skus)[0], qty: 4000 }],
    }),
  );
  await must(cangku.post(`/inventory/inboundReceipt/${stray.id}/announce`, {}));
  await waitingPurchases(people.admin);
});

/** A purchase that waits for a second person, and one whose goods stand on no receipt. */
async function waitingPurchases(admin: Client): Promise<void> {
  const supplier = { code: 'HOME', name: '首页供应商', type: 'factory', currency: 'USD' };
  const { id: supplierId } = await must(admin.post<{ id: string }>('/base/supplier/add', supplier));
  const [warehouseId] = Object.values(scene.seller.warehouses);
  const path = '/purchasing/purchaseOrder';
  for (const unitPrice of ['9000', '1']) {
    const lines = [{ skuId: Object.values(scene.seller.skus)[0], qty: 1, unitPrice }];
    const { id } = await must(admin.post<{ id: string }>(`${path}/add`, { supplierId, warehouseId, lines }));
    await must(admin.post(`${path}/${id}/submit`));
    if (unitPrice !== '1') continue;
    // Far from what it is known to cost.
    await must((await scene.as('fuhe')).post(`${path}/${id}/approve`));
    await must(admin.post(`${path}/${id}/order`));
    const { receipts } = await must(admin.get<{ receipts: { id: string }[] }>(`${path}/queryById`, { id }));
    await must(admin.post(`/inventory/inboundReceipt/${receipts[0]?.id}/cancel`));
  }
}
afterAll(() => scene.stop());

const todosOf = (who: Client): Promise<Todo[]> => must(who.get<Todo[]>('/desk/todo'));

const LISTS: Readonly<Record<string, string>> = {
  '/orders/pending': '/orders/salesOrder',
  '/orders/shipping': '/orders/salesOrder',
  '/orders/dispute': '/orders/priceDispute',
  '/orders/return': '/aftersales/returnOrder',
  '/orders/part': '/aftersales/partOrder',
  '/orders/claim': '/aftersales/claim',
  '/orders/wave': '/fulfilment/wave',
  '/orders/handover': '/fulfilment/handover',
  '/base/stock-count': '/inventory/stockCount',
  '/orders/shipment': '/fulfilment/shipment',
  '/orders/shipping-label': '/fulfilment/shippingLabel',
  '/orders/label-adjustment': '/fulfilment/labelAdjustment',
  '/channel/wf/product': '/channels/channelProduct',
  '/channel/wf/comparison': '/channels/listingComparison',
  '/channel/wf/cancellation': '/channels/cancellationRequest',
  '/channel/wf/feed': '/channels/feed',
  '/channel/wf/account': '/base/channelAccount',
  '/channel/wf/quarantine': '/channels/quarantinedOrder',
  '/base/adjustment': '/inventory/stockAdjustment',
  '/base/inbound': '/inventory/inboundReceipt',
  '/purchase/order': '/purchasing/purchaseOrder',
  '/purchase/bill': '/purchasing/supplierBill',
  '/supply/product': '/purchasing/supplierProduct',
  '/supply/inventory': '/purchasing/supplierStock',
  '/supply/supplier': '/purchasing/supplyFeed',
  '/finance/uninvoiced': '/finance/uninvoicedShipment',
  '/finance/invoice': '/finance/invoice',
  '/finance/payment': '/finance/payment',
  '/finance/remittance': '/finance/remittance',
  '/finance/deduction': '/finance/deduction',
  '/channel/wf/pricing': '/channels/priceRecord',
  '/channel/wf/publish': '/channels/publishTask',
  '/market/report': '/market/marketReport',
  '/tasks': '/desk/delivery',
  '/rules': '/automation/rule',
  '/rules/tasks': '/automation/ruleTask',
};
/** Pages that start with a tab; `*` in an address asks for all. */
const TABS: Readonly<Record<string, string>> = {
  '/orders/pending': 'pending',
  '/orders/shipping': 'shipping',
};

/** How many rows the page shows that a card opens. */
async function rowsBehind(who: Client, { path, query }: Leads): Promise<number> {
  const { tab = TABS[path], ...filters } = query;
  const request = { ...filters, ...(tab && tab !== '*' ? { tab } : {}) };
  return (await must(who.get<Page<unknown>>(`${LISTS[path]}/list`, request))).total;
}

test('every card counts the rows that it opens, for everybody', async () => {
  const counted = new Set<string>();
  for (const name of NAMES)
    for (const todo of await todosOf(people[name])) {
      // The page of the checks counts broken truths, which are no rows.
      if (todo.key === 'drift') continue;
      expect(LISTS[todo.path], todo.path).toBeDefined();
      expect(await rowsBehind(people[name], todo), `${name} ${todo.key}`).toBe(todo.count);
      if (todo.count > 0) counted.add(todo.key);
    }
  for (const key of [
    'toAccept',
    'unmapped',
    'priceMismatch',
    'toPack',
    'adjustmentsToApprove',
    'receiptsToApprove',
    'purchasesToApprove',
    'purchasesToNotify',
  ])
    expect(counted).toContain(key);
});

test('everybody is shown what they can do something about', async () => {
  const shown = async (name: (typeof NAMES)[number]): Promise<string[]> =>
    (await todosOf(people[name])).map(({ key }) => key);
  const operations = await shown('yunying');
  expect(operations).toEqual(expect.arrayContaining(['toAccept', 'unmapped', 'deadTasks']));
  expect(operations).not.toContain('toPack');
  expect(operations).not.toContain('adjustmentsToApprove');
  const warehouse = await shown('cangku');
  expect(warehouse).toEqual(expect.arrayContaining(['toPack', 'toShip', 'shipToday']));
  for (const key of ['toAccept', 'priceMismatch', 'unmapped', 'deadTasks']) expect(warehouse).not.toContain(key);
  const finance = await shown('caiwu');
  expect(finance).toContain('priceMismatch');
  for (const key of ['toAccept', 'toPack', 'shipToday', 'address', 'cancelRequest.pending'])
    expect(finance).not.toContain(key);
  expect(await shown('fuhe')).toContain('adjustmentsToApprove');
  const service = await shown('kefu');
  expect(service).toEqual(expect.arrayContaining(['address', 'cancelRequest.pending', 'shipLate']));
  for (const key of ['toAccept', 'toPack', 'priceMismatch']) expect(service).not.toContain(key);
});

test('what is to be packed is late when its order is', async () => {
  const [{ due }] = (await look(
    scene,
    (tx) => tx.rows`
      select to_char(min(o.ship_by) at time zone ${'Asia/Shanghai'}, 'YYYY-MM-DD HH24:MI:SS') as due
      from sales_order o where o.tenant_id = ${tx.tenant} and o.status = 'processing'`,
  )) as [{ due: string }];
  const todo = (await todosOf(people.cangku)).find(({ key }) => key === 'toPack');
  expect(todo).toMatchObject({ band: 'today', count: 3, deadline: due });
});

test('a card counts down to the first clock of the list that it opens', async () => {
  const { yunying } = people;
  const ids = (await ordersOf(yunying, { tab: 'pending', status: 'new' })).map(({ id }) => id);
  const [urgent] = ids as [string];
  // One that must leave before it must be accepted: its clock runs to the truck.
  await look(
    scene,
    (tx) => tx.run`update sales_order set ship_by = accept_deadline - interval '1 day'
      where tenant_id = ${tx.tenant} and id = ${urgent}::uuid`,
  );
  const page = await must(
    yunying.get<Page<Parameters<typeof nextDeadline>[0] & { nextDeadline: string | null }>>('/orders/salesOrder/list', {
      tab: 'pending',
      status: 'new',
      column: 'nextDeadline',
      order: 'asc',
      pageSize: '100',
    }),
  );
  const clocks = page.records.map((row) => nextDeadline(row)?.at ?? '');
  // The list by its clock is in the order of what the clock shows.
  expect(clocks.length).toBeGreaterThan(1);
  expect(clocks).toEqual(clocks.toSorted());
  expect(page.records.map((row) => row.nextDeadline)).toEqual(clocks);
  const todos = await todosOf(yunying);
  expect(todos.find(({ key }) => key === 'toAccept')?.deadline).toBe(clocks[0]);
});

test('what waits once is one card: the request, and for who has no say in those the held order', async () => {
  const { yunying, cangku } = people;
  const [made] = await place(scene, [
    { warehouseId: '31842', lines: [{ partNumber: 'WB-DCH-BRAM-CTR', quantity: 1 }] },
  ]);
  await pull(scene, yunying);
  await scene.sim('POST', '/cancellations', {
    po: made?.poNumber,
    partNumber: 'WB-DCH-BRAM-CTR',
    quantity: 1,
  });
  await pull(scene, yunying);
  const cards = async (who: Client): Promise<string[]> =>
    (await todosOf(who)).flatMap(({ key, count }) => (key.startsWith('cancelRequest') && count > 0 ? [key] : []));
  expect(await cards(yunying)).toEqual(['cancelRequest.pending']);
  expect(await cards(cangku)).toEqual(['cancelRequest']);
});

test('the order of cards is each person’s own, and names cards alone', async () => {
  const { yunying, cangku } = people;
  const cards = ['unmapped', 'toAccept', 'cancelRequest.pending'];
  expect(await must(yunying.get('/desk/home'))).toEqual({ cards: [] });
  await must(yunying.put('/desk/home', { cards: [...cards, 'unmapped'] }));
  expect(await must(yunying.get('/desk/home'))).toEqual({ cards });
  expect(await must(cangku.get('/desk/home'))).toEqual({ cards: [] });
  for (const given of [null, 'toAccept', [1], ['<b>'], Array.from({ length: 201 }, () => 'a')])
    expect(await yunying.put('/desk/home', { cards: given })).toMatchObject({ status: 422 });
  await must(yunying.put('/desk/home', { cards: [] }));
  expect(await must(yunying.get('/desk/home'))).toEqual({ cards: [] });
});
