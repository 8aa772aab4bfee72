import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { closeHolds, openHold } from '#modules/orders/server/index.ts';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { firstOf, must, newOrder, STOOL } from '#tests/lifecycles/one-of-each.ts';
import { covers } from '#tests/spec/covers.ts';
import { fault, look, openShop, pull, type Page } from './shop.ts';

/** A channel knows one order, whatever it was split into here. */

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
});
afterAll(() => scene?.stop());

/** What is held goes back to the shelf, so that each test finds the same stock. */
afterEach(async () => {
  const open = await clerk.get<Page<{ id: string }>>('/orders/salesOrder/list', {
    pageSize: '200',
  });
  for (const { id } of open.result.records) await clerk.post(`/orders/salesOrder/${id}/cancel`, { reason: '腾出库存' });
  await scene.settled();
  expect(await scene.violations()).toEqual([]);
});

interface Line {
  id: string;
  channelSku: string;
  qty: number;
  qtyCancelled: number;
  qtyReserved: number;
}
interface Order {
  id: string;
  orderNo: string;
  channelOrderNo: string;
  status: string;
  splitSeq: number;
  holds: string[];
  total: string;
  shipToCity: string;
  acceptSync: string;
  lines: { orderLine: Line[] };
}

const read = (id: string): Promise<Order> => must(clerk.get<Order>('/orders/salesOrder/queryById', { id }));

const move = (id: string, name: string, answers: Record<string, unknown> = {}) =>
  clerk.post<{ state: string }>(`/orders/salesOrder/${id}/${name}`, answers);

async function shopAllows(allowSplit: boolean): Promise<void> {
  const { id } = { id: scene.seller.accountId };
  const shop = await must(admin.get<{ version: number }>('/base/channelAccount/queryById', { id }));
  await must(admin.put('/base/channelAccount/edit', { id, version: shop.version, allowSplit }));
}

/** An order of so many stools of which some were split off. @returns both, the first one first */
async function family(units: number, off: number): Promise<[Order, Order]> {
  const { id, po } = await newOrder(scene, clerk, {}, units);
  const [line] = (await read(id)).lines.orderLine;
  const parts = JSON.stringify([[{ lineId: line?.id, qty: off }]]);
  await must(move(id, 'split', { parts }));
  return membersOf(po);
}

/** The answer that splits one unit off. */
async function oneOff(id: string): Promise<string> {
  const [line] = (await read(id)).lines.orderLine;
  return JSON.stringify([[{ lineId: line?.id, qty: 1 }]]);
}

async function membersOf(po: string): Promise<[Order, Order]> {
  const page = await must(
    clerk.get<Page<{ id: string; splitSeq: number }>>('/orders/salesOrder/list', {
      channelOrderNo: po,
    }),
  );
  const ids = page.records.toSorted((a, b) => a.splitSeq - b.splitSeq).map(({ id }) => id);
  return (await Promise.all(ids.map(read))) as [Order, Order];
}

const unitsOf = ({ lines }: Order): number =>
  lines.orderLine.reduce((sum, line) => sum + line.qty - line.qtyCancelled, 0);

test('a shop that allows no parts splits no order, and says why', async () => {
  covers('ours: split orders');
  await shopAllows(false);
  const { id } = await newOrder(scene, clerk, {}, 2);
  const [line] = (await read(id)).lines.orderLine;
  const parts = (qty: number) => ({ parts: JSON.stringify([[{ lineId: line?.id, qty }]]) });
  expect(await move(id, 'split', parts(1))).toMatchObject({ status: 409 });
  await shopAllows(true);
  for (const [qty, words] of [
    [2, '至少要留下一件'],
    [3, '最多还能拆出 2 件'],
    [0, '至少要有一件'],
  ] as const) {
    const refused = await move(id, 'split', parts(qty));
    expect(refused.status).toBe(422);
    expect(refused.message).toContain(words);
  }
  expect((await move(id, 'split')).message).toContain('无法按仓库拆单');
  expect((await move(id, 'split', { parts: '{"a":1}' })).status).toBe(422);
});

test.each([
  ['cancelRequest', '取消申请'],
  ['channelChange', '平台变更'],
  ['answeredElsewhere', '他处已接单'],
] as const)('what waits for one answer about the whole number is not divided: %s', async (type, title) => {
  const { id } = await newOrder(scene, clerk, {}, 2);
  const parts = await oneOff(id);
  await look(scene, (tx) => openHold(tx, id, { type, detail: '试' }));
  const refused = await move(id, 'split', { parts });
  expect([refused.status, refused.message]).toEqual([409, `请先处理${title}，再拆单`]);
  await look(scene, (tx) => closeHolds(tx, id, type, '试'));
  await must(move(id, 'split', { parts }));
});

test('what is true of the order as a whole holds each of its parts', async () => {
  const other = await newOrder(scene, clerk, {}, 1);
  const { id, po } = await newOrder(scene, clerk, {}, 2);
  const parts = await oneOff(id);
  await look(scene, async (tx) => {
    await openHold(tx, id, { type: 'manual', detail: '等买家' });
    await openHold(tx, id, { type: 'duplicate', detail: '相同', otherOrderId: other.id });
  });
  await must(move(id, 'split', { parts }));
  for (const { holds } of await membersOf(po)) expect(holds.toSorted()).toEqual(['duplicate', 'manual']);
});

test('one acceptance speaks for all parts, with the units of all of them', async () => {
  const [first, second] = await family(5, 2);
  expect([unitsOf(first), unitsOf(second)]).toEqual([3, 2]);
  expect(second.orderNo).toBe(`${first.orderNo}-1`);
  // A part that cannot be accepted keeps the other back, and is named.
  await must(move(second.id, 'hold', { reason: '等客户' }));
  const early = await move(first.id, 'accept');
  expect(early.message).toContain(`拆分单 ${second.orderNo} 还不能接单`);
  await must(move(second.id, 'release'));
  await must(move(first.id, 'accept'));
  await scene.settled();
  const after = await membersOf(first.channelOrderNo);
  expect(after.map(({ status, acceptSync }) => [status, acceptSync])).toEqual([
    ['ready', 'ok'],
    ['ready', 'ok'],
  ]);
  const accepted = await look(
    scene,
    (tx) => tx.one<{ keys: number }>`
      select count(*)::integer as keys from channel_effect
      where tenant_id = ${tx.tenant} and effect = 'accept' and key = ${first.channelOrderNo}`,
  );
  expect(accepted.keys).toBe(1);
  expect(await scene.violations()).toEqual([]);
});

test('labels are made once for all parts, and a part that is packed later takes its own', async () => {
  const [first, second] = await family(3, 1);
  const po = first.channelOrderNo;
  await must(move(first.id, 'accept'));
  await scene.settled();
  const shipmentOf = async (orderId: string): Promise<string> =>
    (await firstOf(packer, '/fulfilment/shipment/list', { orderId })).id;
  const work = async (orderId: string, ...moves: string[]): Promise<void> => {
    const id = await shipmentOf(orderId);
    for (const name of moves) {
      await must(packer.post(`/fulfilment/shipment/${id}/${name}`, {}, { 'idempotency-key': `${name} ${id}` }));
      await scene.settled();
    }
  };
  const boxesOf = async (orderId: string) =>
    (
      await must(
        packer.get<Page<{ boxNo: string; trackingNo: string; status: string }>>('/fulfilment/box/list', {
          shipmentId: await shipmentOf(orderId),
        }),
      )
    ).records;
  await must(move(first.id, 'start'));
  await work(first.id, 'pack', 'sealAll', 'register');
  const early = await boxesOf(first.id);
  expect(early.map(({ status }) => status)).toEqual(early.map(() => 'labelled'));
  await must(move(second.id, 'start'));
  await work(second.id, 'pack', 'sealAll', 'register');
  const late = await boxesOf(second.id);
  expect(late.map(({ status }) => status)).toEqual(late.map(() => 'labelled'));
  const numbers = [...early, ...late].map(({ trackingNo }) => trackingNo);
  expect(numbers.every(Boolean)).toBe(true);
  expect(new Set(numbers).size).toBe(numbers.length);
  await scene.pass(3 * 86_400_000);
  clerk = await scene.as('yunying');
  packer = await scene.as('cangku');
  admin = await scene.as('admin');
  await work(first.id, 'ship');
  await work(second.id, 'ship');
  const after = await membersOf(po);
  expect(after.map(({ status }) => status)).toEqual(['shipped', 'shipped']);
  const notices = await look(
    scene,
    (tx) => tx.rows<{ status: string }>`
      select notice_status as status from shipment s join sales_order o
        on o.tenant_id = s.tenant_id and o.id = s.order_id
      where s.tenant_id = ${tx.tenant} and o.channel_order_no = ${po}`,
  );
  expect(notices.map(({ status }) => status)).toEqual(['ok', 'ok']);
  await pull(scene, clerk);
  expect((await membersOf(po)).flatMap(({ holds }) => holds)).toEqual([]);
  expect(await scene.violations()).toEqual([]);
});

test('what the channel changes and cancels later is dealt over the parts', async () => {
  const [first, second] = await family(6, 2);
  const po = first.channelOrderNo;
  // Three less: the part that was split off gives its two, the first one its one.
  await scene.sim('POST', `/orders/${po}`, { products: [{ from: 0, quantity: 3 }] });
  await pull(scene, clerk);
  for (const { id, holds } of await membersOf(po)) {
    expect(holds).toEqual(['channelChange']);
    await must(move(id, 'applyChange'));
  }
  let after = await membersOf(po);
  expect(after.map(unitsOf)).toEqual([3, 0]);
  expect(after.map(({ status }) => status)).toEqual(['new', 'cancelled']);
  // Later a buyer wants one less; what is asked for is held where the units are.
  await scene.pass(60_000);
  await scene.sim('POST', '/cancellations', { po, partNumber: STOOL, quantity: 1 });
  await pull(scene, clerk);
  after = await membersOf(po);
  expect(after.map(({ holds }) => holds)).toEqual([['cancelRequest'], []]);
  const request = await firstOf(clerk, '/channels/cancellationRequest/list', {
    channelOrderNo: po,
  });
  await must(clerk.post(`/channels/cancellationRequest/${request.id}/confirm`));
  await scene.settled();
  after = await membersOf(po);
  expect(after.map(unitsOf)).toEqual([2, 0]);
  expect(after.flatMap(({ holds }) => holds)).toEqual([]);
  await pull(scene, clerk);
  expect((await membersOf(po)).map(unitsOf)).toEqual([2, 0]);
  expect(second.splitSeq).toBe(1);
  expect(await scene.violations()).toEqual([]);
});

test('of two who split at once each has numbers of its own, and no unit goes twice', async () => {
  const { id, po } = await newOrder(scene, clerk, {}, 4);
  const [line] = (await read(id)).lines.orderLine;
  const parts = JSON.stringify([[{ lineId: line?.id, qty: 2 }]]);
  const both = await Promise.all([move(id, 'split', { parts }), move(id, 'split', { parts })]);
  expect(both.filter(({ success }) => success)).toHaveLength(1);
  const after = await membersOf(po);
  expect(after.map(unitsOf)).toEqual([2, 2]);
  expect(await scene.violations()).toEqual([]);
});

test('a part that asked for the acceptance and is cancelled leaves it to the other', async () => {
  const { id, po } = await newOrder(scene, clerk, {}, 4);
  const { accountId } = scene.seller;
  // While the shop rests the acceptance waits, and the order is split meanwhile.
  await must(admin.post(`/base/channelAccount/${accountId}/pause`));
  await must(move(id, 'accept'));
  await must(move(id, 'split', { parts: await oneOff(id) }));
  await must(move(id, 'cancel', { reason: '买家只要一件' }));
  await scene.sim('POST', `/orders/${po}`, { products: [{ from: 0, quantity: 1 }] });
  await must(admin.post(`/base/channelAccount/${accountId}/enable`));
  await openShop(scene, clerk);
  await scene.settled();
  const [first, second] = await membersOf(po);
  expect(first.status).toBe('cancelled');
  expect(second).toMatchObject({ status: 'ready', acceptSync: 'ok' });
});

test('an acceptance that was dropped is asked for again when its order comes back', async () => {
  const { id } = await newOrder(scene, clerk, {}, 1);
  await fault(scene, { fault: '500', match: { operation: 'accept', times: 1 } });
  await must(move(id, 'accept'));
  await scene.app.worker.settled();
  await must(move(id, 'cancel', { reason: '点错' }));
  await scene.settled();
  await must(move(id, 'reopen', { reason: '点错了' }));
  await must(move(id, 'accept'));
  await scene.settled();
  expect(await read(id)).toMatchObject({ status: 'ready', acceptSync: 'ok' });
});
