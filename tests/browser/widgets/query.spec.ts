import { buffer } from 'node:stream/consumers';
import { expect, type Locator, type Page } from '@playwright/test';
import { readSheet } from '#platform/sheets/sheet-reader.ts';
import { noSeriousFault } from '../accessibility.ts';
import { choose, complaints, inFront, rowOf, enter } from '../console-steps.ts';
import { covers } from '../covers.ts';
import { test, useConsole } from '../fixtures.ts';
import { ADMIN_PASSWORD, PEOPLE_PASSWORD } from '../start-console.ts';

useConsole();

const consoleUrl = (): string => process.env['CONSOLE_URL'] ?? '';
const SKU = 'SKU';

/** The SKU list, and its rows beside the head. */
async function openSkus(page: Page): Promise<Locator> {
  await page.goto(`${consoleUrl()}/base/sku`);
  const front = inFront(page, SKU);
  await expect(front.getByRole('button', { name: '导出', exact: true })).toBeVisible();
  return front;
}

const builder = (page: Page): Locator => page.getByRole('dialog', { name: '高级查询构造器' });
const button = (place: Locator, name: string | RegExp): Locator =>
  place.getByRole('button', { name, ...(typeof name === 'string' ? { exact: true } : {}) });
const part = (dialog: Locator, number: number, name: string): Locator =>
  dialog.getByLabel(`条件${number}${name}`, { exact: true });
const total = (front: Locator): Locator => front.getByText(/共\d+条/).first();
const notice = (page: Page, text: string): Locator =>
  page.locator('.ant-message').getByText(text, { exact: true }).last();

/** Chooses field and rule of a condition; its value is the caller's. */
async function ask(dialog: Locator, number: number, field: string, rule: string): Promise<Locator> {
  await choose(part(dialog, number, '字段'), field, field);
  await choose(part(dialog, number, '规则'), rule);
  return part(dialog, number, '值');
}

/** What stands under a title of a sheet. */
async function columnOf(bytes: Buffer, title: string): Promise<(string | null)[]> {
  const rows: (string | null)[][] = [];
  for await (const { cells } of readSheet(bytes)) rows.push([...cells]);
  const at = rows[0]?.indexOf(title) ?? -1;
  return rows.slice(1).map((cells) => cells[at] ?? null);
}

test('a query of two conditions filters the list, stands in its address and is exported', async ({ page }) => {
  covers('§2.13 advanced query', '§4 advanced query');
  const heard = complaints(page);
  await enter(page, consoleUrl(), 'admin', ADMIN_PASSWORD);
  const front = await openSkus(page);
  await button(front, '高级查询').click();
  const dialog = builder(page);
  await expect(part(dialog, 1, '字段')).toBeFocused();

  await button(dialog, '查询').click();
  await expect(notice(page, '不能查询空条件')).toBeVisible();
  await button(dialog, '保存查询').click();
  await expect(notice(page, '空条件不能保存')).toBeVisible();

  await (await ask(dialog, 1, 'SKU', '包含')).fill('FLR');
  await button(dialog, '新增条件').click();
  await expect(part(dialog, 2, '字段')).toBeFocused();
  const stock = await ask(dialog, 2, '安全库存', '大于等于');
  await stock.fill('很多');
  await stock.press('Enter');
  await expect(dialog.getByRole('alert')).toHaveText('请输入整数');
  await expect(stock).toBeFocused();
  await stock.fill('0');
  await stock.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(button(front, '高级查询（2）')).toBeVisible();
  await expect(total(front)).toHaveText(/共2条/);
  await expect(rowOf(front, 'WB-LMP-TRIP-FLR')).toHaveCount(1);

  await page.reload();
  await expect(total(front)).toHaveText(/共2条/);
  const downloading = page.waitForEvent('download');
  await button(front, '导出').click();
  const bytes = await buffer(await (await downloading).createReadStream());
  expect((await columnOf(bytes, SKU)).sort()).toEqual(['WB-LMP-ARCO-FLR', 'WB-LMP-TRIP-FLR']);

  // The query bar is reset beside it; the builder still holds what is in force.
  await button(front, '重置').click();
  await expect(total(front)).toHaveText(/共2条/);
  await button(front, '高级查询（2）').click();
  await expect(part(dialog, 1, '值')).toHaveValue('FLR');
  await noSeriousFault(page);
  await button(dialog, '删除条件1').click();
  await button(dialog, '查询').click();
  await button(front, '清空高级查询').click();
  await expect(button(front, '高级查询')).toBeVisible();
  await expect(total(front)).not.toHaveText(/共2条/);
  expect(heard).toEqual([]);
});

test('OR joins conditions; in takes several values, and one input keeps the first', async ({ page }) => {
  await enter(page, consoleUrl(), 'admin', ADMIN_PASSWORD);
  const front = await openSkus(page);
  await button(front, '高级查询').click();
  const dialog = builder(page);
  const codes = await ask(dialog, 1, 'SKU', '在...中');
  await codes.fill('WB-LMP-TRIP-FLR,WB-LMP-ARCO-FLR,');
  await button(dialog, '新增条件').click();
  const product = await ask(dialog, 2, '产品', '等于');
  await product.click();
  await product.fill('弧光');
  await page.getByTitle('弧光黄铜落地灯').last().click();
  await button(dialog, '查询').click();
  await expect(total(front)).toHaveText(/共1条/);

  await button(front, '高级查询（2）').click();
  await choose(dialog.getByLabel('条件匹配方式'), 'OR（条件中的任意一个匹配）');
  await button(dialog, '查询').click();
  await expect(total(front)).toHaveText(/共2条/);

  await button(front, '高级查询（2）').click();
  await choose(part(dialog, 1, '规则'), '等于');
  await expect(part(dialog, 1, '值')).toHaveValue('WB-LMP-TRIP-FLR');
  // What is typed stays while the builder is closed; a reset asks for everything again.
  await part(dialog, 1, '值').fill('WB-LMP');
  await page.keyboard.press('Escape');
  await button(front, '高级查询（2）').click();
  await expect(part(dialog, 1, '值')).toHaveValue('WB-LMP');
  await button(dialog, '重置').click();
  await expect(part(dialog, 1, '字段')).toHaveValue('');
  await expect(part(dialog, 2, '字段')).toHaveCount(0);
  await button(dialog, '关闭').last().click();
  await expect(button(front, '高级查询')).toBeVisible();
});

/** On a phone the builder is reached through ⋯. */
async function openBuilder(page: Page): Promise<void> {
  await button(inFront(page, SKU), '更多操作').click();
  await button(page.locator('.wb-more-acts'), '高级查询').click();
}

test('a saved query is there after a reload, is replaced when agreed, and deleted', async ({ page }) => {
  covers('§5 advanced query');
  await enter(page, consoleUrl(), 'yunying', PEOPLE_PASSWORD);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${consoleUrl()}/base/sku`);
  await openBuilder(page);
  const dialog = builder(page);
  const saved = dialog.getByRole('region', { name: '保存的查询' });
  await expect(saved.getByText('没有保存任何查询')).toBeVisible();
  await (await ask(dialog, 1, '名称', '以..结尾')).fill('落地灯');

  await button(dialog, '保存查询').click();
  const naming = page.getByRole('dialog', { name: '保存查询' });
  await naming.getByLabel('保存名称').press('Enter');
  await expect(naming.getByRole('alert')).toHaveText('保存名称不能为空');
  await naming.getByLabel('保存名称').fill('落地的灯');
  await naming.getByLabel('保存名称').press('Enter');
  await expect(notice(page, '保存成功')).toBeVisible();
  await expect(naming).toBeHidden();

  await page.reload();
  await openBuilder(page);
  await button(saved, '落地的灯').click();
  await expect(part(dialog, 1, '值')).toHaveValue('落地灯');
  await noSeriousFault(page);
  await part(dialog, 1, '值').fill('台灯');
  await button(dialog, '保存查询').click();
  await button(naming, /保\s?存/)
    .last()
    .click();
  const question = page.getByRole('dialog', { name: '「落地的灯」 已存在，是否覆盖？' });
  await button(question, /覆\s?盖/).click();
  await expect(naming).toBeHidden();

  // The browser's copy is there when the server is not.
  await page.route('**/sys/savedQuery/**', (route) => route.fulfill({ status: 503, body: '' }));
  await page.reload();
  await openBuilder(page);
  await expect(saved.getByText(/^服务器暂时无法访问/)).toBeVisible();
  await button(saved, '落地的灯').click();
  await expect(part(dialog, 1, '值')).toHaveValue('台灯');
  await page.unroute('**/sys/savedQuery/**');
  await page.reload();

  await openBuilder(page);
  await button(saved, '删除「落地的灯」').click();
  const doubt = page.getByRole('dialog', { name: '是否删除当前查询？' });
  await button(doubt, /删\s?除/).click();
  await expect(saved.getByText('没有保存任何查询')).toBeVisible();
});

test('a range of days is typed from its first to its last', async ({ page }) => {
  await enter(page, consoleUrl(), 'yunying', PEOPLE_PASSWORD);
  await page.goto(`${consoleUrl()}/orders/pending`);
  const front = inFront(page, '待处理');
  await front.locator('.wb-row-name').first().waitFor();
  await button(front, '筛选').click();
  const filters = page.getByRole('dialog', { name: '筛选' });
  const [from, to] = [filters.getByLabel('最晚发货', { exact: true }), filters.locator('input[id$="-end"]')];
  await from.first().click();
  await page.keyboard.type('2026-01-01');
  await page.keyboard.press('Enter');
  await expect(to.first()).toBeFocused();
  await page.keyboard.type('2026-01-31');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/shipBy_begin=2026-01-01&shipBy_end=2026-01-31/);
});
