import { afterAll, beforeAll, expect, test } from 'vitest';
import { openShop } from '#tests/channels/shop.ts';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { firstOf, STOOL } from '#tests/lifecycles/one-of-each.ts';
import { covers } from '#tests/spec/covers.ts';

/* What else a SKU is called, and what it is put together of (domain.md §2.2, §2.4). */

let scene: TestApp;
let admin: Client;
let stool: string;
beforeAll(async () => {
  scene = await startTestApp();
  admin = await scene.as('admin');
  await openShop(scene, admin);
  stool = scene.seller.skus[STOOL] as string;
});
afterAll(() => scene.stop());

const add = (path: string, body: object) => admin.post<{ id: string }>(`${path}/add`, body);

test('an alias pairs a listing by itself, is found by a scan, and means one SKU', async () => {
  covers('ours: what a SKU is called');
  const made = await add('/catalog/skuAlias', {
    skuId: stool,
    code: 'OLD-STOOL-7',
    note: '旧编码',
  });
  expect(made.success, made.message).toBe(true);
  const accountId = scene.seller.accountId;
  const listing = await add('/channels/channelProduct', { accountId, channelSku: 'OLD-STOOL-7' });
  const paired = await admin.post('/channels/channelProduct/autoMap', {
    ids: [listing.result.id],
  });
  expect(paired.result).toMatchObject({
    mapped: 1,
    rows: [{ skuId: stool, method: 'alias', isCertain: true, method_dictText: '别名一致' }],
  });
  await add('/catalog/skuAlias', { skuId: stool, code: 'BC-4711', kind: 'barcode' });
  const scanned = await admin.get('/desk/scan', { number: 'bc-4711' });
  expect(JSON.stringify(scanned.result)).toContain(stool);
  const other = await firstOf<{ id: string }>(admin, '/catalog/sku/list', {
    skuCode: 'WB-DCH-HOLM-S2',
  });
  const twice = await add('/catalog/skuAlias', { skuId: other.id, code: 'OLD-STOOL-7' });
  expect(twice.message).toBe('编号已存在');
  const own = await add('/catalog/skuAlias', { skuId: other.id, code: STOOL });
  expect(own.message).toContain('不能再作别的SKU的别名');
});

test('parts of a SKU are parts, each once', async () => {
  const { productId } = await firstOf<{ id: string; productId: string }>(admin, '/catalog/sku/list', {
    skuCode: STOOL,
  });
  const leg = { skuCode: 'LEG-1', name: '凳腿', productId, type: 'part' };
  const partSkuId = (await add('/catalog/sku', leg)).result.id;
  const line = { parentSkuId: stool, ordinal: 1, partSkuId, qtyPerUnit: 4, partClass: 'component' };
  expect((await add('/catalog/skuPart', line)).success).toBe(true);
  expect((await add('/catalog/skuPart', { ...line, ordinal: 2 })).message).toBe('该SKU已有这个配件');
  const whole = await add('/catalog/skuPart', { ...line, partSkuId: stool });
  expect(whole.result).toMatchObject({ errors: [{ field: 'partSkuId' }] });
  const shown = await admin.get('/catalog/sku/queryById', { id: stool });
  expect(shown.result).toMatchObject({
    lines: { skuPart: [{ qtyPerUnit: 4, partSkuId_dictText: 'LEG-1' }] },
  });
  const used = await admin.delete('/catalog/sku/delete', { id: partSkuId });
  expect(used.success).toBe(false);
});
