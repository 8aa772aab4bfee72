import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#kit/server/database.ts';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { firstOf, must, NEW_JERSEY } from '#tests/lifecycles/one-of-each.ts';
import { covers } from '#tests/spec/covers.ts';
import { addBill, comeIn, moveBill, newSupplier, orderedGoods, shownBill } from './bill-scene.ts';
import { newSku } from './landed-scene.ts';

/** What leaves the bank for a bill that one person made is within what one person may, at the rate that is paid. */

let scene: TestApp;
let admin: Client;
let buyer: Client;
let holder: Client;
let reviewer: Client;
let here: string;
let productId: string;

beforeAll(async () => {
  scene = await startTestApp({ startsAt: new Date('2026-11-25T02:00:00Z') });
  [admin, holder, buyer, reviewer] = await Promise.all([
    scene.as('admin'),
    scene.as('caiwu'),
    scene.as('caigou'),
    scene.as('fuhe'),
  ]);
  here = scene.seller.warehouses[NEW_JERSEY] as string;
  ({ id: productId } = await firstOf<{ id: string }>(admin, '/catalog/product/list'));
  await rate(holder, '1.10', '2026-11-01');
});
afterAll(() => scene?.stop());

const rate = (who: Client, value: string, effectiveDate: string, fromCode = 'EUR') =>
  must(who.post<{ id: string }>('/base/exchangeRate/add', { fromCode, toCode: 'USD', rate: value, effectiveDate }));

/** A bill over 45 units, written, matched and posted by one person. */
async function ownBill(unitPrice: string, currency = 'EUR', head: object = {}): Promise<string> {
  const sku = await newSku(admin, productId);
  // Suppliers that the same person added would share one limit.
  const supplierId = await newSupplier(buyer, { currency });
  const lines = [{ skuId: sku.id, qty: 45, unitPrice }];
  const poId = await orderedGoods(admin, supplierId, here, lines, { currency });
  await comeIn(scene, admin, poId, [45]);
  const { id } = await must(
    addBill(admin, supplierId, [{ purchaseOrderId: poId, ...lines[0] }], { currency, ...head }),
  );
  for (const move of ['match', 'post']) await must(moveBill(admin, id, move));
  return id;
}

const atRate = (message: string) => ({
  status: 422,
  result: { errors: [{ field: 'payRate', message }] },
});
const far = (known: string): string =>
  `与已知汇率 ${known} 相差超过 5%，制单人和过账人不能按这个汇率付款，请核对汇率或由其他人付款`;
const dearer = {
  status: 403,
  message: expect.stringContaining('按付款汇率折算超过单人上限') as unknown,
};

test('who made a bill pays it at no rate that is far from what others know', async () => {
  const id = await ownBill('10');
  for (const payRate of ['1.156', '1.044', '2.1'])
    expect(await moveBill(admin, id, 'pay', { payRate })).toMatchObject(atRate(far('1.1')));
  await must(moveBill(admin, id, 'pay', { amount: '1', payRate: '1.155' }));
  // Somebody else who knows what the bank asked pays at it.
  await must(moveBill(holder, id, 'pay', { payRate: '1.3' }));
  expect(await shownBill(admin, id)).toMatchObject({ status: 'paid' });
});

test('a rate of the day that is the payer’s own word is none that others know', async () => {
  await rate(holder, '0.14', '2026-11-01', 'CNY');
  const id = await ownBill('10', 'CNY');
  await rate(admin, '0.20', '2026-11-24', 'CNY');
  expect(await moveBill(admin, id, 'pay')).toMatchObject(atRate(far('0.14')));
  expect(await moveBill(admin, id, 'pay', { payRate: '0.2' })).toMatchObject(atRate(far('0.14')));
  await must(moveBill(admin, id, 'pay', { payRate: '0.14' }));
});

test('what is paid at a higher rate counts against the limit, in one go or in parts', async () => {
  // 4,500 EUR at 1.10 are 4,950.00 of 5,000.00.
  const whole = await ownBill('100');
  expect(await moveBill(admin, whole, 'pay', { payRate: '1.15' })).toMatchObject(dearer);
  await must(moveBill(holder, whole, 'pay', { payRate: '1.15' }));
  const parts = await ownBill('100');
  await must(moveBill(admin, parts, 'pay', { amount: '2250', payRate: '1.12' }));
  expect(await moveBill(admin, parts, 'pay', { amount: '2249', payRate: '1.13' })).toMatchObject(dearer);
  await must(moveBill(admin, parts, 'pay'));
  expect(await scene.violations()).toEqual([]);
});

test('a payment that came back counts no more against the limit', async () => {
  const id = await ownBill('100');
  await must(moveBill(holder, id, 'pay', { amount: '2250' }));
  const { records } = await must(
    admin.get<{ records: { id: string }[] }>('/purchasing/billPayment/list', { billId: id }),
  );
  await must(
    reviewer.post(
      `/purchasing/billPayment/${records[0]?.id}/reverse`,
      { reason: '付错' },
      { 'idempotency-key': newId() },
    ),
  );
  // 4,950.00 as before anything was paid.
  await must(moveBill(admin, id, 'pay'));
});

test('what the supplier leaves off leaves no bank', async () => {
  const { id: paymentTermId } = await must(
    admin.post<{ id: string }>('/base/paymentTerm/add', {
      code: 'D2',
      name: '2/10净30',
      baseDate: 'invoiceDate',
      netDays: 30,
      status: 'enabled',
      discountDays: 10,
      discountRate: '0.02',
    }),
  );
  const id = await ownBill('100', 'EUR', { paymentTermId });
  // 4,410 EUR at 1.13 are 4,983.30; the other 90 are never paid.
  await must(moveBill(admin, id, 'pay', { withDiscount: true, payRate: '1.13' }));
  expect(await shownBill(admin, id)).toMatchObject({ status: 'paid', discountTotal: '90.00' });
});

test('where others know the rate of the day, that is the one to be near, not the one of the posting', async () => {
  const id = await ownBill('10');
  await rate(holder, '1.20', '2026-11-25');
  expect(await moveBill(admin, id, 'pay', { payRate: '1.1' })).toMatchObject(atRate(far('1.2')));
  await must(moveBill(admin, id, 'pay', { payRate: '1.17' }));
});

/** Where an order of the administrator stands, and why it waits. */
async function ordered(currency: string, unitPrice: string) {
  const { id: skuId } = await newSku(admin, productId);
  const supplierId = await newSupplier(buyer, { currency });
  const lines = [{ skuId, qty: 1000, unitPrice }];
  const { id } = await must(
    admin.post<{ id: string }>('/purchasing/purchaseOrder/add', { supplierId, warehouseId: here, currency, lines }),
  );
  await must(admin.post(`/purchasing/purchaseOrder/${id}/submit`));
  return must(admin.get<{ status: string; checkReason: string | null }>('/purchasing/purchaseOrder/queryById', { id }));
}

const ownRate = {
  status: 'submitted',
  checkReason: expect.stringContaining('汇率由本人录入、修改或删除过') as unknown,
};

test('a rate that is in force because the orderer deleted or moved a later one of others is their own word', async () => {
  covers('ours: currencies and rates');
  for (const [currency, takeBack] of [
    ['JPY', (id: string) => admin.delete('/base/exchangeRate/delete', { id })],
    ['GBP', (id: string) => admin.put('/base/exchangeRate/edit', { id, version: 1, effectiveDate: '2099-01-01' })],
    ['CAD', (id: string) => admin.put('/base/exchangeRate/edit', { id, version: 1, toCode: 'CNY' })],
  ] as const) {
    await rate(holder, '0.0001', '2026-01-01', currency);
    const { id } = await rate(holder, '0.0067', '2026-06-01', currency);
    await must(takeBack(id));
    // 40,000,000 of it are 268,000.00 by what others said, 4,000.00 by what is left.
    expect(await ordered(currency, '40000'), currency).toMatchObject(ownRate);
    // A word for days before the one that is gone changes nothing, one from a later day is that of others again.
    await rate(holder, '0.0001', '2026-05-31', currency);
    expect(await ordered(currency, '40000'), currency).toMatchObject(ownRate);
    await rate(holder, '0.0065', '2026-06-02', currency);
    expect(await ordered(currency, '100'), currency).toMatchObject({ status: 'approved', checkReason: null });
  }
});

test('a rate that others take back of their own leaves the earlier one theirs', async () => {
  await rate(holder, '0.0066', '2026-07-01', 'JPY');
  const { id } = await rate(holder, '0.0068', '2026-07-02', 'JPY');
  await must(holder.delete('/base/exchangeRate/delete', { id }));
  expect(await ordered('JPY', '100')).toMatchObject({ status: 'approved', checkReason: null });
  // Said for the same day by somebody else, it is theirs as well.
  const { id: last } = await rate(holder, '0.0067', '2026-07-03', 'JPY');
  await must(admin.delete('/base/exchangeRate/delete', { id: last }));
  expect(await ordered('JPY', '100')).toMatchObject(ownRate);
  await rate(holder, '0.0067', '2026-07-03', 'JPY');
  expect(await ordered('JPY', '100')).toMatchObject({ status: 'approved', checkReason: null });
});
