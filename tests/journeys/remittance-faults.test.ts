import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#kit/server/database.ts';
import { look, openShop } from '#tests/channels/shop.ts';
import { ruledPerson } from '#tests/contract/ruled-person.ts';
import { personWith } from '#tests/contract/worlds.ts';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { must } from '#tests/lifecycles/one-of-each.ts';
import { together } from '#tests/races/together.ts';
import { upload } from '#tests/sheets/upload.ts';
import {
  balances,
  changed,
  importRemittance,
  interchange,
  invoiceState,
  moveDeduction,
  moveRemittance,
  newInvoice,
  readRemittance,
  remittanceNumbered,
  TITLES,
} from './remittance-scene.ts';

/* 回款单 on bad days: other currencies and shops, sums that differ, locked months, two at once (issue 37). */

let scene: TestApp;
let finance: Client;
let reviewer: Client;
let made = 0;

beforeAll(async () => {
  scene = await startTestApp();
  await openShop(scene, await scene.as('yunying'));
  [finance, reviewer] = await Promise.all([scene.as('caiwu'), scene.as('fuhe')]);
});
afterAll(() => scene?.stop());

/** A remittance that is ready to be posted. @returns its id and its invoice */
async function ready(minor: bigint, { day = '2026-11-20', net = '' } = {}) {
  const no = `RMT-F-${++made}`;
  const invoice = await newInvoice(scene, minor);
  const amount = (Number(minor) / 100).toFixed(2);
  await must(
    importRemittance(scene, finance, [
      {
        'Remittance Number': no,
        'Payment Date': day,
        'Net Amount': net || amount,
        'Invoice Number': invoice.invoiceNo,
        Amount: amount,
      },
    ]),
  );
  const { id } = await remittanceNumbered(finance, no);
  return { id, invoice };
}

test('a remittance in yen: no places, the rate of its day, the difference to 汇兑损益, and back to nothing', async () => {
  const admin = await scene.as('admin');
  await must(
    admin.post('/base/exchangeRate/add', {
      fromCode: 'JPY',
      toCode: 'USD',
      rate: '0.007',
      effectiveDate: '2026-11-01',
    }),
  );
  // 20,000 JPY that stood for 130.00 when they were invoiced are 140.00 when they are paid.
  const invoice = await newInvoice(scene, 20_000n, { currency: 'JPY', baseTotal: 13_000n });
  const titles = [...TITLES, '币种'];
  const row = {
    'Remittance Number': 'RMT-JPY',
    'Payment Date': '2026-11-20',
    币种: 'JPY',
    'Net Amount': '19000',
    'Invoice Number': invoice.invoiceNo,
    Amount: '20000',
  };
  const broken = await importRemittance(scene, finance, [{ ...row, Amount: '20000.5' }], titles);
  expect(JSON.stringify(broken)).toContain('JPY 的金额最多 0 位小数');
  const fee = { ...row, 'Invoice Number': '', Amount: '-1000', Description: 'Commission' };
  await must(importRemittance(scene, finance, [row, fee], titles));
  const read = await remittanceNumbered(finance, 'RMT-JPY');
  expect(read).toMatchObject({ status: 'matched', netAmount: '19000', matchedTotal: '20000' });
  const before = await balances(scene);
  await must(moveRemittance(finance, read.id, 'post'));
  // 汇兑损益 is an expense: a gain lessens it.
  expect(changed(before, await balances(scene))).toEqual({
    cash: 13_300,
    ar: -13_000,
    'expense:channelFee': 700,
    fx: -1_000,
  });
  expect(await readRemittance(finance, read.id)).toMatchObject({ fxDifference: '-10.00' });
  await must(moveRemittance(reviewer, read.id, 'reverse', { reason: '币种错' }));
  expect(await balances(scene)).toEqual(before);
  expect(await invoiceState(finance, invoice.id)).toMatchObject({ balance: '20000', status: 'issued' });
  expect(await scene.violations()).toEqual([]);
});

test('lines that do not come to the net are refused with the difference; words in place of amounts at their row', async () => {
  const { id } = await ready(5_000n, { net: '49.99' });
  const before = await balances(scene);
  const refused = await moveRemittance(finance, id, 'post');
  expect(refused).toMatchObject({
    success: false,
    message: '净额 49.99 USD 与明细合计 50.00 USD 相差 -0.01 USD，核对明细后再过账',
  });
  expect(await balances(scene)).toEqual(before);
  const head = { 'Remittance Number': 'RMT-WORDS', 'Payment Date': '2026-11-20', 'Net Amount': '10' };
  const words = await importRemittance(scene, finance, [
    { ...head, Amount: '10' },
    { ...head, Amount: 'n/a' },
    { ...head },
  ]);
  expect(words).toMatchObject({ code: 201 });
  const said = JSON.stringify(words.result);
  expect(said).toContain('"row":3');
  expect(said).toContain('"row":4');
  const { total } = await must(
    finance.get<{ total: number }>('/finance/remittance/list', { channelRemitNo: 'RMT-WORDS' }),
  );
  expect(total).toBe(0);
});

test('a PO of another shop pays nothing, and a missing rate stops the posting', async () => {
  const other = await look(scene, async (tx) => {
    const id = newId();
    await tx.run`
      insert into channel_account (tenant_id, id, code, name, channel_code, environment, currency, status,
        create_time)
      select tenant_id, ${id}, 'OTHER', '另一个店铺', channel_code, environment, currency, status, create_time
      from channel_account where tenant_id = ${tx.tenant} and id = ${scene.seller.accountId}::uuid`;
    return id;
  });
  const theirs = await newInvoice(scene, 3_300n, { accountId: other });
  const shop = await must(
    finance.get<{ name: string }>('/base/channelAccount/queryById', { id: scene.seller.accountId }),
  );
  const titles = [...TITLES, '店铺'];
  await must(
    importRemittance(
      scene,
      finance,
      [
        {
          店铺: shop.name,
          'Remittance Number': 'RMT-OTHER',
          'Payment Date': '2026-11-20',
          'Net Amount': '33',
          'PO Number': theirs.poNo,
          Amount: '33',
        },
      ],
      titles,
    ),
  );
  const read = await remittanceNumbered(finance, 'RMT-OTHER');
  expect(read).toMatchObject({ status: 'partial', matchedTotal: '0.00' });
  expect(read.lines.remittanceLine[0]?.explanation).toBe(`这个店铺没有PO ${theirs.poNo} 的未结清发票`);
  const hand = await moveRemittance(finance, read.id, 'assign', { lineNo: 1, invoices: theirs.invoiceNo });
  expect(hand.message).toBe(`这个店铺没有未结清的发票或PO ${theirs.invoiceNo}`);
  const euro = { 'Remittance Number': 'RMT-EUR', 'Payment Date': '2026-11-20', 'Net Amount': '5', Amount: '5' };
  await must(importRemittance(scene, finance, [{ ...euro, 店铺: shop.name, 币种: 'EUR' }], [...titles, '币种']));
  const { id } = await remittanceNumbered(finance, 'RMT-EUR');
  expect((await moveRemittance(finance, id, 'post')).message).toContain('缺少汇率');
  // Of two shops, a file that names none and none of their POs is nobody's.
  const whose = await importRemittance(scene, finance, [{ ...euro, 'Remittance Number': 'RMT-WHOSE' }]);
  expect(JSON.stringify(whose.result)).toContain('看不出是哪个店铺的回款');
  await look(
    scene,
    (tx) => tx.run`update channel_account set deleted_at = ${tx.now} where tenant_id = ${tx.tenant} and id = ${other}`,
  );
});

test('one line pays several invoices by hand; within the tolerance it pays one by itself', async () => {
  const [one, two, near] = [
    await newInvoice(scene, 10_000n),
    await newInvoice(scene, 7_000n),
    await newInvoice(scene, 20_000n),
  ];
  const head = { 'Remittance Number': 'RMT-HAND', 'Payment Date': '2026-11-20', 'Net Amount': '349.20' };
  await must(
    importRemittance(scene, finance, [
      { ...head, Amount: '150.00', Description: 'payment' },
      { ...head, 'PO Number': near.poNo, Amount: '199.20' },
    ]),
  );
  const read = await remittanceNumbered(finance, 'RMT-HAND');
  expect(read.lines.remittanceLine[1]).toMatchObject({ method: 'tolerance', diff: '-0.80', matchStatus: 'matched' });
  const beyond = await moveRemittance(finance, read.id, 'assign', {
    lineNo: 1,
    invoices: `${one.invoiceNo}\n${two.invoiceNo} 50.01`,
  });
  expect(beyond.message).toBe('这一行只有 50.00 USD 可以核销');
  await must(
    moveRemittance(finance, read.id, 'assign', { lineNo: 1, invoices: `${one.invoiceNo}\n${two.invoiceNo} 50.00` }),
  );
  expect((await readRemittance(finance, read.id)).status).toBe('matched');
  // What somebody decided by hand is left alone.
  await must(moveRemittance(finance, read.id, 'rematch'));
  const before = await balances(scene);
  await must(moveRemittance(finance, read.id, 'post'));
  expect(changed(before, await balances(scene))).toEqual({ cash: 34_920, ar: -34_920 });
  expect(await invoiceState(finance, one.id)).toMatchObject({ status: 'paid' });
  expect(await invoiceState(finance, two.id)).toMatchObject({ status: 'part_paid', balance: '20.00' });
  expect(await invoiceState(finance, near.id)).toMatchObject({ status: 'part_paid', balance: '0.80' });
  expect(await scene.violations()).toEqual([]);
});

test('what was parked pays an invoice later; the reversal takes that back too', async () => {
  const invoice = await newInvoice(scene, 1_500n);
  const head = { 'Remittance Number': 'RMT-PARK', 'Payment Date': '2026-11-20', 'Net Amount': '20' };
  await must(importRemittance(scene, finance, [{ ...head, Amount: '20', Description: 'unknown' }]));
  const { id } = await remittanceNumbered(finance, 'RMT-PARK');
  const start = await balances(scene);
  await must(moveRemittance(finance, id, 'post'));
  expect(changed(start, await balances(scene))).toEqual({ cash: 2_000, 'suspense:remit': 2_000 });
  await must(moveRemittance(finance, id, 'applyParked', { lineNo: 1, invoices: invoice.poNo }));
  expect(changed(start, await balances(scene))).toEqual({ cash: 2_000, ar: -1_500, 'suspense:remit': 500 });
  expect(await readRemittance(finance, id)).toMatchObject({ status: 'posted', parkedTotal: '5.00' });
  expect(await invoiceState(finance, invoice.id)).toMatchObject({ status: 'paid' });
  expect(await scene.violations()).toEqual([]);
  await must(moveRemittance(reviewer, id, 'reverse', { reason: '付错' }));
  expect(await balances(scene)).toEqual(start);
  expect(await invoiceState(finance, invoice.id)).toMatchObject({ status: 'issued', balance: '15.00' });
  expect(await scene.violations()).toEqual([]);
});

test('parked in yen and applied in two parts: nothing is left in 待核销, whatever the rate leaves of a cent', async () => {
  const invoices = [
    await newInvoice(scene, 5_002n, { currency: 'JPY', baseTotal: 3_501n }),
    await newInvoice(scene, 5_002n, { currency: 'JPY', baseTotal: 3_501n }),
  ];
  const row = {
    'Remittance Number': 'RMT-JPY-2',
    'Payment Date': '2026-11-20',
    'Net Amount': '10004',
    Amount: '10004',
  };
  await must(importRemittance(scene, finance, [{ ...row, 币种: 'JPY', Description: '?' }], [...TITLES, '币种']));
  const { id } = await remittanceNumbered(finance, 'RMT-JPY-2');
  const start = await balances(scene);
  await must(moveRemittance(finance, id, 'post'));
  // 10,004 at 0.007 are 70.028; a half of it alone would be 35.01 twice.
  expect(changed(start, await balances(scene))).toEqual({ cash: 7_003, 'suspense:remit': 7_003 });
  for (const { invoiceNo } of invoices)
    await must(moveRemittance(finance, id, 'applyParked', { lineNo: 1, invoices: invoiceNo }));
  expect(changed(start, await balances(scene))).toEqual({ cash: 7_003, ar: -7_002, fx: -1 });
  expect(await readRemittance(finance, id)).toMatchObject({ parkedTotal: '0' });
  await must(moveRemittance(reviewer, id, 'reverse', { reason: '付错' }));
  expect(await balances(scene)).toEqual(start);
});

test('what somebody has given an invoice by hand is not offered to another line when it is matched again', async () => {
  const invoice = await newInvoice(scene, 8_800n);
  const head = { 'Remittance Number': 'RMT-GIVEN', 'Payment Date': '2026-11-20', 'Net Amount': '176' };
  await must(
    importRemittance(scene, finance, [
      { ...head, Amount: '88', Description: 'payment' },
      { ...head, 'PO Number': 'CS-NOT-YET', Amount: '88' },
    ]),
  );
  const { id } = await remittanceNumbered(finance, 'RMT-GIVEN');
  await must(moveRemittance(finance, id, 'assign', { lineNo: 1, invoices: invoice.invoiceNo }));
  // The number that the second line names turns out to be that of the same order.
  await look(
    scene,
    (tx) => tx.run`update invoice set po_no = 'CS-NOT-YET' where tenant_id = ${tx.tenant} and id = ${invoice.id}`,
  );
  await must(moveRemittance(finance, id, 'rematch'));
  const { lines, status } = await readRemittance(finance, id);
  expect(status).toBe('partial');
  expect(lines.remittanceLine.map(({ matchStatus }) => matchStatus)).toEqual(['matched', 'open']);
});

test('two post it at once, and two read the same file at once: each happens once', async () => {
  const { id, invoice } = await ready(4_200n);
  const before = await balances(scene);
  const answers = await together(
    scene,
    'remittance',
    [id],
    [() => moveRemittance(finance, id, 'post'), () => moveRemittance(finance, id, 'post')],
  );
  expect(answers.map(({ success }) => success).sort()).toEqual([false, true]);
  expect(changed(before, await balances(scene))).toEqual({ cash: 4_200, ar: -4_200 });
  expect(await invoiceState(finance, invoice.id)).toMatchObject({ status: 'paid' });
  // The same file under a number in other letters is the same.
  const rows = [{ 'Remittance Number': 'RMT-TWICE', 'Payment Date': '2026-11-20', 'Net Amount': '1', Amount: '1' }];
  const second = await scene.as('admin');
  await together(
    scene,
    'channel_account',
    [scene.seller.accountId],
    [() => importRemittance(scene, finance, rows), () => importRemittance(scene, second, rows)],
  );
  await remittanceNumbered(finance, 'RMT-TWICE');
  await must(importRemittance(scene, second, [{ ...rows[0], 'Remittance Number': 'rmt-twice' }]));
  const { total } = await must(finance.get<{ total: number }>('/finance/remittance/list', { channelRemitNo: '*wice' }));
  expect(total).toBe(0);
  expect(await scene.violations()).toEqual([]);
});

test('two remittances that pay the same invoice: the second finds it paid', async () => {
  const { id, invoice } = await ready(2_500n);
  await must(
    importRemittance(scene, finance, [
      {
        'Remittance Number': 'RMT-SAME-INV',
        'Payment Date': '2026-11-21',
        'Net Amount': '25',
        'Invoice Number': invoice.invoiceNo,
        Amount: '25',
      },
    ]),
  );
  const other = await remittanceNumbered(finance, 'RMT-SAME-INV');
  expect(other.status).toBe('matched');
  await must(moveRemittance(finance, id, 'post'));
  const refused = await moveRemittance(finance, other.id, 'post');
  expect(refused.message).toBe(`发票 ${invoice.invoiceNo} 已结清或已红冲，不能再核销`);
  await must(moveRemittance(finance, other.id, 'rematch'));
  expect((await readRemittance(finance, other.id)).status).toBe('partial');
});

test('a locked month takes nothing, and a day to come neither', async () => {
  const admin = await scene.as('admin');
  const { id, invoice } = await ready(1_100n, { day: '2026-10-30' });
  const lock = await must(admin.post<{ id: string }>('/ledger/periodLock/add', { book: 'tenant', month: '2026-10' }));
  const before = await balances(scene);
  const refused = await moveRemittance(finance, id, 'post');
  expect(refused.success).toBe(false);
  expect(refused.message).toContain('锁账');
  expect(await balances(scene)).toEqual(before);
  expect(await invoiceState(finance, invoice.id)).toMatchObject({ balance: '11.00' });
  await must(admin.delete('/ledger/periodLock/delete', { id: lock.id }));
  const day = scene.now().toISOString().slice(0, 10);
  const { id: today } = await ready(1_300n, { day });
  await must(moveRemittance(finance, today, 'post'));
  const { id: early } = await ready(1_200n, { day: '2026-12-24' });
  expect((await moveRemittance(finance, early, 'post')).message).toBe('付款日 2026-12-24 还没有到，到账后再过账');
});

test('an EDI file brings in a remittance and a deduction once; a broken one names its segment and leaves nothing', async () => {
  const invoice = await newInvoice(scene, 8_000n);
  const text = interchange([
    ['820', ['BPR*C*80.00*C*ACH************20261120', 'TRN*1*RMT-EDI', `RMR*IV*${invoice.invoiceNo}**80.00`]],
    ['812', [`BCD*20261119*DM-77**12.50*D*****${invoice.poNo}`, 'CDD*06*D**12.50']],
  ]);
  const sent = (content: string) =>
    upload<{ documents: { set: string; outcome: string; id: string }[] }>(
      scene,
      finance,
      '/finance/remittance/importEdi',
      Buffer.from(content),
    );
  const first = await must(sent(text));
  expect(first.documents.map(({ set, outcome }) => [set, outcome])).toEqual([
    ['820', 'added'],
    ['812', 'added'],
  ]);
  expect(await remittanceNumbered(finance, 'RMT-EDI')).toMatchObject({ status: 'matched', netAmount: '80.00' });
  expect(await must(finance.get('/finance/deduction/queryById', { id: first.documents[1]?.id ?? '' }))).toMatchObject({
    channelDeductionNo: 'DM-77',
    amount: '12.50',
    type: 'shortage',
    poNo: invoice.poNo,
  });
  const again = await must(sent(text));
  expect(again.documents.map(({ outcome }) => outcome)).toEqual(['same', 'same']);

  const other = text.replace('RMT-EDI', 'RMT-EDI-2').replace('DM-77', 'DM-78').replace('12.50*D*', 'twelve*D*');
  const broken = await sent(other);
  expect(broken).toMatchObject({ status: 422, message: '第 9 段 BCD：BCD04“twelve”不是金额' });
  const { total } = await must(
    finance.get<{ total: number }>('/finance/remittance/list', { channelRemitNo: 'RMT-EDI-2' }),
  );
  expect(total).toBe(0);
  expect((await sent('PO,Amount')).message).toContain('不是 EDI X12 文件');
});

test('a file is matched by who may match, whichever kind of file it is', async () => {
  const admin = await scene.as('admin');
  const importer = await personWith(scene, admin, ['finance:remittance:import', 'finance:remittance:list']);
  const text = interchange([
    ['820', ['BPR*C*80.00*C*ACH************20261120', 'TRN*1*RMT-RIGHT', 'RMR*IV*NOPE**80.00']],
  ]);
  const path = `/finance/remittance/importEdi?accountId=${scene.seller.accountId}`;
  expect((await upload(scene, importer, path, Buffer.from(text))).status).toBe(403);
  const { total } = await must(
    finance.get<{ total: number }>('/finance/remittance/list', { channelRemitNo: 'RMT-RIGHT' }),
  );
  expect(total).toBe(0);
});

test('an invoice that a rule hides is not paid by its number, and none of its figures is shown', async () => {
  const hidden = await newInvoice(scene, 77_777n);
  const shown = await newInvoice(scene, 1_000n);
  const person = await ruledPerson(scene, await scene.as('admin'), 'remitRuled');
  await person.under('finance:invoice', 'id', '=', shown.id);
  const who = person.client;
  const { accountId } = scene.seller;
  const { id } = await must(
    who.post<{ id: string }>('/finance/remittance/add', {
      accountId,
      channelRemitNo: 'RMT-RULED',
      payDate: '2026-11-20',
      currency: 'USD',
      netAmount: '777.77',
      lines: [{ kind: 'invoicePay', invoiceNo: hidden.invoiceNo, stated: '777.77' }],
    }),
  );
  await must(moveRemittance(who, id, 'submit'));
  const [line] = (await readRemittance(who, id)).lines.remittanceLine;
  expect(line).toMatchObject({ method: null, diff: null, explanation: `这个店铺没有未结清的发票 ${hidden.invoiceNo}` });
  const assigned = await moveRemittance(who, id, 'assign', { lineNo: 1, invoices: `${hidden.invoiceNo} 900` });
  expect(assigned.message).toBe(`这个店铺没有未结清的发票或PO ${hidden.invoiceNo}`);
  const kept = {
    accountId,
    type: 'other',
    currency: 'USD',
    amount: '9',
    poNo: hidden.poNo,
    postedAt: '2026-11-20 10:00:00',
  };
  const deduction = await must(who.post<{ id: string }>('/finance/deduction/add', kept));
  expect((await moveDeduction(who, deduction.id, 'offset')).message).toBe('这个PO没有未结清的发票，请选发票');
  // What is paid ahead goes to those in sight, whatever is due before.
  const { customerId } = await must(
    finance.get<{ customerId: string }>('/finance/invoice/queryById', { id: shown.id }),
  );
  const paid = { customerId, amount: '50', currency: 'USD', paidOn: '2026-11-20', lines: [] };
  const payment = await must(who.post<{ id: string }>('/finance/payment/add', paid));
  for (const move of ['post', 'allocate'])
    await must(who.post(`/finance/payment/${payment.id}/${move}`, {}, { 'idempotency-key': newId() }));
  expect(await invoiceState(finance, shown.id)).toMatchObject({ status: 'paid' });
  expect(await invoiceState(finance, hidden.id)).toMatchObject({ balance: '777.77' });
});
