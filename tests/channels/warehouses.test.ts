import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { covers } from '#tests/spec/covers.ts';
import { look, openShop, ordersOf, place, pull, type OrderRow, type Page } from './shop.ts';

/** Channel warehouses that stand for no local one, or for one that is closed. */
const NEW_JERSEY = '31842';
const CALIFORNIA = '31843';
const STOOL = 'WB-DCH-BRAM-CTR';

let scene: TestApp;
let clerk: Client;
let admin: Client;

beforeAll(async () => {
  scene = await startTestApp();
  clerk = await scene.as('yunying');
  admin = await scene.as('admin');
  await openShop(scene, clerk);
});
afterAll(() => scene.stop());

interface Link {
  id: string;
  channelCode: string;
  warehouseId: string;
}

const linkOf = async (channelCode: string): Promise<Link> => {
  const { result } = await admin.get<Page<Link>>('/base/channelWarehouse/list', { channelCode });
  return result.records[0] as Link;
};

const must = async (answer: Promise<{ success: boolean; message: string }>): Promise<void> => {
  const { success, message } = await answer;
  expect(success, message).toBe(true);
};

const unlink = async (channelCode: string): Promise<Link> => {
  const link = await linkOf(channelCode);
  await must(admin.delete('/base/channelWarehouse/delete', { id: link.id }));
  return link;
};

const map = (channelCode: string, warehouseId: string): Promise<void> =>
  must(
    admin.post('/base/channelWarehouse/add', {
      accountId: scene.seller.accountId,
      channelCode,
      warehouseId,
    }),
  );

const setShop = (values: Record<string, unknown>): Promise<void> =>
  must(admin.put('/base/channelAccount/edit', { id: scene.seller.accountId, ...values }));

const orderOf = async (po: string): Promise<OrderRow & { warehouseId: string | null }> => {
  const [order] = await ordersOf(clerk, { channelOrderNo: po });
  return order as OrderRow & { warehouseId: string | null };
};

async function arrive(warehouseId: string): Promise<string> {
  const [made] = await place(scene, [{ warehouseId, lines: [{ partNumber: STOOL, quantity: 1 }] }]);
  await pull(scene, clerk);
  return made?.poNumber as string;
}

const reservedIn = (po: string): Promise<string[]> =>
  look(scene, async (tx) => {
    const rows = await tx.rows<{ warehouseId: string }>`
      select r.warehouse_id from reservation r
        join order_line l on l.tenant_id = r.tenant_id and l.id = r.order_line_id
        join sales_order o on o.tenant_id = l.tenant_id and o.id = l.order_id
      where r.tenant_id = ${tx.tenant} and r.status = 'open' and o.channel_order_no = ${po}`;
    return rows.map((row) => row.warehouseId);
  });

test.each(['receive', 'accept'])(
  'an unmapped warehouse holds the order (stock held on %s); the mapping releases it by itself',
  async (reserveOn) => {
    covers('ours: channel warehouses');
    await setShop({ reserveOn });
    const { warehouseId } = await unlink(CALIFORNIA);
    const po = await arrive(CALIFORNIA);
    const order = await orderOf(po);
    expect(order).toMatchObject({ holds: ['unmappedWarehouse'], warehouseId: null });
    expect(await reservedIn(po)).toEqual([]);
    expect(await clerk.post(`/orders/salesOrder/${order.id}/accept`)).toMatchObject({
      success: false,
      message: '订单有未处理的挂起：仓库未映射',
    });
    // Nor does anybody release it by hand: goods would leave from where they are not wanted.
    expect((await clerk.post(`/orders/salesOrder/${order.id}/release`)).success).toBe(false);
    // Choosing again finds no other warehouse either.
    await must(clerk.post(`/orders/salesOrder/${order.id}/reallocate`));
    expect((await orderOf(po)).holds).toEqual(['unmappedWarehouse']);
    await map(CALIFORNIA, warehouseId);
    expect(await orderOf(po)).toMatchObject({ holds: [], warehouseId });
    expect(await reservedIn(po)).toEqual(reserveOn === 'receive' ? [warehouseId] : []);
    await must(clerk.post(`/orders/salesOrder/${order.id}/accept`));
    await scene.settled();
    expect((await orderOf(po)).status).toBe('ready');
    expect(await reservedIn(po)).toEqual([warehouseId]);
    await setShop({ reserveOn: 'receive' });
    expect(await scene.violations()).toEqual([]);
  },
);

test('an order that waits for a mapping takes its goods from a warehouse that the channel newly names', async () => {
  const { warehouseId: old } = await unlink(NEW_JERSEY);
  const po = await arrive(NEW_JERSEY);
  expect((await orderOf(po)).holds).toEqual(['unmappedWarehouse']);
  await scene.sim('POST', `/orders/${po}`, { warehouseId: CALIFORNIA });
  await pull(scene, clerk);
  const { id } = await orderOf(po);
  await must(clerk.post(`/orders/salesOrder/${id}/applyChange`));
  const { warehouseId } = await linkOf(CALIFORNIA);
  expect(await orderOf(po)).toMatchObject({ holds: [], warehouseId });
  expect(await reservedIn(po)).toEqual([warehouseId]);
  await must(clerk.post(`/orders/salesOrder/${id}/cancel`, { reason: '腾出库存' }));
  await map(NEW_JERSEY, old);
});

test.each([
  ['warehouse', 'warehouse'],
  ['link to a warehouse', 'channelWarehouse'],
])('a closed %s is not replaced; opened again, it releases what waited', async (_, name) => {
  const { id: linkId, warehouseId } = await linkOf(CALIFORNIA);
  const id = name === 'warehouse' ? warehouseId : linkId;
  const setStatus = (status: string): Promise<void> => must(admin.put(`/base/${name}/edit`, { id, status }));
  await setStatus('disabled');
  const po = await arrive(CALIFORNIA);
  expect(await orderOf(po)).toMatchObject({ holds: ['unmappedWarehouse'], warehouseId: null });
  await setStatus('enabled');
  const { id: orderId } = await orderOf(po);
  expect(await orderOf(po)).toMatchObject({ holds: [], warehouseId });
  expect(await reservedIn(po)).toEqual([warehouseId]);
  await must(clerk.post(`/orders/salesOrder/${orderId}/cancel`, { reason: '腾出库存' }));
});

test('an order whose warehouse feeds the shop no more gets no goods from another', async () => {
  const { warehouseId } = await linkOf(CALIFORNIA);
  await setShop({ reserveOn: 'accept' });
  const po = await arrive(CALIFORNIA);
  const { id } = await orderOf(po);
  const { warehouseId: same } = await unlink(CALIFORNIA);
  const refused = await clerk.post(`/orders/salesOrder/${id}/accept`);
  expect(refused).toMatchObject({ success: false, code: 409 });
  expect(await reservedIn(po)).toEqual([]);
  await map(CALIFORNIA, same);
  await must(clerk.post(`/orders/salesOrder/${id}/accept`));
  await scene.settled();
  expect(await reservedIn(po)).toEqual([warehouseId]);
  await setShop({ reserveOn: 'receive' });
});

test('a shop that chooses for itself waits for no mapping, and one that begins to is released', async () => {
  const { warehouseId: california } = await unlink(CALIFORNIA);
  const po = await arrive(CALIFORNIA);
  expect((await orderOf(po)).holds).toEqual(['unmappedWarehouse']);
  await setShop({ strategy: 'priority' });
  expect((await orderOf(po)).holds).toEqual([]);
  const own = await arrive(CALIFORNIA);
  expect((await orderOf(own)).holds).toEqual([]);
  expect(await reservedIn(own)).not.toContain(california);
  await setShop({ strategy: 'pinned' });
  await map(CALIFORNIA, california);
});

test('labels are never asked for in the name of a warehouse that does not hold the goods', async () => {
  const { warehouseId: newJersey } = await linkOf(NEW_JERSEY);
  const po = await arrive(CALIFORNIA);
  const { id } = await orderOf(po);
  await must(clerk.post(`/orders/salesOrder/${id}/reallocate`, { warehouseId: newJersey }));
  await must(clerk.post(`/orders/salesOrder/${id}/accept`));
  await scene.settled();
  await must(clerk.post(`/orders/salesOrder/${id}/start`));
  const packer = await scene.as('cangku');
  const shipments = await packer.get<Page<{ id: string }>>('/fulfilment/shipment/list', {
    orderId: id,
  });
  const shipmentId = shipments.result.records[0]?.id as string;
  await must(packer.post(`/fulfilment/shipment/${shipmentId}/pack`));
  await must(packer.post(`/fulfilment/shipment/${shipmentId}/sealAll`));
  const link = await unlink(NEW_JERSEY);
  const refused = await packer.post(
    `/fulfilment/shipment/${shipmentId}/register`,
    {},
    { 'idempotency-key': 'unknown warehouse' },
  );
  expect(refused.success).toBe(false);
  expect(refused.message).toContain('没有映射该店铺的渠道仓代码');
  expect(refused.message).toContain(CALIFORNIA);
  await map(NEW_JERSEY, link.warehouseId);
  await scene.sim('DELETE', '/log');
  await must(packer.post(`/fulfilment/shipment/${shipmentId}/register`, {}, { 'idempotency-key': 'known warehouse' }));
  await scene.settled();
  // The goods are in New Jersey: this channel refuses that in its own words, and is not lied to.
  const { result } = await packer.get<{ status: string; labelError: string | null }>('/fulfilment/shipment/queryById', {
    id: shipmentId,
  });
  expect(result).toMatchObject({ status: 'packed' });
  expect(result.labelError).toContain('Invalid warehouse id');
});

interface ShownStock {
  environments: { production: { stock: Record<string, Record<string, { onHand: number }>> } };
}

/** Units that the marketplace shows under a code. */
async function shownIn(code: string): Promise<number> {
  const { environments } = await scene.sim<ShownStock>('GET', '/state');
  return Object.values(environments.production.stock[code] ?? {}).reduce((sum, { onHand }) => sum + onHand, 0);
}

interface Push {
  id: string;
  status: string;
}

const lastPush = async (): Promise<Push | undefined> =>
  (await clerk.get<Page<Push>>('/channels/stockPush/list', { pageSize: '1' })).result.records[0];

/** A way that leaves no open warehouse behind California's code, and the way back. */
const CLOSINGS: Readonly<Record<string, (link: Link) => Promise<() => Promise<void>>>> = {
  async 'its warehouse is closed'({ warehouseId: id }) {
    await must(admin.put('/base/warehouse/edit', { id, status: 'disabled' }));
    return () => must(admin.put('/base/warehouse/edit', { id, status: 'enabled' }));
  },
  async 'its link is deleted'({ warehouseId }) {
    await unlink(CALIFORNIA);
    return () => map(CALIFORNIA, warehouseId);
  },
  async 'its link is given another code'({ id }) {
    await must(admin.put('/base/channelWarehouse/edit', { id, channelCode: '31849' }));
    return () => must(admin.put('/base/channelWarehouse/edit', { id, channelCode: CALIFORNIA }));
  },
};

test.each(Object.entries(CLOSINGS))('when %s, the marketplace stops selling from there', async (_name, close) => {
  await scene.settled();
  const before = await shownIn(CALIFORNIA);
  expect(before).toBeGreaterThan(0);
  const open = await close(await linkOf(CALIFORNIA));
  await scene.settled();
  const blocked = await lastPush();
  // So much at once waits for a signature, and says so on the home page.
  expect(blocked?.status).toBe('blocked');
  const todos = (await admin.get<{ key: string; count: number }[]>('/desk/todo')).result;
  expect(todos.find(({ key }) => key === 'feedBlocked')?.count).toBe(1);
  const { records } = (
    await clerk.get<Page<object>>('/channels/channelStock/list', { channelWarehouseCode: CALIFORNIA })
  ).result;
  expect(records[0]).toMatchObject({ wantedQty: 0, stopped: 'noWarehouse', gap: 'differs' });
  await must(admin.post(`/channels/stockPush/${blocked?.id}/override`, { reason: '关仓' }));
  await scene.settled();
  expect(await shownIn(CALIFORNIA)).toBe(0);
  expect(
    (await clerk.get<Page<object>>('/channels/channelStock/list', { channelWarehouseCode: CALIFORNIA })).result.total,
  ).toBe(0);
  await open();
  await scene.settled();
  expect(await shownIn(CALIFORNIA)).toBe(before);
});

test('nothing is sold from a closed warehouse by a rule of a fixed quantity', async () => {
  const { warehouseId: id } = await linkOf(CALIFORNIA);
  const sku = scene.seller.skus[STOOL] as string;
  const rule = { accountId: scene.seller.accountId, skuId: sku, mode: 'fixed', fixedQty: 7, priority: 1 };
  await must(clerk.post('/channels/inventorySyncRule/add', { safetyQty: 0, pct: 100, ...rule }));
  await scene.settled();
  await must(admin.put('/base/warehouse/edit', { id, status: 'disabled' }));
  await scene.settled();
  await must(admin.post(`/channels/stockPush/${(await lastPush())?.id}/override`, { reason: '关仓' }));
  await scene.settled();
  expect(await shownIn(CALIFORNIA)).toBe(0);
  await must(admin.put('/base/warehouse/edit', { id, status: 'enabled' }));
  await scene.settled();
});

test('what buyers want cancelled is heard also of a warehouse that has been closed', async () => {
  const { warehouseId: id } = await linkOf(CALIFORNIA);
  const po = await arrive(CALIFORNIA);
  // As in a shop that has never pushed any stock.
  await look(scene, (tx) => tx.run`delete from shown_code where tenant_id = ${tx.tenant}`);
  await must(admin.put('/base/warehouse/edit', { id, status: 'disabled' }));
  await scene.sim('POST', '/cancellations', { po, partNumber: STOOL, quantity: 1 });
  await pull(scene, clerk);
  expect((await orderOf(po)).holds).toContain('cancelRequest');
  await must(admin.put('/base/warehouse/edit', { id, status: 'enabled' }));
  await scene.settled();
  expect(await scene.violations()).toEqual([]);
});
