import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { firstOf, must, newOrder } from '#tests/lifecycles/one-of-each.ts';
import { covers } from '#tests/spec/covers.ts';
import { look, openShop, pull } from './shop.ts';

const CHAIR = 'WB-DCH-HOLM-S2';
const NEW_JERSEY = '31842';
const CALIFORNIA = '31843';

let scene: TestApp;
let clerk: Client;
let admin: Client;
let chair = '';

beforeAll(async () => {
  scene = await startTestApp();
  clerk = await scene.as('yunying');
  admin = await scene.as('admin');
  chair = scene.seller.skus[CHAIR] as string;
  await openShop(scene, clerk);
});
afterAll(() => scene.stop());

interface Line {
  id: string;
  warehouseId: string | null;
  allocationReason: string | null;
  qty: number;
  qtyCancelled: number;
  qtyReserved: number;
}
interface Order {
  id: string;
  status: string;
  holds: string[];
  version: number;
  cancelSync: string;
  lines: { orderLine: Line[] };
}

const made: string[] = [];
const read = async (id: string): Promise<Order> =>
  (await clerk.get<Order>('/orders/salesOrder/queryById', { id })).result;

async function arrive(quantity: number): Promise<Order> {
  const { id } = await newOrder(scene, clerk, { lines: [{ partNumber: CHAIR, quantity }] });
  made.push(id);
  return read(id);
}
const lineOf = async (id: string): Promise<Line> => (await read(id)).lines.orderLine[0] as Line;

/** What is held goes back to the shelf, so that each test finds the same stock. */
afterEach(async () => {
  for (const id of made.splice(0)) await clerk.post(`/orders/salesOrder/${id}/cancel`, { reason: '腾出库存' });
  await scene.settled();
  expect(await scene.violations()).toEqual([]);
});

const change = async (path: string, id: string, values: Record<string, unknown>): Promise<void> => {
  const { result } = await admin.get<{ version: number }>(`${path}/queryById`, { id });
  await must(admin.put(`${path}/edit`, { id, version: result.version, ...values }));
  await scene.settled();
};
const house = (code: string, values: Record<string, unknown>): Promise<void> =>
  change('/base/warehouse', scene.seller.warehouses[code] as string, values);
const shop = (values: Record<string, unknown>): Promise<void> =>
  change('/base/channelAccount', scene.seller.accountId, values);
const linkOf = async (code: string): Promise<string> =>
  (await firstOf(admin, '/base/channelWarehouse/list', { channelCode: code })).id;

const available = (code: string): Promise<number> =>
  look(
    scene,
    async (tx) =>
      (
        await tx.one<{ units: number }>`
          select coalesce(sum(on_hand - reserved - frozen), 0)::integer as units from stock_level
          where tenant_id = ${tx.tenant} and sku_id = ${chair}::uuid and condition = 'good'
            and warehouse_id = ${scene.seller.warehouses[code]}::uuid`
      ).units,
  );

test('a shop that allocates by priority ships from the warehouse with the smaller number', async () => {
  covers('ours: channel warehouses');
  await shop({ strategy: 'priority' });
  expect(await available(NEW_JERSEY)).toBeGreaterThan(1);
  expect(await available(CALIFORNIA)).toBeGreaterThan(1);
  for (const [first, second] of [
    [CALIFORNIA, NEW_JERSEY],
    [NEW_JERSEY, CALIFORNIA],
  ] as const) {
    await house(first, { priority: 3 });
    await house(second, { priority: 4 });
    const line = await lineOf((await arrive(1)).id);
    expect(line).toMatchObject({ warehouseId: scene.seller.warehouses[first], qtyReserved: 1 });
    expect(line.allocationReason).toContain('单仓覆盖');
  }
});

test('a warehouse that is disabled gives nothing, and serves again when it is not', async () => {
  await shop({ strategy: 'priority' });
  await house(NEW_JERSEY, { priority: 3, status: 'disabled' });
  const away = await lineOf((await arrive(1)).id);
  expect(away.warehouseId).not.toBe(scene.seller.warehouses[NEW_JERSEY]);
  expect(away.qtyReserved).toBe(1);
  await house(NEW_JERSEY, { status: 'enabled' });
  const home = await lineOf((await arrive(1)).id);
  expect(home.warehouseId).toBe(scene.seller.warehouses[NEW_JERSEY]);
});

test('a warehouse whose link to the shop is disabled is not the shop’s', async () => {
  await shop({ strategy: 'priority' });
  const link = await linkOf(NEW_JERSEY);
  await change('/base/channelWarehouse', link, { status: 'disabled' });
  const away = await lineOf((await arrive(1)).id);
  expect(away.warehouseId).not.toBe(scene.seller.warehouses[NEW_JERSEY]);
  expect(away.qtyReserved).toBe(1);
  await change('/base/channelWarehouse', link, { status: 'enabled' });
  expect((await lineOf((await arrive(1)).id)).warehouseId).toBe(scene.seller.warehouses[NEW_JERSEY]);
});

test('cancelled units give back what the rest does not need, and no more', async () => {
  const start = await available(NEW_JERSEY);
  const order = await arrive(4);
  const line = order.lines.orderLine[0] as Line;
  expect(line.qtyReserved).toBe(4);
  const cancel = (lines: { lineId: string; qty: number }[]) =>
    clerk.post(`/orders/salesOrder/${order.id}/cancel`, { reason: '买家少要', lines });
  await must(cancel([{ lineId: line.id, qty: 1 }]));
  expect(await lineOf(order.id)).toMatchObject({ qtyCancelled: 1, qtyReserved: 3 });
  expect(await available(NEW_JERSEY)).toBe(start - 3);
  // Which of two numbers is meant nobody knows: nothing is taken.
  expect(await cancel([1, 1].map((qty) => ({ lineId: line.id, qty })))).toMatchObject({
    status: 422,
    message: '同一行填了两次',
  });
  expect(await cancel([{ lineId: line.id, qty: 4 }])).toMatchObject({
    status: 422,
    message: expect.stringContaining('未发货 3 件') as string,
  });
  // An empty list is no wish for all of it.
  expect(await cancel([])).toMatchObject({ status: 422, message: '请填写取消数量' });
  expect(await lineOf(order.id)).toMatchObject({ qtyCancelled: 1, qtyReserved: 3 });
  await must(cancel([{ lineId: line.id, qty: 2 }]));
  expect(await lineOf(order.id)).toMatchObject({ qtyCancelled: 3, qtyReserved: 1 });
  expect(await available(NEW_JERSEY)).toBe(start - 1);
});

test('an order that holds less than it needs keeps what it holds until fewer are needed', async () => {
  await shop({ strategy: 'pinned' });
  const start = await available(NEW_JERSEY);
  const order = await arrive(3);
  const { id: line } = order.lines.orderLine[0] as Line;
  const { channelOrderNo } = (
    await clerk.get<{ channelOrderNo: string }>('/orders/salesOrder/queryById', { id: order.id })
  ).result;
  // The channel wants more than there is: three are held, the rest is short.
  await scene.sim('POST', `/orders/${channelOrderNo}`, {
    products: [{ from: 0, quantity: start + 3 }],
  });
  await pull(scene, clerk);
  await must(clerk.post(`/orders/salesOrder/${order.id}/applyChange`, {}));
  expect(await read(order.id)).toMatchObject({ holds: ['outOfStock'] });
  expect(await lineOf(order.id)).toMatchObject({ qty: start + 3, qtyReserved: 3 });
  const cancel = (qty: number) =>
    must(
      clerk.post(`/orders/salesOrder/${order.id}/cancel`, {
        reason: '买家少要',
        lines: [{ lineId: line, qty }],
      }),
    );
  await cancel(start - 1);
  expect(await lineOf(order.id)).toMatchObject({ qtyReserved: 3 });
  await cancel(2);
  expect(await lineOf(order.id)).toMatchObject({ qtyReserved: 2 });
  expect(await available(NEW_JERSEY)).toBe(start - 2);
});

test('拒单 is an answer to an order nobody has taken: taken, it can only be cancelled', async () => {
  await shop({ strategy: 'priority' });
  const order = await arrive(1);
  await must(clerk.post(`/orders/salesOrder/${order.id}/accept`));
  const refuse = () => clerk.post(`/orders/salesOrder/${order.id}/reject`, { reason: '停产' });
  const stays = async (...states: string[]): Promise<void> => {
    expect(await refuse()).toMatchObject({ status: 409, message: '当前状态不允许此操作' });
    expect(states).toContain((await read(order.id)).status);
    expect(await lineOf(order.id)).toMatchObject({ qtyCancelled: 0, qtyReserved: 1 });
  };
  // The channel may have answered by now.
  await stays('accepted', 'ready');
  await scene.settled();
  await stays('ready');
  await must(clerk.post(`/orders/salesOrder/${order.id}/start`));
  await stays('processing');
  const other = await arrive(1);
  await must(clerk.post(`/orders/salesOrder/${other.id}/reject`, { reason: '停产' }));
  expect(await read(other.id)).toMatchObject({ status: 'rejected' });
  expect(await lineOf(other.id)).toMatchObject({ qtyCancelled: 1, qtyReserved: 0 });
});

test('a shop that holds stock late accepts what is there, and more only where it may owe', async () => {
  await shop({ strategy: 'pinned', reserveOn: 'accept', allowBackorder: false });
  const start = await available(NEW_JERSEY);
  const accept = (id: string) => clerk.post(`/orders/salesOrder/${id}/accept`);
  const some = await arrive(2);
  expect(await lineOf(some.id)).toMatchObject({ qtyReserved: 0 });
  await must(accept(some.id));
  expect(await lineOf(some.id)).toMatchObject({ qtyReserved: 2 });
  const tooMany = await arrive(start);
  expect(tooMany).toMatchObject({ status: 'new', holds: [] });
  const refused = await accept(tooMany.id);
  expect(refused).toMatchObject({ status: 409 });
  expect(refused.message).toContain('库存不足');
  expect(await read(tooMany.id)).toMatchObject({ status: 'new', holds: [] });
  await shop({ allowBackorder: true });
  await must(accept(tooMany.id));
  expect(await lineOf(tooMany.id)).toMatchObject({ qtyReserved: 0 });
  await shop({ reserveOn: 'receive', allowBackorder: false });
});

test('an order on hold is not accepted, whatever it is held for', async () => {
  const order = await arrive(1);
  await must(clerk.post(`/orders/salesOrder/${order.id}/hold`, { reason: '等客户回复' }));
  expect(await clerk.post(`/orders/salesOrder/${order.id}/accept`)).toMatchObject({
    status: 409,
    message: '订单有未处理的挂起：人工',
  });
  await must(clerk.post(`/orders/salesOrder/${order.id}/release`, {}));
  await must(clerk.post(`/orders/salesOrder/${order.id}/accept`));
});
