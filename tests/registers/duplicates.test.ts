import { afterAll, beforeAll, expect, test } from 'vitest';
import { openOtherTenant } from '#tests/contract/worlds.ts';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { covers } from '#tests/spec/covers.ts';

/* A form asks whether a code is taken as soon as it is left, by the words of spec §7. */

let scene: TestApp;
let admin: Client;
let productId: string;
beforeAll(async () => {
  scene = await startTestApp();
  admin = await scene.as('admin');
  const body = { spuCode: 'SPU-1', name: '边几' };
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

test('what another tenant has is free here', async () => {
  const stranger = await openOtherTenant(scene);
  expect((await check({}, stranger)).message).toBe('该值可用！');
});
