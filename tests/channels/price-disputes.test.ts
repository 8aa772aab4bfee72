import { expect, test } from 'vitest';
import { personWith } from '#tests/contract/worlds.ts';
import type { Page } from './shop.ts';
import { arrive, CHAIR, clerk, finance, id, move, must, openChangedOrders, read, say, scene } from './changed-order.ts';

openChangedOrders();

const DUE_IN_PAST = '期限须晚于现在';

interface Dispute {
  id: string;
  status: string;
  waitsFor: string | null;
  difference: string;
  outcome: string | null;
  dueAt: string;
  lines: {
    priceDisputeLine: {
      channelSku: string;
      qty: number;
      expectedPrice: string;
      actualPrice: string;
    }[];
    priceDisputeMessage: { kind: string; content: string; sentAt: string | null }[];
  };
}

/** The price at which an order of the shop is as agreed. */
async function agreedPrice(): Promise<number> {
  const order = await arrive([{ partNumber: CHAIR, quantity: 1 }]);
  return Number(order.lines.orderLine[0]?.unitPrice);
}

async function disputed(price: number, quantity = 2): Promise<Dispute> {
  const order = await arrive([{ partNumber: CHAIR, quantity, price }]);
  expect(order.holds).toContain('priceMismatch');
  await must('dispute');
  return theDispute();
}
async function theDispute(): Promise<Dispute> {
  const { result } = await clerk.get<Page<{ id: string }>>('/orders/priceDispute/list', {
    orderId: id,
  });
  return (
    await clerk.get<Dispute>('/orders/priceDispute/queryById', {
      id: result.records[0]?.id ?? '',
    })
  ).result;
}
const act = (dispute: Dispute, name: string, answers: object = {}, who = clerk) =>
  who.post(`/orders/priceDispute/${dispute.id}/${name}`, answers);

test('a dispute has its lines, and what to write to the channel is ready', async () => {
  const agreed = await agreedPrice();
  const low = Math.round(agreed * 80) / 100;
  const dispute = await disputed(low);
  expect(dispute).toMatchObject({ status: 'open', waitsFor: 'us' });
  const [line] = dispute.lines.priceDisputeLine;
  expect([line?.channelSku, line?.qty, Number(line?.expectedPrice), Number(line?.actualPrice)]).toEqual([
    CHAIR,
    2,
    agreed,
    low,
  ]);
  expect(Number(dispute.difference)).toBeCloseTo((low - agreed) * 2, 2);
  const [message] = dispute.lines.priceDisputeMessage;
  expect(message).toMatchObject({ kind: 'toChannel', sentAt: null });
  expect(message?.content).toContain(CHAIR);
  // A second one is not begun, and the price is accepted nowhere else meanwhile.
  expect((await move('dispute')).message).toContain('已有处理中的价格争议');
  expect((await move('acceptPrice', {}, finance)).message).toContain('价格争议处理中');
  expect((await read()).holds).toContain('priceMismatch');
  expect((await act(dispute, 'markSent')).success).toBe(true);
  expect(await theDispute()).toMatchObject({ status: 'open', waitsFor: 'channel' });
  expect((await act(dispute, 'markSent')).success).toBe(false);
  await act(dispute, 'write', { kind: 'fromChannel', content: 'We will look into it.' });
  expect(await theDispute()).toMatchObject({ status: 'answered', waitsFor: 'decision' });
});

test('the price as it came is accepted with a reason, by those who may accept prices', async () => {
  const agreed = await agreedPrice();
  const dispute = await disputed(Math.round(agreed * 80) / 100);
  const operator = await scene.as('yunying');
  expect(await act(dispute, 'accept', { reason: '先发货' }, operator)).toMatchObject({
    status: 403,
  });
  // Who ends disputes may not accept a price by that.
  const closer = await personWith(scene, await scene.as('admin'), [
    'orders:priceDispute:list',
    'orders:priceDispute:accept',
    'orders:salesOrder:list',
  ]);
  expect((await act(dispute, 'accept', { reason: '先发货' }, closer)).status).toBe(403);
  expect((await act(dispute, 'accept', {}, finance)).status).toBe(422);
  expect((await read()).holds).toContain('priceMismatch');
  expect((await act(dispute, 'accept', { reason: '活动价，认可' }, finance)).success).toBe(true);
  expect((await read()).holds).not.toContain('priceMismatch');
  expect(await theDispute()).toMatchObject({ status: 'accepted', outcome: '活动价，认可' });
});

test('withdrawn, the order stays held by its price', async () => {
  const agreed = await agreedPrice();
  const dispute = await disputed(Math.round(agreed * 80) / 100);
  expect((await act(dispute, 'withdraw', { reason: '不值得' })).success).toBe(true);
  expect((await read()).holds).toContain('priceMismatch');
  expect((await move('acceptPrice', {}, finance)).success).toBe(true);
  expect((await read()).holds).not.toContain('priceMismatch');
});

test('what the channel says next is compared: another wrong price holds on, the agreed one ends it', async () => {
  const agreed = await agreedPrice();
  const dispute = await disputed(Math.round(agreed * 80) / 100);
  await act(dispute, 'expect', { content: 'Corrected today.' });
  expect(await theDispute()).toMatchObject({ status: 'answered', waitsFor: 'correction' });
  const held = await say({ products: [{ from: 0, price: Math.round(agreed * 90) / 100 }] });
  expect(held.holds).toContain('priceMismatch');
  expect(await theDispute()).toMatchObject({ status: 'answered', waitsFor: 'decision' });
  const free = await say({ products: [{ from: 0, price: agreed }] });
  expect(free.holds).not.toContain('priceMismatch');
  expect(Number(free.lines.orderLine[0]?.unitPrice)).toBe(agreed);
  expect(await theDispute()).toMatchObject({ status: 'corrected', waitsFor: null });
});

test('a dispute is due in time to come, when it begins and ever after', async () => {
  const agreed = await agreedPrice();
  const past = { dueAt: '2020-01-01 00:00:00' };
  await arrive([{ partNumber: CHAIR, quantity: 1, price: Math.round(agreed * 80) / 100 }]);
  const late = await move('dispute', past);
  expect([late.success, late.message]).toEqual([false, DUE_IN_PAST]);
  await must('dispute');
  const dispute = await theDispute();
  expect((await act(dispute, 'setDue', past)).message).toBe(DUE_IN_PAST);
  expect((await theDispute()).dueAt).toBe(dispute.dueAt);
  expect((await act(dispute, 'setDue', { dueAt: '2099-01-01 00:00:00' })).success).toBe(true);
  expect((await theDispute()).dueAt).toBe('2099-01-01 00:00:00');
});

test('an order that ends takes its dispute along', async () => {
  const agreed = await agreedPrice();
  await disputed(Math.round(agreed * 80) / 100);
  await must('cancel', { reason: '不发了' });
  expect(await theDispute()).toMatchObject({ status: 'withdrawn' });
});

test('every truth holds after all of this', async () => {
  expect(await scene.violations()).toEqual([]);
});
