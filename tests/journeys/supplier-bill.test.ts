import { afterAll, beforeAll, expect, test } from 'vitest';
import { toWireTime } from '#kit/model/time.ts';
import { look } from '#tests/channels/shop.ts';
import { startTestApp, type Answer, type Client, type TestApp } from '#tests/harness/app.ts';
import { firstOf, must, NEW_JERSEY } from '#tests/lifecycles/one-of-each.ts';
import { together } from '#tests/races/together.ts';
import { covers } from '#tests/spec/covers.ts';
import { addBill, comeIn, moveBill, newSupplier, orderedGoods, shownBill } from './bill-scene.ts';
import { balance, checkedBy, newSku, received } from './landed-scene.ts';

let scene: TestApp;
let admin: Client;
let holder: Client;
let reviewer: Client;
let here: string;
let productId: string;

beforeAll(async () => {
  scene = await startTestApp({ startsAt: new Date('2026-11-25T02:00:00Z') });
  checkedBy(() => scene.as('fuhe'));
  admin = await scene.as('admin');
  holder = await scene.as('caiwu');
  reviewer = await scene.as('fuhe');
  here = scene.seller.warehouses[NEW_JERSEY] as string;
  ({ id: productId } = await firstOf<{ id: string }>(admin, '/catalog/product/list'));
});
afterAll(() => scene?.stop());

const books = async () => ({
  grni: await balance(scene, 'grni'),
  ap: await balance(scene, 'ap'),
  ppv: await balance(scene, 'ppv'),
  cash: await balance(scene, 'cash'),
});

/** What has changed in the books, minor units. */
async function changes(work: () => Promise<unknown>): Promise<Record<string, bigint>> {
  const before = await books();
  await work();
  const after = await books();
  return Object.fromEntries(
    (Object.keys(before) as (keyof typeof before)[]).map((key) => [key, after[key] - before[key]]),
  );
}

/** One SKU ordered of a supplier of its own, and so many units of it received. */
async function oneOrder(qty: number, unitPrice: string, come: number, head = {}) {
  const sku = await newSku(admin, productId);
  const supplierId = await newSupplier(admin);
  const poId = await orderedGoods(admin, supplierId, here, [{ skuId: sku.id, qty, unitPrice }], head);
  if (come > 0) await comeIn(scene, admin, poId, [come]);
  const line = (units: number, price: string) => ({
    purchaseOrderId: poId,
    skuId: sku.id,
    qty: units,
    unitPrice: price,
  });
  return { sku, supplierId, poId, line };
}

const billed = async (supplierId: string, lines: readonly object[], head: object = {}) =>
  (await must(addBill(holder, supplierId, lines, head))).id;

test('a bill as ordered and received is matched, posted at once and paid', async () => {
  covers('ours: supplier bills');
  const { supplierId, line } = await oneOrder(100, '10', 60);
  const id = await billed(supplierId, [line(60, '10')]);
  expect((await must(moveBill(holder, id, 'match'))).state).toBe('matched');
  const posting = await changes(() => must(moveBill(holder, id, 'post')));
  expect(posting).toEqual({ grni: 60_000n, ap: -60_000n, ppv: 0n, cash: 0n });
  expect(await shownBill(holder, id)).toMatchObject({
    status: 'posted',
    total: '600.00',
    accrued: '600.00',
    priceVariance: '0.00',
  });
  expect(await moveBill(holder, id, 'pay', { paidOn: '2099-01-01' })).toMatchObject({
    status: 422,
    result: { errors: [{ field: 'paidOn', message: '付款日期不能晚于今天' }] },
  });
  await must(admin.post('/ledger/periodLock/add', { book: 'tenant', month: '2026-10' }));
  expect(await moveBill(holder, id, 'pay', { paidOn: '2026-10-31' })).toMatchObject({
    status: 409,
    message: '租户账的2026-10已锁账，不能再记入；请记在未锁账的日期',
  });
  const paying = await changes(() => must(moveBill(holder, id, 'pay', { paidOn: '2026-11-24', bankRef: 'TT-1' })));
  expect(paying).toEqual({ grni: 0n, ap: 60_000n, ppv: 0n, cash: -60_000n });
  expect(await shownBill(holder, id)).toMatchObject({
    status: 'paid',
    paidOn: '2026-11-24',
    bankRef: 'TT-1',
    paidBy: 'caiwu',
  });
  expect((await moveBill(holder, id, 'pay')).status).toBe(409);
  expect(await scene.violations()).toEqual([]);
});

test('S16: 3 % above the order is a difference in words, which somebody else approves', async () => {
  covers('ours: supplier bills');
  const { supplierId, line } = await oneOrder(100, '10', 101, { tolerance: '0.01' });
  const id = await billed(supplierId, [line(101, '10.30')]);
  expect((await must(moveBill(holder, id, 'match'))).state).toBe('differing');
  const { lines, ...head } = await shownBill(holder, id);
  expect(head).toMatchObject({ differenceCount: 1, status: 'differing' });
  expect(lines.supplierBillLine).toMatchObject([{ difference: '单价 +3.00%', expectedPrice: '10.0000', openQty: 101 }]);
  expect((await moveBill(holder, id, 'post')).status).toBe(409);
  expect((await moveBill(holder, id, 'approve')).status).toBe(403);
  await must(moveBill(reviewer, id, 'approve'));
  const posting = await changes(() => must(moveBill(holder, id, 'post')));
  expect(posting).toEqual({ grni: 101_000n, ap: -104_030n, ppv: 3_030n, cash: 0n });
  expect(await scene.violations()).toEqual([]);
});

test('who had a hand in a bill does not approve it, whatever their role', async () => {
  const { supplierId, line } = await oneOrder(10, '10', 10);
  const { id } = await must(addBill(admin, supplierId, [line(10, '11')]));
  await must(moveBill(admin, id, 'match'));
  expect(await moveBill(admin, id, 'approve')).toMatchObject({
    status: 403,
    message: '制单人不能审核自己的应付单，请由其他有审核权限的人审核',
  });
  await must(moveBill(reviewer, id, 'approve'));
  expect(await shownBill(holder, id)).toMatchObject({ status: 'approved', approvedBy: 'fuhe' });
  await must(moveBill(reviewer, id, 'reopen'));
  expect(await shownBill(holder, id)).toMatchObject({ status: 'draft', approvedBy: null });
});

test('list and page say who had a hand in a bill, so that its button is grey before it is pressed', async () => {
  const { supplierId, line } = await oneOrder(10, '10', 10);
  const id = await billed(supplierId, [line(10, '11')]);
  await must(moveBill(holder, id, 'match'));
  const seen = async (who: Client): Promise<unknown[]> => {
    const page = await must(who.get<{ records: object[] }>('/purchasing/supplierBill/list', { selections: id }));
    return [...page.records, await shownBill(who, id)];
  };
  expect(await seen(holder)).toMatchObject([{ madeByMe: true }, { madeByMe: true }]);
  expect(await seen(reviewer)).toMatchObject([{ madeByMe: false }, { madeByMe: false }]);
});

test('who made a bill does not approve it for somebody whose deputy they are', async () => {
  const { supplierId, line } = await oneOrder(10, '10', 10);
  const id = await billed(supplierId, [line(10, '11')]);
  await must(moveBill(holder, id, 'match'));
  const at = (hours: number): string =>
    toWireTime(new Date(scene.now().getTime() + hours * 3_600_000), 'Asia/Shanghai');
  await must(
    reviewer.post('/sys/sysUserAgent/add', {
      userName: 'fuhe',
      agentUserName: 'caiwu',
      status: '1',
      startTime: at(-1),
      endTime: at(4),
    }),
  );
  const { token } = await must(
    (await scene.as('caiwu')).post<{ token: string }>('/sys/sysUserAgent/begin', {
      userName: 'fuhe',
    }),
  );
  const approve = `/purchasing/supplierBill/${id}/approve`;
  expect(await reviewer.post(approve, {}, { 'x-access-token': token })).toMatchObject({
    status: 403,
    message: '制单人不能审核自己的应付单，请由其他有审核权限的人审核',
  });
  await must(moveBill(reviewer, id, 'approve'));
});

test('units that did not come are a difference; what came later and less is billed in parts', async () => {
  const { supplierId, poId, line } = await oneOrder(100, '3.3333', 50);
  const first = await billed(supplierId, [line(20, '3.3333'), line(40, '3.3333')]);
  expect((await must(moveBill(holder, first, 'match'))).state).toBe('differing');
  expect((await shownBill(holder, first)).lines.supplierBillLine).toMatchObject([
    { difference: null, openQty: 50 },
    { difference: '数量 +10', openQty: 30, excessQty: 10 },
  ]);
  await must(moveBill(holder, first, 'reopen'));
  await comeIn(scene, admin, poId, [10]);
  expect((await must(moveBill(holder, first, 'match'))).state).toBe('matched');
  const rest = await billed(supplierId, [line(40, '3.3333')]);
  expect((await must(moveBill(holder, rest, 'match'))).state).toBe('matched');
  await must(moveBill(holder, first, 'post'));
  expect((await moveBill(holder, rest, 'post')).status).toBe(409);
  await comeIn(scene, admin, poId, [40]);
  await must(moveBill(holder, rest, 'post'));
  const left = await shownBill(holder, rest);
  // 50, 10 and 40 at 3.3333: nothing of it is left on 暂估应付.
  expect([left['total'], left['accrued'], left['priceVariance']]).toEqual(['133.33', '133.33', '0.00']);
  expect(await scene.violations()).toEqual([]);
});

test('what was billed beyond what came, once approved, is 采购价差', async () => {
  const { supplierId, line } = await oneOrder(20, '5', 10);
  const id = await billed(supplierId, [line(12, '5')]);
  await must(moveBill(holder, id, 'match'));
  await must(moveBill(reviewer, id, 'approve'));
  const posting = await changes(() => must(moveBill(holder, id, 'post')));
  expect(posting).toEqual({ grni: 5_000n, ap: -6_000n, ppv: 1_000n, cash: 0n });
});

test('what was billed before it came is not billed again when it comes, by order or by receipt', async () => {
  const { sku, supplierId, poId, line } = await oneOrder(10, '10', 5);
  const early = await billed(supplierId, [line(10, '10')]);
  await must(moveBill(holder, early, 'match'));
  await must(moveBill(reviewer, early, 'approve'));
  await must(moveBill(holder, early, 'post'));
  const receiptId = await comeIn(scene, admin, poId, [5]);
  const byReceipt = { receiptId, skuId: sku.id, qty: 5, unitPrice: '10' };
  for (const again of [line(5, '10'), byReceipt]) {
    const id = await billed(supplierId, [again]);
    expect((await must(moveBill(holder, id, 'match'))).state).toBe('differing');
    expect((await shownBill(holder, id)).lines.supplierBillLine).toMatchObject([
      { difference: '数量 +5；最多可开 10 件，共开 15 件', openQty: 0 },
    ]);
  }
});

test('the tolerance in units is one for all lines and bills of an order', async () => {
  const settings = await must(admin.get<Record<string, unknown>>('/purchasing/purchaseSettings'));
  const { version } = await must(
    admin.put<{ version: number }>('/purchasing/purchaseSettings', {
      ...settings,
      qtyTolerance: 3,
    }),
  );
  const { supplierId, line } = await oneOrder(20, '5', 10);
  const many = await billed(supplierId, [line(10, '5'), line(2, '5'), line(2, '5')]);
  expect((await must(moveBill(holder, many, 'match'))).state).toBe('differing');
  const bills = [await billed(supplierId, [line(12, '5')]), await billed(supplierId, [line(2, '5')])];
  for (const id of bills) expect((await must(moveBill(holder, id, 'match'))).state).toBe('matched');
  await must(moveBill(holder, bills[0] as string, 'post'));
  // Two of three are gone.
  expect(await moveBill(holder, bills[1] as string, 'post')).toMatchObject({
    status: 409,
    message: expect.stringContaining('未开票数量少于匹配时') as unknown,
  });
  await must(admin.put('/purchasing/purchaseSettings', { ...settings, qtyTolerance: 0, version }));
  expect(await scene.violations()).toEqual([]);
});

test('goods without an order differ, are matched with their receipt, in another currency too', async () => {
  const sku = await newSku(admin, productId);
  const supplierId = await newSupplier(admin);
  const receiptId = await received(admin, here, [{ skuId: sku.id, qty: 10, unitCost: '11' }]);
  const line = { receiptId, skuId: sku.id, qty: 10, unitPrice: '10' };
  const id = await billed(supplierId, [line], { currency: 'EUR' });
  expect(await moveBill(holder, id, 'match')).toMatchObject({
    status: 422,
    message: expect.stringMatching(/缺少汇率.*EUR/) as unknown,
  });
  await must(
    admin.post('/base/exchangeRate/add', {
      fromCode: 'EUR',
      toCode: 'USD',
      rate: '1.1',
      effectiveDate: '2026-11-01',
    }),
  );
  expect((await must(moveBill(holder, id, 'match'))).state).toBe('differing');
  expect((await shownBill(holder, id)).lines.supplierBillLine).toMatchObject([{ difference: '没有采购单' }]);
  await must(moveBill(reviewer, id, 'approve'));
  const posting = await changes(() => must(moveBill(holder, id, 'post')));
  expect(posting).toEqual({ grni: 11_000n, ap: -11_000n, ppv: 0n, cash: 0n });
});

test('two bills over the same goods posted at once: one is paid for, the other hears why not', async () => {
  const { sku, supplierId, line } = await oneOrder(10, '10', 10);
  const ids = [await billed(supplierId, [line(10, '10')]), await billed(supplierId, [line(10, '10')])];
  for (const id of ids) expect((await must(moveBill(holder, id, 'match'))).state).toBe('matched');
  const goods = await look(
    scene,
    (tx) => tx.rows<{ id: string }>`
      select id from inbound_receipt_line where tenant_id = ${tx.tenant} and sku_id = ${sku.id}::uuid`,
  );
  let answers: { status: number; message: string }[] = [];
  const posting = await changes(async () => {
    answers = await together(
      scene,
      'inbound_receipt_line',
      goods.map(({ id }) => id),
      ids.map((id) => () => moveBill(holder, id, 'post')),
    );
  });
  expect(posting).toEqual({ grni: 10_000n, ap: -10_000n, ppv: 0n, cash: 0n });
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(answers.find(({ status }) => status === 409)?.message).toBe(
    `${sku.skuCode} 的未开票数量少于匹配时，请退回修改后重新匹配`,
  );
  expect(await scene.violations()).toEqual([]);
});

test('what is wrong with a bill is said where it is', async () => {
  const { sku, supplierId, poId, line } = await oneOrder(10, '10', 1);
  const other = await newSku(admin, productId);
  const stranger = await newSupplier(admin);
  const receiptId = await received(admin, here, [{ skuId: sku.id, qty: 1, unitCost: '1' }]);
  const values = async (who: string, lines: readonly object[], head: object = {}) =>
    (
      (await addBill(holder, who, lines, head)) as unknown as {
        result: { errors: { field: string; row?: number; message: string }[] };
      }
    ).result.errors.map(({ field, row, message }) => `${row ?? ''} ${field} ${message}`);
  const { purchaseOrderId: _po, ...bare } = line(1, '1');
  expect(await values(supplierId, [bare])).toEqual(['1 purchaseOrderId 采购单和入库单填一个']);
  expect(await values(supplierId, [{ ...line(1, '1'), receiptId }])).toEqual([
    '1 purchaseOrderId 采购单和入库单填一个',
  ]);
  expect((await values(stranger, [line(1, '1')]))[0]).toMatch(/^1 purchaseOrderId 这张单是供应商 /);
  expect((await values(supplierId, [{ ...line(1, '1'), skuId: other.id }]))[0]).toMatch(
    /^1 skuId PO\d+ 里没有这个SKU$/,
  );
  expect(await values(supplierId, [line(1, '1')], { currency: 'EUR' })).toEqual([
    '1 purchaseOrderId 这张采购单的币种是 USD',
  ]);
  expect(await values(supplierId, [line(1, '1')], { billDate: '2026-12-25' })).toEqual([
    ' billDate 发票日期不能晚于今天',
  ]);
  expect(await values(supplierId, [line(1, '10')], { taxAmount: '10.01' })).toEqual([' taxAmount 税额不能大于货款']);
  await billed(supplierId, [line(1, '10')], { invoiceNo: 'TWICE' });
  expect(await values(supplierId, [line(1, '10')], { invoiceNo: 'TWICE' })).toEqual([
    ' invoiceNo 该供应商的这张发票已登记',
  ]);
  // Typed otherwise it is the same piece of paper: case, separators, wide signs, Cyrillic capitals.
  await billed(supplierId, [line(1, '10')], { invoiceNo: 'INV-7706' });
  for (const invoiceNo of ['inv 7706', 'INV7706', 'ＩＮＶ－７７０６', 'ІNV/7706', 'INV-77\u200b06'])
    expect(await values(supplierId, [line(1, '10')], { invoiceNo })).toEqual([' invoiceNo 该供应商的这张发票已登记']);
  await billed(supplierId, [line(1, '10')], { invoiceNo: 'INV-7707' });
  await billed(stranger, [{ receiptId, skuId: sku.id, qty: 1, unitPrice: '1' }], {
    invoiceNo: 'twice',
  });
  expect(poId).toBeTruthy();
});

test('tax far beyond the order waits for somebody else, and says both figures', async () => {
  covers('ours: supplier bills');
  const { supplierId, line } = await oneOrder(100, '10', 100);
  const id = await billed(supplierId, [line(60, '10'), line(40, '10')], { taxAmount: '900' });
  expect((await must(moveBill(holder, id, 'match'))).state).toBe('differing');
  const { lines } = await shownBill(holder, id);
  expect(lines.supplierBillLine).toMatchObject([
    { difference: '税额 540.00，上限 120.00' },
    { difference: '税额 360.00，上限 80.00' },
  ]);
  expect((await moveBill(holder, id, 'post')).status).toBe(409);
  expect((await moveBill(holder, id, 'approve')).status).toBe(403);
  await must(moveBill(reviewer, id, 'approve'));
  await must(moveBill(holder, id, 'post'));

  // Ordered at 13 %: a bill at 15 % is within the limit, and beyond what was ordered.
  const sku = await newSku(admin, productId);
  const taxed = [{ skuId: sku.id, qty: 10, unitPrice: '10', taxRate: '0.13' }];
  const poId = await orderedGoods(admin, supplierId, here, taxed);
  await comeIn(scene, admin, poId, [10]);
  const rated = (taxRate: string) => ({
    purchaseOrderId: poId,
    skuId: sku.id,
    qty: 5,
    unitPrice: '10',
    taxRate,
  });
  const near = await billed(supplierId, [rated('0.14')]);
  expect((await must(moveBill(holder, near, 'match'))).state).toBe('matched');
  const far = await billed(supplierId, [rated('0.15')]);
  expect((await must(moveBill(holder, far, 'match'))).state).toBe('differing');
  expect((await shownBill(holder, far)).lines.supplierBillLine).toMatchObject([
    { difference: '税额 7.50，采购单 6.50' },
  ]);
  expect(await scene.violations()).toEqual([]);
});

test('amounts that no book holds are said at their line, whichever document', async () => {
  const { supplierId, sku, line } = await oneOrder(1, '1', 1);
  const at = (answer: Answer<unknown>): unknown => [
    answer.status,
    (answer.result as { errors?: { field: string; row?: number; message: string }[] }).errors?.map(
      ({ field, row, message }) => `${row ?? ''} ${field} ${message}`,
    ),
  ];
  const huge = line(1_000_000, '10000000');
  const near = line(9_999, '10000000');
  expect(at(await addBill(holder, supplierId, [line(1, '1'), huge]))).toEqual([
    422,
    ['2 unitPrice 金额不能大于99999999999'],
  ]);
  expect(at(await addBill(holder, supplierId, [near, near]))).toEqual([
    422,
    ['2 unitPrice 合计金额不能大于99999999999'],
  ]);
  const adjust = (lines: object[]) =>
    admin.post('/inventory/stockAdjustment/add', {
      warehouseId: here,
      kind: 'adjust',
      reason: '盘点',
      lines,
    });
  const units = (qty: number, unitCost?: string) => ({ skuId: sku.id, qty, unitCost });
  expect(at(await adjust([units(1_000_000, '99999999999')]))).toEqual([422, ['1 unitCost 金额不能大于99999999999']]);
  expect(at(await adjust(Array.from({ length: 2001 }, () => units(1_000_000))))).toEqual([
    422,
    ['2001 qty 合计数量不能大于2000000000'],
  ]);
  const most = '99999999999';
  expect(
    at(
      await holder.post('/purchasing/landedCost/add', {
        currency: 'USD',
        basis: 'qty',
        warehouseId: here,
        freight: most,
        duty: most,
        lines: [
          {
            receiptId: (await firstOf<{ id: string }>(admin, '/inventory/inboundReceipt/list')).id,
          },
        ],
      }),
    ),
  ).toEqual([422, [' freight 费用合计不能大于99999999999']]);
  const paid = await billed(supplierId, [line(1, '1')]);
  await must(moveBill(holder, paid, 'match'));
  await must(moveBill(holder, paid, 'post'));
  expect(at(await moveBill(holder, paid, 'pay', { amount: '99999999999999' }))).toEqual([
    422,
    [' amount 付款金额不能大于99999999999'],
  ]);
});

test('the due day follows from the term, and an invoice that was given up may be entered again', async () => {
  const { id: paymentTermId } = await must(
    admin.post<{ id: string }>('/base/paymentTerm/add', {
      code: 'M30',
      name: '月结30天',
      baseDate: 'monthEnd',
      netDays: 30,
      status: 'enabled',
    }),
  );
  const { supplierId, line } = await oneOrder(10, '10', 10);
  const head = { invoiceNo: 'AGAIN', paymentTermId };
  const id = await billed(supplierId, [line(1, '10')], head);
  expect(await shownBill(holder, id)).toMatchObject({ dueDate: '2026-12-30' });
  await must(moveBill(holder, id, 'cancel', { reason: '开错' }));
  const again = await billed(supplierId, [line(1, '10')], { ...head, paymentTermId: null });
  expect(await shownBill(holder, again)).toMatchObject({ dueDate: '2026-11-20' });
});

test('a bill that waits for somebody or for its payment is a card of whoever can do that', async () => {
  const { supplierId, line } = await oneOrder(10, '10', 10);
  const id = await billed(supplierId, [line(5, '11')]);
  await must(moveBill(holder, id, 'match'));
  interface Card {
    key: string;
    count: number;
    deadline: string | null;
  }
  const card = async (who: Client, key: string) =>
    (await must(who.get<Card[]>('/desk/todo'))).find((one) => one.key === key);
  expect((await card(reviewer, 'billsToApprove'))?.count).toBeGreaterThan(0);
  expect(await card(holder, 'billsToApprove')).toBeUndefined();
  await must(moveBill(reviewer, id, 'approve'));
  await must(moveBill(holder, id, 'post'));
  // Due on 2026-11-20 where the tenant is: late from midnight on.
  expect((await card(holder, 'billsToPay'))?.deadline).toBe('2026-11-21 00:00:00');
  expect(await card(reviewer, 'billsToPay')).toBeUndefined();
});
