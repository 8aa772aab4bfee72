import { afterAll, beforeAll, expect, test } from 'vitest';
import { openShop } from '#tests/channels/shop.ts';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { must } from '#tests/lifecycles/one-of-each.ts';
import { covers } from '#tests/spec/covers.ts';
import { approved, lineOf, moveReturn, readReturn, requested, sentOrder } from './return-scene.ts';

/** Money and goods that go out for returns before anything comes back, by one person alone. */

let scene: TestApp;
let clerk: Client;
let packer: Client;
let cash: Client;
let admin: Client;

beforeAll(async () => {
  scene = await startTestApp();
  clerk = await scene.as('yunying');
  packer = await scene.as('cangku');
  cash = await scene.as('caiwu');
  admin = await scene.as('admin');
  await openShop(scene, clerk);
  await scene.sim('POST', '/config', { requireRegister: false });
});
afterAll(() => scene?.stop());

const MESSAGE = {
  alone: '金额超过单人处置上限，登记人不能自己审核',
  ofOrder: '就同一订单单独审核、退款的累计超过单人处置上限，登记人不能自己审核',
};
const refused = (message: string) => ({ status: 403, message: expect.stringContaining(message) });
const barredOf = async (who: Client, id: string) =>
  ((await readReturn(who, id)) as { barred?: Record<string, string> }).barred;
const nextDay = () => scene.pass(25 * 3_600_000);

test('仅退款 beyond the limit of one person is approved by another than who wrote it', async () => {
  covers('ours: four eyes on returns');
  const order = await sentOrder(scene, clerk, packer, 10);
  const id = await requested(admin, order, { type: 'refundOnly', qty: 10 });
  expect(await barredOf(admin, id)).toEqual({ approve: MESSAGE.alone });
  expect(await barredOf(clerk, id)).toBeUndefined();
  expect(await moveReturn(admin, id, 'approve')).toMatchObject(refused(MESSAGE.alone));
  await must(moveReturn(clerk, id, 'approve'));
  await must(moveReturn(admin, id, 'credit'));
  expect(await readReturn(admin, id)).toMatchObject({ creditTotal: '1580.00' });
});

test('换货 beyond it sends nothing until another approves it', async () => {
  const order = await sentOrder(scene, clerk, packer, 10);
  const id = await requested(clerk, order, { type: 'exchange', qty: 10 });
  expect(await moveReturn(clerk, id, 'approve')).toMatchObject(refused(MESSAGE.alone));
  expect(await readReturn(clerk, id)).toMatchObject({ status: 'requested', replacementOrderId: null });
  await must(moveReturn(admin, id, 'approve'));
  expect((await readReturn(admin, id)).replacementOrderId).toBeTruthy();
});

test('what is asked for in pieces counts together, of an order and of a day', async () => {
  await nextDay();
  const order = await sentOrder(scene, clerk, packer, 10);
  await approved(clerk, order, { type: 'exchange', qty: 2 });
  const more = await requested(clerk, order, { type: 'refundOnly', qty: 2 });
  expect(await barredOf(clerk, more)).toEqual({ approve: expect.stringContaining('同一订单') });
  expect(await moveReturn(clerk, more, 'approve')).toMatchObject(refused(MESSAGE.ofOrder));
  await approved(clerk, order, { type: 'refundOnly', qty: 1 });
  // Three times the limit in a day, whatever the orders: 474 of this one, and 474 of each of two others.
  for (let at = 0; at < 2; at++)
    await approved(clerk, await sentOrder(scene, clerk, packer, 3), { type: 'refundOnly', qty: 3 });
  const last = await requested(clerk, await sentOrder(scene, clerk, packer, 3), { type: 'refundOnly', qty: 1 });
  expect(await moveReturn(clerk, last, 'approve')).toMatchObject(refused('24 小时内'));
  await nextDay();
  await must(moveReturn(clerk, last, 'approve'));
});

test('no more than was asked for is credited alone beyond the limit, and what was given up counts no more', async () => {
  await nextDay();
  const order = await sentOrder(scene, clerk, packer, 5);
  const id = await approved(clerk, order, { type: 'refundOnly', qty: 1 });
  const { id: lineId } = await lineOf(admin, id);
  const credit = (amount: string) => moveReturn(cash, id, 'credit', { lines: [{ lineId, amount }] });
  expect(await credit('790.00')).toMatchObject({
    status: 422,
    message: expect.stringContaining('比申请多退的金额超过单人处置上限'),
  });
  await must(credit('600.00'));
  const other = await sentOrder(scene, clerk, packer, 4);
  const first = await approved(clerk, other, { type: 'refundOnly', qty: 3 });
  const second = await requested(clerk, other, { type: 'refundOnly', qty: 1 });
  expect((await moveReturn(clerk, second, 'approve')).status).toBe(403);
  await must(moveReturn(clerk, first, 'cancel', { reason: '买家撤回' }));
  await must(moveReturn(clerk, second, 'approve'));
});

test('a line that was replaced is not refunded as well alone', async () => {
  await nextDay();
  const order = await sentOrder(scene, clerk, packer, 5);
  const id = await requested(clerk, order, { type: 'exchange', qty: 5 });
  await must(moveReturn(admin, id, 'approve'));
  const { id: lineId } = await lineOf(admin, id);
  await must(moveReturn(packer, id, 'receive', { lines: [{ lineId, qty: 1 }] }));
  await must(moveReturn(packer, id, 'receiveDone', { rest: 'giveUp' }));
  await must(moveReturn(packer, id, 'inspect', { lines: [{ lineId, good: 1, damaged: 0, outcome: 'refund' }] }));
  await must(moveReturn(packer, id, 'dispose'));
  expect(await moveReturn(cash, id, 'credit', { lines: [{ lineId, amount: '790.00' }] })).toMatchObject({
    status: 422,
    message: expect.stringContaining('比申请多退的'),
  });
  await must(moveReturn(cash, id, 'credit', { lines: [{ lineId, amount: '158.00' }] }));
});

test('units that never came are accepted in pieces no further than one person may', async () => {
  await nextDay();
  const order = await sentOrder(scene, clerk, packer, 6);
  const states: boolean[] = [];
  for (let at = 0; at < 2; at++) {
    const id = await approved(clerk, order, { qty: 3 });
    const { id: lineId } = await lineOf(admin, id);
    await must(moveReturn(packer, id, 'receive', { lines: [{ lineId, qty: 1 }] }));
    await must(moveReturn(packer, id, 'receiveDone', { rest: 'giveUp' }));
    await must(moveReturn(packer, id, 'inspect'));
    const lines = [{ lineId, disposition: 'restock', accepted: 2, acceptReason: '承运商确认已取件' }];
    await must(moveReturn(packer, id, 'dispose', { lines }));
    states.push((await readReturn(admin, id)).isDisposalPending);
  }
  expect(states).toEqual([false, true]);
});

test('who says alone that goods came back does not have their money credited beyond the limit', async () => {
  await nextDay();
  const order = await sentOrder(scene, clerk, packer, 4);
  const id = await requested(admin, order, { qty: 4 });
  for (const move of ['approve', 'receive', 'receiveDone', 'inspect', 'dispose'])
    await must(moveReturn(admin, id, move));
  expect(await moveReturn(admin, id, 'credit')).toMatchObject(
    refused('从登记、收货到处置都是本人，金额超过单人处置上限'),
  );
  await must(moveReturn(cash, id, 'credit'));
  // A single step of somebody else is enough.
  const other = await requested(admin, await sentOrder(scene, clerk, packer, 4), { qty: 4 });
  await must(moveReturn(admin, other, 'approve'));
  for (const move of ['receive', 'receiveDone']) await must(moveReturn(packer, other, move));
  for (const move of ['inspect', 'dispose', 'credit']) await must(moveReturn(admin, other, move));
});
