import { afterAll, beforeAll, expect, test } from 'vitest';
import { toWireTime } from '#kit/model/time.ts';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { firstOf, must, NEW_JERSEY } from '#tests/lifecycles/one-of-each.ts';
import { covers } from '#tests/spec/covers.ts';
import { addBill, comeIn, moveBill, newSupplier, orderedGoods, shownBill } from './bill-scene.ts';
import { draftCost, moveCost, newSku } from './landed-scene.ts';

/** What one person may owe and pay alone: 5,000.00 until somebody decides otherwise. */

let scene: TestApp;
let admin: Client;
let holder: Client;
let reviewer: Client;
let here: string;
let productId: string;

async function signIn(): Promise<void> {
  admin = await scene.as('admin');
  holder = await scene.as('caiwu');
  reviewer = await scene.as('fuhe');
}
beforeAll(async () => {
  scene = await startTestApp({ startsAt: new Date('2026-11-25T02:00:00Z') });
  await signIn();
  here = scene.seller.warehouses[NEW_JERSEY] as string;
  ({ id: productId } = await firstOf<{ id: string }>(admin, '/catalog/product/list'));
});
afterAll(() => scene?.stop());

/** Units at 100.00 that were ordered with the approval of somebody else, and have come. */
async function goods(units: number, head: object = {}) {
  const sku = await newSku(admin, productId);
  const supplierId = await newSupplier(admin);
  const ordered = [{ skuId: sku.id, qty: units, unitPrice: '100' }];
  const poId = await orderedGoods(admin, supplierId, here, ordered, { checker: reviewer, ...head });
  await comeIn(scene, admin, poId, [units]);
  const line = (qty: number) => ({
    purchaseOrderId: poId,
    skuId: sku.id,
    qty,
    unitPrice: '100',
  });
  return { supplierId, poId, line };
}
const entered = async (supplierId: string, lines: readonly object[], who = holder, head = {}) =>
  (await must(addBill(who, supplierId, lines, head))).id;
const matched = async (id: string, who = holder) => {
  const { state } = await must(moveBill(who, id, 'match'));
  const { checkReason, differenceCount, billNo } = await shownBill(admin, id);
  return { state, checkReason, differenceCount, billNo: String(billNo) };
};
const limitIs = async (approvalLimit: string): Promise<void> => {
  const { changes: _seen, ...now } = await must(admin.get<Record<string, unknown>>('/purchasing/purchaseSettings'));
  await must(admin.put('/purchasing/purchaseSettings', { ...now, approvalLimit }));
};

test('a bill beyond the limit waits for another person though nothing differs, and says why', async () => {
  covers('ours: supplier bills');
  const { supplierId, line } = await goods(100);
  const edge = await entered(supplierId, [line(50)]);
  expect(await matched(edge)).toMatchObject({ state: 'matched', checkReason: null });
  const { supplierId: other, line: theirs } = await goods(100);
  const id = await entered(other, [theirs(30), theirs(21)]);
  expect(await matched(id)).toMatchObject({
    state: 'differing',
    differenceCount: 0,
    checkReason: '应付金额 5,100.00 USD 超过单人上限 5,000.00 USD',
  });
  expect((await moveBill(holder, id, 'post')).status).toBe(409);
  expect((await moveBill(holder, id, 'approve')).status).toBe(403);
  await must(moveBill(reviewer, id, 'approve'));
  await must(moveBill(holder, id, 'post'));
  // Approved by another, it is paid in whatever parts.
  for (const amount of ['100', undefined]) await must(moveBill(holder, id, 'pay', { amount }));
  expect(await shownBill(holder, id)).toMatchObject({ status: 'paid', paidTotal: '5100.00' });
  expect(await scene.violations()).toEqual([]);
});

test('what was edited after it was approved is approved no more', async () => {
  const { supplierId, line } = await goods(100);
  const id = await entered(supplierId, [line(60)]);
  await matched(id);
  await must(moveBill(reviewer, id, 'approve'));
  await must(moveBill(holder, id, 'reopen'));
  expect(await shownBill(holder, id)).toMatchObject({ approvedBy: null, checkReason: null });
  expect(await matched(id)).toMatchObject({ state: 'differing' });
  // Who took part in it once may not approve it later.
  await must(moveBill(admin, id, 'reopen'));
  await must(moveBill(admin, id, 'match'));
  for (const who of [admin, holder]) expect((await moveBill(who, id, 'approve')).status).toBe(403);
});

test('bills that were split count together, in other currencies, at once, and for somebody else', async () => {
  const { supplierId, line } = await goods(200);
  const first = await matched(await entered(supplierId, [line(30)]));
  expect(first).toMatchObject({ state: 'matched' });
  const second = await entered(supplierId, [line(21)]);
  expect(await matched(second)).toMatchObject({
    state: 'differing',
    checkReason: `24 小时内与 ${first.billNo} 合计 5,100.00 USD，超过单人上限 5,000.00 USD`,
  });
  // Entered by somebody else and only submitted by the first: still theirs.
  const passedOn = await entered(supplierId, [line(21)], admin);
  expect(await matched(passedOn)).toMatchObject({ state: 'differing' });
  // In the session of whom they act for.
  const at = (hours: number): string =>
    toWireTime(new Date(scene.now().getTime() + hours * 3_600_000), 'Asia/Shanghai');
  await must(
    admin.post('/sys/sysUserAgent/add', {
      userName: 'admin',
      agentUserName: 'caiwu',
      status: '1',
      startTime: at(-1),
      endTime: at(4),
    }),
  );
  const { token } = await must(
    (await scene.as('caiwu')).post<{ token: string }>('/sys/sysUserAgent/begin', {
      userName: 'admin',
    }),
  );
  const asAdmin = (path: string, body: object) =>
    admin.post<{ id: string; state: string }>(path, body, { 'x-access-token': token });
  const lent = await must(
    asAdmin('/purchasing/supplierBill/add', {
      supplierId,
      invoiceNo: 'LENT',
      currency: 'USD',
      billDate: '2026-11-20',
      lines: [line(21)],
    }),
  );
  expect((await must(asAdmin(`/purchasing/supplierBill/${lent.id}/match`, {}))).state).toBe('differing');
  await signIn();
  // The same supplier in euros, at 1.1.
  await must(
    admin.post('/base/exchangeRate/add', {
      fromCode: 'EUR',
      toCode: 'USD',
      rate: '1.1',
      effectiveDate: '2026-11-01',
    }),
  );
  const sku = await newSku(admin, productId);
  const ordered = [{ skuId: sku.id, qty: 40, unitPrice: '100' }];
  const euros = await orderedGoods(admin, supplierId, here, ordered, {
    checker: reviewer,
    currency: 'EUR',
  });
  await comeIn(scene, admin, euros, [40]);
  const euroLine = (qty: number) => ({
    purchaseOrderId: euros,
    skuId: sku.id,
    qty,
    unitPrice: '100',
  });
  const inEuros = (qty: number) => entered(supplierId, [euroLine(qty)], holder, { currency: 'EUR' });
  expect(await matched(await inEuros(19))).toMatchObject({
    state: 'differing',
    checkReason: expect.stringContaining('合计 5,090.00 USD') as unknown,
  });
  expect(await matched(await inEuros(18))).toMatchObject({ state: 'matched' });
  // A day later it is another purchase; of two that are matched in one go one waits.
  await scene.pass(25 * 3_600_000);
  await signIn();
  const both = [await entered(supplierId, [line(30)]), await entered(supplierId, [line(30)])];
  await must(holder.post('/purchasing/supplierBill/batch/match', { ids: both }));
  const states = await Promise.all(both.map(async (id) => (await shownBill(admin, id))['status']));
  expect(states.sort()).toEqual(['differing', 'matched']);
});

test('a bill of before, beyond a limit that was lowered, is paid by somebody who had no hand in it', async () => {
  const { supplierId, line } = await goods(60);
  const [posted, waiting] = [await entered(supplierId, [line(20)]), await entered(supplierId, [line(20)])];
  for (const id of [posted, waiting]) expect(await matched(id)).toMatchObject({ state: 'matched' });
  await must(moveBill(holder, posted, 'post'));
  await limitIs('1000');
  expect(await moveBill(holder, waiting, 'post')).toMatchObject({
    status: 409,
    message: expect.stringContaining('超过单人上限，还没有他人审核') as unknown,
  });
  // In parts it is the same bill.
  for (const amount of ['500', '0.01', undefined])
    expect(await moveBill(holder, posted, 'pay', { amount })).toMatchObject({
      status: 403,
      message: expect.stringContaining('制单人和过账人不能付款') as unknown,
    });
  await must(moveBill(admin, posted, 'pay', { amount: '500' }));
  expect((await moveBill(holder, posted, 'pay')).status).toBe(403);
  await must(moveBill(admin, posted, 'pay'));
  // Who only posted it has had a hand in it as well.
  await must(moveBill(holder, waiting, 'reopen'));
  await must(moveBill(holder, waiting, 'match'));
  await must(moveBill(reviewer, waiting, 'approve'));
  await must(moveBill(holder, waiting, 'post'));
  await must(moveBill(holder, waiting, 'pay'));
  await limitIs('5000');
  expect(await scene.violations()).toEqual([]);
});

test('an order that nobody approved is none, and no more is billed than ordered and its tolerance', async () => {
  const sku = await newSku(admin, productId);
  const supplierId = await newSupplier(admin);
  const { id: poId } = await must(
    admin.post<{ id: string }>('/purchasing/purchaseOrder/add', {
      supplierId,
      warehouseId: here,
      currency: 'USD',
      lines: [{ skuId: sku.id, qty: 1, unitPrice: '100' }],
    }),
  );
  const line = { purchaseOrderId: poId, skuId: sku.id, qty: 1, unitPrice: '100' };
  const id = await entered(supplierId, [line]);
  expect(await matched(id)).toMatchObject({ state: 'differing' });
  expect((await shownBill(admin, id)).lines.supplierBillLine).toMatchObject([
    { difference: expect.stringContaining('采购单未审核或已取消') as unknown },
  ]);
  const { supplierId: other, line: theirs } = await goods(10, { tolerance: '0.1' });
  const early = await entered(other, [theirs(10)]);
  expect(await matched(early)).toMatchObject({ state: 'matched' });
  const late = await entered(other, [theirs(1), theirs(1)]);
  expect(await matched(late)).toMatchObject({ state: 'matched' });
  await must(moveBill(holder, early, 'post'));
  await must(moveBill(holder, late, 'reopen'));
  await matched(late);
  expect((await shownBill(admin, late)).lines.supplierBillLine).toMatchObject([
    { difference: '数量 +1' },
    { difference: '数量 +2；最多可开 11 件，共开 12 件' },
  ]);
});

test('a landed cost beyond the limit is posted by somebody who did not write it, split or not', async () => {
  covers('ours: landed cost');
  const { poId } = await goods(10);
  const { id: receiptId } = await firstOf<{ id: string }>(admin, '/inventory/inboundReceipt/list', {
    refNo: String(
      (await must(admin.get<Record<string, unknown>>('/purchasing/purchaseOrder/queryById', { id: poId })))['poNo'],
    ),
  });
  const cost = (freight: string) => draftCost(holder, [receiptId], { warehouseId: here, freight });
  const dear = await cost('5000.01');
  expect(await moveCost(holder, dear, 'post')).toMatchObject({
    status: 403,
    message: expect.stringContaining('制单人不能自己过账') as unknown,
  });
  await must(moveCost(reviewer, dear, 'post'));
  await must(moveCost(holder, await cost('3000'), 'post'));
  const rest = await cost('2000.01');
  expect((await moveCost(holder, rest, 'post')).status).toBe(403);
  await must(moveCost(holder, await cost('2000'), 'post'));
  await must(moveCost(admin, rest, 'post'));
  expect(await scene.violations()).toEqual([]);
});

test('a rate that somebody enters says nothing of what their own orders, bills and costs are worth', async () => {
  const owner = await scene.as('admin');
  const rate = { fromCode: 'JPY', toCode: 'USD', rate: '0.00000001', effectiveDate: '2026-01-01' };
  // Ten million yen are ten cents by the word of whoever owes them.
  await must(holder.post('/base/exchangeRate/add', rate));
  const { supplierId, line, poId } = await goods(10);
  const receipts = await must(
    admin.get<{ receipts: { id: string }[] }>('/purchasing/purchaseOrder/queryById', { id: poId }),
  );
  const cost = await draftCost(holder, [receipts.receipts[0]?.id ?? ''], {
    warehouseId: here,
    currency: 'JPY',
    freight: '10000000',
    costDay: '2026-11-20',
  });
  const OWN = '汇率由本人录入、修改或删除过，不能据此判断是否超过上限';
  expect(await moveCost(holder, cost, 'post')).toMatchObject({
    status: 403,
    message: expect.stringContaining(OWN),
  });
  await must(moveCost(reviewer, cost, 'post'));

  // Whoever changed it had a hand in it too, whatever came after.
  const rates = await must(
    owner.get<{ records: { id: string; version: number }[] }>('/base/exchangeRate/list', {
      fromCode: 'JPY',
    }),
  );
  const row = rates.records[0] as { id: string; version: number };
  await must(owner.put('/base/exchangeRate/edit', { ...rate, ...row, rate: '0.0000001' }));
  const sku = await newSku(owner, productId);
  const order = await must(
    owner.post<{ id: string }>('/purchasing/purchaseOrder/add', {
      supplierId,
      warehouseId: here,
      currency: 'JPY',
      lines: [{ skuId: sku.id, qty: 1000, unitPrice: '10000' }],
    }),
  );
  const submitted = await must(owner.post<{ state: string }>(`/purchasing/purchaseOrder/${order.id}/submit`, {}));
  expect(submitted.state).toBe('submitted');
  const shown = await must(owner.get<{ checkReason: string }>('/purchasing/purchaseOrder/queryById', { id: order.id }));
  expect(shown.checkReason).toBe(OWN);
  // In the currency of the books nothing has changed.
  const bill = await entered(supplierId, [line(10)]);
  expect(await matched(bill)).toMatchObject({ state: 'matched', checkReason: null });
  expect(await scene.violations()).toEqual([]);
});
