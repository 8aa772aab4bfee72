import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#kit/server/database.ts';
import { look, openShop, ordersOf } from '#tests/channels/shop.ts';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { addBill, comeIn, moveBill, newSupplier, orderedGoods } from '#tests/journeys/bill-scene.ts';
import { CHAIR, lineOf, moveReturn, readReturn, requested, sentOrder } from '#tests/journeys/return-scene.ts';
import { ADDRESS, firstOf, must, NEW_JERSEY, newOrder, STOOL } from '#tests/lifecycles/one-of-each.ts';
import { upload, workbook } from '#tests/sheets/upload.ts';

/** Chains of one person who wants goods or money out, without a second one who agrees to it. */

let scene: TestApp;
let admin: Client;
let clerk: Client;
let buyer: Client;
let finance: Client;
let reviewer: Client;
let packer: Client;
let accountId: string;
let productId: string;
let shop: string;
let made = 0;

beforeAll(async () => {
  scene = await startTestApp();
  [admin, clerk, buyer, finance, reviewer, packer] = (await Promise.all(
    ['admin', 'yunying', 'caigou', 'caiwu', 'fuhe', 'cangku'].map((name) => scene.as(name)),
  )) as [Client, Client, Client, Client, Client, Client];
  await openShop(scene, clerk);
  await scene.sim('POST', '/config', { requireRegister: false });
  accountId = scene.seller.accountId;
  ({ id: productId } = await firstOf<{ id: string }>(admin, '/catalog/product/list'));
  ({ name: shop } = await must(admin.get<{ name: string }>('/base/channelAccount/queryById', { id: accountId })));
});
afterAll(() => scene?.stop());

const keyed = (): Record<string, string> => ({ 'idempotency-key': newId() });
const heldNow = async (id: string): Promise<string | null> =>
  (
    await look(
      scene,
      (tx) => tx.maybe<{ detail: string }>`
        select detail from order_hold where tenant_id = ${tx.tenant} and order_id = ${id}::uuid
          and type = 'priceMismatch' and closed_at is null`,
    )
  )?.detail ?? null;
const move = (who: Client, id: string, name: string, answers: object = {}) =>
  who.post<{ state: string }>(`/orders/salesOrder/${id}/${name}`, answers, keyed());

/** A SKU of which somebody else says that a unit costs 50. */
async function goods(who: Client = admin, more: object = {}): Promise<{ id: string; skuCode: string }> {
  const made = await plainGoods(who, more);
  await costs(made.id);
  return made;
}

const costs = (skuId: string, standardCost = '50', effectiveFrom = '2026-01-01') =>
  must(admin.post('/catalog/skuCost/add', { skuId, effectiveFrom, standardCost }));

async function plainGoods(who: Client = admin, more: object = {}): Promise<{ id: string; skuCode: string }> {
  const skuCode = `HAND-${++made}`;
  const { id } = await must(
    who.post<{ id: string }>('/catalog/sku/add', { skuCode, name: skuCode, productId, ...more }),
  );
  return { id, skuCode };
}

const TITLES = [
  '店铺',
  'PO号',
  '行号',
  '渠道SKU',
  'SKU',
  '数量',
  '单价',
  '仓库编码',
  '收件人',
  '地址',
  '城市',
  '州/省',
  '邮编',
  '国家',
];
async function bySheet(who: Client, po: string, rows: (string | number | null)[][]): Promise<string> {
  const bytes = await workbook(
    TITLES,
    rows.map(([no = 1, channelSku = null, skuCode = null, qty = 1, price = 0]) =>
      [shop, po, no, channelSku, skuCode, qty, price, NEW_JERSEY].concat(
        ['Ida Wells', `${po} Elm Street`],
        ['Madison', 'WI', '53703', 'US'],
      ),
    ),
  );
  const answer = await upload(scene, who, '/orders/salesOrder/importExcel?x=1', bytes);
  expect(answer, JSON.stringify(answer)).toMatchObject({ code: 200 });
  await scene.settled();
  const [order] = await ordersOf(admin, { channelOrderNo: po });
  return order?.id ?? '';
}

test('who imports an order by a sheet types its prices, as by hand', async () => {
  const { skuCode } = await goods();
  const id = await bySheet(clerk, 'SHEET-CHEAP', [[1, null, skuCode, 40, '0.01']]);
  expect(await heldNow(id)).toContain('低于成本');
  expect((await move(clerk, id, 'accept')).success).toBe(false);
  const own = await bySheet(admin, 'SHEET-FREE', [[1, null, skuCode, 40, '0']]);
  expect(await move(admin, own, 'acceptPrice', { reason: '样品' })).toMatchObject({ status: 403 });
  await must(move(finance, own, 'acceptPrice', { reason: '样品' }));
  expect(await heldNow(own)).toBeNull();
});

test('nor is a price agreed that they listed themselves', async () => {
  // It cost less once: a price below what it costs later may still be listed.
  const { id: skuId } = await plainGoods();
  await costs(skuId, '0.5');
  await must(admin.post('/channels/channelProduct/add', { accountId, channelSku: 'SHEET-OWN', skuId, basePrice: '1' }));
  await costs(skuId, '50', '2026-01-02');
  const id = await bySheet(admin, 'SHEET-OWN-PRICE', [[1, 'SHEET-OWN', null, 4, '1']]);
  expect(await heldNow(id)).toContain('低于成本');
  expect(await move(admin, id, 'acceptPrice', { reason: '样品' })).toMatchObject({ status: 403 });
});

test('nor do they lower the price of a known order by a second sheet, or add goods to it', async () => {
  const { skuCode } = await goods();
  const dear = await goods();
  const id = await bySheet(admin, 'SHEET-LOWERED', [[1, null, skuCode, 4, '80']]);
  expect(await heldNow(id)).toBeNull();
  await bySheet(admin, 'SHEET-LOWERED', [[1, null, skuCode, 4, '0.02']]);
  expect(await heldNow(id)).toContain('0.02');
  expect(await move(admin, id, 'acceptPrice', { reason: '促销' })).toMatchObject({ status: 403 });
  const more = await bySheet(admin, 'SHEET-MORE', [[1, null, skuCode, 1, '80']]);
  await bySheet(admin, 'SHEET-MORE', [
    [1, null, skuCode, 1, '80'],
    [2, null, dear.skuCode, 40, '0.03'],
  ]);
  await move(admin, more, 'applyChange', { reason: '加货' });
  await scene.settled();
  expect(await heldNow(more)).toContain('0.03');
  expect(await move(admin, more, 'acceptPrice', { reason: '促销' })).toMatchObject({ status: 403 });
});

test('nor by mapping it only when the order is there', async () => {
  const { id: skuId } = await goods();
  const id = await bySheet(admin, 'SHEET-LATER', [[1, 'LATER', null, 40, '0.01']]);
  const listing = await firstOf<{ id: string }>(admin, '/channels/channelProduct/list', { channelSku: 'LATER' });
  const { version } = await must(
    admin.get<{ version: number }>('/channels/channelProduct/queryById', { id: listing.id }),
  );
  await must(admin.put('/channels/channelProduct/edit', { id: listing.id, version, skuId }));
  expect(await heldNow(id)).toContain('低于成本');
  expect(await move(admin, id, 'acceptPrice', { reason: '样品' })).toMatchObject({ status: 403 });
});

test('nor that of an order which its channel reported', async () => {
  const { id, po } = await newOrder(scene, clerk, { lines: [{ partNumber: STOOL, quantity: 1 }] });
  expect(await heldNow(id)).toBeNull();
  await bySheet(admin, po, [[1, STOOL, null, 1, '0.02']]);
  expect(await heldNow(id)).toContain('0.02');
  expect(await move(admin, id, 'acceptPrice', { reason: '促销' })).toMatchObject({ status: 403 });
});

test('who set up a shop, or mapped its goods, does not accept that it gives them away', async () => {
  const edit = async (path: string, id: string, change: object) => {
    const { version } = await must(admin.get<{ version: number }>(`${path}/queryById`, { id }));
    await must(admin.put(`${path}/edit`, { id, version, ...change }));
  };
  const first = await newOrder(scene, clerk, { lines: [{ partNumber: CHAIR, quantity: 1, price: 0 }] });
  await must(move(admin, first.id, 'acceptPrice', { reason: '样品' }));
  // A listing of one's own for it.
  const { id: skuId } = await goods();
  const listing = await firstOf<{ id: string }>(admin, '/channels/channelProduct/list', { channelSku: STOOL });
  const before = await must(admin.get<{ skuId: string }>('/channels/channelProduct/queryById', { id: listing.id }));
  await edit('/channels/channelProduct', listing.id, { skuId });
  const second = await newOrder(scene, clerk, { lines: [{ partNumber: STOOL, quantity: 1, price: 0 }] });
  expect(await move(admin, second.id, 'acceptPrice', { reason: '样品' })).toMatchObject({ status: 403 });
  await edit('/channels/channelProduct', listing.id, { skuId: before.skuId });
  // A shop of one's own, or one that was led elsewhere; its name says nothing of that.
  await edit('/base/channelAccount', accountId, { name: '我的店铺' });
  const named = await newOrder(scene, clerk, { lines: [{ partNumber: CHAIR, quantity: 3, price: 0 }] });
  await must(move(admin, named.id, 'acceptPrice', { reason: '样品' }));
  const { settings } = await must(
    admin.get<{ settings: Record<string, string> }>('/base/channelAccount/queryById', { id: accountId }),
  );
  const clientSecret = 'waybill-demo-secret';
  await edit('/base/channelAccount', accountId, { settings: { ...settings, audience: 'mine' }, clientSecret });
  await edit('/base/channelAccount', accountId, { settings, clientSecret });
  const third = await newOrder(scene, clerk, { lines: [{ partNumber: CHAIR, quantity: 2, price: 0 }] });
  expect(await move(admin, third.id, 'acceptPrice', { reason: '样品' })).toMatchObject({ status: 403 });
  await must(move(finance, third.id, 'acceptPrice', { reason: '样品' }));
  await edit('/base/channelAccount', accountId, { name: shop });
});

async function typed(who: Client, line: object): Promise<string> {
  const order = { accountId, ...ADDRESS, shipToAddress1: `${++made} Hand St`, lines: [line] };
  const { id } = await must(who.post<{ id: string }>('/orders/salesOrder/add', order));
  await must(move(who, id, 'submit'));
  await scene.settled();
  return id;
}

test('a price that was agreed for a bundle is none for what its seller puts into it', async () => {
  const bundle = await goods(clerk, { type: 'bundle' });
  const screw = await goods();
  const table = await goods();
  await must(
    admin.post('/catalog/skuCost/add', { skuId: table.id, effectiveFrom: '2026-01-02', standardCost: '2000' }),
  );
  await must(clerk.post('/catalog/bundleItem/add', { bundleSkuId: bundle.id, componentSkuId: screw.id, qty: 1 }));
  const listing = { accountId, channelSku: 'BUNDLED', skuId: bundle.id, basePrice: '60' };
  await must(admin.post('/channels/channelProduct/add', listing));
  const line = { skuId: bundle.id, channelSku: 'BUNDLED', qty: 1, unitPrice: '60' };
  const honest = await typed(clerk, line);
  expect(await heldNow(honest)).toBeNull();
  const more = { bundleSkuId: bundle.id, componentSkuId: table.id, qty: 10 };
  // Not while an order waits whose price was agreed for what is in it.
  expect((await clerk.post('/catalog/bundleItem/add', more)).message).toContain('组合明细不能改');
  await must(move(clerk, honest, 'cancel', { reason: '不要了' }));
  await must(clerk.post('/catalog/bundleItem/add', more));
  expect(await heldNow(await typed(clerk, line))).toContain('低于成本');
});

test('what is scrapped while it is mended counts with what one person gives up in a day', async () => {
  await scene.pass(25 * 3_600_000);
  const answers: Awaited<ReturnType<typeof moveReturn>>[] = [];
  const scrapped: { id: string; lines: object }[] = [];
  for (let at = 0; at < 8; at++) {
    const order = await sentOrder(scene, clerk, packer, 4);
    const id = await requested(clerk, order, { qty: 4 });
    await must(moveReturn(clerk, id, 'approve'));
    await must(moveReturn(packer, id, 'receive'));
    await must(moveReturn(packer, id, 'receiveDone'));
    const { id: lineId } = await lineOf(admin, id);
    await must(moveReturn(packer, id, 'inspect', { lines: [{ lineId, good: 0, damaged: 4 }] }));
    await must(moveReturn(packer, id, 'dispose', { lines: [{ lineId, damagedDisposition: 'refurb' }] }));
    const lines = { lines: [{ lineId, good: 0, scrapped: 4 }] };
    answers.push(await moveReturn(packer, id, 'refurbish', lines));
    scrapped.push({ id, lines });
  }
  const given = await Promise.all(scrapped.map(({ id }) => readReturn(admin, id)));
  const lost = given.reduce((sum, { lostValue }) => sum + Number(lostValue), 0);
  // Three times the limit of one person, to the last return that fits.
  const each = Number(given[0]?.lostValue);
  expect(lost).toBeLessThanOrEqual(1500);
  expect(lost + each).toBeGreaterThan(1500);
  expect(answers.at(-1)).toMatchObject({ success: false, message: expect.stringContaining('24 小时') as unknown });
  await scene.pass(25 * 3_600_000);
  const last = scrapped.at(-1);
  await must(moveReturn(packer, last?.id ?? '', 'refurbish', last?.lines));
});

test('who changes the account that a supplier is paid on does not pay to it, and whoever pays is asked', async () => {
  const sku = await goods();
  const supplierId = await newSupplier(admin, {
    bankName: '宁波银行',
    bankAccountName: '宁波家具厂',
    bankAccountNo: '6222 0001',
  });
  const here = scene.seller.warehouses[NEW_JERSEY] as string;
  const bill = async () => {
    const poId = await orderedGoods(admin, supplierId, here, [{ skuId: sku.id, qty: 2, unitPrice: '50' }], {
      checker: reviewer,
    });
    await comeIn(scene, admin, poId, [2]);
    const { id } = await must(
      addBill(finance, supplierId, [{ purchaseOrderId: poId, skuId: sku.id, qty: 2, unitPrice: '50' }]),
    );
    await must(moveBill(finance, id, 'match'));
    await must(moveBill(finance, id, 'post'));
    return id;
  };
  const id = await bill();
  const { version } = await must(admin.get<{ version: number }>('/base/supplier/queryById', { id: supplierId }));
  await must(admin.put('/base/supplier/edit', { id: supplierId, version, bankAccountNo: '6222 9999' }));
  expect(await moveBill(admin, id, 'pay')).toMatchObject({ status: 403 });
  // Whoever knows nothing of it is asked, once for each account.
  const unread = await moveBill(finance, id, 'pay');
  expect(unread).toMatchObject({ status: 422, message: expect.stringContaining('6222 9999') as unknown });
  await must(moveBill(finance, id, 'pay', { checkedPayee: true }));
  await must(moveBill(finance, await bill(), 'pay'));
  const { records } = await must(
    finance.get<{ records: { payee: string }[] }>('/purchasing/billPayment/list', { supplierId }),
  );
  expect(records.map(({ payee }) => payee)).toEqual(Array(2).fill('宁波银行 宁波家具厂 6222 9999'));
  // A blank more is the same account, another name is another, also by whoever buys.
  const rename = async (who: Client, change: object) => {
    const { version: now } = await must(who.get<{ version: number }>('/base/supplier/queryById', { id: supplierId }));
    await must(who.put('/base/supplier/edit', { id: supplierId, version: now, ...change }));
  };
  await rename(buyer, { bankAccountNo: '62229999' });
  await must(moveBill(finance, await bill(), 'pay'));
  await rename(buyer, { bankAccountName: '李四' });
  const third = await bill();
  expect((await moveBill(finance, third, 'pay')).message).toContain('李四');
  // Neither many bills at once.
  const many = await finance.post<{ results: { ok: boolean }[] }>(
    '/purchasing/supplierBill/batch/pay',
    { ids: [third] },
    keyed(),
  );
  expect(JSON.stringify(many)).toContain('李四');
});
