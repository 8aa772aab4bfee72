import { afterAll, beforeAll, expect, test } from 'vitest';
import { openOtherTenant } from '#tests/contract/worlds.ts';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { covers } from '#tests/spec/covers.ts';

/* A form asks whether a code is taken as soon as it is left, by the words of spec §7. */

let scene: TestApp;
let admin: Client;
let productId: string;
let stranger: Client;
beforeAll(async () => {
  scene = await startTestApp();
  admin = await scene.as('admin');
  const body = { spuCode: 'SPU-1', name: '边几' };
  stranger = await openOtherTenant(scene);
  productId = (await admin.post<{ id: string }>('/catalog/product/add', body)).result.id;
});
afterAll(() => scene.stop());

const check = (query: Record<string, string>, who: Client = admin) =>
  who.get('/sys/duplicate/check', {
    tableName: 'catalog:product',
    fieldName: 'spuCode',
    fieldVal: 'SPU-1',
    ...query,
  });

test('a taken value is reported, that of the row itself is free, an empty one is not asked for', async () => {
  covers('§5 duplicate and number check');
  expect(await check({ fieldVal: ' SPU-1 ' })).toMatchObject({
    success: false,
    code: 500,
    message: '该值不可用，系统中已存在！',
  });
  expect((await check({ dataId: productId })).message).toBe('该值可用！');
  expect((await check({ fieldVal: 'SPU-2' })).message).toBe('该值可用！');
  expect(await check({ fieldVal: ' ' })).toMatchObject({ success: true, code: 500 });
  expect((await check({ dataId: "x' or 1=1" })).success).toBe(false);
});

test('only unique fields of registers that one may write can be asked for', async () => {
  for (const query of [
    { fieldName: 'name' },
    { fieldName: 'constructor' },
    { tableName: 'catalog:product p' },
    { tableName: 'orders:salesOrder', fieldName: 'orderNo' },
    { tableName: 'product', fieldName: 'spu_code' },
  ])
    expect((await check(query)).message, JSON.stringify(query)).toBe('不支持的唯一性校验');
  const reader = await scene.as('cangku');
  expect((await check({}, reader)).message).toBe('不支持的唯一性校验');
});

test('the code of a report, delivered or of one’s own, by the table of the base', async () => {
  covers('§5 duplicate and number check', 'ours: reports');
  const report = (code: string, who: Client = admin, dataId = '') =>
    check({ tableName: 'onl_cgreport_head', fieldName: 'code', fieldVal: code, dataId }, who);
  const { result } = await admin.post<{ id: string }>('/online/cgreport/head/add', {
    code: 'own_report',
    name: '自建',
    source: 'orders:salesLine',
    items: '[{"fieldName":"skuId"}]',
  });
  const taken = { success: false, code: 500, message: '该值不可用，系统中已存在！' };
  expect(await report('own_report')).toMatchObject(taken);
  expect(await report('sales_by_sku')).toMatchObject(taken);
  expect((await report('own_report', admin, result.id)).message).toBe('该值可用！');
  expect((await report('free_report')).message).toBe('该值可用！');
  expect((await report('own_report', stranger)).message).toBe('该值可用！');
  // Who writes no reports learns nothing of them, and nothing else of them may be asked.
  expect((await report('own_report', await scene.as('cangku'))).message).toBe('不支持的唯一性校验');
  const name = { tableName: 'onl_cgreport_head', fieldName: 'name', fieldVal: '自建' };
  expect((await check(name)).message).toBe('不支持的唯一性校验');
});

test('what another tenant has is free here', async () => {
  expect((await check({}, stranger)).message).toBe('该值可用！');
});
