import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#kit/server/database.ts';
import type { PoAnswer, PoTrail } from '#modules/finance/model/po-money/po-money-routes.ts';
import { cheapest, startCounting } from '#tests/budgets/counted.ts';
import { openShop } from '#tests/channels/shop.ts';
import { openOtherTenant, personWith } from '#tests/contract/worlds.ts';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { firstOf, must, NEW_JERSEY, STOOL } from '#tests/lifecycles/one-of-each.ts';
import { addStock, CHAIRS, times } from '#tests/races/goods.ts';
import { cellsOf } from '#tests/sheets/cells-of.ts';
import { pictureOf } from './claim-scene.ts';
import { addShop } from './manual-draft-scene.ts';
import { invoicesOf, keyed, paidBy, sendIt, soldByHand } from './receivable-scene.ts';
import { importRemittance, moveDeduction, moveRemittance, remittanceNumbered } from './remittance-scene.ts';

/** 一张PO到底: what was ordered, sent, billed, kept and paid under a PO, each figure with its row (domain.md S7, S8). */

const DAY_MS = 86_400_000;
const PAID_ON = '2026-11-20';

let scene: TestApp;
let admin: Client;
let clerk: Client;
let packer: Client;
let finance: Client;
let reviewer: Client;

const signIn = async (): Promise<void> => {
  [admin, clerk, packer, finance, reviewer] = (await Promise.all(
    ['admin', 'yunying', 'cangku', 'caiwu', 'fuhe'].map((name) => scene.as(name)),
  )) as [Client, Client, Client, Client, Client];
};

beforeAll(async () => {
  scene = await startTestApp();
  await signIn();
  await openShop(scene, clerk);
  for (const sku of [STOOL, CHAIRS]) await addStock(scene, packer, sku, 200);
});
afterAll(() => scene?.stop());

const ask = (numbers: unknown, who = finance) => who.post<PoAnswer[]>('/finance/poMoney/answers', { numbers });
const answer = async (po: string, who = finance): Promise<PoAnswer> => {
  const [one, ...more] = await must(ask([po], who));
  expect(more).toEqual([]);
  return one as PoAnswer;
};
const trail = (id: string, who = finance) => who.get<PoTrail>(`/finance/poMoney/${id}`);
const stepsOf = ({ steps }: PoTrail): [string, string][] => steps.map(({ title, amount }) => [title, amount]);

/** An order of two stools at a price, sent and so invoiced. */
async function sold(unitPrice: string, more: object = {}): Promise<{ id: string; po: string }> {
  const order = await soldByHand(scene, clerk, [{ qty: 2, unitPrice }], more);
  await sendIt(scene, clerk, packer, order.id);
  return order;
}

const rows = (remitNo: string, net: string, lines: object[]) =>
  lines.map((line) => ({ 'Remittance Number': remitNo, 'Payment Date': PAID_ON, 'Net Amount': net, ...line }));

/** A remittance from its file to the books. @returns its id */
async function remitted(remitNo: string, net: string, lines: object[]): Promise<{ id: string; remitNo: string }> {
  await must(importRemittance(scene, finance, rows(remitNo, net, lines)));
  const read = await remittanceNumbered(finance, remitNo);
  await must(moveRemittance(finance, read.id, 'post'));
  return { id: read.id, remitNo: read.remitNo };
}

test('from the order to the remittance line: each figure has its row, and together they are what was invoiced', async () => {
  const { id, po } = await soldByHand(scene, clerk, [{ qty: 2, unitPrice: '133.49' }]);
  expect(await answer(po)).toMatchObject({
    isFound: true,
    payStatus: 'none',
    ordered: '266.98',
    invoiced: '0.00',
    received: '0.00',
    open: '0.00',
    missing: '未发货',
  });
  await sendIt(scene, clerk, packer, id);
  const billed = await answer(po.toLowerCase());
  expect(billed).toMatchObject({ poNo: po, payStatus: 'invoiced', invoiced: '266.98', open: '266.98' });
  expect(billed.missing).toMatch(/^已开票未回款，\d{4}-\d\d-\d\d 到期$/);

  const { remitNo } = await remitted('RMT-PO-1', '214.98', [
    { 'PO Number': po, Amount: '266.98' },
    { Type: 'Deduction', 'PO Number': po, Amount: '-40.00', Description: 'Damage' },
    { 'PO Number': po, Amount: '-12.00', Description: 'Sponsored ads' },
  ]);
  expect(await answer(po)).toMatchObject({
    payStatus: 'paid',
    received: '214.98',
    deducted: '40.00',
    open: '0.00',
    remittances: [{ no: remitNo }],
    missing: '扣款 40.00 USD 处理中',
  });
  const whole = await must(trail(id));
  expect(stepsOf(whole)).toEqual([
    ['订单金额', '266.98'],
    ['已开票', '266.98'],
    ['扣款 · 货损', '40.00'],
    ['广告费', '12.00'],
    ['实收', '214.98'],
    ['未收', '0.00'],
  ]);
  const [, invoiced, damage, ad, received] = whole.steps;
  expect(invoiced?.sources).toMatchObject([{ kind: 'invoice', amount: '266.98' }]);
  expect(damage?.sources).toMatchObject([{ kind: 'deduction', place: expect.stringContaining(`${remitNo} 第 2 行`) }]);
  // The first row of the sheet is its head.
  expect(ad?.sources).toMatchObject([
    { kind: 'remittance', no: remitNo, place: expect.stringMatching(/第 3 行 · .* 第 4 行$/) },
  ]);
  expect(received?.sources).toMatchObject([{ place: expect.stringMatching(/^RMT-PO-1 · 第 1 行 · .* 第 2 行$/) }]);
  expect(whole.events.map(({ title }) => title)).toEqual(
    expect.arrayContaining(['下单', '出库', '发货通知', '开票', '回款', '扣款 · 货损']),
  );
  expect(whole.hidden).toEqual([]);
});

test('a deduction that was won comes back; one that is announced is not taken yet', async () => {
  const { id, po } = await sold('50');
  await remitted('RMT-PO-WON', '60.00', [
    { 'PO Number': po, Amount: '100.00' },
    { Type: 'Deduction', 'PO Number': po, Amount: '-40.00', Description: 'Damage' },
  ]);
  const kept = await firstOf(finance, '/finance/deduction/list', { poNo: po });
  const evidence = await pictureOf(scene, finance);
  await must(moveDeduction(finance, kept.id, 'dispute', { reason: '已签收', evidence }));
  await must(moveDeduction(finance, kept.id, 'resolve', { recovered: '25', way: 'cash' }));
  expect(await answer(po)).toMatchObject({
    received: '85.00',
    deducted: '15.00',
    open: '0.00',
    missing: '已结清，扣款净损失 15.00 USD',
  });
  expect(stepsOf(await must(trail(id)))).toContainEqual(['申诉追回', '25.00']);
  const announced = {
    accountId: scene.seller.accountId,
    type: 'lateShip',
    poNo: po,
    amount: '7',
    currency: 'USD',
    postedAt: `${PAID_ON} 00:00:00`,
  };
  await must(finance.post('/finance/deduction/add', announced));
  await must(finance.post('/finance/deduction/add', { ...announced, amount: '3', currency: 'CAD' }));
  expect(await answer(po)).toMatchObject({
    received: '85.00',
    deducted: '15.00',
    missing: '扣款 7.00 USD 处理中；另有扣款 3.00 CAD',
  });
});

test('a remittance that is taken back has paid nothing, and stays to be read', async () => {
  const { id, po } = await sold('20');
  const { id: remittance } = await remitted('RMT-PO-BACK', '30.00', [
    { 'PO Number': po, Amount: '40.00' },
    { Type: 'Deduction', 'PO Number': po, Amount: '-10.00', Description: 'Shortage' },
  ]);
  expect(await answer(po)).toMatchObject({ received: '30.00', deducted: '10.00', open: '0.00' });
  await must(moveRemittance(reviewer, remittance, 'reverse', { reason: '平台重发' }));
  expect(await answer(po)).toMatchObject({
    payStatus: 'invoiced',
    received: '0.00',
    deducted: '0.00',
    open: '40.00',
    remittances: [],
    missing: expect.stringMatching(/^已开票未回款/),
  });
  const { events } = await must(trail(id));
  expect(events.filter(({ isUndone }) => isUndone).map(({ title }) => title)).toEqual(
    expect.arrayContaining(['回款已冲销', '扣款 · 少件']),
  );
});

test('money that came before anybody knew what for pays later, and says from which line', async () => {
  const { id, po } = await sold('25');
  const { id: remittance } = await remitted('RMT-PO-LATER', '90.00', [
    { Amount: '60.00', Description: 'unknown' },
    { 'PO Number': po, Type: '其他调整', Amount: '30.00' },
  ]);
  // What names the PO is announced as waiting; what names nothing is nobody's.
  expect(await answer(po)).toMatchObject({
    received: '0.00',
    open: '50.00',
    missing: expect.stringContaining('30.00 USD 待核销'),
  });
  const [bill] = await invoicesOf(finance, id);
  await must(moveRemittance(finance, remittance, 'applyParked', { lineNo: 1, invoices: `${bill?.invoiceNo}=50` }));
  expect(await answer(po)).toMatchObject({
    payStatus: 'paid',
    received: '50.00',
    open: '0.00',
    missing: '30.00 USD 待核销',
  });
  const { events, steps } = await must(trail(id));
  expect(events).toContainEqual(expect.objectContaining({ title: '待核销转入', amount: '50.00' }));
  expect(steps.find(({ key }) => key === 'received')?.sources).toMatchObject([
    { place: expect.stringContaining('第 1 行') },
  ]);
});

test('a part that was paid leaves the rest short, a credited return takes its own', async () => {
  const { id, po } = await sold('60');
  const [bill] = await invoicesOf(finance, id);
  await paidBy(finance, bill?.customerId ?? '', '70.00', [{ invoiceId: bill?.id, portion: '70.00' }]);
  expect(await answer(po)).toMatchObject({
    payStatus: 'part',
    received: '70.00',
    open: '50.00',
    missing: expect.stringMatching(/^部分回款，还差 50.00 USD，/),
  });
  await refund(id, '20.00');
  const whole = await must(trail(id));
  expect(whole.answer).toMatchObject({ received: '70.00', open: '30.00', deducted: '0.00' });
  expect(stepsOf(whole)).toEqual([
    ['订单金额', '120.00'],
    ['已开票', '120.00'],
    ['退款', '20.00'],
    ['实收', '70.00'],
    ['未收', '30.00'],
  ]);
  expect(whole.steps[2]?.sources).toMatchObject([{ kind: 'creditNote' }]);
  expect(whole.steps[3]?.sources).toMatchObject([{ kind: 'payment' }]);
  expect(whole.events.map(({ title }) => title)).toEqual(expect.arrayContaining(['仅退款', '退款单']));
  // As long as it is due: then the days count.
  await scene.pass(61 * DAY_MS);
  await signIn();
  const late = await answer(po);
  expect(late.overdueDays).toBeGreaterThan(0);
  expect(late).toMatchObject({
    tone: 'bad',
    missing: `${late.missing.startsWith('短款') ? '短款' : '部分回款，还差'} 30.00 USD，已逾期 ${late.overdueDays} 天`,
  });
});

/** Money for one unit of an order, without its goods. */
async function refund(orderId: string, unitCredit: string): Promise<void> {
  const service = await scene.as('kefu');
  const { lines } = await must(
    admin.get<{ lines: { orderLine: { id: string; skuId: string }[] } }>('/orders/salesOrder/queryById', {
      id: orderId,
    }),
  );
  const [line] = lines.orderLine;
  const { id } = await must(
    service.post<{ id: string }>('/aftersales/returnOrder/add', {
      type: 'refundOnly',
      orderId,
      warehouseId: scene.seller.warehouses[NEW_JERSEY],
      reasonId: (await firstOf(admin, '/aftersales/returnReason/list')).id,
      lines: [{ skuId: line?.skuId, orderLineId: line?.id, qtyRequested: 1, outcome: 'refund', unitCredit }],
    }),
  );
  await must(service.post(`/aftersales/returnOrder/${id}/submit`, {}, keyed()));
  await must(admin.post(`/aftersales/returnOrder/${id}/approve`, {}, keyed()));
  await must(reviewer.post(`/aftersales/returnOrder/${id}/credit`, {}, keyed()));
}
