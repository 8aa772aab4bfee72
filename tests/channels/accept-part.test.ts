import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addDays, dayIn, parseWireTime } from '#kit/model/time.ts';
import { startTestApp, type Answer, type Client, type TestApp } from '#tests/harness/app.ts';
import { firstOf, must, NEW_JERSEY, newOrder } from '#tests/lifecycles/one-of-each.ts';
import { addStock } from '#tests/races/goods.ts';
import { covers } from '#tests/spec/covers.ts';
import { look, openShop, pull, type AuditFacts } from './shop.ts';

/** 部分接单 and 缺货待补: of each line so many now, so many later, so many not at all. */

const CHAIR = 'WB-DCH-HOLM-S2';
const STOOL = 'WB-DCH-BRAM-CTR';
let scene: TestApp;
let clerk: Client;
let packer: Client;
let admin: Client;

beforeAll(async () => {
  scene = await startTestApp();
  clerk = await scene.as('yunying');
  packer = await scene.as('cangku');
  admin = await scene.as('admin');
  await openShop(scene, clerk);
  await scene.sim('POST', '/config', { requireRegister: false });
  await shop({ allowBackorder: true });
});
afterAll(() => scene?.stop());
beforeEach(async () => {
  await scene.settled();
  expect(await scene.violations()).toEqual([]);
});

async function shop(change: object): Promise<void> {
  const { accountId: id } = scene.seller;
  const { version } = await must(admin.get<{ version: number }>('/base/channelAccount/queryById', { id }));
  await must(admin.put('/base/channelAccount/edit', { id, version, ...change }));
}

interface Line {
  id: string;
  channelSku: string;
  qty: number;
  qtyReserved: number;
  qtyBackordered: number;
  qtyCancelled: number;
  qtyShipped: number;
  backorderDate: string | null;
  estShipDate: string | null;
}
interface Order {
  id: string;
  status: string;
  holds: string[];
  shipBy: string;
  backorderDate: string | null;
  acceptSync: string;
  cancelSync: string;
  lines: { orderLine: Line[] };
}

const read = (id: string): Promise<Order> => must(clerk.get<Order>('/orders/salesOrder/queryById', { id }));

const part = (id: string, lines: object[], more: object = {}): Promise<Answer<{ state: string }>> =>
  clerk.post(`/orders/salesOrder/${id}/acceptPart`, { lines: JSON.stringify(lines), ...more });

const make = (...lines: [string, number][]) =>
  newOrder(scene, clerk, {
    lines: lines.map(([partNumber, quantity]) => ({ partNumber, quantity })),
  });

/** The next day, from so many ahead, on which the warehouse works. */
function workday(from: number): string {
  let day = addDays(dayIn(scene.now(), 'America/New_York'), from);
  while ([0, 6].includes(new Date(day).getUTCDay()) || day.slice(5) === '11-26') day = addDays(day, 1);
  return day;
}

/** What New Jersey can promise of a part. */
const available = (sku: string): Promise<number> =>
  look(
    scene,
    async (tx) =>
      (
        await tx.one<{ n: number }>`
          select on_hand - reserved - frozen as n from stock_level
          where tenant_id = ${tx.tenant} and condition = 'good' and sku_id = ${scene.seller.skus[sku]}::uuid
            and warehouse_id = ${scene.seller.warehouses[NEW_JERSEY]}::uuid`
      ).n,
  );

test('what cannot be is refused at its line and field', async () => {
  covers('ours: part acceptance and backorder');
  const { id } = await make([CHAIR, 3], [STOOL, 2]);
  const [a, b] = (await read(id)).lines.orderLine as [Line, Line];
  const today = dayIn(scene.now(), 'America/New_York');
  const refused = async (lines: object[], more: object = {}) => {
    const answer = await part(id, lines, more);
    expect(answer.status).toBe(422);
    return (answer.result as unknown as { errors: { field: string; row: number; column?: string; message: string }[] })
      .errors;
  };
  const stools = { lineId: b.id, now: 2 };
  expect(await refused([{ lineId: a.id, now: 4 }, stools])).toMatchObject([
    { field: 'lines', row: 1, column: 'now', message: expect.stringContaining(`${CHAIR} 未发货 3 件`) as string },
  ]);
  expect(await refused([{ lineId: a.id, now: 1 }, stools])).toMatchObject([
    { field: 'lines', row: 1, column: 'now', message: `${CHAIR} 未发货 3 件，还有 2 件没有填写` },
  ]);
  const late = (backorderDate?: string) => [stools, { lineId: a.id, now: 1, backorder: 2, backorderDate }];
  expect(await refused(late())).toMatchObject([{ field: 'lines', row: 2, column: 'backorderDate' }]);
  expect(await refused(late(addDays(today, -1)))).toMatchObject([
    { field: 'lines', row: 2, column: 'backorderDate', message: `日期已过，最早 ${today}（发货仓当地日期）` },
  ]);
  let sunday = today;
  while (new Date(sunday).getUTCDay() !== 0) sunday = addDays(sunday, 1);
  expect(await refused(late(sunday))).toMatchObject([
    { field: 'lines', row: 2, column: 'backorderDate', message: `${sunday} 发货仓不上班` },
  ]);
  expect(await refused(late(addDays(today, 90)))).toMatchObject([{ column: 'backorderDate' }]);
  expect(await refused([{ lineId: a.id, now: 3 }])).toMatchObject([{ field: 'lines', message: `${STOOL} 还没有填写` }]);
  expect(await refused([{ lineId: a.id, now: 2, refuse: 1 }, stools])).toMatchObject([
    { field: 'reason', message: '请输入拒绝原因' },
  ]);
  const none = [
    { lineId: a.id, refuse: 3 },
    { lineId: b.id, refuse: 2 },
  ];
  expect(await refused(none, { reason: '停产' })).toMatchObject([{ field: 'lines', column: 'refuse' }]);
  for (const lines of ['{', '[]', [{ lineId: a.id, now: -1 }], [{ lineId: a.id, now: 1.5 }]])
    expect((await clerk.post(`/orders/salesOrder/${id}/acceptPart`, { lines })).status).toBe(422);
  expect((await read(id)).status).toBe('new');
});

test('units for later wait for goods, and leave once there are some; the rest leaves before', async () => {
  await addStock(scene, packer, CHAIR, 3 - (await available(CHAIR)));
  const { id, po } = await make([CHAIR, 5]);
  expect(await read(id)).toMatchObject({ holds: ['outOfStock'] });
  const [line] = (await read(id)).lines.orderLine as [Line];
  const day = workday(10);
  const before = await read(id);
  const accepted = await part(id, [
    { lineId: line.id, now: 3, backorder: 2, backorderDate: day, estShipDate: workday(1) },
  ]);
  expect(accepted.message).toBe('');
  expect(await available(CHAIR)).toBe(0);
  await scene.settled();
  const order = await read(id);
  expect(order).toMatchObject({ status: 'ready', holds: [], backorderDate: day });
  expect(order.lines.orderLine).toMatchObject([
    { qtyReserved: 3, qtyBackordered: 2, backorderDate: day, estShipDate: day },
  ]);
  expect(order.shipBy).toBe(before.shipBy);
  const { facts, violations } = await scene.sim<AuditFacts>('GET', '/audit');
  expect(violations).toEqual([]);
  expect(facts[po]).toMatchObject({ acceptEffects: 1 });
  // Nobody ships what waits: everything else does.
  const truck = await firstOf(admin, '/base/shipMethod/list', { code: 'OWN-TRK' });
  await must(clerk.post(`/orders/salesOrder/${id}/start`, { shipMethodId: truck.id }));
  await ship(id, po);
  const partly = await read(id);
  expect(partly).toMatchObject({ status: 'partial' });
  expect(partly.shipBy > before.shipBy).toBe(true);
  const early = await clerk.post(`/orders/salesOrder/${id}/start`);
  expect(early).toMatchObject({ status: 409 });
  expect(early.message).toBe(`商品缺货待补，预计 ${day} 发货，到货后自动预占`);
  await addStock(scene, packer, CHAIR, 1);
  expect((await read(id)).lines.orderLine).toMatchObject([{ qtyReserved: 0, qtyBackordered: 2 }]);
  await addStock(scene, packer, CHAIR, 200);
  expect((await read(id)).lines.orderLine).toMatchObject([{ qtyReserved: 2, qtyBackordered: 0 }]);
  expect(await read(id)).toMatchObject({ backorderDate: null, holds: [] });
  await must(clerk.post(`/orders/salesOrder/${id}/start`));
  await ship(id, po);
  expect(await read(id)).toMatchObject({ status: 'shipped' });
});

/** Packs and sends the shipment of an order that waits. */
async function ship(orderId: string, po: string): Promise<void> {
  const { result } = await packer.get<{ records: { id: string; status: string }[] }>('/fulfilment/shipment/list', {
    orderId,
  });
  await shipOf(result.records.find(({ status }) => status === 'draft')?.id ?? '', po);
}

async function shipOf(shipment: string, po: string): Promise<void> {
  for (const [name, answers] of [
    ['pack', {}],
    ['sealAll', {}],
    ['ownLabel', { carrierCode: 'OWN', trackingNo: `T-${po}-${shipment.slice(-6)}` }],
    ['ship', {}],
  ] as const)
    await must(
      packer.post(`/fulfilment/shipment/${shipment}/${name}`, answers, {
        'idempotency-key': `${name} ${shipment}`,
      }),
    );
  await scene.settled();
}

test('an order of which all waits has the deadline of its day, and the older one is served first', async () => {
  const free = await available(STOOL);
  if (free > 0) await addStock(scene, packer, STOOL, -free);
  const made = [];
  for (const ahead of [12, 9]) {
    const { id } = await make([STOOL, 2]);
    expect(await read(id)).toMatchObject({ holds: ['outOfStock'] });
    const [line] = (await read(id)).lines.orderLine as [Line];
    const day = workday(ahead);
    const answer = await part(id, [{ lineId: line.id, backorder: 2, backorderDate: day }]);
    expect(answer.message).toBe('');
    made.push({ id, day });
  }
  await scene.settled();
  const [late, soon] = made as [{ id: string; day: string }, { id: string; day: string }];
  const found = await clerk.get<{ records: { id: string }[] }>('/orders/salesOrder/list', {
    backorderDate_begin: soon.day,
  });
  expect(found.result.records.map(({ id }) => id).sort()).toEqual([late.id, soon.id].sort());
  for (const { id, day } of made) {
    const order = await read(id);
    expect(order).toMatchObject({ status: 'ready', holds: [], backorderDate: day });
    const by = parseWireTime(order.shipBy, 'Asia/Shanghai') as Date;
    expect(dayIn(by, 'America/New_York')).toBe(day);
  }
  await addStock(scene, packer, STOOL, 2);
  expect(await read(soon.id)).toMatchObject({ backorderDate: null });
  expect(await read(late.id)).toMatchObject({ backorderDate: late.day });
  await addStock(scene, packer, STOOL, 2);
  expect(await read(late.id)).toMatchObject({ backorderDate: null });
  for (const { id } of made) await must(clerk.post(`/orders/salesOrder/${id}/cancel`, { reason: '测试' }));
});

test('refused units are cancelled with their reason, and the channel wants them cancelled first', async () => {
  const { id, po } = await make([CHAIR, 3]);
  const [line] = (await read(id)).lines.orderLine as [Line];
  await must(part(id, [{ lineId: line.id, now: 2, refuse: 1 }], { reason: '只剩两件' }));
  const order = await read(id);
  expect(order.lines.orderLine).toMatchObject([{ qtyCancelled: 1, qtyReserved: 2 }]);
  expect(order).toMatchObject({ cancelSync: 'pending' });
  await scene.settled();
  // By its interface this channel takes whole lines only: a person cancels there, and tries again.
  expect(await read(id)).toMatchObject({
    status: 'accepted',
    holds: ['noAck'],
    cancelSync: 'failed',
  });
  const tasks = await clerk.get<{ records: { lastError: string; failure: string }[] }>('/desk/delivery/list', {
    aggregate: id,
    tab: 'dead',
  });
  expect(tasks.result.records.length).toBeGreaterThan(0);
  expect(
    await look(
      scene,
      (tx) => tx.rows`
    select reason from state_log where tenant_id = ${tx.tenant} and row_id = ${id}::uuid and move = 'acceptPart'`,
    ),
  ).toEqual([{ reason: '只剩两件' }]);
  void po;
});

test('cancelling takes the units that wait first', async () => {
  // Nothing is free that could serve them meanwhile.
  await addStock(scene, packer, CHAIR, 1 - (await available(CHAIR)));
  const { id } = await make([CHAIR, 4]);
  const [line] = (await read(id)).lines.orderLine as [Line];
  await must(part(id, [{ lineId: line.id, now: 1, backorder: 3, backorderDate: workday(5) }]));
  const cancel = (qty: number) =>
    must(
      clerk.post(`/orders/salesOrder/${id}/cancel`, {
        reason: '少要',
        lines: JSON.stringify([{ lineId: line.id, qty }]),
      }),
    );
  await cancel(2);
  expect((await read(id)).lines.orderLine).toMatchObject([{ qtyReserved: 1, qtyBackordered: 1 }]);
  await cancel(1);
  expect(await read(id)).toMatchObject({ backorderDate: null });
  expect((await read(id)).lines.orderLine).toMatchObject([{ qtyReserved: 1, qtyBackordered: 0 }]);
  await addStock(scene, packer, CHAIR, 200);
});

test('a shop that allows no backorder takes none', async () => {
  await shop({ allowBackorder: false });
  const { id } = await make([CHAIR, 2]);
  const [line] = (await read(id)).lines.orderLine as [Line];
  const answer = await part(id, [{ lineId: line.id, now: 1, backorder: 1, backorderDate: workday(4) }]);
  expect(answer).toMatchObject({ status: 409 });
  expect(answer.message).toContain('店铺不允许缺货接单');
  await shop({ allowBackorder: true });
});

test('what waits can be called back as well', async () => {
  await must(admin.put('/channels/callWait', { seconds: 30, version: 0 }));
  const { id } = await make([CHAIR, 3]);
  const before = await read(id);
  const [line] = before.lines.orderLine as [Line];
  await must(
    part(id, [{ lineId: line.id, now: 1, backorder: 1, backorderDate: workday(3), refuse: 1 }], {
      reason: '停产',
    }),
  );
  await must(clerk.post(`/orders/salesOrder/${id}/callBack`));
  const after = await read(id);
  const plain = (order: Order) => ({
    status: order.status,
    holds: order.holds,
    shipBy: order.shipBy,
    backorderDate: order.backorderDate,
    cancelSync: order.cancelSync,
    lines: order.lines.orderLine.map(({ qtyReserved, qtyBackordered, qtyCancelled, estShipDate }) => ({
      qtyReserved,
      qtyBackordered,
      qtyCancelled,
      estShipDate,
    })),
  });
  expect(plain(after)).toEqual(plain(before));
  // No deadline of units that wait for goods is left behind: it would move that of the order once some leave.
  const { backorderBy } = await look(
    scene,
    (tx) => tx.one<{ backorderBy: Date | null }>`
      select backorder_by from sales_order where tenant_id = ${tx.tenant} and id = ${id}::uuid`,
  );
  expect(backorderBy).toBeNull();
  await must(admin.put('/channels/callWait', { seconds: 0, version: 1 }));
});

test('S5: a line in two warehouses leaves in parts, and what is cancelled of the second does not', async () => {
  await shop({ allowSplit: true, strategy: 'priority' });
  const houses = Object.values(scene.seller.warehouses);
  // Six in New Jersey, four in the next: nothing else is there.
  await look(scene, async (tx) => {
    const rows = await tx.rows<{ id: string; n: number; warehouseId: string }>`
      select id, on_hand - reserved - frozen as n, warehouse_id from stock_level
      where tenant_id = ${tx.tenant} and condition = 'good' and sku_id = ${scene.seller.skus[CHAIR]}::uuid`;
    const expected = new Map([
      [houses[0], 6],
      [houses[1], 4],
    ]);
    for (const { id, n, warehouseId } of rows)
      await tx.run`
        update stock_level set frozen = frozen + ${n - Math.min(n, expected.get(warehouseId) ?? 0)}
        where tenant_id = ${tx.tenant} and id = ${id}::uuid`;
  });
  const made = await scene.sim<{ orders: { poNumber: string }[] }>('POST', '/orders', {
    orders: [{ warehouseId: null, lines: [{ partNumber: CHAIR, quantity: 10 }] }],
  });
  const po = made.orders[0]?.poNumber as string;
  await pull(scene, clerk);
  const { id } = await firstOf(clerk, '/orders/salesOrder/list', { channelOrderNo: po });
  expect((await read(id)).lines.orderLine).toMatchObject([{ qty: 10, qtyReserved: 10 }]);
  const held = () =>
    look(
      scene,
      async (tx) =>
        new Map(
          (
            await tx.rows<{ warehouseId: string; n: number }>`
              select warehouse_id, sum(qty)::integer as n from reservation
              where tenant_id = ${tx.tenant} and order_id = ${id}::uuid and status = 'open' group by 1`
          ).map(({ warehouseId, n }) => [warehouseId, n]),
        ),
    );
  const [first, second] = houses as [string, string];
  expect(await held()).toEqual(
    new Map([
      [first, 6],
      [second, 4],
    ]),
  );
  await must(clerk.post(`/orders/salesOrder/${id}/accept`));
  await scene.settled();
  const truck = await firstOf(admin, '/base/shipMethod/list', { code: 'OWN-TRK' });
  await must(clerk.post(`/orders/salesOrder/${id}/start`, { shipMethodId: truck.id }));
  const shipments = await must(
    packer.get<{ records: { id: string; warehouseId: string; status: string }[] }>('/fulfilment/shipment/list', {
      orderId: id,
    }),
  );
  expect(shipments.records).toHaveLength(2);
  const at = (warehouseId: string): string =>
    shipments.records.find((one) => one.warehouseId === warehouseId)?.id ?? '';
  const stockOf = (warehouseId: string): Promise<number> =>
    look(
      scene,
      async (tx) =>
        (
          await tx.one<{ n: number }>`
            select on_hand as n from stock_level where tenant_id = ${tx.tenant} and condition = 'good'
              and sku_id = ${scene.seller.skus[CHAIR]}::uuid and warehouse_id = ${warehouseId}::uuid`
        ).n,
    );
  const before = await stockOf(first);
  await shipOf(at(first), po);
  expect(await stockOf(first)).toBe(before - 6);
  expect(await held()).toEqual(new Map([[second, 4]]));
  expect(await read(id)).toMatchObject({
    status: 'partial',
    lines: { orderLine: [{ qtyShipped: 6, qtyReserved: 4 }] },
  });
  const [line] = (await read(id)).lines.orderLine as [Line];
  await must(
    clerk.post(`/orders/salesOrder/${id}/cancel`, {
      reason: '买家少要一件',
      lines: JSON.stringify([{ lineId: line.id, qty: 1 }]),
    }),
  );
  expect(await held()).toEqual(new Map([[second, 3]]));
  await shipOf(at(second), po);
  expect(await read(id)).toMatchObject({
    status: 'shipped',
    lines: { orderLine: [{ qtyShipped: 9, qtyReserved: 0, qtyCancelled: 1 }] },
  });
  expect(await held()).toEqual(new Map());
});
