import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { covers } from '#tests/spec/covers.ts';
import { look, openShop, place, pull, type Page } from './shop.ts';

const CHAIR = 'WB-DCH-HOLM-S2';
const STOOL = 'WB-DCH-BRAM-CTR';
const NEW_JERSEY = '31842';
const CALIFORNIA = '31843';

let scene: TestApp;
let clerk: Client;
let finance: Client;

beforeAll(async () => {
  scene = await startTestApp();
  clerk = await scene.as('yunying');
  finance = await scene.as('caiwu');
  await openShop(scene, clerk);
});
afterAll(() => scene.stop());

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
interface Line {
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

let po = '';
let id = '';

const read = async (who: Client = clerk): Promise<Order> =>
  (await who.get<Order>('/orders/salesOrder/queryById', { id })).result;

interface Said {
  partNumber: string;
  quantity: number;
  price?: number;
}
async function arrive(lines: Said[], more: Record<string, unknown> = {}): Promise<Order> {
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
async function say(change: Record<string, unknown>): Promise<Order> {
  await scene.sim('POST', `/orders/${po}`, change);
  await pull(scene, clerk);
  return read();
}

const move = (name: string, answers: Record<string, unknown> = {}, who: Client = clerk) =>
  who.post(`/orders/salesOrder/${id}/${name}`, answers);

async function must(name: string, answers: Record<string, unknown> = {}, who: Client = clerk) {
  const { success, message } = await move(name, answers, who);
  expect(success, message).toBe(true);
  await scene.settled();
  return read();
}

/** What is really held for the order, and where. */
const held = () =>
  look(
    scene,
    (tx) =>
      tx.rows<{ sku: string; qty: number; warehouseId: string }>`
      select l.channel_sku as sku, sum(r.qty)::integer as qty, r.warehouse_id as "warehouseId"
      from reservation r join order_line l on l.tenant_id = r.tenant_id and l.id = r.order_line_id
      where r.tenant_id = ${tx.tenant} and r.status = 'open' and l.order_id = ${id}::uuid
      group by 1, 3 order by 1 desc, 3`,
  );

const itemsOf = (order: Order) =>
  order.changes.flatMap(({ items }) =>
    items.map(({ field, channelSku, before, after, status }) => [
      field,
      channelSku,
      before,
      after,
      status,
    ]),
  );

/** Whatever an order held goes back to the shelf: the next one finds the same stock. */
afterEach(async () => {
  await move('cancel', { reason: '腾出库存', acceptLabelLoss: true });
  await scene.settled();
  expect(await scene.violations()).toEqual([]);
});

test('lines that come in another order are no change', async () => {
  await arrive([
    { partNumber: CHAIR, quantity: 2 },
    { partNumber: STOOL, quantity: 1 },
  ]);
  const order = await say({ products: [{ from: 1 }, { from: 0 }] });
  expect(order.changes).toEqual([]);
  expect(order.holds).toEqual([]);
  expect(order.lines.orderLine).toHaveLength(2);
});

test('a line that is cancelled in another position is that line', async () => {
  await arrive([
    { partNumber: CHAIR, quantity: 2 },
    { partNumber: STOOL, quantity: 1 },
  ]);
  const order = await say({ products: [{ from: 1, isCancelled: true }, { from: 0 }] });
  expect(itemsOf(order)).toEqual([['cancelled', STOOL, '1', '0', 'applied']]);
  expect(order.lines.orderLine.map((l) => [l.channelSku, l.qtyCancelled])).toEqual([
    [CHAIR, 0],
    [STOOL, 1],
  ]);
  expect(order.holds).toEqual([]);
});

test('a line that is gone waits for a person; applied, its units go back and the total follows', async () => {
  const before = await arrive([
    { partNumber: CHAIR, quantity: 2, price: 100 },
    { partNumber: STOOL, quantity: 1, price: 50 },
  ]);
  const order = await say({ products: [{ from: 0 }] });
  expect(itemsOf(order)).toEqual([['gone', STOOL, '1', '0', 'pending']]);
  expect(order.holds).toContain('channelChange');
  const held = await move('accept');
  expect(held).toMatchObject({ success: false });
  expect(held.message).toContain('平台变更');
  const refused = await move('release');
  expect(refused.success).toBe(false);
  const after = await must('applyChange');
  expect(after.holds).not.toContain('channelChange');
  expect(after.lines.orderLine[1]).toMatchObject({
    qtyCancelled: 1,
    qtyReserved: 0,
    lineNet: '0.00',
  });
  expect([before.total, after.total]).toEqual(['250.00', '200.00']);
  expect(after.cancelSync).toBe('none');
  // Nothing new was said: the same again is no change.
  await pull(scene, clerk);
  expect((await read()).changes).toHaveLength(1);
});

test('解除挂起 of something else does not forget a change', async () => {
  await arrive([{ partNumber: CHAIR, quantity: 2 }]);
  await say({ products: [{ from: 0, quantity: 1 }] });
  await must('hold', { reason: '核对' });
  const order = await must('release', { reason: '好了' });
  expect(order.holds).toEqual(['channelChange']);
  expect(itemsOf(order)).toEqual([['qty', CHAIR, '2', '1', 'pending']]);
  // Cancelled by hand, there is nothing left to decide.
  const lines = [{ lineId: order.lines.orderLine[0]?.id, qty: 1 }];
  const less = await must('cancel', { reason: '平台减少', lines });
  expect(less.holds).toEqual([]);
  expect(itemsOf(less)).toEqual([['qty', CHAIR, '2', '1', 'noted']]);
});

test('a price opens 价格异常; only 接受价格 takes it over, and the total with it', async () => {
  covers('ours: order changes');
  const listed = await arrive([{ partNumber: CHAIR, quantity: 2 }]);
  const old = listed.lines.orderLine[0] as Line;
  const order = await say({ products: [{ from: 0, price: 11.5 }] });
  expect(order.holds).toEqual(['priceMismatch']);
  expect(itemsOf(order)).toEqual([['unitPrice', CHAIR, old.unitPrice, '11.5000', 'pending']]);
  const byClerk = await move('applyChange');
  expect(byClerk).toMatchObject({ success: false });
  expect(byClerk.message).toContain('接受价格');
  expect(await move('release')).toMatchObject({ success: false });
  const after = await must('acceptPrice', {}, finance);
  expect(after).toMatchObject({ holds: [], total: '23.00' });
  expect(after.lines.orderLine[0]).toMatchObject({ unitPrice: '11.5000', lineNet: '23.00' });
  expect(itemsOf(after)[0]?.[4]).toBe('applied');
  // A change of anything else brings no accepted price up again.
  expect((await say({ shipSpeed: 'NEXT_DAY' })).holds).toEqual(['channelChange']);
  expect((await must('applyChange')).holds).toEqual([]);
  const accepted = await must('accept');
  expect(accepted).toMatchObject({ status: 'ready', acceptSync: 'ok' });
  // Nor does a price refused after that: what was promised stays.
  expect((await say({ products: [{ from: 0, price: 12 }] })).holds).toEqual(['priceMismatch']);
  expect((await must('rejectChange', { reason: '已按原价接单' })).holds).toEqual([]);
});

test('a price is taken over with nothing else, and only where one waits', async () => {
  await arrive([{ partNumber: STOOL, quantity: 1 }]);
  const needless = await move('acceptPrice', {}, finance);
  expect(needless).toMatchObject({ success: false });
  const order = await say({ products: [{ from: 0, price: 11.5 }], shipSpeed: 'NEXT_DAY' });
  const items = order.changes.flatMap((change) => change.items.map((item) => item.id));
  for (const chosen of [items, ['0199aaaa-0000-7000-8000-000000000001']])
    expect(await move('applyChange', { items: chosen })).toMatchObject({ success: false });
  expect(new Set(itemsOf(await read()).map((item) => item[4]))).toEqual(new Set(['pending']));
  const taken = await must('applyChange');
  expect(taken).toMatchObject({ shipSpeed: 'NEXT_DAY', holds: ['priceMismatch'] });
});

test('a price that the channel takes back lets the order go again', async () => {
  const listed = await arrive([{ partNumber: CHAIR, quantity: 1 }]);
  const price = Number(listed.lines.orderLine[0]?.unitPrice);
  expect((await say({ products: [{ from: 0, price: price - 1 }] })).holds).toEqual([
    'priceMismatch',
  ]);
  const order = await say({ products: [{ from: 0, price }] });
  expect(order.holds).toEqual([]);
  expect(
    itemsOf(order)
      .map((item) => item[4])
      .sort(),
  ).toEqual(['noted', 'superseded']);
});

test('more units are held when they are taken over; refused, the order stays and is not asked again', async () => {
  await arrive([{ partNumber: STOOL, quantity: 1 }]);
  await say({ products: [{ from: 0, quantity: 3 }] });
  const taken = await must('applyChange', { reason: '买家加购' });
  expect(taken.changes[0]?.items[0]).toMatchObject({
    status: 'applied',
    decidedBy: 'yunying',
    decision: '买家加购',
  });
  expect(taken).toMatchObject({ holds: [], unitCount: 3 });
  expect(taken.lines.orderLine[0]).toMatchObject({ qty: 3, qtyReserved: 3 });
  await say({ products: [{ from: 0, quantity: 2 }] });
  const unexplained = await move('rejectChange');
  expect(unexplained.status).toBe(422);
  const kept = await must('rejectChange', { reason: '已备货' });
  expect(kept).toMatchObject({ holds: [], unitCount: 3 });
  await pull(scene, clerk);
  expect((await read()).changes).toHaveLength(2);
});

test('a second word before the first is decided counts from what the order has', async () => {
  const order = await arrive([{ partNumber: STOOL, quantity: 3, price: 40 }]);
  if (order.holds.includes('priceMismatch')) await must('acceptPrice', {}, finance);
  await say({ products: [{ from: 0, quantity: 1 }], carrierCode: 'UPSN' });
  const again = await say({ products: [{ from: 0, quantity: 2, price: 41 }], carrierCode: 'FDEG' });
  const waiting = itemsOf(again).filter((item) => item[4] === 'pending');
  // Not 1 → 2, which would promise more goods: two of three stay.
  expect(waiting).toContainEqual(['qty', STOOL, '3', '2', 'pending']);
  expect(waiting).toContainEqual(['unitPrice', STOOL, '40.0000', '41.0000', 'pending']);
  await must('rejectChange', { reason: '核对中' });
  const third = await say({ products: [{ from: 0, quantity: 4 }] });
  expect(itemsOf(third)[0]).toEqual(['qty', STOOL, '3', '4', 'pending']);
});

test('a change that two people decide at once is decided by one of them', async () => {
  await arrive([{ partNumber: STOOL, quantity: 3 }]);
  await say({ products: [{ from: 0, quantity: 1 }] });
  const answers = await Promise.all([
    move('applyChange'),
    move('rejectChange', { reason: '已备货' }, await scene.as('admin')),
    move('applyChange', {}, await scene.as('admin')),
  ]);
  expect(answers.filter(({ success }) => success)).toHaveLength(1);
  const order = await read();
  expect(['applied', 'rejected']).toContain(itemsOf(order)[0]?.[4]);
  const units = itemsOf(order)[0]?.[4] === 'applied' ? 1 : 3;
  expect(order).toMatchObject({ unitCount: units, holds: [] });
});

test('another quantity, then none: only the last word waits', async () => {
  await arrive([
    { partNumber: CHAIR, quantity: 1 },
    { partNumber: STOOL, quantity: 3 },
  ]);
  await say({ products: [{ from: 0 }, { from: 1, quantity: 2 }] });
  const order = await say({ products: [{ from: 0 }] });
  expect(itemsOf(order).map((item) => [item[0], item[4]])).toEqual([
    ['gone', 'pending'],
    ['qty', 'superseded'],
  ]);
});

test('units that were cancelled here are none of those the channel adds', async () => {
  const order = await arrive([{ partNumber: STOOL, quantity: 2 }]);
  const lines = [{ lineId: order.lines.orderLine[0]?.id, qty: 1 }];
  await must('cancel', { reason: '断码', lines });
  await say({ products: [{ from: 0, quantity: 4 }] });
  const after = await must('applyChange');
  expect(after).toMatchObject({ holds: [], unitCount: 4 });
  expect(after.lines.orderLine[0]).toMatchObject({ qty: 5, qtyCancelled: 1, qtyReserved: 4 });
});

test('an order that is cancelled with the same word waits for nothing else of it', async () => {
  await arrive([{ partNumber: STOOL, quantity: 1 }]);
  const order = await say({ products: [{ from: 0, isCancelled: true }], shipSpeed: 'NEXT_DAY' });
  expect(order).toMatchObject({ status: 'cancelled', holds: [] });
  expect(itemsOf(order).filter((item) => item[4] === 'pending')).toEqual([]);
});

test('what is on the packing table is neither added to nor moved, nor cancelled unasked', async () => {
  await arrive([{ partNumber: STOOL, quantity: 2 }]);
  await must('accept');
  // The day that our acceptance promised comes back, and is no change.
  await pull(scene, clerk);
  expect((await read()).changes).toEqual([]);
  await startedAlready(await scene.as('admin'));
  await say({ products: [{ from: 0, quantity: 3 }] });
  const more = await move('applyChange', { acceptLabelLoss: true });
  expect(more).toMatchObject({ success: false });
  expect(more.message).toContain('增加数量');
  await must('rejectChange', { reason: '已在配货' });
  await say({ warehouseId: CALIFORNIA });
  const moved = await move('applyChange', { acceptLabelLoss: true });
  expect(moved).toMatchObject({ success: false });
  expect(moved.message).toContain('换仓');
  await must('rejectChange', { reason: '已在配货' });
  const order = await say({ products: [{ from: 0, isCancelled: true }] });
  expect(itemsOf(order)[0]).toEqual(['cancelled', STOOL, '2', '0', 'pending']);
  expect(order).toMatchObject({ status: 'processing', holds: ['channelChange'] });
  expect(order.lines.orderLine[0]).toMatchObject({ qtyCancelled: 0 });
});

test('a quantity of 0 is a change, never an order that cannot be read', async () => {
  await arrive([
    { partNumber: CHAIR, quantity: 1 },
    { partNumber: STOOL, quantity: 1 },
  ]);
  const order = await say({ products: [{ from: 0 }, { from: 1, quantity: 0 }] });
  expect(itemsOf(order)).toEqual([['qty', STOOL, '1', '0', 'pending']]);
  const after = await must('applyChange');
  expect(after.lines.orderLine[1]).toMatchObject({ qtyCancelled: 1, qtyReserved: 0 });
  const aside = await clerk.get<Page<{ resolvedAt: string | null }>>(
    '/channels/quarantinedOrder/list',
    {
      channelOrderNo: po,
    },
  );
  expect(aside.result.total).toBe(0);
});

test('an order that arrives with a quantity of 0 is set aside with that reason', async () => {
  await place(scene, [
    {
      poNumber: 'CS400000001',
      warehouseId: NEW_JERSEY,
      lines: [{ partNumber: STOOL, quantity: 0 }],
    },
  ]);
  await pull(scene, clerk);
  const aside = await clerk.get<Page<{ reason: string }>>('/channels/quarantinedOrder/list', {
    channelOrderNo: 'CS400000001',
  });
  expect(aside.result.records[0]?.reason).toContain('数量为零');
  await scene.sim('POST', '/orders/CS400000001', { products: [{ from: 0, quantity: 1 }] });
  await pull(scene, clerk);
});

test('a new line is taken over with SKU, agreed price and stock', async () => {
  const before = await arrive([{ partNumber: CHAIR, quantity: 1, price: 100 }]);
  const order = await say({
    products: [{ partNumber: STOOL, quantity: 2, price: 10 }, { from: 0 }],
  });
  expect(itemsOf(order)).toEqual([['added', STOOL, null, '2 × 10.0000', 'pending']]);
  expect(order.lines.orderLine).toHaveLength(1);
  const after = await must('applyChange');
  expect(after.lines.orderLine[1]).toMatchObject({
    lineNo: 2,
    channelSku: STOOL,
    skuId: scene.seller.skus[STOOL],
    qty: 2,
    qtyReserved: 2,
    lineNet: '20.00',
  });
  expect([before.total, after.total]).toEqual(['100.00', '120.00']);
  // From now on it is a line like any other.
  const less = await say({ products: [{ from: 0, quantity: 1 }, { from: 1 }] });
  expect(itemsOf(less)[0]).toEqual(['qty', STOOL, '2', '1', 'pending']);
  expect((await must('applyChange')).lines.orderLine[1]).toMatchObject({ qtyCancelled: 1 });
});

test('service, carrier and warehouse change only when somebody says so', async () => {
  const before = await arrive([{ partNumber: STOOL, quantity: 1 }], {
    shipSpeed: 'GROUND',
    carrierCode: 'FDEG',
  });
  const order = await say({ shipSpeed: 'NEXT_DAY', carrierCode: 'UPSN', warehouseId: CALIFORNIA });
  expect(new Set(itemsOf(order).map((item) => item.slice(0, 4).join(' ')))).toEqual(
    new Set([
      'shipSpeed  GROUND NEXT_DAY',
      'carrierCode  FDEG UPSN',
      `channelWarehouseCode  ${NEW_JERSEY} ${CALIFORNIA}`,
      // The channel tells the supplier and the warehouse once more, in names of its own.
      ...itemsOf(order)
        .filter((item) => String(item[0]).startsWith('extra.'))
        .map((item) => item.slice(0, 4).join(' ')),
    ]),
  );
  expect(order).toMatchObject({ shipSpeed: 'GROUND', warehouseId: before.warehouseId });
  expect(order.holds).toEqual(['channelChange']);
  const after = await must('applyChange');
  expect(after).toMatchObject({
    holds: [],
    shipSpeed: 'NEXT_DAY',
    carrierCode: 'UPSN',
    shipMethodId: null,
    warehouseId: scene.seller.warehouses[CALIFORNIA],
  });
  expect(after.lines.orderLine[0]).toMatchObject({ qtyReserved: 1 });
  // Where no warehouse of ours stands behind the code, nothing moves.
  const setLink = (status: string) =>
    look(
      scene,
      (tx) => tx.run`update channel_warehouse set status = ${status}
        where tenant_id = ${tx.tenant} and channel_code = ${NEW_JERSEY}`,
    );
  await say({ warehouseId: NEW_JERSEY });
  await setLink('disabled');
  const unmapped = await move('applyChange');
  await setLink('enabled');
  expect(unmapped).toMatchObject({ success: false });
  expect(unmapped.message).toContain(NEW_JERSEY);
  expect(await read()).toMatchObject({ warehouseId: scene.seller.warehouses[CALIFORNIA] });
});

test('more units and another warehouse at once: all of them leave from the new one', async () => {
  await arrive([{ partNumber: CHAIR, quantity: 1 }]);
  await say({
    warehouseId: CALIFORNIA,
    products: [{ from: 0, quantity: 2 }],
  });
  const after = await must('applyChange');
  const warehouseId = scene.seller.warehouses[CALIFORNIA];
  expect(after).toMatchObject({ holds: [], warehouseId });
  expect(await held()).toEqual([{ sku: CHAIR, qty: 2, warehouseId }]);
});

test('an address that we corrected ourselves does not come back as a change of the channel', async () => {
  await arrive([{ partNumber: STOOL, quantity: 1 }], { shipTo: { postalCode: '00000' } });
  expect((await read()).holds).toEqual(['address']);
  await must('correctAddress', {
    shipToName: 'Ann Lee',
    shipToAddress1: '1 Main St',
    shipToCity: 'Austin',
    shipToState: 'TX',
    shipToPostalCode: '78701',
    shipToCountry: 'US',
  });
  const shipBy = scene.now().getTime() + 9 * 86_400_000;
  const order = await say({ estimatedShipDate: shipBy });
  expect(order.holds).toEqual([]);
  expect(new Date(`${order.shipBy.replace(' ', 'T')}+08:00`).getTime()).toBeCloseTo(shipBy, -4);
  expect(itemsOf(order).map((item) => [item[0], item[4]])).toEqual([['shipBy', 'applied']]);
});

test('a part of the address that the channel changes later leaves our corrections alone', async () => {
  await arrive([{ partNumber: STOOL, quantity: 1 }], { shipTo: { postalCode: '00000' } });
  const corrected = {
    shipToName: 'Ann Lee',
    shipToAddress1: '1 Main St',
    shipToCity: 'Austin',
    shipToState: 'TX',
    shipToPostalCode: '78701',
    shipToCountry: 'US',
  };
  await must('correctAddress', corrected);
  const order = await say({ shipTo: { name: 'Bea Lee' } });
  expect(itemsOf(order).map((item) => [item[0], item[4]])).toEqual([['shipTo.name', 'pending']]);
  expect(await must('applyChange')).toMatchObject({
    ...corrected,
    shipToName: 'Bea Lee',
    holds: [],
  });
});

test('a new address waits, part by part, and only those who may see buyers see it', async () => {
  const from = { city: 'Portland', state: 'OR', postalCode: '97201' };
  const before = await arrive([{ partNumber: STOOL, quantity: 1 }], { shipTo: from });
  const shipTo = { city: 'Austin', state: 'TX', postalCode: '78701' };
  const order = await say({ shipTo });
  expect(order.holds).toEqual(['channelChange']);
  expect(itemsOf(order).map((item) => item[0])).toEqual([
    'shipTo.city',
    'shipTo.state',
    'shipTo.postalCode',
  ]);
  expect(itemsOf(order)[0]).toEqual(['shipTo.city', null, before.shipToCity, 'Austin', 'pending']);
  const hold = order.lines.orderHold.find(({ type }) => type === 'channelChange');
  expect(hold?.detail).not.toContain('Austin');
  const unseen = await read(finance);
  expect(unseen.changes[0]?.items[0]).toMatchObject({ isHidden: true, before: null, after: null });
  expect(JSON.stringify(unseen)).not.toContain('Austin');
  const stored = await look(
    scene,
    (tx) => tx.rows`
      select told::text from sales_order where tenant_id = ${tx.tenant} and id = ${id}::uuid
      union all select row_to_json(i)::text from order_change_item i
        where tenant_id = ${tx.tenant} and order_id = ${id}::uuid
      union all select row_to_json(c)::text from order_change c
        where tenant_id = ${tx.tenant} and order_id = ${id}::uuid`,
  );
  expect(JSON.stringify(stored)).not.toContain('Austin');
  // One part of an address is never applied without the others.
  const city = order.changes[0]?.items[0]?.id as string;
  const after = await must('applyChange', { items: [city] });
  expect(after).toMatchObject({ shipToCity: 'Austin', holds: [] });
  expect(itemsOf(after).map((item) => item[4])).toEqual(['applied', 'applied', 'applied']);
  // Another name is found by it, and an address nobody can deliver to stops the order.
  await say({ shipTo: { name: 'Zebulon Quist' } });
  await must('applyChange');
  const found = await clerk.get<Page<{ id: string }>>('/orders/salesOrder/list', {
    keyword: 'Quist',
  });
  expect(found.result.records.map((row) => row.id)).toEqual([id]);
  await say({ shipTo: { postalCode: '00000' } });
  expect((await must('applyChange')).holds).toEqual(['address']);
});

test('after the label an address is applied only by somebody who bears its loss', async () => {
  await arrive([{ partNumber: STOOL, quantity: 1 }]);
  await must('accept');
  const shipment = await packed();
  const order = await say({ shipTo: { address1: '77 New Road' } });
  expect(order.holds).toEqual(['channelChange']);
  const packer = await scene.as('cangku');
  const held = await packer.post(
    `/fulfilment/shipment/${shipment}/ship`,
    {},
    { 'idempotency-key': `s ${id}` },
  );
  expect(held.message).toContain('平台变更');
  const unsaid = await move('applyChange');
  expect(unsaid).toMatchObject({ success: false });
  expect(unsaid.message).toContain('面单');
  const after = await must('applyChange', { acceptLabelLoss: true });
  expect(after.holds).toEqual([]);
});

async function packed(): Promise<string> {
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

async function startedAlready(admin: Client): Promise<string> {
  const started = await admin.post(`/orders/salesOrder/${id}/start`);
  expect(started.success, started.message).toBe(true);
  const page = await admin.get<Page<{ id: string }>>('/fulfilment/shipment/list', { orderId: id });
  return page.result.records[0]?.id as string;
}

test('an order whose tellings nobody kept yet is compared as it stands here', async () => {
  await arrive(
    [
      { partNumber: CHAIR, quantity: 2 },
      { partNumber: STOOL, quantity: 1 },
    ],
    { shipSpeed: 'GROUND' },
  );
  await look(
    scene,
    (tx) => tx.run`
      update sales_order set told = null where tenant_id = ${tx.tenant} and id = ${id}::uuid`,
  );
  const order = await say({ products: [{ from: 1 }, { from: 0, quantity: 1 }] });
  expect(itemsOf(order)).toEqual([['qty', CHAIR, '2', '1', 'pending']]);
  expect((await must('applyChange')).lines.orderLine[0]).toMatchObject({ qtyCancelled: 1 });
  const known = await say({ products: [{ from: 1 }, { from: 0 }], shipSpeed: 'NEXT_DAY' });
  expect(itemsOf(known)[0]?.slice(0, 1)).toEqual(['shipSpeed']);
});

test('an order that is closed takes note of a change and is left alone', async () => {
  await arrive([{ partNumber: STOOL, quantity: 2 }]);
  await must('reject', { reason: '停产' });
  const order = await say({ products: [{ from: 0, quantity: 1 }], shipTo: { city: 'Austin' } });
  expect(order).toMatchObject({ status: 'rejected', holds: [] });
  expect(new Set(itemsOf(order).map((item) => item[4]))).toEqual(new Set(['noted']));
});

test('an order that the channel wants again after its end is a task, never forgotten', async () => {
  await arrive([{ partNumber: STOOL, quantity: 1 }]);
  await say({ products: [{ from: 0, quantity: 0 }] });
  expect(await must('applyChange')).toMatchObject({ status: 'cancelled', cancelSync: 'none' });
  const again = await say({ products: [{ from: 0, quantity: 2 }] });
  expect(again).toMatchObject({ status: 'cancelled', cancelSync: 'failed' });
  const admin = await scene.as('admin');
  const tasks = () =>
    admin.get<Page<{ id: string; status: string; lastError: string | null }>>(
      '/desk/delivery/list',
      { aggregate: id, handler: 'channels.takeBack', event: 'order.wantedAgain' },
    );
  const [task] = (await tasks()).result.records;
  expect(task).toMatchObject({ status: 'dead', lastError: expect.stringContaining('平台恢复了') });
  // Cancelled there too, trying again finds nothing left to do.
  await say({ products: [{ from: 0, isCancelled: true }] });
  await admin.post(`/desk/delivery/${task?.id ?? ''}/retry`);
  await scene.settled();
  expect((await tasks()).result.records).toMatchObject([{ status: 'ok' }]);
  expect(await read()).toMatchObject({ cancelSync: 'ok' });
});

test('one part on two lines: distinguished, accepted, labelled and shipped', async () => {
  await scene.sim('POST', '/config', { requireRegister: true });
  await arrive([
    { partNumber: STOOL, quantity: 2, price: 30 },
    { partNumber: STOOL, quantity: 3, price: 30 },
  ]);
  // In another order they are still the same two lines.
  const turned = await say({ products: [{ from: 1 }, { from: 0 }] });
  expect(turned.changes).toEqual([]);
  const order = await say({ products: [{ from: 0 }, { from: 1, quantity: 1 }] });
  expect(itemsOf(order)).toEqual([['qty', STOOL, '2', '1', 'pending']]);
  const less = await must('applyChange');
  expect(less.lines.orderLine.map((l) => [l.qty, l.qtyCancelled])).toEqual([
    [2, 1],
    [3, 0],
  ]);
  if (less.holds.includes('priceMismatch')) await must('acceptPrice', {}, finance);
  const accepted = await must('accept');
  expect(accepted).toMatchObject({ status: 'ready', acceptSync: 'ok' });
  const shipment = await packed();
  const labelled = await clerk.get<{ status: string }>('/fulfilment/shipment/queryById', {
    id: shipment,
  });
  expect(labelled.result.status).toBe('labelled');
  const { labelEvents } = await scene.sim<{
    labelEvents: { boxes: { contents: { piece: number }[] }[] }[];
  }>('GET', `/orders/${po}`);
  const pieces = labelEvents.flatMap(({ boxes }) => boxes.flatMap(({ contents }) => contents));
  expect(pieces.map(({ piece }) => piece).sort()).toEqual([1, 2, 3, 4]);
  await scene.pass(3 * 86_400_000);
  clerk = await scene.as('yunying');
  finance = await scene.as('caiwu');
  const packer = await scene.as('cangku');
  const left = await packer.post(
    `/fulfilment/shipment/${shipment}/ship`,
    {},
    { 'idempotency-key': `ship ${id}` },
  );
  expect(left.success, left.message).toBe(true);
  await scene.settled();
  expect(await read()).toMatchObject({ status: 'shipped', shipSync: 'ok' });
});

test('after a cancellation of some units the total follows, and acceptance has a way', async () => {
  covers('ours: units cancelled');
  const order = await arrive([{ partNumber: CHAIR, quantity: 3, price: 100 }]);
  if (order.holds.length > 0) await must('acceptPrice', {}, finance);
  const line = order.lines.orderLine[0]?.id;
  const less = await must('cancel', { reason: '断码', lines: [{ lineId: line, qty: 1 }] });
  expect(less).toMatchObject({ total: '200.00', unitCount: 2 });
  // The channel still wants three: it is not asked to take two, and the clerk reads what to do.
  await scene.sim('DELETE', '/log');
  const waiting = await must('accept');
  expect(waiting).toMatchObject({ status: 'accepted', holds: ['noAck'], acceptSync: 'failed' });
  expect(waiting.lines.orderHold.find(({ type }) => type === 'noAck')?.detail).toContain(
    '先到平台取消',
  );
  const { entries } = await scene.sim<{ entries: { operations?: string[] }[] }>('GET', '/log');
  expect(entries.flatMap(({ operations = [] }) => operations)).not.toContain('accept');
  // Cancelled there too: nothing is cancelled twice, and trying again goes through.
  const told = await say({ products: [{ from: 0, quantity: 2 }] });
  expect(itemsOf(told)).toEqual([['qty', CHAIR, '3', '2', 'noted']]);
  expect(told.lines.orderLine[0]).toMatchObject({ qtyCancelled: 1, qtyReserved: 2 });
  const admin = await scene.as('admin');
  const task = await admin.get<Page<{ id: string }>>('/desk/delivery/list', {
    aggregate: id,
    handler: 'channels.accept',
  });
  await admin.post(`/desk/delivery/${task.result.records[0]?.id ?? ''}/retry`);
  await scene.settled();
  expect(await read()).toMatchObject({ status: 'ready', holds: [], acceptSync: 'ok' });
});

test('units that the order and a request both tell of are cancelled once', async () => {
  await arrive([{ partNumber: CHAIR, quantity: 3 }]);
  await scene.sim('POST', '/cancellations', { po, partNumber: CHAIR, quantity: 1 });
  await pull(scene, clerk);
  expect((await read()).holds).toEqual(['cancelRequest']);
  // The order says it before the request is decided.
  await say({ products: [{ from: 0, quantity: 2 }] });
  const taken = await must('applyChange');
  expect(taken.lines.orderLine[0]).toMatchObject({ qtyCancelled: 1 });
  // Nobody answers: the channel decides the request. It takes its unit off once more, which is a
  // new word and waits; what was applied is not cancelled again.
  await scene.pass(4 * 86_400_000);
  clerk = await scene.as('yunying');
  finance = await scene.as('caiwu');
  await pull(scene, clerk);
  const order = await read();
  expect(order.lines.orderLine[0]).toMatchObject({ qtyCancelled: 1, qtyReserved: 2 });
  expect(itemsOf(order)[0]).toEqual(['qty', CHAIR, '2', '1', 'pending']);
  expect(order.holds).toEqual(['channelChange']);
});
