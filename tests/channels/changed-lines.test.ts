import { expect, test } from 'vitest';
import { covers } from '#tests/spec/covers.ts';
import { place, pull, type Page } from './shop.ts';
import {
  arrive,
  CHAIR,
  clerk,
  finance,
  id,
  itemsOf,
  move,
  must,
  NEW_JERSEY,
  openChangedOrders,
  signIn,
  packed,
  po,
  read,
  say,
  scene,
  STOOL,
} from './changed-order.ts';

openChangedOrders();

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

test('a quantity of 0 is a change, never an order that cannot be read', async () => {
  await arrive([
    { partNumber: CHAIR, quantity: 1 },
    { partNumber: STOOL, quantity: 1 },
  ]);
  const order = await say({ products: [{ from: 0 }, { from: 1, quantity: 0 }] });
  expect(itemsOf(order)).toEqual([['qty', STOOL, '1', '0', 'pending']]);
  const after = await must('applyChange');
  expect(after.lines.orderLine[1]).toMatchObject({ qtyCancelled: 1, qtyReserved: 0 });
  const aside = await clerk.get<Page<{ resolvedAt: string | null }>>('/channels/quarantinedOrder/list', {
    channelOrderNo: po,
  });
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
  await signIn();
  const packer = await scene.as('cangku');
  const left = await packer.post(`/fulfilment/shipment/${shipment}/ship`, {}, { 'idempotency-key': `ship ${id}` });
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
  expect(waiting.lines.orderHold.find(({ type }) => type === 'noAck')?.detail).toContain('先到平台取消');
  const { entries } = await scene.sim<{ entries: { operations?: string[] }[] }>('GET', '/log');
  expect(entries.flatMap(({ operations = [] }) => operations)).not.toContain('accept');
  // Cancelled there too: nothing is cancelled twice, and trying again goes through.
  const reported = await say({ products: [{ from: 0, quantity: 2 }] });
  expect(itemsOf(reported)).toEqual([['qty', CHAIR, '3', '2', 'noted']]);
  expect(reported.lines.orderLine[0]).toMatchObject({ qtyCancelled: 1, qtyReserved: 2 });
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
  await signIn();
  await pull(scene, clerk);
  const order = await read();
  expect(order.lines.orderLine[0]).toMatchObject({ qtyCancelled: 1, qtyReserved: 2 });
  expect(itemsOf(order)[0]).toEqual(['qty', CHAIR, '2', '1', 'pending']);
  expect(order.holds).toEqual(['channelChange']);
});
