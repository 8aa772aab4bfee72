import { afterAll, beforeAll, expect, test } from 'vitest';
import { openShop } from '#tests/channels/shop.ts';
import type { DocumentBooks } from '#modules/finance/model/document-entries.ts';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { must } from '#tests/lifecycles/one-of-each.ts';
import {
  balances,
  changed,
  importRemittance,
  invoiceState,
  moveRemittance,
  newInvoice,
  readRemittance,
  remittanceNumbered,
  type OpenInvoice,
} from './remittance-scene.ts';

/* 回款单: what a channel paid, from its file to the books (domain.md S7, M-09, M-11). */

let scene: TestApp;
let finance: Client;
let reviewer: Client;

beforeAll(async () => {
  scene = await startTestApp();
  await openShop(scene, await scene.as('yunying'));
  [finance, reviewer] = await Promise.all([scene.as('caiwu'), scene.as('fuhe')]);
});
afterAll(() => scene?.stop());

const REMIT = 'RMT-2026-47';
const head = { 'Remittance Number': REMIT, 'Payment Date': '2026-11-20' };
let a: OpenInvoice;
let b: OpenInvoice;
let c: OpenInvoice;

const s7Rows = () => [
  { ...head, 'Net Amount': '332.47', 'Invoice Number': a.invoiceNo, 'PO Number': a.poNo, Amount: '266.98' },
  { ...head, Type: 'Deduction', 'PO Number': a.poNo, Amount: '-40.00', Description: 'Damage' },
  { ...head, 'PO Number': b.poNo, Amount: '110.49' },
  { ...head, Amount: '-12.00', Description: 'Sponsored ads' },
  { ...head, Amount: '7.00' },
];

test('S7: two invoices by number and by PO, a deduction, an ad, and what nobody knows; one stays open', async () => {
  a = await newInvoice(scene, 26_698n);
  b = await newInvoice(scene, 11_049n);
  c = await newInvoice(scene, 5_000n);
  const answer = await importRemittance(scene, finance, s7Rows());
  expect(answer).toMatchObject({ code: 200, success: true });
  const read = await remittanceNumbered(finance, REMIT);
  expect(read).toMatchObject({
    status: 'partial',
    netAmount: '332.47',
    difference: '0.00',
    lineCount: 5,
    matchedCount: 4,
    openCount: 1,
    matchedTotal: '377.47',
  });
  expect(read.lines.remittanceLine.map(({ kind, method, score, diff }) => [kind, method, score, diff])).toEqual([
    ['invoicePay', 'invoice', 100, '0.00'],
    ['deduction', 'newDeduction', 100, null],
    ['invoicePay', 'po', 90, '0.00'],
    ['ad', 'cost', 100, null],
    ['adjust', null, 0, null],
  ]);
  const before = await balances(scene);
  await must(moveRemittance(finance, read.id, 'post'));
  expect(changed(before, await balances(scene))).toEqual({
    cash: 33_247,
    ar: -37_747,
    'expense:deduction': 4_000,
    'expense:channelFee': 1_200,
    'suspense:remit': 700,
  });
  expect(await invoiceState(finance, a.id)).toMatchObject({ status: 'paid', balance: '0.00', paid: '266.98' });
  expect(await invoiceState(finance, b.id)).toMatchObject({ status: 'paid', balance: '0.00' });
  expect(await invoiceState(finance, c.id)).toMatchObject({ status: 'issued', balance: '50.00' });
  const posted = await readRemittance(finance, read.id);
  expect(posted).toMatchObject({ status: 'posted', parkedTotal: '7.00' });
  expect(posted.lines.remittanceLine[4]).toMatchObject({ matchStatus: 'parked' });
  // Its page shows the one entry: 377.47 of invoices and 7.00 that nobody knows.
  const { entries } = await must(finance.get<DocumentBooks>('/finance/remittance/queryById', { id: read.id }));
  expect(entries.map(({ postings }) => postings.reduce((sum, { amount }) => sum + Number(amount), 0))).toEqual([
    384.47,
  ]);
  const deductionId = posted.lines.remittanceLine[1]?.deductionId ?? '';
  expect(await must(finance.get('/finance/deduction/queryById', { id: deductionId }))).toMatchObject({
    status: 'posted',
    amount: '40.00',
    type: 'damage',
    poNo: a.poNo,
    booking: 'remittance',
  });
  expect(await scene.violations()).toEqual([]);
});

test('the same file again changes nothing; one that says something else is refused', async () => {
  const again = await importRemittance(scene, finance, s7Rows());
  expect(again).toMatchObject({ code: 200, success: true });
  await remittanceNumbered(finance, REMIT);
  const other = s7Rows().map((row, at) => (at === 4 ? { ...row, Amount: '8.00' } : row));
  const refused = await importRemittance(scene, finance, other);
  expect(JSON.stringify(refused)).toContain('净额或明细不同');
  await remittanceNumbered(finance, REMIT);
});

test('it is taken back by somebody else, and every balance is as it was; then it may come again', async () => {
  const { id } = await remittanceNumbered(finance, REMIT);
  const own = await moveRemittance(finance, id, 'reverse', { reason: '付错' });
  expect(own.success).toBe(false);
  const before = await balances(scene);
  await must(moveRemittance(reviewer, id, 'reverse', { reason: '平台重发' }));
  expect(changed(before, await balances(scene))).toEqual({
    cash: -33_247,
    ar: 37_747,
    'expense:deduction': -4_000,
    'expense:channelFee': -1_200,
    'suspense:remit': -700,
  });
  expect(await invoiceState(finance, a.id)).toMatchObject({ status: 'issued', balance: '266.98', paid: '0.00' });
  const read = await readRemittance(finance, id);
  const deductionId = read.lines.remittanceLine[1]?.deductionId ?? '';
  expect(await must(finance.get('/finance/deduction/queryById', { id: deductionId }))).toMatchObject({
    status: 'withdrawn',
  });
  expect(await scene.violations()).toEqual([]);
  await must(importRemittance(scene, finance, s7Rows()));
  const { records } = await must(
    finance.get<{ records: { id: string; status: string }[] }>('/finance/remittance/list', { channelRemitNo: REMIT }),
  );
  expect(records.map(({ status }) => status).sort()).toEqual(['partial', 'reversed']);
});
