import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { look, openShop, place, pull, type AuditFacts } from '#tests/channels/shop.ts';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { firstOf, must, NEW_JERSEY, STOOL } from '#tests/lifecycles/one-of-each.ts';
import { addStock } from '#tests/races/goods.ts';
import { covers } from '#tests/spec/covers.ts';

/** 合并发货: orders to one address leave in one parcel, each still an order of its own (domain.md §3.1 merge, O-03). */

const CHAIR = 'WB-DCH-HOLM-S2';
let scene: TestApp;
let admin: Client;
let clerk: Client;
let truck: string;
let streets = 0;

const BUYER = {
  name: 'Ann Joint',
  address2: '',
  city: 'Madison',
  state: 'WI',
  postalCode: '53703',
  country: 'US',
  phoneNumber: '+1 608 555 0142',
};

beforeAll(async () => {
  scene = await startTestApp();
  admin = await scene.as('admin');
  clerk = await scene.as('yunying');
  await openShop(scene, clerk);
  await scene.sim('POST', '/config', { requireRegister: false });
  const packer = await scene.as('cangku');
  for (const sku of [STOOL, CHAIR]) await addStock(scene, packer, sku, 200);
  truck = (await firstOf(admin, '/base/shipMethod/list', { code: 'OWN-TRK' })).id;
});
afterAll(() => scene?.stop());

interface Joined {
  groups: { key: string; orders: { channelOrderNo: string }[] }[];
  left: { channelOrderNo: string; why: string }[];
  joined: string[];
}
interface Shipment {
  id: string;
  shipmentNo: string;
  status: string;
  orderId: string;
  leadId: string | null;
  partnerCount: number;
  boxCount: number;
  trackingNo: string | null;
  noticeStatus: string;
}
const orderOf = (id: string) =>
  must(
    admin.get<{ status: string; boxCount: number | null; shipSync: string }>('/orders/salesOrder/queryById', { id }),
  );
const shipmentsOf = async (orderId: string): Promise<Shipment[]> =>
  (await must(admin.get<{ records: Shipment[] }>('/fulfilment/shipment/list', { orderId }))).records;
const shipmentOf = async (orderId: string): Promise<Shipment> => {
  const open = (await shipmentsOf(orderId)).filter(({ status }) => status !== 'voided');
  expect(open).toHaveLength(1);
  return open[0] as Shipment;
};
let keys = 0;
const move = (id: string, name: string, answers: Record<string, unknown> = {}) =>
  admin.post(`/fulfilment/shipment/${id}/${name}`, answers, {
    'idempotency-key': `joint ${keys++}`,
  });
const joinThem = (ids: readonly string[], dryRun = false) =>
  admin.post<Joined>('/fulfilment/shipment/join', { ids, dryRun });

/** Accepted orders of a stool and of a chair each for one buyer. @returns ids and numbers */
async function bought(
  lines: readonly (readonly [sku: string, qty: number])[],
  { method = truck, start = false } = {},
): Promise<{ id: string; po: string }[]> {
  const street = `${++streets} Joint Ave`;
  const made = await place(
    scene,
    lines.map(([partNumber, quantity]) => ({
      warehouseId: NEW_JERSEY,
      lines: [{ partNumber, quantity }],
      shipTo: { ...BUYER, address1: street },
    })),
  );
  await pull(scene, clerk);
  const orders: { id: string; po: string }[] = [];
  for (const { poNumber: po } of made) {
    const { id } = await firstOf(clerk, '/orders/salesOrder/list', { channelOrderNo: po });
    await must(clerk.post(`/orders/salesOrder/${id}/accept`));
    orders.push({ id, po });
  }
  await scene.settled();
  for (const { id } of orders) {
    await must(clerk.post(`/orders/salesOrder/${id}/setShipMethod`, { shipMethodId: method }));
    if (start) await must(clerk.post(`/orders/salesOrder/${id}/start`));
  }
  return orders;
}

const idsOf = (orders: readonly { id: string }[]): string[] => orders.map(({ id }) => id);

/** What of stock and of the orders' lines must be the same whether orders leave alone or together. */
const truths = () =>
  look(scene, async (tx) => ({
    levels: await tx.rows`
      select warehouse_id, sku_id, on_hand, reserved from stock_level where tenant_id = ${tx.tenant} order by 1, 2, condition`,
    lines: await tx.rows`
      select id, qty, qty_cancelled, qty_reserved, qty_shipped, line_net from order_line
      where tenant_id = ${tx.tenant} order by id`,
  }));

let pair: [{ id: string; po: string }, { id: string; po: string }];
beforeEach(async () => {
  pair = (await bought([
    [STOOL, 2],
    [CHAIR, 1],
  ])) as typeof pair;
});

test('two orders of one buyer leave as one parcel: one shipment is worked on, two are notified', async () => {
  covers('ours: joint shipments');
  const before = await truths();
  const preview = await must(joinThem(idsOf(pair), true));
  expect(preview.groups.map(({ orders }) => orders.map((one) => one.channelOrderNo).sort())).toEqual([
    pair.map(({ po }) => po).sort(),
  ]);
  // A look changes nothing.
  expect(await truths()).toEqual(before);
  expect((await orderOf(pair[0].id)).status).toBe('ready');

  const done = await must(joinThem(idsOf(pair)));
  expect(done.joined).toHaveLength(1);
  expect(await truths()).toEqual(before);
  const both = [await shipmentOf(pair[0].id), await shipmentOf(pair[1].id)];
  const lead = both.find(({ partnerCount }) => partnerCount === 1) as Shipment;
  const partner = both.find(({ leadId }) => leadId === lead.id) as Shipment;
  expect(lead.shipmentNo).toBe(done.joined[0]);

  for (const name of ['pack', 'sealAll', 'voidShipment'])
    expect((await move(partner.id, name, { reason: '误点' })).success, name).toBe(false);
  await must(move(lead.id, 'pack'));
  await must(move(lead.id, 'sealAll'));
  const boxes = await must(admin.get<{ records: { id: string }[] }>('/fulfilment/box/list', { shipmentId: lead.id }));
  expect((await shipmentOf(partner.orderId)).status).toBe('packed');
  for (const { id } of pair) expect((await orderOf(id)).boxCount).toBe(boxes.records.length);
  expect(await scene.violations()).toEqual([]);

  const label = (trackingNo: string) => move(lead.id, 'ownLabel', { carrierCode: 'OWN', trackingNo });
  // The marketplace takes a number for one PO.
  expect((await label('JOINT-1')).message).toBe(
    `平台不接受两个PO共用运单号 JOINT-1，请按箱序填 ${boxes.records.length} 个运单号`,
  );
  await must(label(boxes.records.map((_, at) => `JOINT-${at}`).join(',')));
  expect((await move(partner.id, 'ship')).message).toContain(lead.shipmentNo);
  await must(move(lead.id, 'ship'));
  await scene.settled();
  for (const { id } of pair) {
    expect(await shipmentOf(id)).toMatchObject({
      status: 'shipped',
      noticeError: null,
      noticeStatus: 'ok',
    });
    expect(await orderOf(id)).toMatchObject({ status: 'shipped', shipSync: 'ok' });
  }
  // A parcel that comes back under it may be of either.
  const packer = await scene.as('cangku');
  const { orders } = await must(
    packer.get<{ orders: { id: string }[] }>('/aftersales/returnDesk/find', { number: 'JOINT-0' }),
  );
  expect(idsOf(orders).toSorted()).toEqual(idsOf(pair).toSorted());
  // The marketplace has each order's own goods under the number, and nothing of the other's.
  const { violations } = await scene.sim<AuditFacts>('GET', '/audit');
  expect(violations).toEqual([]);
  expect(await scene.violations()).toEqual([]);

  await must(move(lead.id, 'unship', { reason: '还没装车' }));
  await scene.settled();
  for (const { id } of pair) {
    expect((await shipmentOf(id)).status).toBe('labelled');
    expect((await orderOf(id)).status).toBe('processing');
  }
  expect(await truths()).toEqual(before);
  expect(await scene.violations()).toEqual([]);
});

test('what does not belong together stays apart, with the reason', async () => {
  const [other] = (await bought([[STOOL, 1]])) as [{ id: string; po: string }];
  const [channels] = (await bought([[CHAIR, 1]], {
    method: (await firstOf(admin, '/base/shipMethod/list', { code: 'FDX-GND' })).id,
  })) as [{ id: string; po: string }];
  const answer = await must(joinThem([...idsOf(pair), other.id, channels.id], true));
  expect(answer.groups).toHaveLength(1);
  expect(new Map(answer.left.map(({ channelOrderNo, why }) => [channelOrderNo, why]))).toEqual(
    new Map([
      [channels.po, '平台账号的面单一个PO一张，不能合并'],
      [other.po, '所选订单中没有同店铺、同地址、同仓、同物流渠道的其他订单'],
    ]),
  );
  expect((await joinThem([other.id])).success).toBe(false);
  expect((await shipmentsOf(other.id)).length).toBe(0);
  await must(clerk.post(`/orders/salesOrder/${pair[0].id}/hold`, { reason: '等买家' }));
  expect((await joinThem(idsOf(pair))).success).toBe(false);
  expect((await orderOf(pair[1].id)).status).toBe('ready');
});

test('one of them is urgent: so is what leaves together', async () => {
  for (const { id } of pair.slice(1))
    await look(
      scene,
      (tx) => tx.run`update sales_order set priority = 'urgent'
        where tenant_id = ${tx.tenant} and id = ${id}::uuid`,
    );
  await must(joinThem(idsOf(pair)));
  const both = [await shipmentOf(pair[0].id), await shipmentOf(pair[1].id)];
  expect(both.find(({ partnerCount }) => partnerCount === 1)).toMatchObject({ priority: 'urgent' });
});

test('two clerks join the same orders at once: they are together once', async () => {
  const answers = await Promise.all([joinThem(idsOf(pair)), joinThem(idsOf(pair))]);
  const joined = answers.flatMap((answer) => answer.result?.joined ?? []);
  expect(joined).toHaveLength(1);
  expect(await scene.violations()).toEqual([]);
});

test('a buyer who cancels one of them leaves the other to be packed by itself', async () => {
  await must(joinThem(idsOf(pair)));
  const lead = [await shipmentOf(pair[0].id), await shipmentOf(pair[1].id)].find(
    ({ partnerCount }) => partnerCount === 1,
  ) as Shipment;
  await must(move(lead.id, 'pack'));
  await must(move(lead.id, 'sealAll'));
  await must(clerk.post(`/orders/salesOrder/${lead.orderId}/cancel`, { reason: '买家不要了' }));
  const stays = pair.find(({ id }) => id !== lead.orderId) as { id: string };
  expect(await shipmentOf(stays.id)).toMatchObject({ status: 'draft', leadId: null });
  expect((await orderOf(lead.orderId)).status).toBe('cancelled');
  expect(await scene.violations()).toEqual([]);
  const own = await shipmentOf(stays.id);
  await must(move(own.id, 'pack'));
  await must(move(own.id, 'sealAll'));
  expect(await scene.violations()).toEqual([]);
});

test('taken apart or given up, each is packed by itself again', async () => {
  await must(joinThem(idsOf(pair)));
  const leadOf = async (): Promise<Shipment> =>
    [await shipmentOf(pair[0].id), await shipmentOf(pair[1].id)].find(
      ({ partnerCount }) => partnerCount === 1,
    ) as Shipment;
  const first = await leadOf();
  await must(move(first.id, 'pack'));
  await must(move(first.id, 'takeApart'));
  for (const { id } of pair)
    expect(await shipmentOf(id)).toMatchObject({
      status: 'draft',
      leadId: null,
      partnerCount: 0,
      boxCount: 0,
    });
  expect(await scene.violations()).toEqual([]);

  await must(joinThem(idsOf(pair)));
  const again = await leadOf();
  await must(move(again.id, 'pack'));
  await must(move(again.id, 'voidShipment', { reason: '重新来' }));
  const other = pair.find(({ id }) => id !== again.orderId) as { id: string };
  expect(await shipmentOf(other.id)).toMatchObject({ status: 'draft', leadId: null });
  expect((await orderOf(again.orderId)).status).toBe('ready');
  expect(await scene.violations()).toEqual([]);
});

test('an address that is corrected on the way keeps the goods in until they are apart', async () => {
  await must(joinThem(idsOf(pair)));
  const lead = [await shipmentOf(pair[0].id), await shipmentOf(pair[1].id)].find(
    ({ partnerCount }) => partnerCount === 1,
  ) as Shipment;
  await must(move(lead.id, 'pack'));
  await must(move(lead.id, 'sealAll'));
  const { boxCount } = await shipmentOf(lead.orderId);
  const numbers = Array.from({ length: boxCount }, (_, at) => `APART-${at}`).join(',');
  await must(move(lead.id, 'ownLabel', { carrierCode: 'OWN', trackingNo: numbers }));
  await look(
    scene,
    (tx) =>
      tx.run`update sales_order set address_hash = 'elsewhere' where tenant_id = ${tx.tenant} and id = ${pair[1].id}::uuid`,
  );
  expect((await move(lead.id, 'ship')).message).toMatch(/^合并的订单收货地址已不同，请先拆开合并/);
  expect((await orderOf(pair[0].id)).status).toBe('processing');
});

test('no other ship method while they are together, and no label of the marketplace', async () => {
  await must(joinThem(idsOf(pair)));
  const { id: shipMethodId } = await firstOf(admin, '/base/shipMethod/list', { code: 'FDX-GND' });
  const changed = await clerk.post(`/orders/salesOrder/${pair[1].id}/setShipMethod`, {
    shipMethodId,
  });
  expect(changed.message).toBe('订单已与其他订单合并发货，换物流渠道前请先拆开合并');
});

test('a wave that is asked for one of them picks all that leave in its parcel', async () => {
  const orders = await bought(
    [
      [STOOL, 1],
      [CHAIR, 1],
    ],
    { start: true },
  );
  await must(joinThem(idsOf(orders)));
  const shipments = await Promise.all(orders.map(({ id }) => shipmentOf(id)));
  const partner = shipments.find(({ leadId }) => leadId !== null) as Shipment;
  const { waves } = await must(
    admin.post<{ waves: { id: string }[] }>('/fulfilment/wave/make', {
      ids: [partner.id],
      kind: 'multi',
    }),
  );
  expect(waves).toHaveLength(1);
  const desk = await must(admin.get<{ shipments: { id: string }[] }>(`/fulfilment/wave/${waves[0]?.id}/desk`));
  expect(desk.shipments.map(({ id }) => id).toSorted()).toEqual(shipments.map(({ id }) => id).toSorted());
});
