import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '#kit/server/database.ts';
import { look } from '#tests/channels/shop.ts';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { firstOf, must, NEW_JERSEY } from '#tests/lifecycles/one-of-each.ts';
import { together } from '#tests/races/together.ts';
import { addBill, comeIn, moveBill, newSupplier, shownBill } from './bill-scene.ts';
import { draftClaim, moveClaim } from './claim-scene.ts';
import { newSku } from './landed-scene.ts';

/** What a supplier pays of a claim by our owing less is a credit, and its bills are paid with it. */

let scene: TestApp;
let admin: Client;
let holder: Client;
let reviewer: Client;
let here: string;
let productId: string;

beforeAll(async () => {
  scene = await startTestApp({ startsAt: new Date('2026-11-25T02:00:00Z') });
  [admin, holder, reviewer] = (await Promise.all(['admin', 'caiwu', 'fuhe'].map((name) => scene.as(name)))) as [
    Client,
    Client,
    Client,
  ];
  here = scene.seller.warehouses[NEW_JERSEY] as string;
  ({ id: productId } = await firstOf<{ id: string }>(admin, '/catalog/product/list'));
});
afterAll(() => scene?.stop());
beforeEach(async () => () => scene.violations().then((found) => expect(found).toEqual([])));

/** A posted bill over ten units. @returns its id */
async function postedBill(supplierId: string, price: string, currency = 'USD'): Promise<string> {
  const sku = await newSku(admin, productId);
  const { id: poId } = await must(
    admin.post<{ id: string }>('/purchasing/purchaseOrder/add', {
      supplierId,
      warehouseId: here,
      currency,
      lines: [{ skuId: sku.id, qty: 10, unitPrice: price }],
    }),
  );
  const { state } = await must(admin.post<{ state: string }>(`/purchasing/purchaseOrder/${poId}/submit`));
  // In a currency whose rate they entered themselves it waits for somebody else.
  if (state === 'submitted') await must((await scene.as('fuhe')).post(`/purchasing/purchaseOrder/${poId}/approve`));
  await must(admin.post(`/purchasing/purchaseOrder/${poId}/order`));
  await comeIn(scene, admin, poId, [10]);
  const line = { purchaseOrderId: poId, skuId: sku.id, qty: 10, unitPrice: price };
  const { id } = await must(addBill(holder, supplierId, [line], { currency }));
  await must(moveBill(holder, id, 'match'));
  await must(moveBill(holder, id, 'post'));
  return id;
}

/** A claim of 80.00 that its supplier has agreed to take off what we owe. @returns its id */
async function offset(supplierId: string, amount: string | null = null, currency = 'USD') {
  const head = { party: 'supplier', cause: 'defect', supplierId, carrierCode: null, currency };
  const id = await draftClaim(scene, admin, head);
  await must(moveClaim(admin, id, 'submit'));
  await must(moveClaim(holder, id, 'pay', { way: 'offset', ...(amount ? { amount } : {}) }));
  return id;
}

interface Credit {
  id: string;
  creditNo: string;
  status: string;
  amount: string;
  usedTotal: string;
  openTotal: string;
  refNo: string;
}
const creditsOf = async (supplierId: string): Promise<Credit[]> =>
  (
    await must(
      holder.get<{ records: Credit[] }>('/purchasing/supplierCredit/list', {
        supplierId,
        column: 'creditNo',
        order: 'asc',
      }),
    )
  ).records;
const balanceOf = async (who: Client, supplierId: string) =>
  (await must(who.get<{ balances: object[] }>(`/purchasing/supplierCredit/ofSupplier/${supplierId}`))).balances;

interface Payment {
  id: string;
  amount: string;
  creditId: string | null;
  fxDifference: string;
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
const pay = (id: string, body: object = {}) => moveBill(holder, id, 'pay', body);
const reverse = (id: string) =>
  reviewer.post(`/purchasing/billPayment/${id}/reverse`, { reason: '付错' }, { 'idempotency-key': newId() });

/** What the books say is owed to a supplier, minor units. */
const apOf = (supplierId: string): Promise<bigint> =>
  look(scene, async (tx) => {
    const { owed } = await tx.one<{ owed: bigint }>`
      select coalesce(sum(case when p.credit_account_id = a.id then p.amount else -p.amount end), 0)::bigint as owed
      from account a join posting p on p.tenant_id = a.tenant_id and a.id in (p.debit_account_id, p.credit_account_id)
      where a.tenant_id = ${tx.tenant} and a.code = 'ap' and a.part = ${supplierId}`;
    return owed;
  });
const cash = (): Promise<bigint> =>
  look(scene, async (tx) => {
    const { sum } = await tx.one<{ sum: bigint }>`
      select coalesce(sum(case when p.debit_account_id = a.id then p.amount else -p.amount end), 0)::bigint as sum
      from account a join posting p on p.tenant_id = a.tenant_id and a.id in (p.debit_account_id, p.credit_account_id)
      where a.tenant_id = ${tx.tenant} and a.code = 'cash'`;
    return sum;
  });

test('a claim set off is a credit of its supplier, seen on the bill, and pays it first', async () => {
  const supplierId = await newSupplier(admin);
  const bill = await postedBill(supplierId, '10');
  await offset(supplierId);
  const [credit] = await creditsOf(supplierId);
  expect(credit).toMatchObject({ status: 'open', amount: '80.00', openTotal: '80.00' });
  expect(credit?.refNo).toMatch(/^CM/);
  expect(await balanceOf(holder, supplierId)).toEqual([
    { currency: 'USD', owed: '100.00', credits: '80.00', net: '20.00' },
  ]);
  expect(await apOf(supplierId)).toBe(2_000n);
  expect(await shownBill(holder, bill)).toMatchObject({
    openTotal: '100.00',
    openCredits: '80.00',
  });
  const before = await cash();
  await must(pay(bill, { withCredits: true, bankRef: 'TT-9' }));
  expect(await cash()).toBe(before - 2_000n);
  expect(await apOf(supplierId)).toBe(0n);
  expect(await shownBill(holder, bill)).toMatchObject({
    status: 'paid',
    openTotal: '0.00',
    openCredits: null,
    payments: [
      { amount: '80.00', credit: credit?.creditNo },
      { amount: '20.00', credit: null },
    ],
  });
  expect(await creditsOf(supplierId)).toMatchObject([{ status: 'used', openTotal: '0.00' }]);
  expect(await balanceOf(holder, supplierId)).toEqual([]);
});

test('several credits, oldest first, no more than is paid; a reversed payment gives its part back', async () => {
  const supplierId = await newSupplier(admin);
  const bill = await postedBill(supplierId, '10');
  await offset(supplierId, '30');
  await offset(supplierId, '50');
  await must(pay(bill, { withCredits: true, amount: '60' }));
  expect(await creditsOf(supplierId)).toMatchObject([
    { status: 'used', usedTotal: '30.00' },
    { status: 'open', usedTotal: '30.00', openTotal: '20.00' },
  ]);
  const [first, second] = await paymentsOf(bill);
  expect([first?.amount, second?.amount]).toEqual(['30.00', '30.00']);
  expect(await apOf(supplierId)).toBe(2_000n);
  await must(reverse(first?.id ?? ''));
  expect(await creditsOf(supplierId)).toMatchObject([{ status: 'open', usedTotal: '0.00' }, { usedTotal: '30.00' }]);
  expect(await shownBill(holder, bill)).toMatchObject({
    status: 'part_paid',
    openTotal: '70.00',
    openCredits: '50.00',
  });
});

test('a claim whose credit was used is not taken back before its payment is', async () => {
  const supplierId = await newSupplier(admin);
  const bill = await postedBill(supplierId, '10');
  const claim = await offset(supplierId, '40');
  await must(pay(bill, { withCredits: true, amount: '10' }));
  const unpay = () => moveClaim(reviewer, claim, 'unpay', { reason: '登记错了' });
  const [payment] = await paymentsOf(bill);
  expect(await unpay()).toMatchObject({
    status: 409,
    message: expect.stringMatching(/^退款单 SC\S+ 已抵扣应付单，请先冲销付款记录 BP/),
  });
  await must(reverse(payment?.id ?? ''));
  await must(unpay());
  expect(await creditsOf(supplierId)).toMatchObject([{ status: 'reversed', openTotal: '0.00' }]);
  expect(await apOf(supplierId)).toBe(10_000n);
  expect(await pay(bill, { withCredits: true })).toMatchObject({
    status: 422,
    result: { errors: [{ field: 'withCredits', message: '这个供应商没有可抵扣的 USD 退款单' }] },
  });
});

test('credits of another supplier or currency pay nothing, and nothing is used unasked', async () => {
  const [supplierId, other] = [await newSupplier(admin), await newSupplier(admin)];
  const bill = await postedBill(supplierId, '10');
  await offset(other, '30');
  await must(
    admin.post('/base/exchangeRate/add', {
      fromCode: 'EUR',
      toCode: 'USD',
      rate: '1.10',
      effectiveDate: '2026-11-01',
    }),
  );
  await offset(supplierId, '30', 'EUR');
  expect((await pay(bill, { withCredits: true })).status).toBe(422);
  await offset(supplierId, '30');
  await must(pay(bill, { amount: '100' }));
  expect((await creditsOf(supplierId)).map(({ usedTotal }) => usedTotal)).toEqual(['0.00', '0.00']);
});

test('a credit at another rate than its bill: the difference is 汇兑损益', async () => {
  const supplierId = await newSupplier(admin, { currency: 'EUR' });
  // The bill stands at the rate of its own day, the credit at that of today.
  const bill = await postedBill(supplierId, '10', 'EUR');
  await must(
    admin.post('/base/exchangeRate/add', {
      fromCode: 'EUR',
      toCode: 'USD',
      rate: '1.20',
      effectiveDate: '2026-11-25',
    }),
  );
  await offset(supplierId, '40', 'EUR');
  expect(await apOf(supplierId)).toBe(11_000n - 4_800n);
  await must(pay(bill, { withCredits: true, amount: '40' }));
  expect(await paymentsOf(bill)).toMatchObject([{ amount: '40.00', fxDifference: '4.00' }]);
  expect(await apOf(supplierId)).toBe(6_600n);
});

test('two bills that reach for one credit at once share it', async () => {
  const supplierId = await newSupplier(admin);
  const bills = [await postedBill(supplierId, '10'), await postedBill(supplierId, '10')];
  await offset(supplierId);
  const answers = await together(
    scene,
    'supplier_bill',
    bills,
    bills.map((id) => () => pay(id, { withCredits: true, amount: '50' })),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(await creditsOf(supplierId)).toMatchObject([{ status: 'used', usedTotal: '80.00' }]);
  expect(await apOf(supplierId)).toBe(10_000n);
});

test('who may not see costs reads no balance and no credit of it', async () => {
  const supplierId = await newSupplier(admin);
  const bill = await postedBill(supplierId, '41.17');
  await offset(supplierId, '33.33');
  const packer = await scene.as('cangku');
  expect(await balanceOf(packer, supplierId)).toEqual([]);
  const shown = await must(packer.get(`/purchasing/supplierBill/queryById`, { id: bill }));
  expect(JSON.stringify(shown)).not.toMatch(/33\.33|411\.70/);
  const listed = await must(packer.get('/purchasing/supplierCredit/list', { supplierId }));
  expect(JSON.stringify(listed)).not.toMatch(/33\.33/);
});
