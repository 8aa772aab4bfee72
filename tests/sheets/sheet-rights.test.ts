import { beforeAll, expect, test } from 'vitest';
import { systemActor } from '#kit/server/actor.ts';
import { TENANT_ADMIN } from '#modules/system/model/preset-roles.ts';
import { createTenant, createUser } from '#modules/system/server/index.ts';
import { PASSWORD } from '#tests/harness/app.ts';
import { firstRow, readRecords, upload, workbook } from './upload.ts';
import { admin, importInto, openSheets, scene, SKU_TITLES, skuOf, skuRow } from './sheet-scene.ts';

openSheets();
beforeAll(async () => {
  const product = await workbook(['SPU', '产品名称'], [['SHEET-SPU', '表格产品']]);
  expect(await importInto('/catalog/product', product)).toMatchObject({ code: 200 });
  const sku = await workbook(SKU_TITLES, [skuRow('SH-1')]);
  expect(await importInto('/catalog/sku', sku)).toMatchObject({ code: 200 });
});

test('who may not see costs neither exports nor imports them', async () => {
  const packer = await scene.as('cangku');
  const listed = await packer.get<{ records: Record<string, unknown>[] }>('/catalog/sku/list');
  expect(listed.result.records[0]).not.toHaveProperty('standardCost');
  await grant('cangku', ['catalog:sku:export', 'catalog:sku:import', 'catalog:sku:edit']);
  const again = await scene.as('cangku');
  const { status, bytes } = await again.raw('GET', '/catalog/sku/exportXls?skuCode=SH-1');
  expect(status).toBe(200);
  expect(await firstRow(bytes)).not.toContain('标准成本');
  const file = await workbook(SKU_TITLES, [skuRow('SH-1', { 标准成本: '0.01', 安全库存: '9' })]);
  const answer = await upload(scene, again, '/catalog/sku/importExcel', file);
  expect(answer).toMatchObject({ code: 200, result: { ignoredTitles: ['标准成本'] } });
  expect(await skuOf('SH-1')).toMatchObject({ standardCost: '12.5000', safetyStock: 9 });
});

test('J10: an error file is for the one who uploaded the sheet', async () => {
  const bad = await workbook(SKU_TITLES, [skuRow('PRIV-1', { 产品: '无' })]);
  const { result } = await importInto('/catalog/sku', bad);
  const url = result.fileUrl as string;
  expect((await admin.raw('GET', url)).status).toBe(200);
  const colleague = await scene.as('cangku');
  expect((await colleague.raw('GET', url)).status).toBe(404);
  expect((await colleague.raw('GET', url.replace('/catalog/sku', '/base/warehouse'))).status).toBe(403);
  expect((await admin.raw('GET', url.replace('/catalog/sku', '/catalog/product'))).status).toBe(404);
  expect((await scene.app.http.inject({ url: `/api${url}` })).statusCode).toBe(401);
});

test('J12: another tenant neither reads nor reaches these rows through a sheet', async () => {
  await createTenant(scene.app.db, { id: 2, code: 'other', name: '另一家' }, scene.app.assembled.grants);
  await createUser(scene.app.db, systemActor(2, 'test'), {
    username: 'stranger',
    realname: '外人',
    password: PASSWORD,
    roles: [TENANT_ADMIN],
  });
  const stranger = await scene.as('stranger');
  const out = await stranger.raw('GET', '/catalog/sku/exportXls');
  expect(out.status).toBe(200);
  expect(await readRecords(out.bytes)).toEqual([]);
  const target = await skuOf('SH-1');
  const chosen = await stranger.raw('GET', `/catalog/sku/exportXls?selections=${String(target['id'])}`);
  expect(await readRecords(chosen.bytes)).toEqual([]);
  const titles = ['ID', 'SKU', '名称', '产品'];
  const file = await workbook(titles, [
    [target['id'] as string, 'SH-1', '被改', 'SHEET-SPU'],
    [null, 'SH-1', '被改', target['productId'] as string],
  ]);
  const answer = await upload(scene, stranger, '/catalog/sku/importExcel', file);
  expect(answer.result.errors.map(({ row, title }) => [row, title])).toEqual([
    [2, '产品'],
    [2, 'ID'],
    [3, '产品'],
    [3, 'SKU'],
  ]);
  expect(await skuOf('SH-1')).toEqual(target);
});

async function grant(username: string, codes: readonly string[]): Promise<void> {
  await scene.app.db.tx(systemActor(1, 'test'), async (tx) => {
    await tx.run`
      insert into role_permission (tenant_id, role_id, permission_id, operate_time)
      select ${tx.tenant}, r.role_id, p.id, ${tx.now}
      from user_role r join app_user u on u.id = r.user_id
      join permission p on p.perms = any(${codes}::text[])
      where r.tenant_id = ${tx.tenant} and u.username = ${username}
      on conflict do nothing`;
  });
}
