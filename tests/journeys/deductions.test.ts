import { afterAll, beforeAll, expect, test } from 'vitest';
import { remindOfDeductions } from '#modules/finance/server/deductions/remind-deductions.ts';
import { settleDueDeductions } from '#modules/finance/server/deductions/settle-due.ts';
import { look, openShop } from '#tests/channels/shop.ts';
import { countPages } from '#platform/print/label-pages.ts';
import { printedText } from '#platform/print/printed-text.ts';
import { send } from '#tests/attacks/upload-scene.ts';
import { drawnJpeg, painted } from '#tests/harness/drawn-pictures.ts';
import { personWith } from '#tests/contract/worlds.ts';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { must } from '#tests/lifecycles/one-of-each.ts';
import { addStock } from '#tests/races/goods.ts';
import { upload, workbook } from '#tests/sheets/upload.ts';
import { pictureOf } from './claim-scene.ts';
import { CHAIR, sentOrder } from './return-scene.ts';
import {
  balances,
  changed,
  importRemittance,
  invoiceState,
  moveDeduction,
  moveRemittance,
  newInvoice,
  readRemittance,
  remittanceNumbered,
} from './remittance-scene.ts';

/* 扣款: its days, what is won back, and what settles itself (domain.md §3.5, S8). */

const DAY = 86_400_000;

let scene: TestApp;
let finance: Client;
let reviewer: Client;

beforeAll(async () => {
  scene = await startTestApp();
  await openShop(scene, await scene.as('yunying'));
  await signIn();
});
afterAll(() => scene?.stop());

/** Sessions end while days pass. */
const signIn = async (): Promise<void> => {
  [finance, reviewer] = await Promise.all([scene.as('caiwu'), scene.as('fuhe')]);
};

interface Shown {
  id: string;
  deductionNo: string;
  status: string;
  amount: string;
  recovered: string;
  result: string | null;
  booking: string;
  autoSettleAt: string;
  decideBy: string | null;
  evidenceCount: number;
}
const read = (id: string): Promise<Shown> => must(finance.get<Shown>('/finance/deduction/queryById', { id }));

/** Two deductions of 40 that a remittance of today has kept. */
async function keptDeductions(remitNo: string): Promise<[string, string]> {
  const invoice = await newInvoice(scene, 20_000n);
  const head = { 'Remittance Number': remitNo, 'Payment Date': '2026-11-23', 'Net Amount': '120.00' };
  await must(
    importRemittance(scene, finance, [
      { ...head, 'Invoice Number': invoice.invoiceNo, Amount: '200.00' },
      { ...head, 'PO Number': invoice.poNo, Amount: '-40.00', Description: 'Damage carton 1' },
      { ...head, 'PO Number': invoice.poNo, Amount: '-40.00', Description: 'Late shipment' },
    ]),
  );
  const { id } = await remittanceNumbered(finance, remitNo);
  await must(moveRemittance(finance, id, 'post'));
  const [, first, second] = (await readRemittance(finance, id)).lines.remittanceLine;
  return [first?.deductionId ?? '', second?.deductionId ?? ''];
}

/** Titles of what people were sent about deductions. */
const notices = (): Promise<string[]> =>
  look(scene, async (tx) => {
    const rows = await tx.rows<{ title: string }>`
      select title from announcement where tenant_id = ${tx.tenant} and title like '%扣款%' order by id`;
    return rows.map(({ title }) => title);
  });

interface Todo {
  key: string;
  count: number;
  band: string;
  hint: string;
}
const reminder = async (): Promise<Todo | undefined> =>
  (await must(finance.get<Todo[]>('/desk/todo'))).find(({ key }) => key === 'deductionsToDecide');

test('S8: one is disputed and 25 of 40 come back; the other settles itself on day 14, with its history', async () => {
  const [disputed, left] = await keptDeductions('RMT-S8');
  expect(await read(disputed)).toMatchObject({
    status: 'posted',
    amount: '40.00',
    booking: 'remittance',
    autoSettleAt: '2026-12-07 00:00:00',
  });
  expect((await reminder())?.count ?? 0).toBe(0);
  const bare = await moveDeduction(finance, disputed, 'dispute', { reason: '外箱完好' });
  expect(bare.message).toBe('没有申诉材料，请上传签收证明、照片等后再申诉');
  await must(
    moveDeduction(finance, disputed, 'dispute', {
      reason: '外箱完好，签收无异议',
      disputeNo: 'T-77',
      evidence: await pictureOf(scene, finance),
    }),
  );
  expect(await read(disputed)).toMatchObject({ status: 'disputed', evidenceCount: 1, decideBy: null });

  // Two days before it settles itself somebody is reminded.
  await scene.pass(12 * DAY);
  await signIn();
  await settleDueDeductions(scene.app.db, scene.now());
  expect(await read(left)).toMatchObject({ status: 'posted' });
  await Promise.all([remindOfDeductions(scene.app.db, scene.now()), remindOfDeductions(scene.app.db, scene.now())]);
  await remindOfDeductions(scene.app.db, scene.now());
  expect(await notices()).toEqual(['1 笔扣款 2 天内自动结算']);
  expect(await reminder()).toMatchObject({ count: 1 });

  const before = await balances(scene);
  const beyond = await moveDeduction(finance, disputed, 'resolve', { recovered: '40.01', way: 'cash' });
  expect(beyond.message).toBe('追回金额不能超过扣款 40.00 USD');
  await must(moveDeduction(finance, disputed, 'resolve', { recovered: '25', way: 'cash', reason: '部分同意' }));
  expect(await read(disputed)).toMatchObject({ status: 'partial', result: 'partial', recovered: '25.00' });
  expect(changed(before, await balances(scene))).toEqual({ cash: 2_500, 'expense:deduction': -2_500 });

  await scene.pass(2 * DAY);
  await signIn();
  await Promise.all([settleDueDeductions(scene.app.db, scene.now()), settleDueDeductions(scene.app.db, scene.now())]);
  expect(await read(left)).toMatchObject({ status: 'settled', recovered: '0.00', decideBy: null });
  const story = await must(finance.get<{ move: string; actor: string }[]>(`/finance/deduction/${left}/history`));
  expect(story.map(({ move, actor }) => [move, actor])).toContainEqual(['timeout', '定时任务']);
  expect(await scene.violations()).toEqual([]);
});

test('a result is taken back by somebody else, and the money with it', async () => {
  const [id] = await keptDeductions('RMT-BACK');
  await must(moveDeduction(finance, id, 'dispute', { reason: '已签收', evidence: await pictureOf(scene, finance) }));
  const start = await balances(scene);
  await must(moveDeduction(finance, id, 'resolve', { recovered: '40', way: 'remittance' }));
  expect(await read(id)).toMatchObject({ status: 'won', result: 'won' });
  // What is to come with a later remittance waits where its line will be parked.
  expect(changed(start, await balances(scene))).toEqual({ 'expense:deduction': -4_000, 'suspense:remit': -4_000 });
  const own = await moveDeduction(finance, id, 'reopen', { reason: '录错' });
  expect(own.success).toBe(false);
  await must(moveDeduction(reviewer, id, 'reopen', { reason: '录错' }));
  expect(await read(id)).toMatchObject({ status: 'disputed', recovered: '0.00', result: null });
  expect(await balances(scene)).toEqual(start);
  expect(await scene.violations()).toEqual([]);
});

test('what was announced before is not a second deduction when the remittance keeps it', async () => {
  const invoice = await newInvoice(scene, 9_000n);
  const titles = ['Deduction Number', 'PO Number', 'Type', 'Amount', 'Date', 'Reason'];
  const sheet = await workbook(titles, [
    ['D-1001', invoice.poNo, 'Missing Parts', '15.50', '2026-11-22', 'Hardware bag'],
  ]);
  const first = await upload(scene, finance, '/finance/deduction/importExcel', sheet);
  expect(first).toMatchObject({ code: 200, success: true });
  await scene.settled();
  await must(upload(scene, finance, '/finance/deduction/importExcel', sheet));
  await scene.settled();
  const dearer = [['D-1001', invoice.poNo, 'Missing Parts', '16.50', '2026-11-22', 'Hardware bag']];
  const differs = await upload(scene, finance, '/finance/deduction/importExcel', await workbook(titles, dearer));
  expect(JSON.stringify(differs)).toContain('D-1001');
  expect(differs.result).toMatchObject({ successCount: 0 });
  const list = await must(
    finance.get<{ records: Shown[] }>('/finance/deduction/list', { channelDeductionNo: 'D-1001' }),
  );
  expect(list.records).toMatchObject([{ status: 'posted', amount: '15.50', type: 'shortage', booking: 'none' }]);
  const known = list.records[0] as Shown;
  await must(moveDeduction(finance, known.id, 'confirm'));
  expect(await read(known.id)).toMatchObject({ status: 'confirmed' });

  const head = { 'Remittance Number': 'RMT-KNOWN', 'Payment Date': '2026-12-01', 'Net Amount': '74.50' };
  await must(
    importRemittance(scene, finance, [
      { ...head, 'PO Number': invoice.poNo, Amount: '90.00' },
      { ...head, 'PO Number': invoice.poNo, Amount: '-15.50', Description: 'Missing parts' },
    ]),
  );
  const remit = await remittanceNumbered(finance, 'RMT-KNOWN');
  expect(remit.lines.remittanceLine[1]).toMatchObject({ method: 'deduction', deductionId: known.id });
  await must(moveRemittance(finance, remit.id, 'post'));
  expect(await read(known.id)).toMatchObject({ status: 'settled', booking: 'remittance' });
  const all = await must(finance.get<{ total: number }>('/finance/deduction/list', { poNo: invoice.poNo }));
  expect(all.total).toBe(1);
  expect(await scene.violations()).toEqual([]);
});

test('a deduction that no remittance shows is taken off the invoice, and given back', async () => {
  const invoice = await newInvoice(scene, 6_000n);
  const { id } = await must(
    finance.post<{ id: string }>('/finance/deduction/add', {
      accountId: scene.seller.accountId,
      channelDeductionNo: 'D-2001',
      type: 'pricing',
      poNo: invoice.poNo,
      currency: 'USD',
      amount: '12.34',
      postedAt: '2026-12-06 10:00:00',
    }),
  );
  const twice = await finance.post('/finance/deduction/add', {
    accountId: scene.seller.accountId,
    channelDeductionNo: 'd-2001',
    type: 'pricing',
    currency: 'USD',
    amount: '1',
    postedAt: '2026-12-06 10:00:00',
  });
  expect(twice.status).toBe(409);
  const before = await balances(scene);
  await must(moveDeduction(finance, id, 'offset'));
  expect(await invoiceState(finance, invoice.id)).toMatchObject({ balance: '47.66', deducted: '12.34' });
  expect(changed(before, await balances(scene))).toEqual({ ar: -1_234, 'expense:deduction': 1_234 });
  expect((await moveDeduction(finance, id, 'offset')).message).toBe('已经入账，不能再冲应收');
  await must(moveDeduction(reviewer, id, 'undoOffset', { reason: '另有回款行' }));
  expect(await invoiceState(finance, invoice.id)).toMatchObject({ balance: '60.00', deducted: '0.00' });
  expect(await balances(scene)).toEqual(before);
  expect(await scene.violations()).toEqual([]);
});

test('who brought in a great deduction does not accept it alone', async () => {
  const add = async (amount: string): Promise<string> =>
    (
      await must(
        finance.post<{ id: string }>('/finance/deduction/add', {
          accountId: scene.seller.accountId,
          type: 'other',
          currency: 'USD',
          amount,
          postedAt: '2026-12-06 10:00:00',
        }),
      )
    ).id;
  const great = await add('500.01');
  expect((await moveDeduction(finance, great, 'confirm')).message).toBe('超过单人确认上限 500.00 USD，请由其他人确认');
  await must(moveDeduction(reviewer, great, 'confirm'));
  await must(moveDeduction(finance, await add('500.00'), 'confirm'));
});

/** A deduction typed by the one of finance. */
const typed = async (more: object): Promise<string> =>
  (
    await must(
      finance.post<{ id: string }>('/finance/deduction/add', {
        accountId: scene.seller.accountId,
        type: 'damage',
        currency: 'USD',
        postedAt: '2026-12-06 10:00:00',
        ...more,
      }),
    )
  ).id;

test('what one person says was kept takes no more off an invoice than they may accept alone, in one or in several', async () => {
  const { id: invoiceId, poNo } = await newInvoice(scene, 200_000n);
  const alone = '自己登记的扣款在一张发票上合计超过单人确认上限 500.00 USD，请先由其他人确认，或由其他人冲应收';
  await must(moveDeduction(finance, await typed({ amount: '300', poNo }), 'offset'));
  const second = await typed({ amount: '200.01', poNo });
  expect((await moveDeduction(finance, second, 'offset')).message).toBe(alone);
  await must(moveDeduction(await scene.as('admin'), second, 'offset'));
  const great = await typed({ amount: '900', poNo });
  expect((await moveDeduction(finance, great, 'offset')).message).toBe(alone);
  // Somebody else has looked at it.
  await must(moveDeduction(reviewer, great, 'confirm'));
  await must(moveDeduction(finance, great, 'offset'));
  expect(await invoiceState(finance, invoiceId)).toMatchObject({ balance: '599.99', deducted: '1400.01' });
  await must(
    moveDeduction(finance, await typed({ amount: '500', poNo: (await newInvoice(scene, 50_000n)).poNo }), 'offset'),
  );
});

test('a file that says a deduction twice says it once, and two things of it are refused', async () => {
  const titles = ['Deduction Number', 'Type', 'Amount', 'Date'];
  const sent = async (no: string, second: string) =>
    upload<{ errors?: { message: string }[] }>(
      scene,
      finance,
      '/finance/deduction/importExcel',
      await workbook(titles, [
        [no, 'Damage', '10', '2026-12-01'],
        [no, 'Damage', second, '2026-12-01'],
      ]),
    );
  const count = async (channelDeductionNo: string): Promise<number> =>
    (await must(finance.get<{ total: number }>('/finance/deduction/list', { channelDeductionNo }))).total;
  await must(sent('TWICE-1', '10'));
  expect(await count('TWICE-1')).toBe(1);
  expect(JSON.stringify(await sent('TWICE-2', '11'))).toContain('金额不同，请核对文件');
});

test('a deduction that is put under another PO is taken off the invoice of that one', async () => {
  const [wrong, right] = [await newInvoice(scene, 5_000n), await newInvoice(scene, 5_000n)];
  const id = await typed({ amount: '10', poNo: wrong.poNo });
  await must(moveDeduction(finance, id, 'reclassify', { newType: 'shortage', poNo: right.poNo }));
  await must(moveDeduction(finance, id, 'offset'));
  expect(await invoiceState(finance, wrong.id)).toMatchObject({ balance: '50.00' });
  expect(await invoiceState(finance, right.id)).toMatchObject({ balance: '40.00' });
});

test('a remittance whose deduction is argued about is taken back, once what was won is', async () => {
  const before = await balances(scene);
  const [argued, left] = await keptDeductions('RMT-ARGUED');
  const { id } = await remittanceNumbered(finance, 'RMT-ARGUED');
  const reverse = () => moveRemittance(reviewer, id, 'reverse', { reason: '文件错' });
  await must(moveDeduction(finance, argued, 'dispute', { reason: '完好', evidence: await pictureOf(scene, finance) }));
  await must(moveDeduction(finance, argued, 'resolve', { recovered: '25', way: 'cash' }));
  expect((await reverse()).message).toMatch(/^扣款 DD\d+ 已有追回入账，请先撤销它的申诉结果$/);
  await must(moveDeduction(reviewer, argued, 'reopen', { reason: '没有到账' }));
  await must(reverse());
  for (const one of [argued, left]) expect(await read(one)).toMatchObject({ status: 'withdrawn', recovered: '0.00' });
  // The invoice of it stands.
  expect(changed(before, await balances(scene))).toEqual({ ar: 20_000, 'revenue:sales': 20_000 });
  expect(await scene.violations()).toEqual([]);
});

test('what was won before it was kept is not won twice', async () => {
  const invoice = await newInvoice(scene, 20_000n);
  const id = await typed({ amount: '100', poNo: invoice.poNo });
  await must(moveDeduction(finance, id, 'dispute', { reason: '完好', evidence: await pictureOf(scene, finance) }));
  await must(moveDeduction(finance, id, 'resolve', { recovered: '40', way: 'cash' }));
  const head = { 'Remittance Number': 'RMT-LESS', 'Payment Date': '2026-12-06', 'Net Amount': '140.00' };
  await must(
    importRemittance(scene, finance, [
      { ...head, 'Invoice Number': invoice.invoiceNo, Amount: '200.00' },
      { ...head, 'PO Number': invoice.poNo, Amount: '-60.00', Description: 'Damage' },
    ]),
  );
  const remitted = await remittanceNumbered(finance, 'RMT-LESS');
  await must(moveRemittance(finance, remitted.id, 'post'));
  expect(await read(id)).toMatchObject({ status: 'partial', booking: 'remittance' });
  const reopen = () => moveDeduction(reviewer, id, 'reopen', { reason: '再谈' });
  expect((await reopen()).message).toBe('回款单已按追回后的金额扣款，请先冲销那张回款单再撤销结果');
  await must(moveRemittance(reviewer, remitted.id, 'reverse', { reason: '再谈' }));
  expect(await read(id)).toMatchObject({ status: 'partial', booking: 'none' });
  await must(reopen());
  expect(await read(id)).toMatchObject({ status: 'disputed', recovered: '0.00' });
  expect(await scene.violations()).toEqual([]);
});

test('the evidence pack is one PDF: index, order, boxes, then the photos', async () => {
  const [clerk, packer] = await Promise.all([scene.as('yunying'), scene.as('cangku')]);
  await addStock(scene, packer, CHAIR, 10);
  const order = await sentOrder(scene, clerk, packer, 2);
  const { id } = await must(
    finance.post<{ id: string }>('/finance/deduction/add', {
      accountId: scene.seller.accountId,
      type: 'damage',
      poNo: order.po,
      currency: 'USD',
      amount: '40',
      postedAt: '2026-12-06 10:00:00',
    }),
  );
  expect(await read(id)).toMatchObject({ orderId: order.id, shipmentId: order.shipment });
  const photo = await drawnJpeg(painted(640, 480, () => [200, 180, 160, 255]));
  const sent = await send(scene, finance, photo, { name: '破损.jpg' });
  await must(moveDeduction(finance, id, 'addEvidence', { evidence: String(sent.message) }));
  const answer = await finance.raw('GET', `/finance/deduction/${id}/evidencePack`);
  expect(answer.status).toBe(200);
  expect(answer.headers['content-type']).toBe('application/pdf');
  const words = (await printedText(answer.bytes)).flat();
  expect(words).toEqual(expect.arrayContaining(['扣款申诉证据包', '订单', '发货与签收']));
  expect(await countPages(answer.bytes)).toBe(4);
  expect((await packer.raw('GET', `/finance/deduction/${id}/evidencePack`)).status).toBe(403);

  // Papers that name the buyer are for who may see that; orders and shipments for who may list them.
  await look(
    scene,
    (tx) => tx.run`
      update box set label_asset_id = (select a.id from asset a where a.tenant_id = ${tx.tenant} order by a.id desc limit 1)
      where tenant_id = ${tx.tenant} and shipment_id = ${order.shipment}::uuid`,
  );
  const wordsOf = async (who: Client): Promise<string> =>
    (await printedText((await who.raw('GET', `/finance/deduction/${id}/evidencePack`)).bytes)).flat().join(' ');
  const ofBuyer = /Kansas City|64111/;
  expect(await wordsOf(clerk)).toMatch(ofBuyer);
  const masked = await wordsOf(finance);
  expect(masked).not.toMatch(ofBuyer);
  expect(masked).toContain('MO, US');
  expect(masked).toMatch(/面单 .*有买家信息/);
  const admin = await scene.as('admin');
  const bare = await wordsOf(await personWith(scene, admin, ['finance:deduction:list']));
  expect(bare).toContain('破损.jpg');
  expect(bare).not.toMatch(/发货与签收|收货地|面单/);
});

test('what was won back of a deduction that nobody has booked is only a smaller deduction', async () => {
  const { id } = await must(
    finance.post<{ id: string }>('/finance/deduction/add', {
      accountId: scene.seller.accountId,
      channelDeductionNo: 'D-UNBOOKED',
      type: 'pricing',
      currency: 'USD',
      amount: '30',
      postedAt: '2026-12-06 10:00:00',
    }),
  );
  await must(
    moveDeduction(finance, id, 'dispute', { reason: '价格以PO为准', evidence: await pictureOf(scene, finance) }),
  );
  const before = await balances(scene);
  const ahead = await moveDeduction(finance, id, 'resolve', {
    recovered: '5',
    way: 'cash',
    receivedAt: '2027-06-01 00:00:00',
  });
  expect(ahead).toMatchObject({ success: false });
  await must(moveDeduction(finance, id, 'resolve', { recovered: '5', way: 'cash' }));
  expect(await read(id)).toMatchObject({ status: 'partial', recovered: '5.00' });
  expect(await balances(scene)).toEqual(before);
  expect(await scene.violations()).toEqual([]);
});

test('kept by a remittance before the channel announces it: it gets its number and stays one', async () => {
  const invoice = await newInvoice(scene, 9_900n);
  const head = { 'Remittance Number': 'RMT-BEFORE', 'Payment Date': '2026-12-01', 'Net Amount': '77.00' };
  await must(
    importRemittance(scene, finance, [
      { ...head, 'PO Number': invoice.poNo, Amount: '99.00' },
      { ...head, 'PO Number': invoice.poNo, Amount: '-22.00', Description: 'Damage' },
    ]),
  );
  await must(moveRemittance(finance, (await remittanceNumbered(finance, 'RMT-BEFORE')).id, 'post'));
  const sheet = await workbook(
    ['Deduction Number', 'PO Number', 'Type', 'Amount', 'Date'],
    [['D-3003', invoice.poNo, 'Damage', '22.00', '2026-11-30']],
  );
  await must(upload(scene, finance, '/finance/deduction/importExcel', sheet));
  await scene.settled();
  const { records } = await must(finance.get<{ records: object[] }>('/finance/deduction/list', { poNo: invoice.poNo }));
  expect(records).toMatchObject([{ channelDeductionNo: 'D-3003', booking: 'remittance', amount: '22.00' }]);
});
