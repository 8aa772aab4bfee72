import { expect, test } from 'vitest';
import { covers } from '#tests/spec/covers.ts';
import { look, pull, type Page } from './shop.ts';
import {
  arrive,
  CALIFORNIA,
  CHAIR,
  clerk,
  finance,
  id,
  itemsOf,
  move,
  must,
  openChangedOrders,
  read,
  say,
  scene,
  startedAlready,
  STOOL,
  type Line,
} from './changed-order.ts';

openChangedOrders();

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

test('an order is not divided around a price that waits: whatever was split off would go free', async () => {
  const admin = await scene.as('admin');
  const allowing = async (allowSplit: boolean): Promise<void> => {
    const account = scene.seller.accountId;
    const shop = await admin.get<{ version: number }>('/base/channelAccount/queryById', {
      id: account,
    });
    const { version } = shop.result;
    await admin.put('/base/channelAccount/edit', { id: account, version, allowSplit });
  };
  await allowing(true);
  const [line] = (await arrive([{ partNumber: CHAIR, quantity: 2 }])).lines.orderLine;
  await say({ products: [{ from: 0, price: 11.5 }] });
  const parts = [[{ lineId: line?.id, qty: 1 }]];
  expect(await move('split', { parts })).toMatchObject({
    success: false,
    message: '请先处理价格异常，再拆单',
  });
  await must('acceptPrice', {}, finance);
  expect(await move('split', { parts })).toMatchObject({ success: true });
  await allowing(false);
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
  expect((await say({ products: [{ from: 0, price: price - 1 }] })).holds).toEqual(['priceMismatch']);
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
  const stored = await must('rejectChange', { reason: '已备货' });
  expect(stored).toMatchObject({ holds: [], unitCount: 3 });
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
    admin.get<Page<{ id: string; status: string; lastError: string | null }>>('/desk/delivery/list', {
      aggregate: id,
      handler: 'channels.takeBack',
      event: 'order.wantedAgain',
    });
  const [task] = (await tasks()).result.records;
  expect(task).toMatchObject({ status: 'dead', lastError: expect.stringContaining('平台恢复了') });
  // Cancelled there too, trying again finds nothing left to do.
  await say({ products: [{ from: 0, isCancelled: true }] });
  await admin.post(`/desk/delivery/${task?.id ?? ''}/retry`);
  await scene.settled();
  expect((await tasks()).result.records).toMatchObject([{ status: 'ok' }]);
  expect(await read()).toMatchObject({ cancelSync: 'ok' });
});
