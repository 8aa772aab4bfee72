import { afterAll, beforeAll, expect, test } from 'vitest';
import { openShop } from '#tests/channels/shop.ts';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { firstOf, must, NEW_JERSEY, STOOL } from '#tests/lifecycles/one-of-each.ts';
import { addStock } from '#tests/races/goods.ts';
import { balance, invoicesOf, keyed, paidBy, readInvoice, sendIt, soldByHand } from './receivable-scene.ts';

/** Parts of an order each have an invoice; what is given back for a return is taken off them (domain.md §5, O-08). */

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

/** Gives money back for units of an order without its goods. @returns the credit note */
async function creditOf(orderId: string, qty: number, amount: string): Promise<{ id: string; creditNo: string }> {
  const service = await scene.as('kefu');
  const seen = await must(
    admin.get<{ lines: { orderLine: { id: string; skuId: string }[] } }>('/orders/salesOrder/queryById', {
      id: orderId,
    }),
  );
  const line = seen.lines.orderLine[0];
  const reasonId = (await firstOf(admin, '/aftersales/returnReason/list')).id;
  const { id } = await must(
    service.post<{ id: string }>('/aftersales/returnOrder/add', {
      type: 'refundOnly',
      orderId,
      warehouseId: scene.seller.warehouses[NEW_JERSEY],
      reasonId,
      lines: [{ skuId: line?.skuId, orderLineId: line?.id, qtyRequested: qty, outcome: 'refund', unitCredit: amount }],
    }),
  );
  await must(service.post(`/aftersales/returnOrder/${id}/submit`, {}, keyed()));
  await must(admin.post(`/aftersales/returnOrder/${id}/approve`, {}, keyed()));
  await must(reviewer.post(`/aftersales/returnOrder/${id}/credit`, {}, keyed()));
  return firstOf(admin, '/aftersales/creditNote/list', { returnId: id });
}

test('each part of a split order has its invoice, and together they come to what was charged', async () => {
  const { accountId } = scene.seller;
  const shop = await must(admin.get<{ version: number }>('/base/channelAccount/queryById', { id: accountId }));
  await must(admin.put('/base/channelAccount/edit', { id: accountId, version: shop.version, allowSplit: true }));
  const { id } = await soldByHand(scene, clerk, [{ qty: 3, unitPrice: '33.3333' }]);
  const { lines } = await must(
    admin.get<{ lines: { orderLine: { id: string }[] } }>('/orders/salesOrder/queryById', { id }),
  );
  const lineId = lines.orderLine[0]?.id;
  await must(clerk.post(`/orders/salesOrder/${id}/split`, { parts: JSON.stringify([[{ lineId, qty: 1 }]]) }));
  await scene.settled();
  const part = await firstOf(clerk, '/orders/salesOrder/list', { parentId: id });
  const totals: string[] = [];
  for (const one of [id, part.id]) {
    await sendIt(scene, clerk, packer, one);
    totals.push(...(await invoicesOf(finance, one)).map(({ total }) => total));
  }
  expect(totals).toEqual(['66.67', '33.33']);
  expect(await scene.violations()).toEqual([]);
});

test('a refund takes from the invoice of its order; what it does not take settles another later', async () => {
  const { id } = await soldByHand(scene, clerk, [{ qty: 2, unitPrice: '50.00' }]);
  await sendIt(scene, clerk, packer, id);
  const [one] = await invoicesOf(finance, id);
  const customer = one?.customerId ?? '';
  const before = await balance(scene, 'ar', customer);
  const first = await creditOf(id, 1, '50.00');
  expect(await readInvoice(finance, one?.id ?? '')).toMatchObject({
    status: 'part_paid',
    credited: '50.00',
    balance: '50.00',
  });
  expect(await balance(scene, 'ar', customer)).toBe(before - 5_000);
  expect(await balance(scene, 'revenue:returns')).toBe(5_000);
  expect(await scene.violations()).toEqual([]);
  // Taken back, it is owed again.
  const takeBack = (who: Client, note: string) =>
    who.post(`/aftersales/creditNote/${note}/reverse`, { reason: '退错' }, keyed());
  await must(takeBack(admin, first.id));
  expect(await readInvoice(finance, one?.id ?? '')).toMatchObject({ status: 'issued', balance: '100.00' });
  expect(await balance(scene, 'revenue:returns')).toBe(0);
  // Paid first, the refund is the customer's, and settles the next invoice.
  await paidBy(finance, customer, '80.00', [{ invoiceId: one?.id, portion: '80.00' }]);
  const second = await creditOf(id, 1, '50.00');
  expect(await readInvoice(finance, one?.id ?? '')).toMatchObject({ status: 'paid', credited: '20.00' });
  expect(await balance(scene, 'advance:customer', customer)).toBe(-3_000);
  const next = await soldByHand(scene, clerk, [{ qty: 1, unitPrice: '70.00' }]);
  await sendIt(scene, clerk, packer, next.id);
  const [due] = await invoicesOf(finance, next.id);
  const rest = await firstOf(finance, '/finance/payment/list', { method: 'credit', status: 'posted' });
  await must(finance.post(`/finance/payment/${rest.id}/allocate`, { invoiceId: due?.id }, keyed()));
  expect(await readInvoice(finance, due?.id ?? '')).toMatchObject({ credited: '30.00', balance: '40.00' });
  expect((await takeBack(admin, second.id)) as { message: string }).toMatchObject({
    status: 409,
    message: expect.stringMatching(/已核销或退回客户，不能冲销/),
  });
  expect(await must(admin.get('/orders/salesOrder/queryById', { id }))).toMatchObject({ payStatus: 'paid' });
  expect(await must(admin.get('/orders/salesOrder/queryById', { id: next.id }))).toMatchObject({ payStatus: 'part' });
  expect(await scene.violations()).toEqual([]);
});

test('goods sent and refunded before there were invoices are booked by one act', async () => {
  const { id } = await soldByHand(scene, clerk, [{ qty: 4, unitPrice: '25.00' }]);
  await sendIt(scene, clerk, packer, id);
  const [one] = await invoicesOf(finance, id);
  // As if it had left before: nothing stands of it.
  await forget(id);
  await creditOf(id, 1, '25.00');
  const before = await balance(scene, 'ar', one?.customerId);
  const done = await must(finance.post<{ issued: number; left: number }>('/finance/invoice/openings', {}));
  expect(done).toMatchObject({ issued: 1, left: 0 });
  expect(await invoicesOf(finance, id)).toMatchObject([{ total: '100.00', credited: '25.00', balance: '75.00' }]);
  expect(await balance(scene, 'ar', one?.customerId)).toBe(before + 7_500);
  expect(await must(finance.post('/finance/invoice/openings', {}))).toMatchObject({ issued: 0, left: 0 });
  expect(await scene.violations()).toEqual([]);
});

/** Takes every trace of its invoices from an order. */
async function forget(orderId: string): Promise<void> {
  const { look } = await import('#tests/channels/shop.ts');
  await look(scene, async (tx) => {
    const rows = await tx.rows<{ id: string; entryId: string }>`
      select id, entry_id from invoice where tenant_id = ${tx.tenant} and order_id = ${orderId}::uuid`;
    const { reverseEntry } = await import('#modules/ledger/server/index.ts');
    for (const { entryId } of rows) await reverseEntry(tx, entryId);
    const ids = rows.map(({ id }) => id);
    await tx.run`delete from invoice_line where tenant_id = ${tx.tenant} and invoice_id = any(${ids}::uuid[])`;
    await tx.run`delete from invoice where tenant_id = ${tx.tenant} and id = any(${ids}::uuid[])`;
    await tx.run`update sales_order set pay_status = 'none' where tenant_id = ${tx.tenant}
      and id = ${orderId}::uuid`;
  });
}
