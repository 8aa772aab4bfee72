import { afterAll, beforeAll, expect, test } from 'vitest';
import { SHEET_MIME } from '#kit/model/limits.ts';
import { systemActor } from '#kit/server/actor.ts';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { roundTrips } from '#tests/budgets/counted.ts';
import { covers } from '#tests/spec/covers.ts';
import { readRecords, upload, workbook } from './upload.ts';

let scene: TestApp;
let admin: Client;

beforeAll(async () => {
  scene = await startTestApp({ isEmpty: true });
  admin = await scene.as('admin');
  await upload(
    scene,
    admin,
    '/catalog/product/importExcel',
    await workbook(['SPU', '产品名称'], [['BULK', '大宗产品']]),
  );
});
afterAll(() => scene?.stop());

const TITLES = ['SKU', '名称', '产品', '标准成本', '件数', '安全库存', '允许超卖', '净重(g)'];
const sheetOf = (count: number, prefix: string): Promise<Buffer> =>
  workbook(
    TITLES,
    Array.from({ length: count }, (_, i) => [
      `${prefix}-${String(i).padStart(6, '0')}`,
      `货品 ${i}`,
      'BULK',
      `${i % 97}.25`,
      1 + (i % 4),
      i % 11,
      i % 2 === 0 ? '是' : '否',
      1000 + i,
    ]),
  );

const importSkus = (bytes: Buffer) => upload(scene, admin, '/catalog/sku/importExcel', bytes);

test('10,000 SKUs cost seconds, not minutes, and a second time nothing changes', async () => {
  const sheet = await sheetOf(10_000, 'TEN');
  const before = process.cpuUsage();
  const first = await importSkus(sheet);
  const { user, system } = process.cpuUsage(before);
  // Our own CPU: 6 s on a slow machine, 11 s where all its cores are busy. Row by row it is five times as much.
  expect((user + system) / 1e6).toBeLessThan(25);
  expect(first).toMatchObject({ code: 200, message: '共10000行数据全部导入成功！' });
  expect((await importSkus(sheet)).code).toBe(200);
  const versions = await scene.app.db.tx(
    systemActor(1, 'checker'),
    (tx) => tx.rows<{ version: number; n: number }>`
      select version, count(*)::integer as n from sku where tenant_id = ${tx.tenant} group by version`,
  );
  expect(versions).toEqual([{ version: 1, n: 10_000 }]);
});

test('more than 5,000 rows leave as a true .xlsx, each row once', async () => {
  // Rows of one moment down to the microsecond, and rows within one millisecond.
  await scene.app.db.tx(systemActor(1, 'checker'), async (tx) => {
    await tx.run`update sku set create_time = timestamptz '2026-01-01 00:00:00.000123+00'
      where tenant_id = ${tx.tenant} and sku_code < 'TEN-004000'`;
    await tx.run`update sku set create_time = timestamptz '2026-01-02 00:00:00+00'
        + make_interval(secs => (right(sku_code, 6)::integer % 1000) / 1000000.0)
      where tenant_id = ${tx.tenant} and sku_code >= 'TEN-008000'`;
  });
  const { headers, bytes } = await admin.raw('GET', '/catalog/sku/exportXls');
  expect(headers['content-type']).toBe(SHEET_MIME);
  expect(headers['content-disposition']).toBe("attachment; filename*=UTF-8''SKU.xlsx");
  const codes = (await readRecords(bytes)).map((row) => row['SKU']);
  expect(codes.length).toBe(10_000);
  expect(new Set(codes).size).toBe(10_000);
});

test('an export of up to 5,000 rows is a real .xls in the order of the list', async () => {
  covers('§7 list and export');
  const { headers, bytes } = await admin.raw(
    'GET',
    '/catalog/sku/exportXls?skuCode=TEN-0000*&column=netWeightG&order=asc',
  );
  expect(headers['content-disposition']).toBe("attachment; filename*=UTF-8''SKU.xls");
  expect(bytes.subarray(0, 4).toString('hex')).toBe('d0cf11e0');
  const weights = (await readRecords(bytes)).map((row) => Number(row['净重(g)']));
  expect(weights).toEqual(Array.from({ length: 100 }, (_, i) => 1000 + i));
});

test('the same sheet from two people at once adds each row once', async () => {
  const sheet = await sheetOf(1200, 'RACE');
  const answers = await Promise.all([importSkus(sheet), importSkus(sheet)]);
  for (const { result } of answers) {
    expect(result.totalCount).toBe(1200);
    expect(result.successCount + result.errorCount).toBe(1200);
  }
  const page = await admin.get<{ total: number }>('/catalog/sku/list', { skuCode: 'RACE-*' });
  expect(page.result.total).toBe(1200);
});

test('a row that repeats one of long before is refused, not written over it', async () => {
  const rows = Array.from({ length: 1201 }, (_, i) => [
    i < 1200 ? `LONG-${i}` : 'LONG-0',
    i < 1200 ? `货品 ${i}` : '第二次',
    'BULK',
  ]);
  const answer = await importSkus(await workbook(['SKU', '名称', '产品'], rows));
  expect(answer).toMatchObject({ code: 201, result: { successCount: 1200, errorCount: 1 } });
  expect(answer.result.errors).toMatchObject([{ row: 1202, message: '与第 2 行重复' }]);
});

test('a value that is taken costs its row alone', async () => {
  const titles = ['SKU', '名称', '产品', 'UPC'];
  const rows = Array.from({ length: 20 }, (_, i) => [`UPC-${i}`, `货品 ${i}`, 'BULK', null]);
  rows[3] = ['UPC-3', '货品', 'BULK', '036000291452'];
  await importSkus(await workbook(titles, [['UPC-X', '先来', 'BULK', '036000291452']]));
  const answer = await importSkus(await workbook(titles, rows));
  expect(answer).toMatchObject({ code: 201, result: { successCount: 19, errorCount: 1 } });
  expect(answer.result.errors).toEqual([{ row: 5, title: 'UPC', code: 'taken', message: 'UPC已存在' }]);
});

test('a sheet asks the database by the block, added or edited, whatever else hears of its rows', async () => {
  const added = await roundTrips(() => sheetOf(1_000, 'TRIP').then(importSkus));
  const priced = Array.from({ length: 1_000 }, (_, i) => [
    `TRIP-${String(i).padStart(6, '0')}`,
    `货品 ${i}`,
    'BULK',
    `${(i % 89) + 1}.5`,
  ]);
  let edited: Awaited<ReturnType<typeof importSkus>> | null = null;
  const trips = await roundTrips(async () => {
    edited = await importSkus(await workbook(TITLES.slice(0, 4), priced));
  });
  expect(edited).toMatchObject({ code: 200, result: { successCount: 1_000 } });
  // Once a row it were a thousand and more; what the jobs beside it ask is within the rest.
  expect([added < 500, trips < 500], `${added} and ${trips}`).toEqual([true, true]);
  const page = await admin.get<{ records: { standardCost: string }[] }>('/catalog/sku/list', {
    skuCode: 'TRIP-000500',
  });
  expect(page.result.records).toMatchObject([{ standardCost: '56.5000' }]);
});
