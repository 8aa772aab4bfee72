import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#kit/server/database.ts';
import { look } from '#tests/channels/shop.ts';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { firstOf, must, NEW_JERSEY } from '#tests/lifecycles/one-of-each.ts';
import { together } from '#tests/races/together.ts';
import { covers } from '#tests/spec/covers.ts';
import { addBill, comeIn, moveBill, newSupplier, orderedGoods, shownBill } from './bill-scene.ts';
import { balance, newSku } from './landed-scene.ts';

let scene: TestApp;
let admin: Client;
let holder: Client;
let reviewer: Client;
let here: string;
let productId: string;

beforeAll(async () => {
  scene = await startTestApp({ startsAt: new Date('2026-11-25T02:00:00Z') });
  admin = await scene.as('admin');
  holder = await scene.as('caiwu');
  reviewer = await scene.as('fuhe');
  here = scene.seller.warehouses[NEW_JERSEY] as string;
  ({ id: productId } = await firstOf<{ id: string }>(admin, '/catalog/product/list'));
});
afterAll(() => scene?.stop());

const ACCOUNTS = ['grni', 'ap', 'ppv', 'cash', 'fx', 'tax:input', 'gain:cashDiscount'] as const;

/** What has changed in the books, minor units; accounts that stay are left out. */
async function changes(work: () => Promise<unknown>): Promise<Record<string, bigint>> {
  const read = async () =>
    new Map(await Promise.all(ACCOUNTS.map(async (code) => [code, await balance(scene, code)] as const)));
  const before = await read();
  await work();
  const after = await read();
  return Object.fromEntries(
    ACCOUNTS.map((code) => [code, (after.get(code) ?? 0n) - (before.get(code) ?? 0n)] as const).filter(
      ([, change]) => change !== 0n,
    ),
  );
}

interface Sold {
  qty: number;
  price: string;
  currency?: string;
}

/** A posted bill over goods that came as ordered. */
async function postedBill({ qty, price }: Sold, head: object = {}, line: object = {}) {
  const sku = await newSku(admin, productId);
  const supplierId = await newSupplier(admin);
  const lines = [{ skuId: sku.id, qty, unitPrice: price }];
  const poId = await orderedGoods(admin, supplierId, here, lines);
  await comeIn(scene, admin, poId, [qty]);
  const billed = [{ purchaseOrderId: poId, skuId: sku.id, qty, unitPrice: price, ...line }];
  const { id } = await must(addBill(holder, supplierId, billed, head));
  await must(moveBill(holder, id, 'match'));
  await must(moveBill(holder, id, 'post'));
  return { id, supplierId };
}

const pay = (id: string, body: object = {}) => moveBill(holder, id, 'pay', body);

interface Payment {
  id: string;
  paymentNo: string;
  amount: string;
  settledBase: string;
  fxDifference: string;
  status: string;
}
const paymentsOf = async (billId: string): Promise<Payment[]> =>
  (
    await must(
      holder.get<{ records: Payment[] }>('/purchasing/billPayment/list', {
        billId,
        column: 'createTime',
        order: 'asc',
      }),
    )
  ).records;

const reverse = (who: Client, id: string) =>
  who.post(`/purchasing/billPayment/${id}/reverse`, { reason: '付错' }, { 'idempotency-key': newId() });

test('a bill is paid in two parts, never beyond what is owed', async () => {
  covers('ours: payments of bills in parts');
  const { id } = await postedBill({ qty: 100, price: '10' });
  const { id: accountId } = await must(
    admin.post<{ id: string }>('/purchasing/payingAccount/add', {
      code: 'BOC',
      name: '中行美元户',
    }),
  );
  const first = await changes(() =>
    must(pay(id, { amount: '333.33', accountId, bankRef: 'TT-1', paidOn: '2026-11-24' })),
  );
  expect(first).toEqual({ ap: 33_333n, cash: -33_333n });
  expect(await shownBill(holder, id)).toMatchObject({
    status: 'part_paid',
    paidTotal: '333.33',
    openTotal: '666.67',
    bankRef: 'TT-1',
  });
  expect(await pay(id, { amount: '666.68' })).toMatchObject({
    status: 422,
    result: { errors: [{ field: 'amount', message: '最多还能付 666.67 USD' }] },
  });
  expect(await pay(id, { amount: '1.001' })).toMatchObject({
    result: { errors: [{ field: 'amount', message: 'USD 的金额最多 2 位小数' }] },
  });
  expect(await pay(id, { amount: '0' })).toMatchObject({
    result: { errors: [{ field: 'amount', message: '付款金额要大于 0' }] },
  });
  expect(await pay(id, { payRate: '1.1' })).toMatchObject({
    result: { errors: [{ field: 'payRate', message: 'USD 账单不填付款汇率' }] },
  });
  expect(await changes(() => must(pay(id)))).toEqual({ ap: 66_667n, cash: -66_667n });
  expect(await shownBill(holder, id)).toMatchObject({ status: 'paid', openTotal: '0.00' });
  expect((await pay(id, { amount: '0.01' })).status).toBe(409);
  expect((await paymentsOf(id)).map(({ amount }) => amount)).toEqual(['333.33', '666.67']);
  expect(await scene.violations()).toEqual([]);
});

test('two payments taken back at once, or in one go, leave nothing of them at the bill', async () => {
  covers('ours: payments of bills in parts');
  const nothing = {
    status: 'posted',
    paidTotal: '0.00',
    paidOn: null,
    bankRef: null,
    paidBy: null,
  };
  const inTwo = async (): Promise<[bill: string, ...payments: string[]]> => {
    const { id } = await postedBill({ qty: 10, price: '10' });
    await must(pay(id, { amount: '40', bankRef: 'A', paidOn: '2026-11-23' }));
    await must(pay(id, { amount: '60', bankRef: 'B', paidOn: '2026-11-24' }));
    return [id, ...(await paymentsOf(id)).map((one) => one.id)];
  };
  const [first, ...apart] = await inTwo();
  const answers = await together(
    scene,
    'supplier_bill',
    [first],
    apart.map((id) => () => reverse(reviewer, id)),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(await shownBill(holder, first)).toMatchObject(nothing);
  const [second, ...ids] = await inTwo();
  await must(
    reviewer.post(
      '/purchasing/billPayment/batch/reverse',
      { ids, answers: { reason: '付错' } },
      { 'idempotency-key': newId() },
    ),
  );
  expect(await shownBill(holder, second)).toMatchObject(nothing);
  const [third, early] = await inTwo();
  await must(reverse(reviewer, early ?? ''));
  expect(await shownBill(holder, third)).toMatchObject({
    status: 'part_paid',
    paidTotal: '60.00',
    paidOn: '2026-11-24',
    bankRef: 'B',
  });
  expect(await scene.violations()).toEqual([]);
});

test('who may not see costs reads on a bill that it was paid, not how much', async () => {
  const { id } = await postedBill({ qty: 3, price: '41.17' });
  await must(pay(id, { amount: '82.34', bankRef: 'C' }));
  const shown = await must(
    (await scene.as('cangku')).get<{ payments: object[]; entries: object[] }>('/purchasing/supplierBill/queryById', {
      id,
    }),
  );
  expect(shown.payments).toMatchObject([{ bankRef: 'C', status: 'paid' }]);
  expect(shown.entries).toEqual([]);
  expect(JSON.stringify(shown)).not.toMatch(/41\.17|82\.34|123\.51/);
});

test('a payment that was wrong is taken back to the cent, and the bill is owed again', async () => {
  const { id } = await postedBill({ qty: 10, price: '10' });
  await must(pay(id, { amount: '40', bankRef: 'A' }));
  await must(pay(id, { bankRef: 'B' }));
  const [first, second] = await paymentsOf(id);
  // Who paid does not take it back.
  expect((await reverse(holder, second?.id ?? '')).status).toBe(403);
  expect(await changes(() => must(reverse(reviewer, second?.id ?? '')))).toEqual({
    ap: -6_000n,
    cash: 6_000n,
  });
  expect(await shownBill(holder, id)).toMatchObject({
    status: 'part_paid',
    paidTotal: '40.00',
    openTotal: '60.00',
    bankRef: 'A',
  });
  expect((await reverse(admin, second?.id ?? '')).status).toBe(409);
  await must(reverse(reviewer, first?.id ?? ''));
  expect(await shownBill(holder, id)).toMatchObject({
    status: 'posted',
    paidTotal: '0.00',
    openTotal: '100.00',
    paidOn: null,
    paidBy: null,
  });
  // Neither who paid at first nor who took it back pays again.
  expect((await pay(id)).status).toBe(403);
  await must(moveBill(admin, id, 'pay'));
  expect(await scene.violations()).toEqual([]);
});

test('a bill in euros paid in parts at other rates: the difference is 汇兑损益, the last cent goes', async () => {
  covers('ours: payments of bills in parts');
  for (const [rate, effectiveDate] of [
    ['1.10', '2026-11-01'],
    ['1.12', '2026-11-24'],
    ['1.08', '2026-11-25'],
  ])
    await must(
      admin.post('/base/exchangeRate/add', {
        fromCode: 'EUR',
        toCode: 'USD',
        rate,
        effectiveDate,
      }),
    );
  const sku = await newSku(admin, productId);
  const supplierId = await newSupplier(admin, { currency: 'EUR' });
  const { id: poId } = await must(
    admin.post<{ id: string }>('/purchasing/purchaseOrder/add', {
      supplierId,
      warehouseId: here,
      currency: 'EUR',
      lines: [{ skuId: sku.id, qty: 100, unitPrice: '10' }],
    }),
  );
  await must(admin.post(`/purchasing/purchaseOrder/${poId}/submit`));
  // Whoever entered the rate does not judge by it what their order is worth.
  await must((await scene.as('fuhe')).post(`/purchasing/purchaseOrder/${poId}/approve`));
  await must(admin.post(`/purchasing/purchaseOrder/${poId}/order`));
  await comeIn(scene, admin, poId, [100]);
  const line = { purchaseOrderId: poId, skuId: sku.id, qty: 100, unitPrice: '10' };
  const { id } = await must(addBill(holder, supplierId, [line], { currency: 'EUR' }));
  await must(moveBill(holder, id, 'match'));
  // Received at 1.08, billed at 1.10: 20.00 of 采购价差.
  expect(await changes(() => must(moveBill(holder, id, 'post')))).toEqual({
    grni: 108_000n,
    ap: -110_000n,
    ppv: 2_000n,
  });
  // 400 × 1.12 = 448.00 for what stood at 440.00.
  const first = await changes(() => must(pay(id, { amount: '400', paidOn: '2026-11-24' })));
  expect(first).toEqual({ ap: 44_000n, cash: -44_800n, fx: 800n });
  for (const payRate of ['110', '0.011'])
    expect(await pay(id, { amount: '1', payRate })).toMatchObject({
      result: { errors: [{ field: 'payRate', message: '与过账汇率 1.1 相差一倍以上，请核对' }] },
    });
  // 333.33 × 1.10 = 366.66: 733.33 of 1,000 stand for 806.66, 440.00 are gone.
  expect(await changes(() => must(pay(id, { amount: '333.33', payRate: '1.1' })))).toEqual({
    ap: 36_666n,
    cash: -36_666n,
  });
  // 266.67 × 1.08 = 288.00 for the rest of 1,100.00, 293.34.
  expect(await changes(() => must(pay(id)))).toEqual({ ap: 29_334n, cash: -28_800n, fx: -534n });
  const [loss, , gain] = await paymentsOf(id);
  expect([loss?.fxDifference, gain?.fxDifference]).toEqual(['8.00', '-5.34']);
  expect(await changes(() => must(reverse(reviewer, loss?.id ?? '')))).toEqual({
    ap: -44_000n,
    cash: 44_800n,
    fx: -800n,
  });
  expect(await scene.violations()).toEqual([]);
});

test('the discount of the term: on goods alone, until its day, with all that is left', async () => {
  const { id: paymentTermId } = await must(
    admin.post<{ id: string }>('/base/paymentTerm/add', {
      code: 'D2',
      name: '2/10净30',
      baseDate: 'invoiceDate',
      netDays: 30,
      status: 'enabled',
      discountDays: 4,
      discountRate: '0.02',
    }),
  );
  const { id } = await postedBill({ qty: 2, price: '129.99' }, { paymentTermId, taxAmount: '7.00' });
  expect(await shownBill(holder, id)).toMatchObject({
    goodsTotal: '259.98',
    taxTotal: '7.00',
    total: '266.98',
    discountAmount: '5.20',
    discountDate: '2026-11-24',
  });
  const request = { withDiscount: true };
  expect(await pay(id, request)).toMatchObject({
    result: {
      errors: [{ field: 'withDiscount', message: '付款日期超过折扣截止日 2026-11-24，不能享受折扣' }],
    },
  });
  expect(await pay(id, { ...request, paidOn: '2026-11-24', amount: '100' })).toMatchObject({
    result: { errors: [{ message: '享受折扣要一次付清余款 261.78 USD' }] },
  });
  const paid = await changes(() => must(pay(id, { ...request, paidOn: '2026-11-24' })));
  expect(paid).toEqual({ ap: 26_698n, cash: -26_178n, 'gain:cashDiscount': -520n });
  expect(await shownBill(holder, id)).toMatchObject({
    status: 'paid',
    paidTotal: '261.78',
    discountTotal: '5.20',
  });
  const [payment] = await paymentsOf(id);
  expect(await changes(() => must(reverse(reviewer, payment?.id ?? '')))).toEqual({
    ap: -26_698n,
    cash: 26_178n,
    'gain:cashDiscount': 520n,
  });
  expect(await shownBill(holder, id)).toMatchObject({
    status: 'posted',
    paidTotal: '0.00',
    discountTotal: '0.00',
    openTotal: '266.98',
  });
  await must(moveBill(admin, id, 'pay', { ...request, paidOn: '2026-11-24' }));
  const bare = await postedBill({ qty: 1, price: '5' });
  expect(await pay(bare.id, request)).toMatchObject({
    result: { errors: [{ field: 'withDiscount', message: '这张应付单没有付款折扣' }] },
  });
  expect(await scene.violations()).toEqual([]);
});

test('tax by the line or for the whole bill is 进项税额, never a difference of prices', async () => {
  const sku = await newSku(admin, productId);
  const supplierId = await newSupplier(admin);
  const poId = await orderedGoods(admin, supplierId, here, [{ skuId: sku.id, qty: 10, unitPrice: '9.99' }]);
  await comeIn(scene, admin, poId, [10]);
  const line = {
    purchaseOrderId: poId,
    skuId: sku.id,
    qty: 10,
    unitPrice: '9.99',
    taxRate: '0.13',
  };
  expect(await addBill(holder, supplierId, [line], { taxAmount: '1' })).toMatchObject({
    status: 422,
    result: { errors: [{ field: 'taxAmount' }] },
  });
  const { id } = await must(addBill(holder, supplierId, [line]));
  await must(moveBill(holder, id, 'match'));
  // 99.90 × 13 % = 12.987
  expect(await changes(() => must(moveBill(holder, id, 'post')))).toEqual({
    grni: 9_990n,
    ap: -11_289n,
    'tax:input': 1_299n,
  });
  expect(await shownBill(holder, id)).toMatchObject({ total: '112.89', taxBase: '12.99' });
  expect(await scene.violations()).toEqual([]);
});

test('two who pay the last cent at once: one payment, the other hears what is left', async () => {
  const { id, supplierId } = await postedBill({ qty: 10, price: '10' });
  await must(pay(id, { amount: '99.99' }));
  const answers = await Promise.all([pay(id, { amount: '0.01' }), pay(id, { amount: '0.01' })]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const other = await postedBill({ qty: 10, price: '10' });
  const halves = await Promise.all([1, 2, 3].map(() => pay(other.id, { amount: '40' })));
  expect(halves.map(({ status }) => status).sort()).toEqual([200, 200, 422]);
  expect(await shownBill(holder, other.id)).toMatchObject({ openTotal: '20.00' });
  const owed = await look(
    scene,
    (tx) => tx.one<{ owed: bigint }>`
      select coalesce(sum(case when p.credit_account_id = a.id then p.amount else -p.amount end), 0)::bigint as owed
      from account a join posting p on p.tenant_id = a.tenant_id and a.id in (p.debit_account_id, p.credit_account_id)
      where a.tenant_id = ${tx.tenant} and a.code = 'ap' and a.part = any(${[supplierId, other.supplierId]}::text[])`,
  );
  expect(owed.owed).toBe(2_000n);
  expect(await scene.violations()).toEqual([]);
});
