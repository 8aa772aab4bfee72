import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#kit/server/new-id.ts';
import { systemActor } from '#kit/server/actor.ts';
import { createUser } from '#modules/system/server/index.ts';
import { look, type Page } from '#tests/channels/shop.ts';
import { PASSWORD } from '#tests/harness/app.ts';
import { must } from '#tests/lifecycles/one-of-each.ts';
import { covers } from '#tests/spec/covers.ts';
import { newSupplier } from './bill-scene.ts';
import { balanceOf, layersOf, openPurchasing, ORDER, RECEIPT, shelfOf, type PurchaseScene } from './purchase-scene.ts';

let at: PurchaseScene;
beforeAll(async () => {
  at = await openPurchasing();
});
afterAll(() => at?.scene.stop());

/** 采购未到 of a SKU, as the list of stock shows it. */
const owedOf = async (skuId: string): Promise<number | undefined> => {
  const path = '/inventory/stockLevel/list';
  const request = { skuId, condition: 'good' };
  const page = await must(at.receiver.get<Page<{ onOrder: number }>>(path, request));
  return page.records[0]?.onOrder;
};

test('S16: 100 ordered at 1 %, 60 and 41 come: layers at cost, to the cent', async () => {
  covers('ours: goods that are bought');
  const skuId = await at.newSku();
  const before = await balanceOf(at.scene, 'grni');
  const id = await at.ordered([{ skuId, qty: 100, unitPrice: '12.3456' }], { tolerance: '0.01' });
  expect(await at.order(id)).toMatchObject({
    status: 'ordered',
    total: '1234.56',
    unannouncedCount: 0,
    receivedCount: 0,
    receipts: [{ status: 'announced', plannedQty: 100 }],
  });
  expect(await shelfOf(at.scene, skuId)).toEqual({ onHand: 0, inTransit: 100 });
  expect(await owedOf(skuId)).toBe(100);
  const gate = await at.atGate(id);
  await must(at.take(gate, 60));
  expect(await owedOf(skuId)).toBe(40);
  expect(await at.order(id)).toMatchObject({
    status: 'partially_received',
    receivedCount: 60,
    lines: { purchaseOrderLine: [{ qtyReceived: 60 }] },
  });
  await must(at.take(gate, 41));
  expect(await at.order(id)).toMatchObject({ status: 'received', receivedCount: 101 });
  expect(await owedOf(skuId)).toBe(0);
  // 60 × 12.3456 = 740.736, 41 × 12.3456 = 506.1696.
  expect((await balanceOf(at.scene, 'grni')) - before).toBe(-(74074n + 50617n));
  expect(await layersOf(at.scene, skuId)).toMatchObject([
    { qtyLeft: 60, valueLeft: 74074n },
    { qtyLeft: 41, valueLeft: 50617n },
  ]);
  expect(await shelfOf(at.scene, skuId)).toEqual({ onHand: 101, inTransit: 0 });
  expect(await at.take(gate, 1)).toMatchObject({ status: 422 });
  await must(at.receipt(gate, 'complete'));
  expect(await at.scene.violations()).toEqual([]);
});

test('101 of 100 at 0 need the right to take in more; it leaves what was ordered as it was', async () => {
  const skuId = await at.newSku();
  const id = await at.ordered([{ skuId, qty: 100, unitPrice: '2' }]);
  const gate = await at.atGate(id);
  expect(await at.take(gate, 101)).toMatchObject({
    status: 422,
    result: { errors: [{ field: 'lines', row: 1 }] },
  });
  expect(await at.order(id)).toMatchObject({ status: 'ordered', receivedCount: 0 });
  await must(at.take(gate, 101, at.admin));
  expect(await at.order(id)).toMatchObject({ status: 'received', receivedCount: 101 });
  expect(await at.scene.violations()).toEqual([]);
});

test('in another currency goods cost what the rate of the day of 提交 makes of them', async () => {
  const skuId = await at.newSku();
  await at.admin.post('/base/currency/add', { code: 'CNY', name: '人民币', symbol: '¥' });
  const draft = await at.draft([{ skuId, qty: 10, unitPrice: '100' }], { currency: 'CNY' });
  expect(await at.make(draft, 'submit')).toMatchObject({ status: 422 });
  const rate = { fromCode: 'CNY', toCode: 'USD', effectiveDate: '2020-01-01' };
  const { id: rateId } = await must(
    at.admin.post<{ id: string }>('/base/exchangeRate/add', { ...rate, rate: '0.13888889' }),
  );
  await must(at.make(draft, 'submit'));
  await must(at.admin.put('/base/exchangeRate/edit', { id: rateId, version: 1, rate: '0.2' }));
  await must(at.make(draft, 'order'));
  await must(at.take(await at.atGate(draft), 10));
  expect(await layersOf(at.scene, skuId)).toMatchObject([{ qtyLeft: 10, valueLeft: 13889n }]);
  expect(await at.scene.violations()).toEqual([]);
});

test('a receipt that was completed short or given up leaves the rest to be announced once more', async () => {
  const skuId = await at.newSku();
  const id = await at.ordered([{ skuId, qty: 100, unitPrice: '3' }], { tolerance: '0.01' });
  expect(await at.make(id, 'notify')).toMatchObject({
    status: 422,
    message: '没收的货都在入库单里，不用再通知',
  });
  const first = await at.atGate(id);
  await must(at.take(first, 60));
  await must(at.receipt(first, 'complete', { rest: 'giveUp' }));
  expect(await at.order(id)).toMatchObject({ status: 'partially_received', unannouncedCount: 40 });
  await must(at.make(id, 'notify', { eta: '2027-01-05' }));
  const second = (await at.order(id)).receipts[1];
  expect(second).toMatchObject({ status: 'announced', plannedQty: 40 });
  await must(at.receipt(second?.id ?? '', 'cancel'));
  expect(await at.order(id)).toMatchObject({ unannouncedCount: 40 });
  await must(at.make(id, 'notify'));
  // 1 % of the whole order may still come beyond it: 41 of 40.
  const third = await at.atGate(id);
  expect(await at.take(third, 42)).toMatchObject({ status: 422 });
  await must(at.take(third, 41));
  expect(await at.order(id)).toMatchObject({ status: 'received', receivedCount: 101 });
  expect(await at.scene.violations()).toEqual([]);
});

test('a tolerance is of each line and of all receipts together', async () => {
  const [big, small] = [await at.newSku(), await at.newSku()];
  const lines = [
    { skuId: big, qty: 100, unitPrice: '1' },
    { skuId: small, qty: 10, unitPrice: '1' },
  ];
  const id = await at.ordered(lines, { tolerance: '0.05' });
  const gate = await at.atGate(id);
  const desk = await must(at.receiver.get<{ lines: { id: string }[] }>(`${RECEIPT}/${gate}/desk`));
  const take = (row: number, qty: number) =>
    at.receipt(gate, 'receive', { lines: [{ lineId: desk.lines[row]?.id, qty }] });
  expect(await take(1, 11)).toMatchObject({ status: 422 });
  await must(take(0, 95));
  await must(at.receipt(gate, 'complete', { rest: 'giveUp' }));
  await must(at.make(id, 'notify'));
  const rest = await at.atGate(id);
  const left = await must(at.receiver.get<{ lines: { id: string }[] }>(`${RECEIPT}/${rest}/desk`));
  const takeRest = (row: number, qty: number) =>
    at.receipt(rest, 'receive', { lines: [{ lineId: left.lines[row]?.id, qty }] });
  // The receipt must allow 10 of 5 of the first line; of the second the order itself refuses 11.
  expect(await takeRest(1, 11)).toMatchObject({
    status: 422,
    message: expect.stringContaining('采购 10 件，最多收 10 件，共收 11 件要有超收权限'),
  });
  await must(takeRest(0, 10));
  await must(takeRest(1, 10));
  expect(await at.order(id)).toMatchObject({ status: 'received', receivedCount: 115 });
  expect(await at.scene.violations()).toEqual([]);
});

test('no order may let more than a tenth come beyond it', async () => {
  const lines = [{ skuId: await at.newSku(), qty: 1 }];
  const head = { supplierId: at.supplierId, warehouseId: at.warehouses[0], currency: 'USD' };
  expect(await at.buyer.post(`${ORDER}/add`, { ...head, tolerance: '0.100001', lines })).toMatchObject({
    status: 422,
    result: { errors: [{ field: 'tolerance', message: '超收容差不能大于 0.1（10%）' }] },
  });
  await at.draft([{ skuId: await at.newSku(), qty: 1 }], { tolerance: '0.1' });
});

test('关闭 ends what is open, here and in the warehouse, and wants a reason', async () => {
  const skuId = await at.newSku();
  const id = await at.ordered([{ skuId, qty: 20, unitPrice: '1' }]);
  const gate = await at.atGate(id);
  await must(at.take(gate, 5));
  expect(await at.make(id, 'close')).toMatchObject({
    status: 422,
    result: { errors: [{ field: 'reason', message: '还有 15 件没有收货，请填关闭原因' }] },
  });
  expect(await at.make(id, 'cancel', { reason: '不要了' })).toMatchObject({
    status: 409,
    message: '已收 5 件，不能取消；不再收的请「关闭」',
  });
  await must(at.make(id, 'close', { reason: '供应商停产' }));
  expect(await at.order(id)).toMatchObject({
    status: 'closed',
    receipts: [{ status: 'completed' }],
    lines: { purchaseOrderLine: [{ qtyReceived: 5, qtyClosed: 15 }] },
  });
  expect(await shelfOf(at.scene, skuId)).toEqual({ onHand: 5, inTransit: 0 });
  expect(await at.take(gate, 1)).toMatchObject({ status: 409 });
  expect(await at.scene.violations()).toEqual([]);
});

test('取消 of what was ordered takes its announcement back', async () => {
  const skuId = await at.newSku();
  const id = await at.ordered([{ skuId, qty: 20, unitPrice: '1' }]);
  await at.atGate(id);
  expect(await at.make(id, 'cancel')).toMatchObject({ status: 422 });
  await must(at.make(id, 'cancel', { reason: '价格没谈拢' }));
  expect(await at.order(id)).toMatchObject({
    status: 'cancelled',
    receipts: [{ status: 'cancelled' }],
  });
  expect(await shelfOf(at.scene, skuId)).toEqual({ onHand: 0, inTransit: 0 });
  expect(await at.scene.violations()).toEqual([]);
});

test('up to 5,000.00 one person orders alone; above that somebody else approves', async () => {
  covers('ours: who approves a purchase');
  const skuId = await at.newSku();
  const supplierId = await newSupplier(at.admin);
  const alone = await at.draft([{ skuId, qty: 1, unitPrice: '5000' }], { supplierId });
  expect(await must(at.make(alone, 'submit'))).toMatchObject({ state: 'approved' });
  const dear = await at.draft([{ skuId, qty: 1, unitPrice: '5000.01' }], {}, at.admin);
  expect(await must(at.make(dear, 'submit', {}, at.admin))).toMatchObject({ state: 'submitted' });
  expect(await at.make(dear, 'approve', {}, at.admin)).toMatchObject({ status: 403 });
  expect(await at.make(dear, 'approve')).toMatchObject({ status: 403 });
  await must(at.make(dear, 'reject', { reason: '太贵' }, at.checker));
  const shown = await at.order(dear, at.admin);
  const lines = [{ skuId, qty: 2, unitPrice: '4000' }];
  const head = { supplierId: at.supplierId, warehouseId: at.warehouses[0], currency: 'USD' };
  await must(at.admin.put(`${ORDER}/edit`, { id: dear, version: shown.version, ...head, lines }));
  await must(at.make(dear, 'submit', {}, at.admin));
  await must(at.make(dear, 'approve', {}, at.checker));
  expect((await at.order(dear)).status).toBe('approved');
});

test('prices that nobody typed are those of the supplier; what has none is refused at its line', async () => {
  covers('ours: what suppliers ask');
  const [known, unknown] = [await at.newSku(), await at.newSku()];
  const price = { supplierId: at.supplierId, skuId: known, currency: 'USD' };
  for (const [minQty, unitPrice, effectiveDate] of [
    [1, '10', '2020-01-01'],
    [50, '9', '2020-01-01'],
    [50, '8.5', '2021-01-01'],
    [50, '1', '2099-01-01'],
  ] as const)
    await must(
      at.buyer.post('/purchasing/supplierPrice/add', {
        ...price,
        minQty,
        unitPrice,
        effectiveDate,
      }),
    );
  const twin = { ...price, minQty: 50, unitPrice: '7', effectiveDate: '2021-01-01' };
  expect(await at.buyer.post('/purchasing/supplierPrice/add', twin)).toMatchObject({
    status: 422,
    result: { errors: [{ field: 'effectiveDate' }] },
  });
  const id = await at.draft([
    { skuId: known, qty: 49 },
    { skuId: known, qty: 50, taxRate: '0.13' },
    { skuId: unknown, qty: 1 },
  ]);
  const { lines, total } = await at.order(id);
  expect(lines.purchaseOrderLine).toMatchObject([
    { unitPrice: '10.0000', lineNet: '490.00' },
    { unitPrice: '8.5000', lineNet: '425.00', taxAmount: '55.25' },
    { unitPrice: null },
  ]);
  expect(total).toBe('970.25');
  expect(await at.make(id, 'submit')).toMatchObject({
    status: 422,
    result: {
      errors: [
        {
          field: 'unitPrice',
          row: 3,
          message: expect.stringMatching(/^BUY-\d+ 供应商没有报价，请填单价$/),
        },
      ],
    },
  });
});

test('a copy is a draft of the same goods at the same prices, and is printed as no order', async () => {
  const skuId = await at.newSku();
  const id = await at.ordered([{ skuId, qty: 3, unitPrice: '4.25' }], { eta: '2026-12-20' });
  const { id: copy } = await must(at.buyer.post<{ id: string }>(`${ORDER}/${id}/copy`));
  expect(await at.order(copy)).toMatchObject({
    status: 'draft',
    total: '12.75',
    eta: null,
    receipts: [],
    lines: { purchaseOrderLine: [{ skuId, qty: 3, unitPrice: '4.2500', qtyReceived: 0 }] },
  });
  const printed = await at.buyer.raw('POST', `${ORDER}/print`, { ids: [id, copy] });
  expect(printed.headers['content-type']).toBe('application/pdf');
  expect(printed.bytes.subarray(0, 5).toString()).toBe('%PDF-');
  expect((await at.buyer.post(`${ORDER}/print`, { ids: [newId()] })).status).toBe(404);
  const ofLines = (lines: number) =>
    look(
      at.scene,
      (tx) => tx.run`update purchase_order set line_count = ${lines}
        where tenant_id = ${tx.tenant} and id = ${copy}::uuid`,
    );
  await ofLines(10_000);
  expect(await at.buyer.post(`${ORDER}/print`, { ids: [id, copy] })).toMatchObject({
    status: 422,
    message: '一次最多打印 10000 行明细，所选采购单共 10001 行，请分几次',
  });
  await ofLines(1);
});

test('who keeps one warehouse sees its orders alone, and receives them without seeing what they cost', async () => {
  const [here, there] = at.warehouses;
  await createUser(at.scene.app.db, systemActor(1, 'test'), {
    username: 'gatekeeper',
    realname: '门卫',
    password: PASSWORD,
    roles: ['WH'],
    departs: ['A01'],
    warehouses: [here as string],
  });
  const holder = await at.scene.as('gatekeeper');
  const skuId = await at.newSku();
  const own = await at.ordered([{ skuId, qty: 2, unitPrice: '7' }]);
  const foreign = await at.ordered([{ skuId, qty: 2, unitPrice: '7' }], { warehouseId: there });
  const page = await must(holder.get<Page<{ id: string }>>(`${ORDER}/list`, { pageSize: '200' }));
  const ids = page.records.map(({ id }) => id);
  expect([ids.includes(own), ids.includes(foreign)]).toEqual([true, false]);
  expect((await holder.get(`${ORDER}/queryById`, { id: foreign })).status).toBe(404);
  const shown = await at.order(own, holder);
  expect(Object.keys(shown)).not.toContain('total');
  expect(Object.keys(shown.lines.purchaseOrderLine[0] ?? {})).not.toContain('unitPrice');
  const gate = await at.atGate(own);
  await must(at.take(gate, 2, holder));
  expect((await at.order(own)).status).toBe('received');
  // Cost came with the order although whoever received it may not see it.
  expect(await layersOf(at.scene, skuId)).toMatchObject([{ qtyLeft: 2, valueLeft: 1400n }]);
  const stored = await look(
    at.scene,
    (tx) => tx.one<{ updateBy: string }>`select update_by from purchase_order
      where tenant_id = ${tx.tenant} and id = ${own}::uuid`,
  );
  expect(stored.updateBy).toBe('gatekeeper');
  expect(await at.scene.violations()).toEqual([]);
});
