import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemActor } from '#kit/server/actor.ts';
import type { OrdersAnalysis, SalesAnalysis } from '#modules/desk/model/analysis.ts';
import { warehouseStock } from '#modules/orders/server/warehouse-stock.ts';
import { createUser } from '#modules/system/server/index.ts';
import { look, openShop, type Page } from '#tests/channels/shop.ts';
import { PASSWORD, startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { must, newOrder, NEW_JERSEY, STOOL } from '#tests/lifecycles/one-of-each.ts';
import { cellsOf } from '#tests/sheets/cells-of.ts';
import { covers } from '#tests/spec/covers.ts';

/** Who sees one warehouse, or one shop, sees nothing of the others: not even how many. */

let scene: TestApp;
let admin: Client;
let holder: Client;
let stranger: Client;
/** Like the stranger of one empty shop, but of all warehouses. */
let seller: Client;
let packer: Client;
let own: string;

beforeAll(async () => {
  scene = await startTestApp();
  admin = await scene.as('admin');
  await openShop(scene, admin);
  own = scene.seller.warehouses[NEW_JERSEY] as string;
  const elsewhere = Object.values(scene.seller.warehouses).filter((id) => id !== own);
  await newOrder(scene, admin);
  await newOrder(scene, admin, { warehouseId: otherCode() });
  holder = await person('keeper', { warehouses: [own] });
  packer = await scene.as('cangku');
  // A shop of nobody's orders: everything of the first shop is foreign.
  const { id } = await must(
    admin.post<{ id: string }>('/base/channelAccount/add', {
      code: 'EMPTY',
      name: '空店铺',
      channelCode: 'wayfair',
      currency: 'USD',
      settings: { clientId: 'second' },
      clientSecret: 'second-secret',
    }),
  );
  stranger = await person('stranger', { shops: [id], warehouses: elsewhere.slice(0, 1) });
  seller = await person('seller', { shops: [id] });
});
afterAll(() => scene?.stop());

const otherCode = (): string => Object.keys(scene.seller.warehouses).find((code) => code !== NEW_JERSEY) ?? '';

async function person(username: string, scope: { shops?: string[]; warehouses?: string[] }): Promise<Client> {
  await createUser(scene.app.db, systemActor(1, 'test'), {
    username,
    realname: username,
    password: PASSWORD,
    roles: ['TADM'],
    departs: ['A01'],
    ...scope,
  });
  return scene.as(username);
}

interface Stored {
  id: string;
  warehouseId: string;
}

test.each(['stockLevel', 'stockMovement', 'reservation'])(
  '%s: only rows of one’s own warehouse, in the list, its total, its sheet and by id',
  async (name) => {
    covers('ours: tables of rights, masks, scopes and moves');
    const path = `/inventory/${name}`;
    const all = await must(admin.get<Page<Stored>>(`${path}/list`, { pageSize: '200' }));
    const mine = all.records.filter(({ warehouseId }) => warehouseId === own);
    const other = all.records.find(({ warehouseId }) => warehouseId !== own) as Stored;
    expect(mine.length).toBeGreaterThan(0);
    expect(other).toBeDefined();
    const seen = await must(holder.get<Page<Stored>>(`${path}/list`, { pageSize: '200' }));
    expect(seen.total).toBe(mine.length);
    expect(new Set(seen.records.map(({ warehouseId }) => warehouseId))).toEqual(new Set([own]));
    const request = await must(holder.get<Page<Stored>>(`${path}/list`, { warehouseId: other.warehouseId }));
    expect(request).toMatchObject({ total: 0, records: [] });
    expect((await holder.get(`${path}/queryById`, { id: other.id })).status).toBe(404);
    const { bytes } = await holder.raw('GET', `${path}/exportXls`);
    expect((await cellsOf(bytes)).length - 1).toBe(mine.length);
  },
);

test('counts of tabs are those of one’s own warehouses and shops', async () => {
  const path = '/orders/salesOrder';
  const states = await look(
    scene,
    (tx) => tx.rows<{ stage: string; n: number }>`
      select stage, count(*)::integer as n from sales_order
      where tenant_id = ${tx.tenant} and warehouse_id = ${own}::uuid group by 1`,
  );
  const counts = (who: Client) => must(who.get<Record<string, number>>(`${path}/counts`));
  const pending = states.find(({ stage }) => stage === 'pending')?.n;
  expect((await counts(holder))['pending']).toBe(pending);
  expect((await counts(admin))['pending']).toBeGreaterThan(pending ?? 0);
  expect(Object.values(await counts(stranger))).toEqual([0, 0, 0, 0]);
  const total = async (who: Client) => (await must(who.get<Page<unknown>>(`${path}/list`))).total;
  expect(await total(holder)).toBe(states.reduce((sum, { n }) => sum + n, 0));
  expect(await total(stranger)).toBe(0);
  const glimpse = await must(stranger.get<Page<unknown>>(`${path}/list`, { accountId: scene.seller.accountId }));
  expect(glimpse.total).toBe(0);
  const shops = await must(
    stranger.get<Record<string, number>>(`${path}/counts`, { accountId: scene.seller.accountId }),
  );
  expect(Object.values(shops)).toEqual([0, 0, 0, 0]);
});

test('nor do the kept counts tell who sees one shop of another', async () => {
  const path = '/orders/salesOrder';
  const { accountId } = scene.seller;
  for (const query of [{}, { accountId }, { tab: 'pending' }, { status: 'new', accountId }]) {
    const request = JSON.stringify(query);
    const page = await must(seller.get<Page<unknown>>(`${path}/list`, query));
    expect(page, request).toMatchObject({ total: 0, records: [] });
    const all = await must(admin.get<Page<unknown>>(`${path}/list`, query));
    expect(all.total, request).toBeGreaterThan(0);
  }
  for (const query of [{}, { accountId }]) {
    const counts = await must(seller.get<Record<string, number>>(`${path}/counts`, query));
    expect(Object.values(counts)).toEqual([0, 0, 0, 0]);
  }
});

test('lines, reasons and figures of a foreign order are as foreign as itself', async () => {
  const orders = await look(
    scene,
    (tx) => tx.rows<{ id: string; mine: boolean }>`
      select id, warehouse_id = ${own}::uuid as mine from sales_order
      where tenant_id = ${tx.tenant} and warehouse_id is not null order by id`,
  );
  const mine = orders.filter((order) => order.mine).map(({ id }) => id);
  expect([mine.length, orders.length - mine.length].every((n) => n > 0)).toBe(true);
  const lines = async (who: Client) => {
    const page = await must(who.get<Page<{ orderId: string }>>('/orders/orderLine/list', { pageSize: '200' }));
    return [...new Set(page.records.map(({ orderId }) => orderId))].sort();
  };
  expect(await lines(holder)).toEqual(mine);
  expect(await lines(seller)).toEqual([]);
  const glance = async (who: Client) => {
    const ids = orders.map(({ id }) => id).join(',');
    const rows = await must(who.get<{ id: string }[]>('/orders/salesOrder/glance', { ids }));
    return rows.map(({ id }) => id).sort();
  };
  expect(await glance(admin)).toEqual(orders.map(({ id }) => id));
  expect(await glance(holder)).toEqual(mine);
  expect(await glance(seller)).toEqual([]);
});

test('what warehouses have for orders is said of one’s own of both', async () => {
  interface Standing {
    warehouseId: string;
    orders: number;
    parts: { code: string; available: number }[];
  }
  const orders = await look(
    scene,
    (tx) => tx.rows<{ id: string; mine: boolean }>`
      select id, coalesce(warehouse_id = ${own}::uuid, false) as mine from sales_order
      where tenant_id = ${tx.tenant} and stage in ('pending', 'shipping')`,
  );
  const ids = orders.map(({ id }) => id);
  const standing = (who: Client) => must(who.post<Standing[]>('/orders/salesOrder/warehouseStock', { ids }));
  const all = await standing(admin);
  expect(all.length).toBe(Object.keys(scene.seller.warehouses).length);
  const [mine, ...others] = await standing(holder);
  expect(others).toEqual([]);
  expect(mine).toMatchObject({
    warehouseId: own,
    orders: orders.filter((one) => one.mine).length,
  });
  const seen = all.find(({ warehouseId }) => warehouseId === own);
  expect(mine?.orders).toBeLessThan(seen?.orders ?? 0);
  for (const { orders: asked, parts } of [...(await standing(seller)), ...(await standing(stranger))])
    expect({ asked, parts }).toEqual({ asked: 0, parts: [] });
});

test('names of warehouses are for who lists them, or may move an order to another', async () => {
  const ids = (
    await look(
      scene,
      (tx) => tx.rows<{ id: string }>`select id from sales_order
        where tenant_id = ${tx.tenant} and stage = 'pending'`,
    )
  ).map(({ id }) => id);
  const seen = async (name: string, ...more: string[]): Promise<number> => {
    const rights = ['orders:salesOrder:list', 'inventory:stockLevel:list', ...more];
    const actor = { ...systemActor(1, name), isSystem: false, permissions: new Set(rights) };
    return scene.app.db.tx(actor, async (tx) => (await warehouseStock(tx, ids)).length);
  };
  const all = Object.keys(scene.seller.warehouses).length;
  expect(await seen('reader')).toBe(0);
  expect(await seen('mover', 'orders:salesOrder:reallocate')).toBe(all);
  expect(await seen('lister', 'base:warehouse:list')).toBe(all);
});

test('sales of a foreign shop or warehouse are in no figure', async () => {
  const sales = (who: Client) => must(who.get<SalesAnalysis>('/desk/analysis/sales', { period: 'month' }));
  const open = async (who: Client) => (await must(who.get<OrdersAnalysis>('/desk/analysis/orders'))).open;
  const { byShop, byState, topSkus, now } = await sales(seller);
  expect([byShop, byState, topSkus, await open(seller), now.orders]).toEqual([[], [], [], [], 0]);
  const orders = async (who: Client) => (await sales(who)).now.orders;
  const { n } = await look(
    scene,
    (tx) => tx.one<{ n: number }>`
      select count(*)::integer as n from sales_order
      where tenant_id = ${tx.tenant} and warehouse_id = ${own}::uuid and stage <> 'cancelled'`,
  );
  expect(await orders(holder)).toBe(n);
  expect(await orders(admin)).toBeGreaterThan(n);
});

test('stock of a foreign warehouse is neither adjusted nor approved', async () => {
  const [, foreign] = Object.entries(scene.seller.warehouses).find(([, id]) => id !== own) ?? [];
  const body = (warehouseId: unknown) => ({
    kind: 'adjust',
    warehouseId,
    reason: '盘点差异',
    lines: [{ skuId: scene.seller.skus[STOOL], condition: 'good', qty: 50, unitCost: '100' }],
  });
  expect(await holder.post('/inventory/stockAdjustment/add', body(foreign))).toMatchObject({
    status: 422,
    message: '仓库不存在',
  });
  const path = '/inventory/stockAdjustment';
  const { id } = await must(admin.post<{ id: string }>(`${path}/add`, body(foreign)));
  expect((await holder.post(`${path}/${id}/submit`)).status).toBe(404);
  await must(admin.post(`${path}/${id}/submit`));
  expect((await holder.post(`${path}/${id}/approve`)).status).toBe(404);
});

test('what goods cost is shown nowhere to who packs them', async () => {
  const path = '/inventory/stockMovement';
  const page = await must(packer.get<Page<Record<string, unknown>>>(`${path}/list`));
  const [row = {}] = page.records;
  const detail = await must(packer.get<Record<string, unknown>>(`${path}/queryById`, { id: String(row['id']) }));
  for (const key of ['unitCost', 'costValue']) {
    expect(row).not.toHaveProperty(key);
    expect(detail).not.toHaveProperty(key);
    // A filter on it asks for nothing, a sort by it is refused.
    const filtered = await must(packer.get<Page<unknown>>(`${path}/list`, { [`${key}_begin`]: '1e9' }));
    expect(filtered.total).toBe(page.total);
    expect((await packer.get(`${path}/list`, { column: key, order: 'asc' })).status).toBe(400);
    const query = encodeURIComponent(JSON.stringify([{ field: key, rule: 'ge', val: '0' }]));
    expect((await packer.get(`${path}/list`, { superQueryParams: query })).status).toBe(400);
    const seen = await must(admin.get<Record<string, unknown>>(`${path}/queryById`, { id: String(row['id']) }));
    expect(seen[key]).toMatch(/^-?\d+\.\d+$/);
  }
  const { bytes } = await packer.raw('GET', `${path}/exportXls`);
  const [titles = []] = await cellsOf(bytes);
  expect(titles).not.toContain('单位成本');
  expect(titles).not.toContain('成本金额');
});
