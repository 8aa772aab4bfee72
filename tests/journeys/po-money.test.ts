import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemActor } from '#kit/server/actor.ts';
import { newId } from '#kit/server/database.ts';
import type { PoAnswer, PoTrail } from '#modules/finance/model/po-money/po-money-routes.ts';
import { createUser } from '#modules/system/server/index.ts';
import { cheapest, startCounting } from '#tests/budgets/counted.ts';
import { openShop, pull } from '#tests/channels/shop.ts';
import { ruledPerson } from '#tests/contract/ruled-person.ts';
import { openOtherTenant, personWith } from '#tests/contract/worlds.ts';
import { PASSWORD, startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { ADDRESS, firstOf, must, NEW_JERSEY, STOOL } from '#tests/lifecycles/one-of-each.ts';
import { addStock, CHAIRS, times } from '#tests/races/goods.ts';
import { cellsOf } from '#tests/sheets/cells-of.ts';
import { covers } from '#tests/spec/covers.ts';
import { draftClaim, pictureOf } from './claim-scene.ts';
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
  covers('ours: the money of a PO');
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
  expect(received?.sources).toMatchObject([
    { place: expect.stringMatching(/^RMT-PO-1 · 第 1 行 · .* 第 2 行 · 核销发票$/) },
  ]);
  const titles = whole.events.map(({ title }) => title);
  expect(titles).toEqual(expect.arrayContaining(['下单', '出库', '开票', '回款', '扣款 · 货损']));
  // Its shop asks for no notice.
  expect(titles).not.toContain('发货通知');
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
  await must(moveRemittance(finance, remittance, 'applyParked', { lineNo: 1, invoices: `${bill?.invoiceNo} 50` }));
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
  const { missing } = (await must(trail(orderId))).answer;
  expect(missing).toContain(`退货处理中，应退 ${unitCredit} USD`);
  await must(admin.post(`/aftersales/returnOrder/${id}/approve`, {}, keyed()));
  await must(reviewer.post(`/aftersales/returnOrder/${id}/credit`, {}, keyed()));
}

/** Packs and sends one shipment by a truck of our own. */
async function sendOne(id: string): Promise<void> {
  const step = (name: string, answers: object = {}) =>
    must(packer.post(`/fulfilment/shipment/${id}/${name}`, answers, keyed()));
  await step('pack');
  await step('sealAll');
  await step('ownLabel', { carrierCode: 'OWN', trackingNo: `TRUCK-7${id.slice(-6)}` });
  await step('ship');
  await scene.settled();
}

interface Leaving {
  id: string;
  orderId: string;
  partnerCount: number;
}
const leaving = async (orderId: string): Promise<Leaving[]> =>
  (await must(packer.get<{ records: Leaving[] }>('/fulfilment/shipment/list', { orderId }))).records;

const truck = async (): Promise<string> => (await firstOf(admin, '/base/shipMethod/list', { code: 'OWN-TRK' })).id;

test('an order that leaves in two shipments has two invoices, and waits for the second', async () => {
  const { accountId } = scene.seller;
  const shop = await must(admin.get<{ version: number }>('/base/channelAccount/queryById', { id: accountId }));
  const splits = { id: accountId, version: shop.version, allowSplit: true, strategy: 'priority' };
  await must(admin.put('/base/channelAccount/edit', splits));
  await scene.sim('POST', '/config', { requireRegister: false });
  // Ten units: six are left here, the others in the next warehouse.
  const here = { skuId: scene.seller.skus[STOOL] ?? '', warehouseId: scene.seller.warehouses[NEW_JERSEY] ?? '' };
  const shelf = await firstOf<{ id: string; available: number }>(admin, '/inventory/stockPlace/list', here);
  await addStock(scene, packer, STOOL, 6 - shelf.available);
  const { poNumbers } = await scene.sim<{ poNumbers: string[] }>('POST', '/seed', { scenario: 's5', seed: 5 });
  await pull(scene, clerk);
  const [po = ''] = poNumbers;
  const { id, orderNo } = await firstOf<{ id: string; orderNo: string }>(clerk, '/orders/salesOrder/list', {
    channelOrderNo: po,
  });
  await must(clerk.post(`/orders/salesOrder/${id}/accept`, {}, keyed()));
  await scene.settled();
  await must(clerk.post(`/orders/salesOrder/${id}/start`, { shipMethodId: await truck() }, keyed()));
  const [first, second, ...more] = await leaving(id);
  expect(more).toEqual([]);
  await sendOne(first?.id ?? '');
  const half = await answer(po);
  expect(half).toMatchObject({ status: 'partial', missing: expect.stringMatching(/^部分未发货；已开票未回款，/) });
  expect(Number(half.invoiced)).toBeLessThan(Number(half.ordered));
  await sendOne(second?.id ?? '');
  // By the number that we gave it, too.
  expect(await answer(orderNo)).toMatchObject({ poNo: po, status: 'shipped' });
  const whole = await must(trail(id));
  expect(whole.answer.invoiced).toBe(whole.answer.ordered);
  expect(whole.steps.find(({ key }) => key === 'invoiced')?.sources).toHaveLength(2);
  expect(whole.events.filter(({ title }) => title === '出库')).toHaveLength(2);
  await addStock(scene, packer, STOOL, 200);
});

test('orders that leave in one parcel each have only their own part', async () => {
  const together = { shipToAddress1: '9 Joint Ave' };
  const orders = [
    await soldByHand(scene, clerk, [{ qty: 2, unitPrice: '30' }], together),
    await soldByHand(scene, clerk, [{ qty: 1, unitPrice: '45', sku: CHAIRS }], together),
  ];
  const shipMethodId = await truck();
  for (const { id } of orders) await must(clerk.post(`/orders/salesOrder/${id}/setShipMethod`, { shipMethodId }));
  await must(admin.post('/fulfilment/shipment/join', { ids: orders.map(({ id }) => id), dryRun: false }));
  const both = (await Promise.all(orders.map(({ id }) => leaving(id)))).flat();
  await sendOne(both.find(({ partnerCount }) => partnerCount === 1)?.id ?? '');
  const answers = await must(ask(orders.map(({ po }) => po)));
  expect(answers.map(({ invoiced, open }) => [invoiced, open])).toEqual([
    ['60.00', '60.00'],
    ['45.00', '45.00'],
  ]);
  const { events } = await must(trail(orders[0]?.id ?? ''));
  expect(events.filter(({ title }) => title === '出库')).toMatchObject([{ text: expect.stringContaining('只算本单') }]);
});

test('each PO in its own currency; one that two shops have is answered twice; what was split is one', async () => {
  await must(admin.post('/base/currency/add', { code: 'KWD', name: '科威特第纳尔', exponent: 3, status: 'enabled' }));
  const rate = { fromCode: 'KWD', toCode: 'USD', rate: '3.25', effectiveDate: '2026-01-01' };
  await must(admin.post('/base/exchangeRate/add', rate));
  const { po } = await sold('1.0005', { currency: 'KWD' });
  expect(await answer(po)).toMatchObject({ currency: 'KWD', ordered: '2.001', invoiced: '2.001', open: '2.001' });

  const twin = await soldByHand(scene, clerk, [{ qty: 1, unitPrice: '11' }]);
  const second = await addShop(admin);
  const other = await must(
    clerk.post<{ id: string }>('/orders/salesOrder/add', {
      accountId: second,
      channelOrderNo: twin.po,
      ...ADDRESS,
      shipToAddress1: '1 Twin St',
      lines: [{ qty: 1, unitPrice: '22', skuId: scene.seller.skus[STOOL], channelSku: 'TWIN' }],
    }),
  );
  const both = await must(ask([twin.po]));
  expect(both.map(({ ordered }) => ordered).toSorted()).toEqual(['11.00', '22.00']);
  expect(new Set(both.map(({ shop }) => shop)).size).toBe(2);
  expect(await must(trail(other.id))).toMatchObject({ answer: { ordered: '22.00', missing: '草稿，还没有提交' } });

  const { id, po: whole } = await soldByHand(scene, clerk, [{ qty: 3, unitPrice: '33.3333' }]);
  const { lines } = await must(
    admin.get<{ lines: { orderLine: { id: string }[] } }>('/orders/salesOrder/queryById', { id }),
  );
  const parts = JSON.stringify([[{ lineId: lines.orderLine[0]?.id, qty: 1 }]]);
  await must(clerk.post(`/orders/salesOrder/${id}/split`, { parts }, keyed()));
  await scene.settled();
  await sendIt(scene, clerk, packer, id);
  expect(await answer(whole)).toMatchObject({
    ordered: '100.00',
    invoiced: '66.67',
    missing: expect.stringMatching(/^部分未发货；/),
  });
});

test('numbers are answered once each in the order pasted, and the sheet says the same', async () => {
  const { po } = await sold('10');
  const numbers = ['NOWHERE-1', ` ${po.toLowerCase()} `, po];
  const answers = await must(ask(numbers));
  expect(answers.map(({ number, isFound, poNo }) => [number, isFound, poNo])).toEqual([
    ['NOWHERE-1', false, null],
    [po.toLowerCase(), true, po],
  ]);
  const { bytes, status } = await finance.raw('POST', '/finance/poMoney/sheet', { numbers });
  expect([status, bytes.subarray(0, 2).toString()]).toEqual([200, 'PK']);
  const [head, none, found] = await cellsOf(bytes);
  expect(head?.slice(0, 2)).toEqual(['PO号', '结果']);
  expect(none?.slice(0, 2)).toEqual(['NOWHERE-1', '未找到']);
  const at = (title: string): number => head?.indexOf(title) ?? -1;
  expect([found?.[at('已开票')], found?.[at('未收')], found?.[at('回款状态')]]).toEqual(['20.00', '20.00', '已开票']);
  expect(found?.[at('还差什么')]).toBe(answers[1]?.missing);
});

test.each<[string, unknown, string]>([
  ['none', [], '请粘贴要查找的号码'],
  ['no list', 'CS1', '请粘贴要查找的号码'],
  ['no texts', [1, null], '请粘贴要查找的号码'],
  ['201 numbers', times(201, (at) => `CS${at}`), '一次最多查找 200 个，现有 201 个，请删去 1 个后再查'],
  ['a number without end', ['x'.repeat(10_000)], '有 10000 个字，单个最多 100 个字'],
])('%s are refused at their field', async (_, numbers, message) => {
  for (const path of ['answers', 'sheet']) {
    const refused = await finance.post<{ errors: { field: string }[] }>(`/finance/poMoney/${path}`, { numbers });
    expect(refused.status).toBe(422);
    expect(refused.message).toContain(message);
    expect(refused.result.errors).toMatchObject([{ field: 'numbers' }]);
  }
});

test('nobody learns of what they may not list; figures follow the right to their documents', async () => {
  const { id, po } = await sold('15');
  await remitted(`RMT-${po}`, '20.00', [
    { 'PO Number': po, Amount: '30.00' },
    { Type: 'Deduction', 'PO Number': po, Amount: '-10.00', Description: 'Damage' },
  ]);
  const other = await openOtherTenant(scene);
  expect(await answer(po, other)).toMatchObject({ isFound: false, orderId: null, shop: null });
  expect((await trail(id, other)).status).toBe(404);
  expect((await trail(newId())).status).toBe(404);

  const SEES = 'finance:poMoney:list';
  const without = await personWith(scene, admin, [SEES]);
  expect(await answer(po, without)).toMatchObject({ isFound: false });
  const clerkOnly = await personWith(scene, admin, [SEES, 'orders:salesOrder:list']);
  expect(await answer(po, clerkOnly)).toMatchObject({
    isFound: true,
    payStatus: 'paid',
    ordered: '30.00',
    invoiced: null,
    received: null,
    deducted: null,
    open: null,
    remittances: [],
    missing: '已回款',
  });
  const bare = await must(trail(id, clerkOnly));
  expect(bare).toMatchObject({ steps: [], hidden: expect.arrayContaining(['发票', '回款单', '扣款', '发货单']) });
  expect(bare.events.map(({ title }) => title)).toEqual(['下单']);
  const biller = await personWith(scene, admin, [SEES, 'orders:salesOrder:list', 'finance:invoice:list']);
  // Without remittances and deductions what came in does not follow from the invoice.
  expect(await answer(po, biller)).toMatchObject({ invoiced: '30.00', open: '0.00', received: null, deducted: null });
  expect((await biller.post('/finance/poMoney/sheet', { numbers: [po] })).status).toBe(403);
  const nobody = await personWith(scene, admin, ['orders:salesOrder:list']);
  expect((await ask([po], nobody)).status).toBe(403);

  const scoped = { departs: ['A01'], roles: ['FIN'], password: PASSWORD };
  const foreign = { shops: [] as string[], warehouses: null };
  await createUser(scene.app.db, systemActor(1, 'test'), { ...scoped, ...foreign, username: 'noShop', realname: 'n' });
  const noShop = await scene.as('noShop');
  expect(await answer(po, noShop)).toMatchObject({ isFound: false });
  expect((await trail(id, noShop)).status).toBe(404);
});

test('data rules leave out what they hide; what goods cost is not read off a claim', async () => {
  const { id, po } = await sold('17');
  const [shipment] = await leaving(id);
  await draftClaim(scene, admin, { shipmentId: shipment?.id });
  const claimed = async (who: Client) =>
    (await must(trail(id, who))).events.find(({ source }) => source.kind === 'claim');
  // No claim is money of the channel's.
  expect(await claimed(finance)).toMatchObject({ amount: '80.00' });
  expect(await answer(po)).toMatchObject({ open: '34.00', deducted: '0.00' });
  const rights = ['finance:poMoney:list', 'orders:salesOrder:list', 'aftersales:claim:list'];
  const blind = await personWith(scene, admin, rights);
  expect(await claimed(blind)).toMatchObject({ amount: null, text: expect.not.stringContaining('USD') });

  await remitted(`RMT-${po}`, '29.00', [
    { 'PO Number': po, Amount: '34.00' },
    { Type: 'Deduction', 'PO Number': po, Amount: '-5.00', Description: 'Damage' },
  ]);
  const ruled = await ruledPerson(scene, admin, 'ruled');
  const hidden = await firstOf(finance, '/finance/invoice/list', { orderId: id });
  const liftInvoices = await ruled.under('finance:invoice', 'id', '!=', hidden.id);
  // Something is invoiced that they may not see: what came in does not follow.
  expect(await answer(po, ruled.client)).toMatchObject({ invoiced: '0.00', received: null, missing: '已回款' });
  expect((await must(trail(id, ruled.client))).hidden).toEqual(['部分发票']);
  await liftInvoices();
  expect(await answer(po, ruled.client)).toMatchObject({ invoiced: '34.00', received: '29.00', deducted: '5.00' });
  await ruled.under('orders:salesOrder', 'id', '!=', id);
  expect(await answer(po, ruled.client)).toMatchObject({ isFound: false });
  expect((await trail(id, ruled.client)).status).toBe(404);
});

test('two hundred POs take as many statements as one', async () => {
  covers('ours: the money of a PO');
  const { records } = await must(
    admin.get<{ records: { channelOrderNo: string }[] }>('/orders/salesOrder/list', { pageSize: '200' }),
  );
  const all = records.map(({ channelOrderNo }) => channelOrderNo);
  expect(new Set(all).size).toBeGreaterThan(10);
  const many = [...new Set([...all, ...times(200, (at) => `NOWHERE-${at}`)])].slice(0, 200);
  const stop = startCounting();
  const cost = (numbers: string[]) => cheapest(times(3, () => () => must(ask(numbers))));
  const [ofOne, ofMany] = [await cost(all.slice(0, 1)), await cost(many)];
  stop();
  expect(ofMany.texts.length, ofMany.texts.join('\n')).toBeLessThanOrEqual(12);
  expect(ofMany.texts.length).toBe(ofOne.texts.length);
});
