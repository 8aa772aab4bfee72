import { expect, type Locator, type Page } from '@playwright/test';
import { complaints, fitsWidth } from '../console-steps.ts';
import { covers } from '../covers.ts';
import { test, useConsole } from '../fixtures.ts';
import { openAgain, openPart, openWindow } from './gallery-page.ts';
import { noSeriousFaultIn } from './grid-steps.ts';

useConsole();

let page: Page;
let heard: string[];

test.beforeAll(async ({ browser }) => {
  page = await openWindow(browser);
  heard = complaints(page);
  await openPart(page, 'grid-expand');
});

test.beforeEach(async () => {
  await openAgain(page);
  await expect(state('一万行，可展开').getByText('SO20261120001')).toBeVisible();
});
test.afterAll(() => page.context().close());

const state = (title: string): Locator => page.getByRole('region', { name: title, exact: true });
const details = (of: Locator, row: number): Locator =>
  of.getByRole('region', { name: `第 ${row} 行明细`, exact: true });
/** A cell by its text, of the innermost grid. */
const cell = (of: Locator, text: string): Locator => of.locator('.wb-cell').filter({ hasText: text }).first();
const unfold = (of: Locator, row: number): Locator =>
  of.getByRole('button', { name: `展开第 ${row} 行明细`, exact: true });
/** The keyboard goes into what was opened in a turn of its own, after that is drawn. */
const holdsFocus = (of: Locator): Promise<void> =>
  expect.poll(() => of.evaluate((element) => element.contains(document.activeElement))).toBe(true);
const topOf = async (element: Locator): Promise<number> => (await element.boundingBox())?.y ?? 0;

test('a row opens onto a table of its own; the rows below make room and edits stay', async () => {
  covers('§2.5 tree table');
  const grid = state('展开子表');
  const second = cell(grid, 'SO20261120002');
  const before = await topOf(second);
  await unfold(grid, 1).click();
  const lines = details(grid, 1);
  await expect(lines.getByText('折叠收纳箱')).toBeVisible();
  await expect.poll(() => topOf(second)).toBeGreaterThan(before + 100);
  expect(await topOf(lines)).toBeLessThan(await topOf(second));
  await expect(unfold(grid, 3)).toHaveCount(0);
  await cell(lines, '不锈钢保温杯').click();
  await expect(page.getByLabel('品名，第 1 行')).toBeFocused();
  await page.keyboard.type('搪瓷杯');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('品名，第 2 行')).toBeFocused();
  await page.keyboard.press('Escape');
  await grid.getByRole('button', { name: '收起第 1 行明细' }).click();
  await expect(lines).toBeHidden();
  await expect.poll(() => topOf(second)).toBe(before);
  await grid.getByRole('button', { name: '读取' }).click();
  await expect(grid.locator('output')).toContainText('"name":"搪瓷杯"');
  await unfold(grid, 1).click();
  await expect(cell(lines, '搪瓷杯')).toBeVisible();
});

test('keys: in by Ctrl+Enter, out by Escape; what is typed inside stays inside', async () => {
  const grid = state('展开子表');
  await cell(grid, 'SO20261120002').click();
  await expect(cell(grid, 'SO20261120002')).toBeFocused();
  await page.keyboard.press('Control+Enter');
  const lines = details(grid, 2);
  await expect(lines.getByText('折叠收纳箱')).toBeVisible();
  await holdsFocus(lines);
  await page.keyboard.press('Escape');
  await expect(cell(grid, 'SO20261120002')).toBeFocused();
  await page.keyboard.press('Control+Enter');
  await expect(lines.getByRole('button', { name: '新增', exact: true })).toBeFocused();
  await cell(lines, '折叠收纳箱').click();
  await expect(page.getByLabel('品名，第 2 行')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(cell(lines, '折叠收纳箱')).toBeFocused();
  await page.keyboard.press('Delete');
  await expect(lines.getByText('折叠收纳箱')).toHaveCount(0);
  await expect(cell(grid, 'SO20261120002')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(cell(grid, 'SO20261120002')).toBeFocused();
  await noSeriousFaultIn(page, '展开子表');
});

test('a check of all tables opens the one that is wrong', async () => {
  const grid = state('展开子表');
  await unfold(grid, 1).click();
  const lines = details(grid, 1);
  await cell(lines, 'SP00002').click();
  await expect(page.getByLabel('商品编码，第 2 行')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(cell(lines, 'SP00002')).toBeFocused();
  await page.keyboard.press('Delete');
  await expect(cell(lines, 'SP00002')).toHaveCount(0);
  await grid.getByRole('button', { name: '收起第 1 行明细' }).click();
  await expect(lines).toBeHidden();
  await grid.getByRole('button', { name: '全部校验' }).click();
  await expect(lines).toBeVisible();
  await expect(page.getByLabel('商品编码，第 2 行')).toBeFocused();
  await expect(grid.locator('output')).toHaveText('请输入商品编码');
});

test('a table that cannot be read is tried three times more, then reported and tried again', async () => {
  covers('§8 tree table, sub-table, popup');
  const grid = state('打开失败');
  await unfold(grid, 1).click();
  await expect(grid.getByText('打开子表失败')).toBeVisible();
  await expect(grid.getByText('明细服务暂时没有应答')).toBeVisible();
  await expect(grid.locator('output')).toHaveText('4 次');
  await grid.getByRole('button', { name: '重试' }).click();
  await expect(grid.getByText('折叠收纳箱')).toBeVisible();
});

test('pages are turned; what is not saved is asked about first', async () => {
  covers('§2.5 editable grid');
  const grid = state('分页');
  await expect(grid.getByText('1-10 共 23 条')).toBeVisible();
  const next = grid.getByTitle('下一页');
  await next.click();
  await expect(grid.getByText('11-20 共 23 条')).toBeVisible();
  await expect(cell(grid, 'SO20261120011')).toBeVisible();
  await cell(grid, '李伟').click();
  await expect(page.getByLabel(/^买家，第/)).toBeFocused();
  await page.keyboard.type('赵敏');
  await next.click();
  const question = page.getByRole('dialog', { name: /当前页有未保存的修改/ });
  await question.getByRole('button', { name: '取消' }).click();
  await expect(question).toBeHidden();
  await expect(cell(grid, '赵敏')).toBeVisible();
  await expect(grid.getByText('11-20 共 23 条')).toBeVisible();
  await next.click();
  await question.getByRole('button', { name: '放弃修改并翻页' }).click();
  await expect(grid.getByText('21-23 共 23 条')).toBeVisible();
  await expect(cell(grid, 'SO20261120023')).toBeVisible();
});

test('a click on a row shows its sub-form, which follows to the next row; or its main form', async () => {
  const grid = state('点击行看子表');
  await cell(grid, 'SO20261120002').click();
  await expect(page.getByRole('dialog', { name: '订单第 2 行' })).toBeVisible();
  await cell(grid, 'SO20261120001').click();
  const first = page.getByRole('dialog', { name: '订单第 1 行' });
  await expect(first.getByText('折叠收纳箱')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await cell(first, '折叠收纳箱').click();
  await expect(cell(first, '折叠收纳箱')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(first).toBeHidden();
  await expect(cell(grid, 'SO20261120001')).toBeFocused();
  await page.keyboard.press('Control+Enter');
  await expect(first.getByText('折叠收纳箱')).toBeVisible();
  await first.getByRole('button', { name: '关闭' }).click();
  await expect(first).toBeHidden();

  const forms = state('点击行看主表');
  await cell(forms, 'SO20261120002').click();
  const form = page.getByRole('dialog', { name: '订单第 2 行' });
  await expect(form).toContainText('SO20261120002：李伟');
  await form.getByRole('button', { name: '确定' }).click();
  await expect(form).toBeHidden();
  await expect(forms.locator('output')).toHaveText('已确认 SO20261120002');
});

test('what was typed into a sub-form is there again; Escape gives it up', async () => {
  const grid = state('点击行录入子表');
  await grid.scrollIntoViewIfNeeded();
  await cell(grid, 'SO20261120001').click();
  const form = page.getByRole('dialog', { name: '订单第 1 行' });
  await expect(form.getByText('折叠收纳箱')).toBeVisible();
  const name = cell(form, '折叠收纳箱');
  await name.click();
  const editor = form.locator('.wb-grid-editor input');
  await editor.fill('写到一半的品名');
  await expect(form.getByRole('status').filter({ hasText: '按 Esc 放弃' })).toBeVisible();
  await page.locator('h1').first().click();
  await expect(form).toBeHidden();
  await cell(grid, 'SO20261120002').click();
  const second = page.getByRole('dialog', { name: '订单第 2 行' });
  await expect(second).toBeVisible();
  await second.getByRole('button', { name: '关闭' }).click();
  await cell(grid, 'SO20261120001').click();
  await expect(cell(form, '写到一半的品名')).toBeVisible();
  await cell(form, '写到一半的品名').click();
  await expect(editor).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(cell(form, '写到一半的品名')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(form).toBeHidden();
  await cell(grid, 'SO20261120001').click();
  await expect(form.getByText('折叠收纳箱')).toBeVisible();
  await expect(form.getByText('写到一半的品名')).toBeHidden();
  await form.getByRole('button', { name: '关闭' }).click();
  await expect(form).toBeHidden();
});

test('a sub-form opens below its row where there is room, else above', async () => {
  covers('§9 popovers');
  const grid = state('点击行录入子表');
  const row = cell(grid, 'SO20261120002');
  const form = page.getByRole('dialog', { name: '订单第 2 行' });
  for (const [block, isBelow] of [
    ['center', true],
    ['end', false],
  ] as const) {
    const room = await row.evaluate((element, at) => {
      element.scrollIntoView({ block: at });
      return innerHeight - element.getBoundingClientRect().bottom;
    }, block);
    expect(room > 350).toBe(isBelow);
    await row.click();
    await expect(form.getByText('折叠收纳箱')).toBeVisible();
    await expect.poll(async () => (await topOf(form)) > (await topOf(row))).toBe(isBelow);
    await form.getByRole('button', { name: '关闭' }).click();
    await expect(form).toBeHidden();
  }
});

test('far down in ten thousand rows, and on a phone', async () => {
  const grid = state('一万行，可展开');
  await unfold(grid, 2).click();
  await expect(details(grid, 2).getByText('折叠收纳箱')).toBeVisible();
  await cell(grid, 'SO20261120001').click();
  await page.keyboard.press('Control+End');
  await expect(cell(grid, 'SO202611210000')).toBeVisible();
  expect(await grid.locator('.wb-grid-row').count()).toBeLessThan(30);
  await unfold(grid, 10_000).click();
  const last = details(grid, 10_000);
  await expect(last.getByText('折叠收纳箱')).toBeVisible();
  await page.keyboard.press('Control+Enter');
  await expect(last.getByRole('button', { name: '新增', exact: true })).toBeFocused();
  await page.setViewportSize({ width: 390, height: 844 });
  await unfold(state('展开子表'), 1).click();
  await expect(details(state('展开子表'), 1).getByText('SP00001')).toBeVisible();
  await fitsWidth(page);
  expect(heard).toEqual([]);
});
