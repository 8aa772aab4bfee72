import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { look, openShop, place, pull, type Page } from './shop.ts';

export const CHAIR = 'WB-DCH-HOLM-S2';
export const STOOL = 'WB-DCH-BRAM-CTR';
export const NEW_JERSEY = '31842';
export const CALIFORNIA = '31843';

export let scene: TestApp;
export let clerk: Client;
export let finance: Client;

interface Item {
  id: string;
  field: string;
  channelSku: string | null;
  before: string | null;
  after: string | null;
  isHidden: boolean;
  status: string;
  decidedBy: string | null;
  decision: string | null;
}
export interface Line {
  id: string;
  lineNo: number;
  channelSku: string;
  qty: number;
  qtyCancelled: number;
  qtyReserved: number;
  unitPrice: string;
  lineNet: string;
  skuId: string | null;
}
interface Order {
  id: string;
  status: string;
  holds: string[];
  total: string;
  unitCount: number;
  shipSpeed: string;
  carrierCode: string | null;
  warehouseId: string;
  shipToCity: string;
  shipBy: string;
  acceptSync: string;
  cancelSync: string;
  version: number;
  changes: { summary: string; items: Item[] }[];
  lines: {
    orderLine: Line[];
    orderHold: { type: string; detail: string; closedAt: string | null }[];
  };
}

export let po = '';
export let id = '';

export const read = async (who: Client = clerk): Promise<Order> =>
  (await who.get<Order>('/orders/salesOrder/queryById', { id })).result;

interface Said {
  partNumber: string;
  quantity: number;
  price?: number;
}
export async function arrive(lines: Said[], more: Record<string, unknown> = {}): Promise<Order> {
  const [made] = await place(scene, [{ warehouseId: NEW_JERSEY, lines, ...more }]);
  po = made?.poNumber as string;
  await pull(scene, clerk);
  const page = await clerk.get<Page<{ id: string }>>('/orders/salesOrder/list', {
    channelOrderNo: po,
  });
  id = page.result.records[0]?.id as string;
  return read();
}

/** The channel says the order again, and we read it. */
export async function say(change: Record<string, unknown>): Promise<Order> {
  await scene.sim('POST', `/orders/${po}`, change);
  await pull(scene, clerk);
  return read();
}

export const move = (name: string, answers: Record<string, unknown> = {}, who: Client = clerk) =>
  who.post(`/orders/salesOrder/${id}/${name}`, answers);

export async function must(name: string, answers: Record<string, unknown> = {}, who: Client = clerk) {
  const { success, message } = await move(name, answers, who);
  expect(success, message).toBe(true);
  await scene.settled();
  return read();
}

/** What is really held for the order, and where. */
export const held = () =>
  look(
    scene,
    (tx) =>
      tx.rows<{ sku: string; qty: number; warehouseId: string }>`
      select l.channel_sku as sku, sum(r.qty)::integer as qty, r.warehouse_id as "warehouseId"
      from reservation r join order_line l on l.tenant_id = r.tenant_id and l.id = r.order_line_id
      where r.tenant_id = ${tx.tenant} and r.status = 'open' and l.order_id = ${id}::uuid
      group by 1, 3 order by 1 desc, 3`,
  );

export const itemsOf = (order: Order) =>
  order.changes.flatMap(({ items }) =>
    items.map(({ field, channelSku, before, after, status }) => [field, channelSku, before, after, status]),
  );

export async function packed(): Promise<string> {
  const admin = await scene.as('admin');
  const shipment = await startedAlready(admin);
  for (const name of ['pack', 'sealAll', 'register']) {
    const done = await admin.post(
      `/fulfilment/shipment/${shipment}/${name}`,
      {},
      { 'idempotency-key': `${name} ${id}` },
    );
    expect(done.success, `${name}: ${done.message}`).toBe(true);
    await scene.settled();
  }
  return shipment;
}

export async function startedAlready(admin: Client): Promise<string> {
  const started = await admin.post(`/orders/salesOrder/${id}/start`);
  expect(started.success, started.message).toBe(true);
  const page = await admin.get<Page<{ id: string }>>('/fulfilment/shipment/list', { orderId: id });
  return page.result.records[0]?.id as string;
}

/** Again, where so much time has passed that sessions have ended. */
export async function signIn(): Promise<void> {
  clerk = await scene.as('yunying');
  finance = await scene.as('caiwu');
}

/** A shop whose channel says one order again and again; every test has one of its own. */
export function openChangedOrders(): void {
  beforeAll(async () => {
    scene = await startTestApp();
    await signIn();
    await openShop(scene, clerk);
  });
  afterAll(() => scene.stop());
  /** Whatever an order held goes back to the shelf: the next one finds the same stock. */
  afterEach(async () => {
    await move('cancel', { reason: '腾出库存', acceptLabelLoss: true });
    await scene.settled();
    expect(await scene.violations()).toEqual([]);
  });
}
