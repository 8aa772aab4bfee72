import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { readRecords, upload, workbook, type ImportAnswer } from './upload.ts';

/** Stock of a whole warehouse in one sheet: as many lines as a document takes, and ten times that. */

const MOST = 5_000;
/** Every hundredth row names a SKU that there is not. */
const isBad = (row: number): boolean => row % 100 === 37;

let scene: TestApp;
let admin: Client;
let warehouseId: string;

beforeAll(async () => {
  scene = await startTestApp();
  admin = await scene.as('admin');
  warehouseId = Object.values(scene.seller.warehouses)[0] as string;
  const page = await admin.get<{ records: { spuCode: string }[] }>('/catalog/product/list');
  const skus = Array.from({ length: 1000 }, (_, at) => [
    codeOf(at),
    `货品 ${at}`,
    page.result.records[0]?.spuCode ?? '',
  ]);
  const added = await upload(scene, admin, '/catalog/sku/importExcel', await workbook(['SKU', '名称', '产品'], skus));
  expect(added.code).toBe(200);
});
afterAll(() => scene?.stop());

const codeOf = (at: number): string => `LINE-${String(at % 1000).padStart(4, '0')}`;
const sheetOf = (rows: number): Promise<Buffer> =>
  workbook(
    ['SKU', '数量', '单位成本', '品质'],
    Array.from({ length: rows }, (_, row) => [
      isBad(row) ? `NONE-${row}` : codeOf(row),
      1 + (row % 7),
      `${(row % 90) + 1}.25`,
      row % 11 === 0 ? '不良品' : '良品',
    ]),
  );
const path = (): string =>
  `/inventory/stockAdjustment/importLines?${new URLSearchParams({
    warehouseId,
    kind: 'adjust',
    reason: '盘点',
  }).toString()}`;

/** What it cost us: seconds of our own CPU, which a busy machine does not stretch, and MB beyond the highest before. */
async function measured(bytes: Buffer): Promise<{ answer: ImportAnswer; seconds: number; megabytes: number }> {
  const before = process.resourceUsage();
  const answer = await upload(scene, admin, path(), bytes);
  const after = process.resourceUsage();
  const cpu = (use: NodeJS.ResourceUsage): number => use.userCPUTime + use.systemCPUTime;
  return {
    answer,
    seconds: (cpu(after) - cpu(before)) / 1e6,
    megabytes: (after.maxRSS - before.maxRSS) / 1024,
  };
}

const drafts = async (): Promise<number> =>
  (await admin.get<{ total: number }>('/inventory/stockAdjustment/list', { tab: 'open' })).result.total;

test('fifty thousand lines are refused by how many a document takes, long before they are read', async () => {
  const before = await drafts();
  const { answer, seconds, megabytes } = await measured(await sheetOf(50_000));
  expect([answer.status, answer.message]).toEqual([422, '一张调整单最多 5000 行，请分成多个文件导入']);
  expect(await drafts()).toBe(before);
  expect(await readdir(join(scene.dataDir, 'files', '1', 'arrivals'))).toEqual([]);
  console.log(`50,000 lines refused: ${seconds.toFixed(2)} s of CPU, ${megabytes.toFixed(0)} MB`);
  expect(seconds).toBeLessThan(3);
  expect(megabytes).toBeLessThan(200);
});

test('as many lines as a document takes become one draft, and each bad row comes back with its reason', async () => {
  const { answer, seconds, megabytes } = await measured(await sheetOf(MOST));
  console.log(`5,000 lines taken: ${seconds.toFixed(2)} s of CPU, ${megabytes.toFixed(0)} MB`);
  const bad = Array.from({ length: MOST }, (_, row) => row).filter(isBad);
  expect(answer).toMatchObject({
    status: 200,
    code: 201,
    message: '文件导入成功，但有错误。',
    result: { totalCount: MOST, successCount: MOST - bad.length, errorCount: bad.length },
  });
  const errors = await admin.raw('GET', answer.result.fileUrl as string);
  const rows = await readRecords(errors.bytes);
  expect(rows.map((row) => row['SKU'])).toEqual(bad.map((row) => `NONE-${row}`));
  expect(rows.every((row) => JSON.stringify(row).includes('SKU不存在'))).toBe(true);
  const id = answer.result.id as string;
  const draft = await admin.get<{ lineCount: number; totalQty: number }>('/inventory/stockAdjustment/queryById', {
    id,
  });
  const good = Array.from({ length: MOST }, (_, row) => row).filter((row) => !isBad(row));
  expect(draft.result).toMatchObject({
    lineCount: good.length,
    totalQty: good.reduce((sum, row) => sum + 1 + (row % 7), 0),
  });
  expect(seconds).toBeLessThan(8);
  expect(megabytes).toBeLessThan(250);
  // Submitted by one and approved by another, they are all stock at once.
  expect((await admin.post(`/inventory/stockAdjustment/${id}/submit`)).success).toBe(true);
  const approved = await (await scene.as('fuhe')).post<{ state: string }>(`/inventory/stockAdjustment/${id}/approve`);
  expect([approved.message, approved.result?.state]).toEqual(['', 'posted']);
  expect(await scene.violations()).toEqual([]);
});
