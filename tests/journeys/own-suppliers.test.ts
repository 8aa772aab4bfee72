import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Client } from '#tests/harness/app.ts';
import { must } from '#tests/lifecycles/one-of-each.ts';
import { covers } from '#tests/spec/covers.ts';
import { upload, workbook } from '#tests/sheets/upload.ts';
import { addBill, comeIn, moveBill, newSupplier, orderedGoods, shownBill } from './bill-scene.ts';
import { draftCost, moveCost } from './landed-scene.ts';
import { openPurchasing, type PurchaseScene } from './purchase-scene.ts';

/** Who adds a supplier for each part of what they buy buys no more alone than of one. */

let at: PurchaseScene;
let skuId: string;
beforeAll(async () => {
  at = await openPurchasing();
  skuId = await at.newSku();
});
beforeEach(async () => {
  await at.scene.pass(25 * 3_600_000);
  at.admin = await at.scene.as('admin');
  at.buyer = await at.scene.as('buyer');
  at.checker = await at.scene.as('fuhe');
});
afterAll(() => at?.scene.stop());

async function drafted(supplierId: string, unitPrice: string, who: Client) {
  return at.draft([{ skuId, qty: 1, unitPrice }], { supplierId }, who);
}
async function submitted(supplierId: string, unitPrice: string, who = at.admin) {
  const id = await drafted(supplierId, unitPrice, who);
  const { state } = await must(at.make(id, 'submit', {}, who));
  return { state, ...(await read(id)) };
}
const read = async (id: string) => {
  const { checkReason, poNo } = (await at.order(id, at.admin)) as unknown as {
    checkReason: string | null;
    poNo: string;
  };
  return { checkReason, poNo };
};

test('orders of suppliers that the same person added count together', async () => {
  covers('ours: who approves a purchase');
  const theirs = [await newSupplier(at.buyer), await newSupplier(at.buyer)] as const;
  for (const supplierId of theirs) expect((await submitted(supplierId, '3000')).state).toBe('approved');
  const own: string[] = [];
  for (let one = 0; one < 4; one++) own.push(await newSupplier(at.admin));
  const [first, second, third, fourth] = own as [string, string, string, string];
  const one = await submitted(first, '3000');
  expect(one).toMatchObject({ state: 'approved', checkReason: null });
  expect(await submitted(second, '2000.01')).toMatchObject({
    state: 'submitted',
    checkReason: `24 小时内与 ${one.poNo} 合计 5,000.01 USD，超过单人下单上限 5,000.00 USD`,
  });
  expect((await submitted(third, '2000')).state).toBe('approved');
  // Whoever submits it, where the one who added the suppliers drafted it.
  const passedOn = await drafted(fourth, '0.01', at.admin);
  expect((await must(at.make(passedOn, 'submit'))).state).toBe('submitted');
  // Those that somebody else added are each by themselves, for either of them.
  expect((await submitted(first, '3000', at.buyer)).state).toBe('approved');
  expect((await submitted(second, '3000', at.buyer)).state).toBe('approved');
});

test('who only mends the record of a supplier has not added it', async () => {
  const theirs = [await newSupplier(at.buyer), await newSupplier(at.buyer)];
  for (const id of theirs) {
    const { version } = await must(at.admin.get<{ version: number }>('/base/supplier/queryById', { id }));
    await must(at.admin.put('/base/supplier/edit', { id, version, city: '宁波' }));
    expect((await submitted(id, '3000')).state).toBe('approved');
  }
});

test('so do those that came by a sheet, and orders that are submitted at the same moment', async () => {
  const sheet = await workbook(
    ['供应商编码', '供应商名称', '类型', '币种', '状态'],
    [1, 2].map((no) => [`SHEET-${no}`, `导入厂 ${no}`, '工厂', 'USD', '启用']),
  );
  expect(await upload(at.scene, at.admin, '/base/supplier/importExcel', sheet)).toMatchObject({
    success: true,
  });
  const { records } = await must(
    at.admin.get<{ records: { id: string }[] }>('/base/supplier/list', { code: 'SHEET-*' }),
  );
  expect(records).toHaveLength(2);
  const states = await Promise.all(records.map(({ id }) => submitted(id, '3000')));
  expect(states.map(({ state }) => state).sort()).toEqual(['approved', 'submitted']);
});

test('bills and landed costs of such suppliers count together as well', async () => {
  const here = at.warehouses[0] as string;
  const goods = async (qty: number) => {
    const supplierId = await newSupplier(at.admin);
    const lines = [{ skuId, qty, unitPrice: '100' }];
    const poId = await orderedGoods(at.admin, supplierId, here, lines, { checker: at.checker });
    const receiptId = await comeIn(at.scene, at.admin, poId, [qty]);
    return { supplierId, receiptId, line: { purchaseOrderId: poId, ...lines[0] } };
  };
  const [one, two] = [await goods(30), await goods(21)];
  const bill = async ({ supplierId, line }: typeof one) => {
    const { id } = await must(addBill(at.admin, supplierId, [line]));
    const { state } = await must(moveBill(at.admin, id, 'match'));
    const { billNo, checkReason } = await shownBill(at.admin, id);
    return { state, billNo: String(billNo), checkReason };
  };
  const first = await bill(one);
  expect(first).toMatchObject({ state: 'matched', checkReason: null });
  expect(await bill(two)).toMatchObject({
    state: 'differing',
    checkReason: `24 小时内与 ${first.billNo} 合计 5,100.00 USD，超过单人上限 5,000.00 USD`,
  });
  const charged = (supplierId: string | null, amount: string, who = at.admin) =>
    draftCost(who, [one.receiptId], { warehouseId: here, freight: amount, ...(supplierId ? { supplierId } : {}) });
  const freight = async (supplierId: string | null, amount: string, who = at.admin) =>
    moveCost(who, await charged(supplierId, amount, who), 'post');
  await must(freight(one.supplierId, '3000'));
  const beyond = { status: 403, message: expect.stringContaining('制单人不能自己过账') as unknown };
  expect(await freight(two.supplierId, '2000.01')).toMatchObject(beyond);
  const again = await charged(two.supplierId, '2000');
  await must(moveCost(at.admin, again, 'post'));
  // Of whom nobody is named, it may be the same.
  expect(await freight(null, '0.01')).toMatchObject(beyond);
  // What was taken back is owed to nobody.
  await must(moveCost(at.checker, again, 'reverse', { reason: '重来' }));
  await must(freight(null, '2000'));
  expect(await freight(two.supplierId, '0.01')).toMatchObject(beyond);
  expect(await at.scene.violations()).toEqual([]);
});
