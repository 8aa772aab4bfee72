import { expect, type Locator, type Page } from '@playwright/test';
import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { readSheet } from '#platform/sheets/sheet-reader.ts';
import { writeXlsx } from '#platform/sheets/xlsx-writer.ts';
import { noSeriousFault } from './accessibility.ts';
import { enter, inFront, openPage } from './console-steps.ts';
import { covers } from './covers.ts';
import { test, useConsole } from './fixtures.ts';
import { ADMIN_PASSWORD } from './start-console.ts';

useConsole();

/** Imports that take their time, on the real server: a sheet that is really big. */

test.describe.configure({ mode: 'serial' });

/** So many that whoever looks away and comes back finds it going on. */
const BIG = 60_000;

let page: Page;
test.beforeAll(async ({ browser }) => {
  const context = await browser.newContext();
  page = await context.newPage();
  const url = process.env['CONSOLE_URL'] ?? '';
  await enter(page, url, 'admin', ADMIN_PASSWORD);
  await page.goto(`${url}/dashboard/analysis`);
});
test.afterAll(() => page.context().close());

const button = (within: Locator, name: string): Locator => within.getByRole('button', { name, exact: true });
const dialog = (): Locator => page.getByRole('dialog', { name: '导入产品' });

async function sheet(name: string, rows: Iterable<[spu: string, title: string | null]>) {
  const out = new PassThrough();
  const bytes = buffer(out);
  const columns = [{ title: 'SPU' }, { title: '产品名称' }];
  await writeXlsx(out, { sheetName: '产品', columns, rows });
  const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  return { name, mimeType, buffer: await bytes };
}

async function openImport(): Promise<void> {
  await button(inFront(page, '产品'), '导入').click();
  await expect(dialog()).toBeVisible();
}
const progress = (): Locator => dialog().getByRole('progressbar', { name: '导入进度' });

async function close(): Promise<void> {
  await dialog().getByRole('button', { name: '关闭' }).last().click();
  await expect(dialog()).toBeHidden();
}

/** The job of a file on 导入导出. */
async function jobRow(fileName: string): Promise<Locator> {
  const front = await openPage(page, '基础资料', '导入导出');
  await button(front, '刷新').click();
  const row = front.getByRole('row').filter({ hasText: fileName }).first();
  await expect(row).toBeVisible();
  return row;
}

test('a big import shows how far it is, goes on without its dialog and its page, and is stopped', async () => {
  covers('§2.13 import dialog', '§4 import dialog');
  test.setTimeout(240_000);
  const rows = Array.from({ length: BIG }, (_, i): [string, string] => [`BIG-${i}`, `大件 ${i}`]);
  const file = await sheet('大表.xlsx', rows);
  await openPage(page, '产品管理', '产品');
  await openImport();
  await expect(dialog().getByText('支持 .xls、.xlsx，不超过 50MB、200,000 行')).toBeVisible();
  await dialog().getByLabel('选择导入文件').setInputFiles(file);
  await expect(dialog().getByText('大表.xlsx')).toBeVisible();
  await dialog().getByRole('switch', { name: '是否开启校验' }).click();
  await expect(dialog().getByText('有一行不合格就整表不导入')).toBeVisible();
  await button(dialog(), '开始上传').click();
  await expect(progress()).toBeVisible({ timeout: 60_000 });
  await expect(dialog().getByText(/^[\d,]+ \/ 60,000 行$/)).toBeVisible({ timeout: 60_000 });
  await expect(dialog().getByRole('status')).toHaveText('正在校验');
  await noSeriousFault(page);
  await close();

  await openImport();
  await expect(progress()).toBeVisible();
  await close();
  const row = await jobRow('大表.xlsx');
  await expect(row).toContainText('校验中');
  await expect(row.getByRole('progressbar', { name: '大表.xlsx 导入进度' })).toBeVisible();

  await openPage(page, '产品管理', '产品');
  await page.reload();
  await expect(inFront(page, '产品').getByRole('heading', { level: 1 })).toBeVisible();
  await openImport();
  await expect(progress()).toBeVisible();
  await expect(dialog().getByText('大表.xlsx', { exact: true })).toBeVisible();
  await button(dialog(), '取消导入').click();
  await expect(dialog().getByRole('alert')).toContainText('已取消，未写入任何数据', {
    timeout: 60_000,
  });
  await close();
  await expect(await jobRow('大表.xlsx')).toContainText('已取消');
  const front = await openPage(page, '产品管理', '产品');
  await front.getByLabel('SPU').first().fill('BIG-1');
  await button(front, '查询').click();
  await expect(front.getByText('BIG-1', { exact: true })).toBeHidden();
});

test('refused rows come back as a workbook, in the dialog and later on 导入导出', async () => {
  covers('§2.13 import dialog');
  const file = await sheet('小表.xlsx', [
    ['SMALL-1', '小件'],
    ['SMALL-2', null],
  ]);
  await openPage(page, '产品管理', '产品');
  await openImport();
  await dialog().getByLabel('选择导入文件').setInputFiles(file);
  await expect(dialog().getByText('小表.xlsx')).toBeVisible();
  await button(dialog(), '开始上传').click();
  const outcome = dialog().getByRole('alert');
  await expect(outcome).toContainText('导入成功,但是有错误数据!', { timeout: 60_000 });
  await expect(outcome).toContainText('总上传行数：2，已导入行数：1，错误行数：1');
  await expect(outcome).toContainText('新增 1 · 更新 0 · 未变 0 · 错误 1');
  await expect(outcome.getByRole('listitem')).toHaveText(['第 3 行 · 产品名称 · 请输入产品名称']);
  const first = page.waitForEvent('download');
  await outcome.getByRole('button', { name: '下载错误数据' }).click();
  expect((await first).suggestedFilename()).toBe('产品导入错误数据.xlsx');
  await close();

  const row = await jobRow('小表.xlsx');
  await expect(row).toContainText('部分成功');
  await expect(row).toContainText('2 / 2 行，新增 1，更新 0，错误 1');
  await noSeriousFault(page);
  const again = page.waitForEvent('download');
  await row.getByRole('button', { name: '下载错误数据' }).click();
  const bytes = await buffer(await (await again).createReadStream());
  const lines: string[] = [];
  for await (const { cells } of readSheet(bytes)) lines.push(cells.join('|'));
  expect(lines[1]).toContain('SMALL-2');
  expect(lines[1]).toContain('请输入产品名称');
});
