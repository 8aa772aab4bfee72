import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemActor } from '#kit/server/actor.ts';
import { addDays, dayIn } from '#kit/model/time.ts';
import type {
  FinanceAnalysis,
  Leads,
  NamedFigures,
  OrdersAnalysis,
  PerformanceAnalysis,
  SalesAnalysis,
  StockAnalysis,
} from '#modules/desk/model/analysis.ts';
import { createUser } from '#modules/system/server/index.ts';
import { cheapest, startCounting } from '#tests/budgets/counted.ts';
import { PASSWORD, startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { newInvoice } from '#tests/journeys/remittance-scene.ts';
import { sentOrder } from '#tests/journeys/return-scene.ts';
import { ADDRESS, must, newOrder, NEW_JERSEY } from '#tests/lifecycles/one-of-each.ts';
import { covers } from '#tests/spec/covers.ts';
import { look, openShop, ordersOf, pull, type Page } from './shop.ts';

/* 工作台 (domain.md §6): each figure is the number of the rows that it opens, or their sum, of who looks at it. */

const DAY = 86_400_000;
let scene: TestApp;
let admin: Client;
let second: string;

beforeAll(async () => {
  scene = await startTestApp();
  admin = await scene.as('admin');
  const clerk = await scene.as('yunying');
  await openShop(scene, clerk);
  await scene.sim('POST', '/config', { requireRegister: false });
  await scene.sim('POST', '/seed', { scenario: 's2', seed: 3 });
  await pull(scene, clerk);
  await sentOrder(scene, clerk, await scene.as('cangku'), 2);
  const [gone] = (await ordersOf(clerk, { tab: 'pending', status: 'new' })).slice(-1);
  await must(clerk.post(`/orders/salesOrder/${gone?.id}/reject`, { reason: '停产' }));
  await look(scene, (tx) => tx.run`update stock_level set safety_stock = 100000 where tenant_id = ${tx.tenant}`);
  await secondShop();
  await money();
});
afterAll(() => scene?.stop());

/** A shop of another currency: one order has a rate on its day, one has none, one is of nine days ago. */
async function secondShop(): Promise<void> {
  const { id } = await must(
    admin.post<{ id: string }>('/base/channelAccount/add', {
      code: 'SECOND',
      name: '第二店',
      channelCode: 'wayfair',
      currency: 'CAD',
      settings: { clientId: 'second' },
      clientSecret: 'second-secret',
    }),
  );
  second = id;
  for (const code of ['CAD', 'GBP'])
    await admin.post('/base/currency/add', { code, name: code, exponent: 2, enabled: 'Y' });
  const today = dayIn(scene.now(), 'Asia/Shanghai');
  for (const [rate, days] of [
    ['0.7', -40],
    ['0.5', -5],
  ] as const)
    await must(
      admin.post('/base/exchangeRate/add', {
        fromCode: 'CAD',
        toCode: 'USD',
        rate,
        effectiveDate: addDays(today, days),
      }),
    );
  const [skuId] = Object.values(scene.seller.skus);
  for (const [currency, unitPrice, days] of [
    ['CAD', '10.01', 0],
    ['GBP', '7', 0],
    ['CAD', '100', 9],
  ] as const) {
    const { id: orderId } = await must(
      admin.post<{ id: string }>('/orders/salesOrder/add', {
        accountId: second,
        ...ADDRESS,
        currency,
        lines: [{ skuId, qty: 3, unitPrice, channelSku: 'DIRECT' }],
      }),
    );
    await must(admin.post(`/orders/salesOrder/${orderId}/submit`));
    if (days > 0)
      await look(
        scene,
        (tx) => tx.run`update sales_order set ordered_at = ordered_at - ${days}::integer * interval '1 day'
          where tenant_id = ${tx.tenant} and id = ${orderId}::uuid`,
      );
  }
}

/** Invoices of two currencies, one of them overdue, and deductions of which one was won. */
async function money(): Promise<void> {
  await newInvoice(scene, 20_000n);
  const late = await newInvoice(scene, 10_000n, { currency: 'CAD', accountId: second });
  await look(
    scene,
    (tx) => tx.run`update invoice set due_date = '2020-01-01' where tenant_id = ${tx.tenant} and id = ${late.id}::uuid`,
  );
  for (const [amount, result] of [
    ['40.00', null],
    ['30.00', 'won'],
    ['20.00', 'lost'],
  ] as const) {
    const { id } = await must(
      admin.post<{ id: string }>('/finance/deduction/add', {
        accountId: scene.seller.accountId,
        type: 'damage',
        poNo: 'CS1',
        currency: 'USD',
        amount,
        postedAt: `${dayIn(scene.now(), 'Asia/Shanghai')} 00:00:00`,
      }),
    );
    if (result)
      await look(
        scene,
        (tx) => tx.run`update deduction set result = ${result}, status = ${result}
          where tenant_id = ${tx.tenant} and id = ${id}::uuid`,
      );
  }
}

type Query = Record<string, string>;
const asked = <T>(group: string, who: Client = admin, query: Query = { period: 'week' }): Promise<T> =>
  must(who.get<T>(`/desk/analysis/${group}`, query));
const sales = (who?: Client, query?: Query) => asked<SalesAnalysis>('sales', who, query);
const orders = (who?: Client, query?: Query) => asked<OrdersAnalysis>('orders', who, query);
const stock = (who?: Client, query?: Query) => asked<StockAnalysis>('stock', who, query);
const performance = (who?: Client, query?: Query) => asked<PerformanceAnalysis>('performance', who, query);
const finance = (who?: Client, query?: Query) => asked<FinanceAnalysis>('finance', who, query);

const LISTS: Readonly<Record<string, string>> = {
  '/orders/pending': '/orders/salesOrder',
  '/orders/shipping': '/orders/salesOrder',
  '/orders/sales-line': '/orders/salesLine',
  '/orders/shipment': '/fulfilment/shipment',
  '/work/order-cycle': '/desk/orderCycle',
  '/base/inventory': '/inventory/stockPlace',
  '/base/stock-age': '/inventory/stockAge',
  '/base/stock-ledger': '/inventory/stockMovement',
  '/channel/wf/performance-row': '/channels/performanceRow',
  '/finance/invoice': '/finance/invoice',
  '/finance/remittance': '/finance/remittance',
  '/finance/deduction': '/finance/deduction',
};

/** The rows of the page that a figure opens. */
async function behind(who: Client, { path, query }: Leads): Promise<Page<Record<string, unknown>>> {
  const { tab, ...filters } = query;
  const page = { ...filters, ...(tab && tab !== '*' ? { tab } : {}), pageSize: '200' };
  return must(who.get<Page<Record<string, unknown>>>(`${LISTS[path]}/list`, page));
}

/** Every figure of an answer that is a number of rows. */
function counted(answer: unknown, at = ''): { at: string; count: number; leads: Leads }[] {
  if (typeof answer !== 'object' || answer === null) return [];
  const own = answer as { count?: unknown; leads?: Leads };
  const here = typeof own.count === 'number' && own.leads ? [{ at, count: own.count, leads: own.leads }] : [];
  return [...here, ...Object.entries(answer).flatMap(([key, value]) => counted(value, `${at}.${key}`))];
}

const cents = (rows: readonly Record<string, unknown>[], key: string): bigint =>
  rows.reduce((sum, row) => sum + BigInt(String(row[key] ?? '0').replace('.', '')), 0n);
const minor = (text: string | null): bigint => BigInt(String(text).replace('.', ''));

test('every number is the total of the list that it opens, for everybody', async () => {
  covers('ours: home page figures');
  const seen = new Set<string>();
  for (const name of ['admin', 'yunying', 'cangku', 'caiwu', 'fuhe', 'kefu'])
    for (const group of ['sales', 'orders', 'stock', 'performance', 'finance'])
      for (const period of ['today', 'yesterday', 'week', 'month']) {
        const who = await scene.as(name);
        for (const { at, count, leads } of counted(await asked(group, who, { period }))) {
          expect(LISTS[leads.path], leads.path).toBeDefined();
          expect((await behind(who, leads)).total, `${name} ${group}${at} ${period}`).toBe(count);
          if (count > 0) seen.add(`${group}${at.replace(/\.\d+/g, '')}`);
        }
      }
  for (const figure of [
    'sales.unrated',
    'orders.funnel',
    'orders.cancelled',
    'orders.cycles',
    'orders.open',
    'orders.shipped',
    'stock.low',
    'performance.missed',
    'finance.receivable',
    'finance.overdue',
    'finance.deducted',
    'finance.disputes',
  ])
    expect([...seen]).toContain(figure);
});

test('sales are sums of the lines that they open, in the base currency by the rate of their day', async () => {
  const figures = await sales();
  const { records, total } = await behind(admin, figures.lines);
  expect(total).toBe(records.length);
  const orderIds = new Set(records.map(({ orderId }) => orderId));
  expect(figures.now).toMatchObject({
    orders: orderIds.size,
    units: records.reduce((sum, row) => sum + Number(row['qty']), 0),
  });
  expect((await behind(admin, figures.orders)).total).toBe(figures.now.orders);
  expect(minor(figures.now.amount)).toBe(cents(records, 'baseAmount'));
  expect(minor(figures.now.profit)).toBe(cents(records, 'profit'));
  // 3 × 10.01 CAD at 0.5 of five days ago, not at 0.7: 15.015, half up.
  const cad = records.find(({ currency }) => currency === 'CAD');
  expect(cad).toMatchObject({ amount: '30.03', baseAmount: '15.02' });
  // Nobody has said what a pound is worth: it is in no amount, and that is said.
  expect(records.find(({ currency }) => currency === 'GBP')).toMatchObject({ baseAmount: null, profit: null });
  expect(figures.unrated).toMatchObject([{ currency: 'GBP', count: 1 }]);
  // That of nine days ago is of the period before: 300 CAD at 0.7.
  expect(figures.before).toMatchObject({ orders: 1, units: 3, amount: '210.00' });
  expect(figures.days.map(({ day }) => day)).toHaveLength(7);
  for (const [days, all] of [
    [figures.days, figures.now],
    [figures.daysBefore, figures.before],
  ] as const) {
    expect(days.reduce((sum, day) => sum + day.orders, 0)).toBe(all.orders);
    expect(days.reduce((sum, { amount }) => sum + minor(amount), 0n)).toBe(minor(all.amount));
  }
});

test('what is put together by shop, SKU, category and state opens its own lines', async () => {
  const { now, byShop, topSkus, byCategory, byState } = await sales();
  const sum = (parts: readonly NamedFigures[]): bigint => parts.reduce((all, { amount }) => all + minor(amount), 0n);
  for (const parts of [byShop, byCategory, byState]) expect(sum(parts)).toBe(minor(now.amount));
  expect(byShop.map(({ name }) => name)).toEqual(expect.arrayContaining(['Wayfair 美国站', '第二店']));
  for (const part of [...byShop, ...topSkus, ...byCategory, ...byState]) {
    const { records } = await behind(admin, part.leads);
    expect(
      records.reduce((units, row) => units + Number(row['qty']), 0),
      part.name,
    ).toBe(part.units);
    expect(cents(records, 'baseAmount'), part.name).toBe(minor(part.amount));
    expect(new Set(records.map(({ orderId }) => orderId)).size, part.name).toBe(part.orders);
  }
});

test('units of stock and their age are those of their lists', async () => {
  const { units, value, stock: lying, bands, turnoverDays, movements } = await stock();
  const { records } = await behind(admin, lying);
  expect(records.reduce((sum, row) => sum + Number(row['qty']), 0)).toBe(units);
  expect(cents(records, 'value')).toBe(minor(value));
  for (const band of bands ?? []) {
    const rows = (await behind(admin, band.leads)).records;
    expect(
      rows.reduce((sum, row) => sum + Number(row[`units${band.key}`]), 0),
      band.key,
    ).toBe(band.units);
  }
  const sold = -cents((await behind(admin, movements)).records, 'costValue');
  expect(turnoverDays).toBe(((Number(minor(value)) * 7) / Number(sold)).toFixed(1));
});

test('how long steps took is shown by their middle and their slowest tenth', async () => {
  const { cycles } = await orders();
  const ship = cycles?.find(({ step }) => step === 'ship');
  expect(ship).toMatchObject({ count: 1, before: 0 });
  const { records } = await behind(admin, ship?.leads as Leads);
  expect(Number(ship?.p50)).toBeCloseTo(Number(records[0]?.['hours']), 1);
  expect(ship?.p90).toBe(ship?.p50);
});

test('what is owed and was kept is in the base currency, by the rate of today', async () => {
  const figures = await finance();
  const open = (await behind(admin, figures.receivable?.leads as Leads)).records;
  // 200.00 USD and what was sent, and 100.00 CAD at 0.5.
  const dollars = cents(
    open.filter(({ currency }) => currency === 'USD'),
    'balance',
  );
  expect(minor(figures.receivable?.amount ?? null)).toBe(dollars + 5000n);
  expect(figures).toMatchObject({
    currency: 'USD',
    receivable: { count: 3 },
    overdue: { count: 1, amount: '50.00' },
    deducted: { count: 3, amount: '90.00', before: 0, amountBefore: '0.00' },
    disputes: { count: 2, won: 1, winRate: '0.5000' },
    unrated: [],
  });
});

test('metrics of shops are those of 绩效, with target and forecast', async () => {
  const { span, metrics } = await performance();
  const rows = await must(
    admin.get<Page<Record<string, unknown>>>('/channels/performance/list', {
      day_begin: span.from,
      day_end: span.to,
      pageSize: '200',
    }),
  );
  expect(metrics).toHaveLength(rows.total);
  for (const { accountId, metric, missed, target, state } of metrics) {
    const row = rows.records.find((one) => one['accountId'] === accountId && one['metric'] === metric);
    expect(row).toMatchObject({ missedCount: missed, state });
    expect(target === null ? null : Number(target)).toBe(row?.['target'] === null ? null : Number(row?.['target']));
  }
  expect(metrics.map(({ metric }) => metric)).toContain('sellerCancel');
});

test('a group costs so many statements at most, and hardly any while its figures are kept', async () => {
  const stop = startCounting();
  try {
    const most = { sales: 16, orders: 16, stock: 14, performance: 14, finance: 20 };
    for (const [group, statements] of Object.entries(most)) {
      const query = { period: 'month' };
      const counted = await cheapest([
        () => asked(group, admin, { period: 'custom', from: '2026-01-01', to: '2026-01-05' }),
      ]);
      expect(counted.texts.length, group).toBeLessThanOrEqual(statements);
      await asked(group, admin, query);
      const kept = await cheapest([() => asked(group, admin, query), () => asked(group, admin, query)]);
      expect(kept.texts.length, group).toBeLessThanOrEqual(6);
      expect(kept.texts.length, group).toBeLessThan(counted.texts.length);
    }
  } finally {
    stop();
  }
});

test('a period is days of the reader, and says at its field what is none', async () => {
  const today = dayIn(scene.now(), 'Asia/Shanghai');
  expect((await sales(admin, { period: 'yesterday' })).span).toEqual({
    from: addDays(today, -1),
    to: addDays(today, -1),
    beforeFrom: addDays(today, -2),
    beforeTo: addDays(today, -2),
  });
  const custom = { period: 'custom', from: addDays(today, -11), to: addDays(today, -8) };
  expect(await sales(admin, custom)).toMatchObject({
    now: { orders: 1 },
    span: { beforeFrom: addDays(today, -15), beforeTo: addDays(today, -12) },
  });
  for (const [query, field] of [
    [{ period: 'ever' }, 'period'],
    [{ period: 'custom', to: today }, 'from'],
    [{ period: 'custom', from: today, to: '2026-13-01' }, 'to'],
    [{ period: 'custom', from: today, to: addDays(today, -1) }, 'to'],
  ] as const) {
    const answer = await admin.get<{ errors: { field: string }[] }>('/desk/analysis/sales', query);
    expect(answer).toMatchObject({ status: 422, result: { errors: [{ field }] } });
  }
  const long = { period: 'custom', from: addDays(today, -366), to: today };
  expect(await admin.get('/desk/analysis/orders', long)).toMatchObject({
    status: 422,
    message: '一次最多看 366 天，请缩短日期范围',
  });
});

async function person(username: string, roles: string[], scope: { shops?: string[]; warehouses?: string[] } = {}) {
  const who = { username, realname: username, password: PASSWORD, departs: ['A01'] };
  await createUser(scene.app.db, systemActor(1, 'test'), { ...who, roles, ...scope });
  return scene.as(username);
}

test('who has no right to money sees no amount, and who sees no list nothing of it', async () => {
  const [packer, service, buyer] = [await scene.as('cangku'), await scene.as('kefu'), await person('cai', ['BUY'])];
  for (const who of [packer, service]) {
    const { now, topSkus } = await sales(who);
    expect(now).toMatchObject({ amount: null, average: null, profit: null, profitRate: null });
    expect(now.orders).toBeGreaterThan(0);
    expect(topSkus.every(({ amount, profit }) => amount === null && profit === null)).toBe(true);
  }
  expect(await finance(packer)).toBeNull();
  expect((await finance(service)).receivable).toMatchObject({ count: 3, amount: null });
  expect(await stock(packer)).toMatchObject({ value: null, turnoverDays: null });
  expect((await stock(packer)).bands?.every(({ value }) => value === null)).toBe(true);
  // What goods cost is a buyer's business, what they sell for is not.
  expect((await stock(buyer)).value).not.toBeNull();
  expect((await sales(buyer)).now).toMatchObject({ amount: null, profit: null });
  expect(await performance(packer)).toBeNull();
});

test('who sees one shop or one warehouse sees its figures alone', async () => {
  const own = await person('second', ['TADM'], { shops: [second] });
  expect((await sales(own)).byShop.map(({ name }) => name)).toEqual(['第二店']);
  expect((await sales(own)).now).toMatchObject({ orders: 2, units: 6, amount: '15.02' });
  expect((await finance(own)).receivable).toMatchObject({ count: 1, amount: '50.00' });
  expect((await performance(own)).metrics.filter(({ account }) => account !== '第二店')).toEqual([]);
  const warehouseId = scene.seller.warehouses[NEW_JERSEY] as string;
  const keeper = await person('keeper', ['TADM'], { warehouses: [warehouseId] });
  const [all, some] = [await stock(), await stock(keeper)];
  expect(some.units).toBeGreaterThan(0);
  expect(some.units).toBeLessThan(all.units);
  const { total } = await must(keeper.get<Page<unknown>>('/inventory/stockPlace/list', { state: 'low' }));
  expect(some.low.count).toBe(total);
});

test('figures are kept for a minute for those who see the same rows, and counted again once these change', async () => {
  const before = (await sales()).now.orders;
  const [victim] = await ordersOf(admin, { tab: 'pending', status: 'new', accountId: scene.seller.accountId });
  const quietly = (status: string) =>
    look(scene, async (tx) => {
      await tx.run`update sales_order set status = ${status} where tenant_id = ${tx.tenant} and id = ${victim?.id}::uuid`;
    });
  await quietly('cancelled');
  expect((await sales()).now.orders).toBe(before - 1);
  await quietly('new');
  expect((await sales()).now.orders).toBe(before);
  await newOrder(scene, admin);
  expect((await sales()).now.orders).toBe(before + 1);
  // The day ends, though no row has changed.
  await sales(admin, { period: 'today' });
  await scene.pass(DAY);
  expect((await sales(await scene.as('admin'), { period: 'today' })).now.orders).toBe(0);
});
