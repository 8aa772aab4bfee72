import { afterAll, beforeAll, expect, test } from 'vitest';
import { must } from '#tests/lifecycles/one-of-each.ts';
import { covers } from '#tests/spec/covers.ts';
import { addBill, comeIn, moveBill, newSupplier, orderedGoods } from './bill-scene.ts';
import { openPurchasing, type PurchaseScene } from './purchase-scene.ts';
import { checkedBy, received } from './landed-scene.ts';

const SETTINGS = '/purchasing/purchaseSettings';

let at: PurchaseScene;
let skuId: string;
beforeAll(async () => {
  at = await openPurchasing();
  checkedBy(() => at.scene.as('fuhe'));
  skuId = await at.newSku();
});
afterAll(() => at?.scene.stop());

interface Settings extends Record<string, unknown> {
  version: number;
  changes: { by: string; fields: { title: string; from: string; to: string }[] }[];
}
const settings = (who = at.admin): Promise<Settings> => must(who.get<Settings>(SETTINGS));
const save = async (values: object, who = at.admin) => {
  const { changes: _seen, ...now } = await settings(who);
  return who.put<Settings>(SETTINGS, { ...now, ...values });
};

/** An order of so much, submitted. @returns the state, and why it waits */
async function submitted(supplierId: string, unitPrice: string, who = at.buyer) {
  const id = await at.draft([{ skuId, qty: 1, unitPrice }], { supplierId }, who);
  const { state } = await must(at.make(id, 'submit', {}, who));
  const { checkReason, poNo } = (await at.order(id, at.admin)) as unknown as {
    checkReason: string | null;
    poNo: string;
  };
  return { id, state, poNo, checkReason };
}

test('an order that was split to stay below the limit is summed, and the checker reads why', async () => {
  covers('ours: who approves a purchase');
  const supplierId = await newSupplier(at.admin);
  const first = await submitted(supplierId, '3000');
  expect(first).toMatchObject({ state: 'approved', checkReason: null });
  const second = await submitted(supplierId, '2000.01');
  expect(second).toMatchObject({
    state: 'submitted',
    checkReason: `24 小时内与 ${first.poNo} 合计 5,000.01 USD，超过单人下单上限 5,000.00 USD`,
  });
  // Exactly the limit, another supplier, another person, another day: each by itself.
  expect((await submitted(supplierId, '2000')).state).toBe('approved');
  expect((await submitted(await newSupplier(at.admin), '3000')).state).toBe('approved');
  expect((await submitted(supplierId, '3000', at.admin)).state).toBe('approved');
  await at.scene.pass(24 * 3_600_000);
  at.admin = await at.scene.as('admin');
  at.buyer = await at.scene.as('buyer');
  expect((await submitted(supplierId, '3000')).state).toBe('approved');
  expect(await submitted(await newSupplier(at.admin), '5000.01')).toMatchObject({
    checkReason: '总额 5,000.01 USD 超过单人下单上限 5,000.00 USD',
  });
});

test('two orders of 3,000.00 submitted at once: one of them waits for somebody', async () => {
  const supplierId = await newSupplier(at.admin);
  const both = await Promise.all([submitted(supplierId, '3000'), submitted(supplierId, '3000')]);
  expect(both.map(({ state }) => state).sort()).toEqual(['approved', 'submitted']);
});

test('a cancelled order counts no more, unless the supplier has it', async () => {
  const supplierId = await newSupplier(at.admin);
  const first = await submitted(supplierId, '4000');
  await must(at.make(first.id, 'cancel', { reason: '不要了' }));
  const second = await submitted(supplierId, '4000');
  expect(second.state).toBe('approved');
  await must(at.make(second.id, 'order'));
  await must(at.make(second.id, 'cancel', { reason: '不要了' }));
  expect((await submitted(supplierId, '4000')).state).toBe('submitted');
});

test('limits are settings of the tenant: changed by who may, judged, noted, never by a stale page', async () => {
  covers('ours: settings of purchasing');
  expect(await settings()).toMatchObject({
    approvalLimit: '5000.00',
    approvalHours: 24,
    priceTolerance: '0.01',
    qtyTolerance: 0,
    leadDays: 30,
    learnedReceipts: 3,
    currency: 'USD',
    version: 0,
    changes: [],
  });
  expect((await save({ approvalLimit: '9' }, at.buyer)).status).toBe(403);
  // Whoever may not see costs does not see the limit.
  expect(Object.hasOwn(await settings(at.receiver), 'approvalLimit')).toBe(false);
  const wrong = await save({ approvalLimit: '-1', leadDays: 0, mailText: '{总价}' });
  expect(wrong).toMatchObject({ status: 422 });
  expect((wrong.result as unknown as { errors: { field: string }[] }).errors.map(({ field }) => field)).toEqual([
    'approvalLimit',
    'leadDays',
    'mailText',
  ]);
  const saved = await must(save({ approvalLimit: '1000', approvalHours: 0, priceTolerance: '0.03' }));
  const { changes } = await settings();
  expect(saved).toMatchObject({ version: 1, changes });
  expect(changes[0]).toMatchObject({
    by: 'admin',
    fields: [
      { title: '单人下单上限', from: '5,000.00 USD', to: '1,000.00 USD' },
      { title: '合并计算(小时)', from: '24', to: '0' },
      { title: '应付单价容差', from: '1%', to: '3%' },
    ],
  });
  expect((await settings(at.receiver)).changes[0]?.fields.map(({ title }) => title)).toEqual([
    '合并计算(小时)',
    '应付单价容差',
  ]);
  const { version } = await settings();
  const both = await Promise.all([1, 2].map(() => at.admin.put(SETTINGS, { version, approvalLimit: '1000' })));
  expect(both.map(({ status }) => status)).not.toContain(200);
  const { changes: _shown, ...opened } = await settings();
  const race = await Promise.all([20, 21].map((leadDays) => at.admin.put(SETTINGS, { ...opened, leadDays })));
  expect(race.map(({ status }) => status).sort()).toEqual([200, 409]);
  const supplierId = await newSupplier(at.admin);
  expect((await submitted(supplierId, '1000')).state).toBe('approved');
  // Nothing is summed any more.
  expect((await submitted(supplierId, '1000')).state).toBe('approved');
  expect((await submitted(supplierId, '1000.01')).state).toBe('submitted');
});

test('a bill that is 3 % dearer matches once the tenant says so', async () => {
  const supplierId = await newSupplier(at.admin);
  const ordered = [{ skuId, qty: 2, unitPrice: '10' }];
  const poId = await orderedGoods(at.admin, supplierId, at.warehouses[0] as string, ordered);
  const receiptId = await comeIn(at.scene, at.admin, poId, [2]);
  const lines = [{ receiptId, skuId, qty: 2, unitPrice: '10.30' }];
  const { id } = await must(addBill(at.admin, supplierId, lines));
  const holder = await at.scene.as('caiwu');
  expect((await must(moveBill(holder, id, 'match'))).state).toBe('matched');
  await must(moveBill(holder, id, 'reopen'));
  // Not for who said so.
  expect((await must(moveBill(at.admin, id, 'match'))).state).toBe('differing');
  await must(moveBill(at.admin, id, 'reopen'));
  await must(save({ priceTolerance: '0.02' }));
  expect((await must(moveBill(holder, id, 'match'))).state).toBe('differing');
});

test('a currency of orders, prices or bills stays; one that nothing names goes', async () => {
  covers('ours: currencies in use stay');
  const currency = async (code: string): Promise<string> =>
    (
      await must(
        at.admin.post<{ id: string }>('/base/currency/add', {
          code,
          name: code,
          status: 'enabled',
        }),
      )
    ).id;
  const gone = (id: string) => at.admin.delete('/base/currency/delete', { id });
  const supplierId = await newSupplier(at.admin);
  const [seller, free] = [await currency('SEK'), await currency('NOK')];
  await at.draft([{ skuId, qty: 1 }], { supplierId, currency: 'SEK' });
  expect(await gone(seller)).toMatchObject({
    status: 409,
    message: '币种 SEK 仍被采购单使用，不能删除，可以停用',
  });
  const priced = await currency('DKK');
  const { id } = await must(
    at.admin.post<{ id: string }>('/purchasing/supplierPrice/add', {
      supplierId,
      skuId,
      minQty: 1,
      unitPrice: '1',
      currency: 'DKK',
      effectiveDate: '2026-01-01',
    }),
  );
  expect(await gone(priced)).toMatchObject({
    message: expect.stringContaining('供应商报价') as unknown,
  });
  await must(at.admin.delete('/purchasing/supplierPrice/delete', { id }));
  expect((await gone(priced)).status).toBe(200);
  const billed = await currency('CHF');
  const receiptId = await received(at.admin, at.warehouses[0] as string, [{ skuId, qty: 1, unitCost: '1' }]);
  await must(
    addBill(at.admin, supplierId, [{ receiptId, skuId, qty: 1, unitPrice: '1' }], {
      currency: 'CHF',
    }),
  );
  expect(await gone(billed)).toMatchObject({
    message: expect.stringContaining('应付单') as unknown,
  });
  expect((await gone(free)).status).toBe(200);
});
