import { afterAll, beforeAll, expect, test } from 'vitest';
import { invoiceShipment } from '#modules/finance/server/invoices/invoice-shipment.ts';
import { shortDueInvoices } from '#modules/finance/server/invoices/short-invoices.ts';
import { look, openShop } from '#tests/channels/shop.ts';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { firstOf, must, STOOL } from '#tests/lifecycles/one-of-each.ts';
import { addStock } from '#tests/races/goods.ts';
import { balance, invoicesOf, keyed, moveInvoice, readInvoice, sendIt, soldByHand } from './receivable-scene.ts';

/** What has left is invoiced once, what is here again is not (domain.md §2.6, §3.5, M-08). */

let scene: TestApp;
let admin: Client;
let clerk: Client;
let packer: Client;
let finance: Client;
let reviewer: Client;

beforeAll(async () => {
  scene = await startTestApp();
  admin = await scene.as('admin');
  clerk = await scene.as('yunying');
  packer = await scene.as('cangku');
  finance = await scene.as('caiwu');
  reviewer = await scene.as('fuhe');
  await openShop(scene, clerk);
  await addStock(scene, packer, STOOL, 100);
});
afterAll(() => scene?.stop());

const order = (id: string) => must(admin.get<{ payStatus: string }>('/orders/salesOrder/queryById', { id }));

async function editShop(more: object): Promise<void> {
  const { accountId } = scene.seller;
  const { version } = await must(admin.get<{ version: number }>('/base/channelAccount/queryById', { id: accountId }));
  await must(admin.put('/base/channelAccount/edit', { id: accountId, version, ...more }));
}

test('an order that has left is invoiced once, with the allowance of its shop, and its customer owes it', async () => {
  await editShop({ allowanceRate: '0.05', invoiceMode: 'self' });
  const { id, po } = await soldByHand(scene, clerk, [
    { qty: 2, unitPrice: '129.99' },
    { qty: 1, unitPrice: '10.005' },
  ]);
  expect(await order(id)).toMatchObject({ payStatus: 'none' });
  const [shipment = ''] = await sendIt(scene, clerk, packer, id);
  const [one, ...more] = await invoicesOf(finance, id);
  expect(more).toEqual([]);
  // 259.98 + 10.01; 5 % of it is 13.4995.
  expect(one).toMatchObject({ status: 'issued', goods: '269.99', discount: '13.50', total: '256.49', poNo: po });
  const { entries, lines } = await readInvoice(finance, one?.id ?? '');
  expect(lines.invoiceLine.map(({ qty, amount }) => [qty, amount])).toEqual([
    [2, '259.98'],
    [1, '10.01'],
  ]);
  expect(entries.flatMap(({ postings }) => postings.map(({ amount }) => amount))).toEqual(['256.49', '13.50']);
  expect(await balance(scene, 'ar', one?.customerId)).toBe(25649);
  expect(await order(id)).toMatchObject({ payStatus: 'invoiced' });
  // Heard of again, by two at once: nothing more.
  const again = await Promise.all([1, 2].map(() => look(scene, (tx) => invoiceShipment(tx, shipment))));
  expect(again.map(({ done }) => done)).toEqual(['kept', 'kept']);
  expect(await invoicesOf(finance, id)).toHaveLength(1);
  expect(await scene.violations()).toEqual([]);
  await editShop({ allowanceRate: '0' });
});

test('goods that are here again are not invoiced, and are once they leave again', async () => {
  const before = await balance(scene, 'ar');
  const { id } = await soldByHand(scene, clerk, [{ qty: 3, unitPrice: '33.3333' }]);
  const [shipment = ''] = await sendIt(scene, clerk, packer, id);
  expect((await invoicesOf(finance, id)).map(({ total }) => total)).toEqual(['100.00']);
  await must(admin.post(`/fulfilment/shipment/${shipment}/unship`, { reason: '扫错' }, keyed()));
  await scene.settled();
  expect((await invoicesOf(finance, id)).map(({ status }) => status)).toEqual(['voided']);
  expect(await balance(scene, 'ar')).toBe(before);
  expect(await order(id)).toMatchObject({ payStatus: 'none' });
  await must(packer.post(`/fulfilment/shipment/${shipment}/ship`, {}, keyed()));
  await scene.settled();
  expect((await invoicesOf(finance, id)).map(({ status }) => status)).toEqual(['voided', 'issued']);
  expect(await balance(scene, 'ar')).toBe(before + 10000);
  expect(await scene.violations()).toEqual([]);
});

test('an order in another currency waits for a rate, in sight, and is invoiced at that of its day', async () => {
  await must(admin.post('/base/currency/add', { code: 'KWD', name: '科威特第纳尔', exponent: 3, status: 'enabled' }));
  const { id } = await soldByHand(scene, clerk, [{ qty: 3, unitPrice: '1.0005' }], { currency: 'KWD' });
  const [shipment = ''] = await sendIt(scene, clerk, packer, id);
  expect(await invoicesOf(finance, id)).toEqual([]);
  const waiting = await firstOf<{ id: string; reason: string }>(finance, '/finance/uninvoicedShipment/list', {
    shipmentId: shipment,
  });
  expect(waiting).toMatchObject({ reason: 'noRate' });
  const refused = await must(
    finance.post<{ issued: number; reasons: string[] }>('/finance/invoice/issue', { shipmentIds: [shipment] }),
  );
  expect(refused).toMatchObject({ issued: 0, reasons: [expect.stringMatching(/^缺少 KWD 到 USD 在 .* 的汇率/)] });
  await must(
    admin.post('/base/exchangeRate/add', {
      fromCode: 'KWD',
      toCode: 'USD',
      rate: '3.25',
      effectiveDate: '2026-01-01',
    }),
  );
  const day = scene.now().toISOString().slice(0, 10);
  await scene.pass(26 * 3_600_000);
  await scene.settled();
  // 3 × 1.0005 = 3.0015 → 3.002 KWD at 3.25 = 9.7565 → 9.76.
  expect(await invoicesOf(finance, id)).toMatchObject([
    { currency: 'KWD', total: '3.002', baseTotal: '9.76', issueDate: day },
  ]);
  expect(await scene.violations()).toEqual([]);
});

test('an invoice is taken back by another than issued it, and only while nothing is settled', async () => {
  const { id } = await soldByHand(scene, clerk, [{ qty: 1, unitPrice: '50' }]);
  const [shipment = ''] = await sendIt(scene, clerk, packer, id);
  const [one] = await invoicesOf(finance, id);
  await must(moveInvoice(finance, one?.id ?? '', 'send'));
  expect((await moveInvoice(finance, one?.id ?? '', 'void', { reason: '开错' })).status).toBe(403);
  const both = await Promise.all([1, 2].map(() => moveInvoice(reviewer, one?.id ?? '', 'void', { reason: '开错' })));
  expect(both.map(({ success }) => success).toSorted()).toEqual([false, true]);
  // Left without an invoice, it is invoiced again by hand, and by whoever did that it is not taken back.
  const issued = await must(admin.post<{ issued: number }>('/finance/invoice/issue', { shipmentIds: [shipment] }));
  expect(issued.issued).toBe(1);
  const [again] = await invoicesOf(finance, id, 'issued');
  const own = await moveInvoice(admin, again?.id ?? '', 'void', { reason: '开错' });
  expect(own).toMatchObject({ status: 403, message: '开票人不能红冲自己开的发票，请由其他有红冲权限的人红冲' });
  const { bytes, status } = await finance.raw('POST', '/finance/invoice/print', { ids: [again?.id] });
  expect([status, bytes.subarray(0, 5).toString()]).toEqual([200, '%PDF-']);
  expect(await scene.violations()).toEqual([]);
});

test('an order whose invoice runs short says so', async () => {
  const { id } = await soldByHand(scene, clerk, [{ qty: 1, unitPrice: '20' }]);
  await sendIt(scene, clerk, packer, id);
  await scene.pass(40 * 86_400_000);
  await shortDueInvoices(scene.app.db, scene.now());
  admin = await scene.as('admin');
  expect(await order(id)).toMatchObject({ payStatus: 'short' });
  expect(await scene.violations()).toEqual([]);
});
