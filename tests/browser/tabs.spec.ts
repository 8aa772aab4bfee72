import { expect, type Locator, type Page } from '@playwright/test';
import { noSeriousFault } from './accessibility.ts';
import { complaints, enterHome, inFront, openPage } from './console-steps.ts';
import { covers } from './covers.ts';
import { test, useConsole } from './fixtures.ts';
import { PEOPLE_PASSWORD } from './start-console.ts';

useConsole();
// As most people see it, with all that moves.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

const CONSOLE = (): string => process.env['CONSOLE_URL'] ?? '';
const tabs = (page: Page): Locator => page.getByRole('navigation', { name: '已打开的页面' });
const tab = (page: Page, title: string): Locator => tabs(page).getByRole('button', { name: title, exact: true });
/** Of three groups of the menu: going from one to the next closes the one before. */
const FOUR_PAGES = [
  ['产品管理', '产品'],
  ['产品管理', 'SKU'],
  ['仓储物流', '仓库'],
  ['库存管理', '库存'],
] as const;
const titles = (page: Page): Locator => tabs(page).locator('.wb-tab-open');

test.beforeEach(async ({ page }) => {
  await enterHome(page, CONSOLE(), 'yunying', PEOPLE_PASSWORD);
});

test('home stays, the others close by their cross, the wheel button, Delete and the menu', async ({ page }) => {
  covers('§2 tabs', '§2 tab menu', '§8 tabs');
  const heard = complaints(page);
  for (const [group, title] of FOUR_PAGES) await openPage(page, group, title);
  await expect(titles(page)).toHaveText(['首页', '产品', 'SKU', '仓库', '库存']);
  await expect(tabs(page).getByRole('button', { name: '关闭 首页' })).toHaveCount(0);

  await tab(page, '首页').click({ button: 'middle' });
  await expect(page.getByText('首页不能关闭!')).toBeVisible();
  await tab(page, 'SKU').click({ button: 'middle' });
  await expect(titles(page)).toHaveText(['首页', '产品', '仓库', '库存']);

  // Arrows walk along, Delete closes, and what is in front has the focus of the row.
  await tab(page, '产品').focus();
  await page.keyboard.press('ArrowRight');
  await expect(tab(page, '仓库')).toBeFocused();
  await page.keyboard.press('Delete');
  await expect(tab(page, '仓库')).toHaveCount(0);
  await tab(page, '库存').focus();
  await page.keyboard.press('Home');
  await expect(tab(page, '首页')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/dashboard\/analysis$/);

  await openPage(page, '产品管理', '箱规');
  await tab(page, '库存').click({ button: 'right' });
  await page.getByRole('menuitem', { name: '关闭右侧' }).click();
  await expect(titles(page)).toHaveText(['首页', '产品', '库存']);
  await tab(page, '库存').click({ button: 'right' });
  await page.getByRole('menuitem', { name: '关闭左侧' }).click();
  await expect(titles(page)).toHaveText(['首页', '库存']);
  await openPage(page, '产品管理', '产品');
  await page.getByRole('button', { name: '页面操作' }).click();
  await page.getByRole('menuitem', { name: '关闭其他' }).click();
  await expect(titles(page)).toHaveText(['首页', '产品']);
  await noSeriousFault(page);
  expect(heard).toEqual([]);
});

test('a page keeps what was typed behind another and over a reload; refresh rebuilds it', async ({ page }) => {
  covers('§2 tab menu');
  const product = await openPage(page, '产品管理', '产品');
  await product.getByRole('textbox', { name: 'SPU' }).fill('WB-OUT');
  await openPage(page, '产品管理', 'SKU');
  await tab(page, '产品').click();
  await expect(product.getByRole('textbox', { name: 'SPU' })).toHaveValue('WB-OUT');

  await product.getByRole('button', { name: '查询', exact: true }).click();
  await expect(page).toHaveURL(/WB-OUT/);
  await page.reload();
  await expect(titles(page)).toHaveText(['首页', '产品', 'SKU']);
  await expect(inFront(page, '产品').getByRole('textbox', { name: 'SPU' })).toHaveValue('WB-OUT');

  await product.getByRole('textbox', { name: 'SPU' }).fill('不再需要');
  await tab(page, '产品').click({ button: 'right' });
  await page.getByRole('menuitem', { name: '刷新', exact: true }).click();
  await expect(product.getByRole('textbox', { name: 'SPU' })).toHaveValue('WB-OUT');
});

test('unsaved work asks before its tab closes, and stays when asked to', async ({ page }) => {
  const front = await openPage(page, '产品管理', '产品');
  await front.getByRole('button', { name: '新增', exact: true }).click();
  const form = page.getByRole('dialog', { name: '新增产品' });
  await form.getByLabel('SPU').fill('未保存-1');
  await page.evaluate(() => history.back());
  await expect(page).toHaveURL(/dashboard\/analysis$/);
  await tab(page, '产品').focus();
  await page.keyboard.press('Delete');
  const question = page.getByRole('dialog', { name: /放弃“产品”中未保存的修改/ });
  await question.getByRole('button', { name: '继续编辑' }).click();
  await tab(page, '产品').click();
  await expect(form.getByLabel('SPU')).toHaveValue('未保存-1');
});

test('with many pages open the row scrolls, and all of them stand in its menu', async ({ page }) => {
  covers('§2 keep-alive');
  const orders = inFront(page, '待处理');
  await openPage(page, '订单', '待处理');
  await expect(orders.locator('.wb-row-name').nth(9)).toBeVisible();
  const numbers = await orders.locator('.wb-row-name').allInnerTexts();
  for (const number of numbers.slice(0, 10)) {
    await orders.getByRole('button', { name: number, exact: true }).click();
    await expect(tab(page, `订单 ${number}`)).toHaveAttribute('aria-current', 'page');
    await tab(page, '待处理').click();
  }
  for (const [group, title] of FOUR_PAGES) await openPage(page, group, title);
  await page.setViewportSize({ width: 1100, height: 800 });
  await page.getByRole('button', { name: '页面操作' }).click();
  const first = `订单 ${numbers[0]}`;
  await page.getByRole('menuitem', { name: first }).click();
  await expect(tab(page, first)).toBeInViewport();
  await expect(inFront(page, first)).toBeVisible();
  // Twelve pages at most are alive; the rest come back rebuilt.
  expect(await page.locator('.wb-page').count()).toBeLessThanOrEqual(12);
  await expect(titles(page)).toHaveCount(16);
});

test('the browser walks back and forth through the pages', async ({ page }) => {
  await openPage(page, '产品管理', '产品');
  await openPage(page, '订单/仓库作业', '发货单');
  await page.goBack();
  await expect(inFront(page, '产品')).toBeVisible();
  await page.goForward();
  await expect(inFront(page, '发货单')).toBeVisible();
});
