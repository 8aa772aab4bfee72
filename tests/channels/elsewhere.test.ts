import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { covers } from '#tests/spec/covers.ts';
import { look, openShop, ordersOf, place, pull, type AuditFacts, type OrderRow } from './shop.ts';

/** Orders that another system of the seller's, or a person at the marketplace, has dealt with. */
let scene: TestApp;
let clerk: Client;

beforeAll(async () => {
  scene = await startTestApp();
  clerk = await scene.as('yunying');
});
afterAll(() => scene.stop());

const orderOf = async (po: string): Promise<OrderRow> => {
  const [order] = await ordersOf(clerk, { channelOrderNo: po });
  if (!order) throw new Error(`no order ${po}`);
  return order;
};

const factOf = async (id: string, key: string): Promise<unknown> =>
  (await clerk.get<Record<string, unknown>>('/orders/salesOrder/queryById', { id })).result[key];

const reservedFor = (po: string): Promise<number> =>
  look(scene, async (tx) => {
    const row = await tx.one<{ qty: number }>`
      select coalesce(sum(r.qty), 0)::integer as qty from reservation r
        join order_line l on l.tenant_id = r.tenant_id and l.id = r.order_line_id
        join sales_order o on o.tenant_id = l.tenant_id and o.id = l.order_id
      where r.tenant_id = ${tx.tenant} and r.status = 'open' and o.channel_order_no = ${po}`;
    return row.qty;
  });

const move = async (id: string, name: string): Promise<void> => {
  const answer = await clerk.post(`/orders/salesOrder/${id}/${name}`);
  expect(answer.success, `${name}: ${answer.message}`).toBe(true);
  await scene.settled();
};

const callsOf = async (po: string): Promise<Record<string, unknown> | undefined> =>
  (await scene.sim<AuditFacts>('GET', '/audit')).facts[po];

const elsewhere = (po: string, what: 'accepted' | 'shipped'): Promise<unknown> =>
  scene.sim('POST', '/elsewhere', { poNumber: po, what });

async function freshOrder(): Promise<OrderRow> {
  const [made] = await place(scene, [
    { warehouseId: '31842', lines: [{ partNumber: 'WB-BED-HALDEN-QN', quantity: 1 }] },
  ]);
  await pull(scene, clerk);
  const order = await orderOf(made?.poNumber as string);
  expect(order).toMatchObject({ status: 'new', holds: [] });
  return order;
}

interface Moving {
  poNumbers: string[];
  acceptedElsewhere: string[];
  shippedElsewhere: string[];
}

test('on the first connection what was answered or shipped elsewhere is history, with nothing reserved', async () => {
  covers('ours: answered elsewhere');
  const facts = await scene.sim<Moving>('POST', '/seed', { scenario: 'moving', seed: 11 });
  await openShop(scene, clerk);
  const past = [...facts.acceptedElsewhere, ...facts.shippedElsewhere];
  expect(past).toHaveLength(8);
  for (const po of facts.poNumbers) {
    const { id, status, holds } = await orderOf(po);
    const isPast = past.includes(po);
    expect({ po, status }).toEqual({ po, status: isPast ? 'history' : 'new' });
    if (isPast) expect(holds).toEqual([]);
    expect((await reservedFor(po)) > 0).toBe(!isPast);
    expect((await factOf(id, 'shippedAt')) !== null).toBe(facts.shippedElsewhere.includes(po));
  }
  const shown = await ordersOf(clerk, { tab: 'shipped' });
  expect(shown.map((order) => order.channelOrderNo).sort()).toEqual(past.sort());
  expect(await scene.violations()).toEqual([]);
});

test('history that was only answered can be taken over: it holds stock, and the channel is not asked again', async () => {
  const past = await ordersOf(clerk, { tab: 'shipped' });
  const shippedAt = new Map<string, unknown>();
  for (const { id } of past) shippedAt.set(id, await factOf(id, 'shippedAt'));
  const left = past.find(({ id }) => shippedAt.get(id) !== null) as OrderRow;
  expect(await clerk.post(`/orders/salesOrder/${left.id}/takeOver`)).toMatchObject({
    success: false,
    message: '平台显示该订单已在他处发货，不能接管',
  });
  const open = past.find(({ id }) => shippedAt.get(id) === null) as OrderRow;
  await move(open.id, 'takeOver');
  expect((await orderOf(open.channelOrderNo)).status).toBe('new');
  expect(await reservedFor(open.channelOrderNo)).toBeGreaterThan(0);
  await move(open.id, 'accept');
  expect((await orderOf(open.channelOrderNo)).status).toBe('ready');
  expect((await callsOf(open.channelOrderNo))?.['acceptCalls'] ?? 0).toBe(0);
  expect(await scene.violations()).toEqual([]);
});

test('an order that somebody else answers while it waits here stops, and says so', async () => {
  covers('ours: answered elsewhere');
  const { id, channelOrderNo: po } = await freshOrder();
  // Before anybody said so it is ours.
  expect((await clerk.post(`/orders/salesOrder/${id}/archive`)).success).toBe(false);
  await elsewhere(po, 'accepted');
  await pull(scene, clerk);
  expect(await orderOf(po)).toMatchObject({ status: 'new', holds: ['answeredElsewhere'] });
  expect(await clerk.post(`/orders/salesOrder/${id}/accept`)).toMatchObject({
    success: false,
    message: '订单有未处理的挂起：他处已接单',
  });
  await move(id, 'archive');
  expect(await orderOf(po)).toMatchObject({ status: 'history', holds: [] });
  expect(await reservedFor(po)).toBe(0);
  expect(await factOf(id, 'cancelSync')).toBe('none');
});

test('what a person has released is not stopped again by what they knew, and the channel is not asked', async () => {
  const { id, channelOrderNo: po } = await freshOrder();
  await elsewhere(po, 'accepted');
  await pull(scene, clerk);
  await move(id, 'release');
  await pull(scene, clerk);
  expect(await orderOf(po)).toMatchObject({ status: 'new', holds: [] });
  await move(id, 'accept');
  expect(await orderOf(po)).toMatchObject({ status: 'ready', holds: [] });
  expect((await callsOf(po))?.['acceptCalls'] ?? 0).toBe(0);
});

test('an acceptance that meets somebody else’s is no repeat of ours: the order stops before anything leaves', async () => {
  const { id, channelOrderNo: po } = await freshOrder();
  await elsewhere(po, 'accepted');
  await move(id, 'accept');
  expect(await orderOf(po)).toMatchObject({ status: 'accepted', holds: ['answeredElsewhere'] });
  expect(await callsOf(po)).toMatchObject({ acceptCalls: 1, acceptEffects: 0 });
  await move(id, 'release');
  expect(await orderOf(po)).toMatchObject({ status: 'ready', holds: [] });
  // Known by now: the next pulls do not stop it again.
  await pull(scene, clerk);
  expect(await orderOf(po)).toMatchObject({ status: 'ready', holds: [] });
});

test('our own acceptance whose answer was lost is ours', async () => {
  const { id, channelOrderNo: po } = await freshOrder();
  await scene.sim('POST', '/faults', {
    plan: [{ fault: 'timeout-after-commit', match: { operation: 'accept', times: 1 } }],
  });
  await move(id, 'accept');
  expect(await orderOf(po)).toMatchObject({ status: 'ready', holds: [] });
  expect(await callsOf(po)).toMatchObject({ acceptEffects: 1 });
});

test('it stays ours where a later call of it was not let through', async () => {
  const { id, channelOrderNo: po } = await freshOrder();
  const accept = (nth: number) => ({ operation: 'accept', nth, times: 1 });
  await scene.sim('POST', '/faults', {
    plan: [
      { fault: 'effect-late', lagMs: 60_000, match: accept(1) },
      { fault: 'timeout-after-commit', match: accept(1) },
      { fault: '429', retryAfterSeconds: 60, match: accept(2) },
    ],
  });
  await move(id, 'accept');
  expect(await orderOf(po)).toMatchObject({ status: 'ready', holds: [] });
  expect(await callsOf(po)).toMatchObject({ acceptEffects: 1 });
});

test('what was shipped elsewhere becomes history while it waits, and stops while we are at it', async () => {
  const waiting = await freshOrder();
  const ready = await freshOrder();
  await move(ready.id, 'accept');
  const packing = await freshOrder();
  await move(packing.id, 'accept');
  const admin = await scene.as('admin');
  expect((await admin.post(`/orders/salesOrder/${packing.id}/start`)).success).toBe(true);
  await elsewhere(packing.channelOrderNo, 'shipped');
  await elsewhere(waiting.channelOrderNo, 'shipped');
  await elsewhere(ready.channelOrderNo, 'shipped');
  await pull(scene, clerk);
  expect((await orderOf(waiting.channelOrderNo)).status).toBe('history');
  expect(await reservedFor(waiting.channelOrderNo)).toBe(0);
  expect(await orderOf(ready.channelOrderNo)).toMatchObject({
    status: 'ready',
    holds: ['answeredElsewhere'],
  });
  expect(await orderOf(packing.channelOrderNo)).toMatchObject({
    status: 'processing',
    holds: ['answeredElsewhere'],
  });
  expect(await clerk.post(`/orders/salesOrder/${ready.id}/start`)).toMatchObject({
    success: false,
  });
  await move(ready.id, 'release');
  await pull(scene, clerk);
  expect((await orderOf(ready.channelOrderNo)).holds).toEqual([]);
  expect(await scene.violations()).toEqual([]);
});

test('what was shipped elsewhere in part stops at every stage, and names what must not leave twice', async () => {
  const bed = 'WB-BED-HALDEN-QN';
  const lamp = 'WB-LMP-PEBB-TBL';
  const placed = await place(
    scene,
    Array.from({ length: 3 }, () => ({
      warehouseId: '31842',
      lines: [
        { partNumber: bed, quantity: 1 },
        { partNumber: lamp, quantity: 1 },
      ],
    })),
  );
  const [past, waiting, ready] = placed.map(({ poNumber }) => poNumber) as [string, string, string];
  const half = (poNumber: string) => scene.sim('POST', '/elsewhere', { poNumber, what: 'shipped', parts: [bed] });
  await half(past);
  await pull(scene, clerk);
  await move((await orderOf(ready)).id, 'accept');
  await half(waiting);
  await half(ready);
  await pull(scene, clerk);
  expect((await orderOf(past)).status).toBe('history');
  await move((await orderOf(past)).id, 'takeOver');
  const details = async (po: string) => {
    const { id } = await orderOf(po);
    const { result } = await clerk.get<{
      lines: { orderHold: { type: string; detail: string; closedAt: string | null }[] };
    }>('/orders/salesOrder/queryById', { id });
    return result.lines.orderHold
      .filter(({ type, closedAt }) => type === 'answeredElsewhere' && closedAt === null)
      .map(({ detail }) => detail);
  };
  for (const po of [past, waiting, ready]) {
    const reported = await details(po);
    expect(reported, po).toEqual([`平台显示部分商品已在他处发货：${bed}。请先取消这些商品，再放行其余`]);
  }
  // Released by a person, it is not stopped for the same again.
  await move((await orderOf(ready)).id, 'release');
  await pull(scene, clerk);
  expect(await details(ready)).toEqual([]);
  expect(await scene.violations()).toEqual([]);
});

test('what the channel changed while an order was history waits for who takes it over', async () => {
  const bed = 'WB-BED-HALDEN-QN';
  const lamp = 'WB-LMP-PEBB-TBL';
  const [made] = await place(scene, [
    {
      warehouseId: '31842',
      lines: [
        { partNumber: bed, quantity: 1 },
        { partNumber: lamp, quantity: 3 },
      ],
    },
  ]);
  const po = made?.poNumber as string;
  await elsewhere(po, 'accepted');
  await pull(scene, clerk);
  await scene.sim('POST', `/orders/${po}`, {
    shipTo: { city: 'Austin', state: 'TX', postalCode: '78701' },
    products: [
      { from: 1, quantity: 2 },
      { from: 0, isCancelled: true },
    ],
  });
  await pull(scene, clerk);
  const { id, status } = await orderOf(po);
  expect(status).toBe('history');
  await move(id, 'takeOver');
  expect(await orderOf(po)).toMatchObject({ status: 'new', holds: ['channelChange'] });
  await move(id, 'applyChange');
  const { result } = await clerk.get<{
    shipToCity: string;
    lines: { orderLine: { channelSku: string; qty: number; qtyCancelled: number }[] };
  }>('/orders/salesOrder/queryById', { id });
  expect(result.shipToCity).toBe('Austin');
  expect(result.lines.orderLine.map((line) => [line.channelSku, line.qty - line.qtyCancelled])).toEqual([
    [bed, 0],
    [lamp, 2],
  ]);
  expect(await orderOf(po)).toMatchObject({ status: 'new', holds: [] });
  expect(await scene.violations()).toEqual([]);
});
