import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#kit/server/database.ts';
import type { DocumentBooks } from '#modules/finance/model/document-entries.ts';
import { look, openShop } from '#tests/channels/shop.ts';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { must } from '#tests/lifecycles/one-of-each.ts';
import { covers } from '#tests/spec/covers.ts';
import { balances, changed, moveRemittance, newInvoice, readRemittance } from './remittance-scene.ts';

/* 收付款 of a remittance: the money it brought, once in the books (domain.md §2.6, §3.5, M-05, M-09, M-11). */

let scene: TestApp;
let finance: Client;
let reviewer: Client;
let customerId: string;

beforeAll(async () => {
  scene = await startTestApp();
  await openShop(scene, await scene.as('yunying'));
  [finance, reviewer] = await Promise.all([scene.as('caiwu'), scene.as('fuhe')]);
});
afterAll(() => scene?.stop());

let made = 0;

/** A remittance that is typed, matched; not posted. */
async function typed(
  lines: readonly { kind: string; stated: string; invoiceNo?: string; description?: string }[],
  more: object = {},
): Promise<string> {
  made += 1;
  const net = lines.reduce((sum, { stated }) => sum + Math.round(Number(stated) * 100), 0);
  const { id } = await must(
    finance.post<{ id: string }>('/finance/remittance/add', {
      accountId: scene.seller.accountId,
      channelRemitNo: `RMT-P-${made}`,
      payDate: '2026-11-20',
      currency: 'USD',
      netAmount: (net / 100).toFixed(2),
      lines,
      ...more,
    }),
  );
  await must(moveRemittance(finance, id, 'submit'));
  return id;
}

interface Paid extends DocumentBooks {
  id: string;
  paymentNo: string;
  direction: string;
  status: string;
  method: string;
  amount: string;
  baseAmount: string;
  allocated: string;
  unallocated: string;
  sourceNo: string;
  bankRef: string | null;
  customerId: string;
  reverseReason: string | null;
  lines: { paymentAllocation: { invoiceId: string; amount: string }[] };
}

/** Payments of a remittance, the latest first. */
async function paymentsOf(id: string): Promise<Paid[]> {
  const { records } = await must(
    finance.get<{ records: { id: string }[] }>('/finance/payment/list', { remittanceId: id }),
  );
  return Promise.all(records.map((one) => must(finance.get<Paid>('/finance/payment/queryById', { id: one.id }))));
}

const post = (id: string) => moveRemittance(finance, id, 'post');

test('a posted remittance is one payment of its net, shared over the invoices it settles, under the same entry', async () => {
  covers('ours: the payment of a remittance');
  const [a, b] = [await newInvoice(scene, 26_698n), await newInvoice(scene, 11_049n)];
  const id = await typed(
    [
      { kind: 'invoicePay', invoiceNo: a.invoiceNo, stated: '266.98' },
      { kind: 'invoicePay', invoiceNo: b.invoiceNo, stated: '110.49' },
      { kind: 'deduction', stated: '-40.00', description: 'Damage' },
      { kind: 'ad', stated: '-5.00' },
    ],
    { bankRef: 'BK-1' },
  );
  const before = await balances(scene);
  await must(post(id));
  expect(changed(before, await balances(scene))).toEqual({
    cash: 33_247,
    ar: -37_747,
    'expense:deduction': 4_000,
    'expense:channelFee': 500,
  });
  const [paid, ...others] = await paymentsOf(id);
  expect(others).toEqual([]);
  expect(paid).toMatchObject({
    direction: 'in',
    status: 'posted',
    method: 'platform',
    amount: '332.47',
    baseAmount: '332.47',
    allocated: '332.47',
    unallocated: '0.00',
    bankRef: 'BK-1',
  });
  customerId = paid?.customerId ?? '';
  // 332.47 over 266.98 and 110.49 of 377.47: 235.15 and 97.32 by largest remainder.
  const byInvoice = Object.fromEntries(
    (paid?.lines.paymentAllocation ?? []).map(({ invoiceId, amount }) => [invoiceId, amount]),
  );
  expect(byInvoice).toEqual({ [a.id]: '235.15', [b.id]: '97.32' });
  const whole = await must(finance.get<DocumentBooks>('/finance/remittance/queryById', { id }));
  expect(whole).toMatchObject({ payment: { id: paid?.id, paymentNo: paid?.paymentNo } });
  expect(paid?.entries.map((entry) => entry.id)).toEqual(whole.entries.map((entry) => entry.id));
  expect(whole.entries).toHaveLength(1);
  expect(await scene.violations()).toEqual([]);
});

test('what is parked is no advance; applied later it is for that invoice; it goes back with its remittance alone', async () => {
  const [a, later] = [await newInvoice(scene, 10_000n), await newInvoice(scene, 700n)];
  const id = await typed([
    { kind: 'invoicePay', invoiceNo: a.invoiceNo, stated: '100.00' },
    { kind: 'adjust', stated: '7.00' },
  ]);
  const before = await balances(scene);
  await must(post(id));
  const [paid] = await paymentsOf(id);
  expect(paid).toMatchObject({ amount: '107.00', allocated: '100.00', unallocated: '0.00' });
  const key = () => ({ 'idempotency-key': newId() });
  const allocate = await finance.post(`/finance/payment/${paid?.id}/allocate`, { invoiceId: later.id }, key());
  expect(allocate.message).toContain('待核销');
  await must(moveRemittance(finance, id, 'applyParked', { lineNo: 2, invoices: later.invoiceNo }));
  const [applied] = await paymentsOf(id);
  expect(applied).toMatchObject({ id: paid?.id, allocated: '107.00' });
  expect(applied?.lines.paymentAllocation.map(({ invoiceId, amount }) => [invoiceId, amount]).sort()).toEqual(
    [
      [a.id, '100.00'],
      [later.id, '7.00'],
    ].sort(),
  );
  expect(await scene.violations()).toEqual([]);
  // Not on its own, by nobody: not the hand that posted, nor another.
  for (const who of [finance, reviewer]) {
    const own = await who.post(`/finance/payment/${paid?.id}/reverse`, { reason: '单独冲' }, key());
    expect(own.success).toBe(false);
  }
  const refused = await reviewer.post(`/finance/payment/${paid?.id}/reverse`, { reason: '单独冲' }, key());
  expect(refused).toMatchObject({ code: 409 });
  expect(refused.message).toContain('请冲销回款单');
  await must(moveRemittance(reviewer, id, 'reverse', { reason: '平台重发' }));
  expect(changed(before, await balances(scene))).toEqual({});
  const [back] = await paymentsOf(id);
  expect(back).toMatchObject({ id: paid?.id, status: 'reversed', allocated: '0.00' });
  expect(back?.reverseReason).toContain('平台重发');
  expect(await scene.violations()).toEqual([]);
});

test('a net of zero moved no money and is no payment; below zero it is a payment out that settles nothing', async () => {
  const [a, b] = [await newInvoice(scene, 2_000n), await newInvoice(scene, 1_000n)];
  const zero = await typed([
    { kind: 'invoicePay', invoiceNo: a.invoiceNo, stated: '20.00' },
    { kind: 'fee', stated: '-20.00' },
  ]);
  await must(post(zero));
  expect(await paymentsOf(zero)).toEqual([]);
  const below = await typed([
    { kind: 'invoicePay', invoiceNo: b.invoiceNo, stated: '10.00' },
    { kind: 'fee', stated: '-35.00' },
  ]);
  await must(post(below));
  const [out] = await paymentsOf(below);
  expect(out).toMatchObject({ direction: 'out', amount: '25.00', allocated: '0.00', unallocated: '0.00' });
  expect(out?.lines.paymentAllocation).toEqual([]);
  expect(await scene.violations()).toEqual([]);
  for (const id of [zero, below]) await must(moveRemittance(reviewer, id, 'reverse', { reason: '退回' }));
  expect(await paymentsOf(zero)).toEqual([]);
  expect((await paymentsOf(below)).map(({ status }) => status)).toEqual(['reversed']);
  expect(await scene.violations()).toEqual([]);
});

test('money in another currency stands at the rate of its day', async () => {
  await look(
    scene,
    (tx) => tx.run`
      insert into exchange_rate (tenant_id, id, from_code, to_code, rate, effective_date, source, create_time)
      select ${tx.tenant}, ${newId()}, 'EUR', 'USD', 1.1, '2026-11-20', 'import', ${tx.now}`,
  );
  const a = await newInvoice(scene, 10_000n, { currency: 'EUR', baseTotal: 10_500n });
  const id = await typed(
    [
      { kind: 'invoicePay', invoiceNo: a.invoiceNo, stated: '100.00' },
      { kind: 'fee', stated: '-1.00' },
    ],
    { currency: 'EUR' },
  );
  await must(post(id));
  const [paid] = await paymentsOf(id);
  expect(paid).toMatchObject({ amount: '99.00', baseAmount: '108.90', allocated: '99.00' });
  expect(await scene.violations()).toEqual([]);
});

test('the same money is not entered twice by its number at the bank, whichever came first', async () => {
  const draft = (bankRef: string) =>
    finance.post<{ id: string }>('/finance/payment/add', {
      customerId,
      amount: '30.00',
      currency: 'USD',
      paidOn: '2026-11-20',
      bankRef,
      lines: [],
    });
  const keyed = () => ({ 'idempotency-key': newId() });
  // Entered by hand first: the remittance waits until that is given up.
  const { id: byHand } = await must(draft('bk-2'));
  const remitted = await typed([{ kind: 'adjust', stated: '30.00' }], { bankRef: 'BK-2' });
  const refused = await post(remitted);
  expect(refused).toMatchObject({ code: 409 });
  expect(refused.message).toContain('BK-2');
  expect((await readRemittance(finance, remitted)).status).not.toBe('posted');
  await must(finance.post(`/finance/payment/${byHand}/cancel`, { reason: '回款单已有' }));
  await must(post(remitted));
  // The remittance first: by hand it is not posted any more.
  const { id: again } = await must(draft('BK-2'));
  const late = await finance.post(`/finance/payment/${again}/post`, {}, keyed());
  expect(late).toMatchObject({ code: 409 });
  await must(finance.post(`/finance/payment/${again}/cancel`, { reason: '回款单已有' }));
  // One transfer may pay two remittances.
  const second = await typed([{ kind: 'adjust', stated: '5.00' }], { bankRef: 'BK-2' });
  await must(post(second));
  expect(await paymentsOf(second)).toHaveLength(1);
  expect(await scene.violations()).toEqual([]);
});
