import { expect, type Locator, type Page } from '@playwright/test';
import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { readSheet } from '#platform/sheets/sheet-reader.ts';
import { writeXlsx } from '#platform/sheets/xlsx-writer.ts';
import { noSeriousFault } from './accessibility.ts';
import { enter, inFront, openPage } from './console-steps.ts';
import { test, useConsole } from './fixtures.ts';
import { IS_LONG } from '../harness/long.ts';
import { ADMIN_PASSWORD } from './start-console.ts';

useConsole();

/** Exports of lists that are really big, on the real server. */

test.describe.configure({ mode: 'serial' });

/** More than an .xls holds. */
const SOME = 6_000;
/** At length more than anybody is made to wait for; in the gate as many as somebody may choose to wait for. */
const MANY = IS_LONG ? 10_500 : SOME;

let page: Page;
test.beforeAll(async ({ browser }) => {
  const context = await browser.newContext();
  page = await context.newPage();
  const url = process.env['CONSOLE_URL'] ?? '';
  await enter(page, url, 'admin', ADMIN_PASSWORD);
  await page.goto(`${url}/test/home`);
});
test.afterAll(() => page.context().close());

const button = (within: Locator | Page, name: string): Locator => within.getByRole('button', { name, exact: true });

async function sheetOf(count: number): Promise<Buffer> {
  const out = new PassThrough();
  const bytes = buffer(out);
  const columns = [{ title: 'SPU' }, { title: '产品名称' }];
  const rows = Array.from({ length: count }, (_, i) => [`LIST-${i < SOME ? 'A' : 'B'}-${i}`, `货架 ${i}`]);
  await writeXlsx(out, { sheetName: '产品', columns, rows });
  return bytes;
}

async function spusOf(download: Promise<import('@playwright/test').Download>): Promise<string[]> {
  const bytes = await buffer(await (await download).createReadStream());
  const rows: (string | null)[][] = [];
  for await (const { cells } of readSheet(bytes)) rows.push(cells);
  const [heads = [], ...written] = rows;
  return written.map((cells) => cells[heads.indexOf('SPU')] ?? '');
}

/** Products of a code, as the list finds them. */
async function find(spu: string): Promise<Locator> {
  const front = await openPage(page, '产品管理', '产品');
  await front.getByLabel('SPU').first().fill(spu);
  await button(front, '查询').click();
  // A list that is not yet answered still counts the rows of the question before.
  await expect(front.locator('.wb-table')).toHaveAttribute('aria-busy', 'false');
  return front;
}

test('a big list is offered to be written in the background, and its file is fetched where it says', async () => {
  test.setTimeout(240_000);
  const front = await openPage(page, '产品管理', '产品');
  await button(front, '导入').click();
  const dialog = page.getByRole('dialog', { name: '导入产品' });
  await dialog.getByLabel('选择导入文件').setInputFiles({
    name: '货架.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: await sheetOf(MANY),
  });
  await button(dialog, '开始上传').click();
  await expect(dialog.getByRole('alert')).toContainText('全部导入成功', { timeout: 200_000 });
  await dialog.getByRole('button', { name: '关闭' }).last().click();

  await button(await find('LIST-*'), '导出').click();
  const request = IS_LONG ? '行数较多' : '文件格式为 .xlsx';
  const question = page.getByRole('dialog').filter({ hasText: request });
  await expect(question).toContainText('文件在“基础资料 → 导入导出”保留 7 天');
  await noSeriousFault(page);
  await button(question, '后台导出').click();
  await expect(page.getByText('已开始后台导出，完成后会提示')).toBeVisible();
  const news = page.getByRole('alert').filter({ hasText: '行，已生成文件' });
  await expect(news).toBeVisible({ timeout: 60_000 });
  const first = page.waitForEvent('download');
  await button(news, '下载文件').click();
  expect((await first).suggestedFilename()).toBe('产品.xlsx');
  expect(new Set(await spusOf(first)).size).toBe(MANY);

  const jobs = await openPage(page, '基础资料', '导入导出');
  await button(jobs, '刷新').click();
  const row = jobs.getByRole('row').filter({ hasText: '产品.xlsx' }).first();
  await expect(row).toContainText('导出');
  await expect(row).toContainText('成功');
  const count = MANY.toLocaleString('en');
  await expect(row).toContainText(`${count} / ${count} 行`);
  await noSeriousFault(page);
  const again = page.waitForEvent('download');
  await button(row, '下载文件').click();
  expect((await again).suggestedFilename()).toBe('产品.xlsx');
});

test('a list of some thousands is downloaded at once unless somebody asks otherwise, a small one always', async () => {
  test.setTimeout(120_000);
  const front = await find('LIST-A-*');
  await button(front, '导出').click();
  const question = page.getByRole('dialog').filter({ hasText: '文件格式为 .xlsx' });
  await expect(button(question, '后台导出')).toBeVisible();
  const some = page.waitForEvent('download');
  await button(question, '直接下载').click();
  expect((await some).suggestedFilename()).toBe('产品.xlsx');
  await expect(question).toBeHidden();

  await button(inFront(page, '产品'), '导出').click();
  await button(question, '取消').click();
  await expect(question).toBeHidden();

  const small = page.waitForEvent('download');
  await button(await find('LIST-A-777'), '导出').click();
  expect((await small).suggestedFilename()).toBe('产品.xls');
  expect(await spusOf(small)).toEqual(['LIST-A-777']);
});

test('a sheet that comes again is imported with a warning', async () => {
  const bytes = await sheetOf(2);
  for (const isAgain of [false, true]) {
    const front = await openPage(page, '产品管理', '产品');
    await button(front, '导入').click();
    const dialog = page.getByRole('dialog', { name: '导入产品' });
    await dialog.getByLabel('选择导入文件').setInputFiles({
      name: '两行.xlsx',
      mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      buffer: bytes,
    });
    await button(dialog, '开始上传').click();
    await expect(dialog.getByText('全部导入成功')).toBeVisible({ timeout: 60_000 });
    await expect(dialog.getByText(/^疑似重复导入/)).toHaveCount(isAgain ? 1 : 0);
    await dialog.getByRole('button', { name: '关闭' }).last().click();
    await expect(dialog).toBeHidden();
  }
  const jobs = await openPage(page, '基础资料', '导入导出');
  await button(jobs, '刷新').click();
  const row = jobs.getByRole('row').filter({ hasText: '两行.xlsx' }).first();
  await expect(row).toContainText('疑似重复导入：admin 已于');
  await expect(row).toContainText('无变化 2');
});
