import { expect, type Locator, type Page } from '@playwright/test';
import { noSeriousFault } from './accessibility.ts';
import { closeOthers, complaints, enterConsole, fitsWidth, goWithin, inFront } from './console-steps.ts';
import { test, useConsole } from './fixtures.ts';
import { PEOPLE_PASSWORD } from './start-console.ts';

useConsole();

/** Views of a list: columns arranged, a view made, shared and opened with, by two colleagues. */

test.afterEach(({ context }) => closeOthers(context));

const LIST = '/base/sku';
const TITLE = 'SKU';
const CONSOLE = (): string => process.env['CONSOLE_URL'] ?? '';

async function shown(page: Page): Promise<Locator> {
  const list = inFront(page, TITLE);
  await expect(list.getByRole('heading', { name: TITLE, level: 1 })).toBeVisible();
  await expect(list.getByRole('status', { name: '加载中…' })).toBeHidden();
  return list;
}

/** As by a link or a bookmark. */
async function opened(page: Page, query = ''): Promise<Locator> {
  await page.goto(`${CONSOLE()}${LIST}${query}`);
  return shown(page);
}

async function entered(page: Page, username: string, query = ''): Promise<Locator> {
  await enterConsole(page, CONSOLE(), username, PEOPLE_PASSWORD);
  await goWithin(page, LIST + query);
  return shown(page);
}

/** Titles of the columns in sight, by their upper line, without those that choose and operate. */
const heads = async (list: Locator): Promise<string[]> =>
  (await list.locator('th').allInnerTexts())
    .map((text) => text.split('\n')[0] ?? '')
    .filter((text) => text !== '' && text !== '操作');

const choiceOf = (list: Locator): Locator => list.getByRole('button', { name: /^视图/ });
const dotOf = (list: Locator): Locator => list.getByRole('img', { name: '有未保存的改动' });

async function menuOf(list: Locator): Promise<Locator> {
  await choiceOf(list).click();
  const menu = list.page().locator('.wb-view-menu');
  await expect(menu.getByRole('button', { name: '不使用视图' })).toBeVisible();
  return menu;
}

test('columns stay as arranged, and a view is made, shared and opened with', async ({ page, browser }) => {
  const heard = complaints(page);
  const list = await entered(page, 'yunying');
  const [name = '', second = '', third = '', ...rest] = await heads(list);

  // The keyboard moves a column, a tick hides one; both are so after a reload.
  await list.getByRole('button', { name: '列设置' }).click();
  const columns = page.getByRole('list', { name: '列', exact: true });
  await columns.getByRole('checkbox', { name: third, exact: true }).press('Alt+ArrowUp');
  await columns.getByRole('checkbox', { name: second, exact: true }).uncheck();
  await expect.poll(() => heads(list)).toEqual([name, third, ...rest]);
  await noSeriousFault(page, '.wb-columns');
  await page.reload();
  await expect.poll(async () => heads(await shown(page))).toEqual([name, third, ...rest]);

  // What is asked is kept with them under a name; a wrong name is refused at its place.
  const request = '?skuCode=WB-*&standardCost_begin=1';
  const own = await opened(page, request);
  await (await menuOf(own)).getByRole('button', { name: '另存为' }).click();
  const naming = page.getByRole('textbox', { name: '视图名称' });
  await naming.fill('长'.repeat(65));
  await page
    .getByRole('button', { name: '确 定' })
    .or(page.getByRole('button', { name: '确定' }))
    .click();
  await expect(page.getByRole('alert')).toHaveText('视图名称不能超过64个字符');
  await naming.fill('有成本的');
  await naming.press('Enter');
  await expect(choiceOf(own)).toContainText('有成本的');
  await expect(page).toHaveURL(/view=/);
  await expect(dotOf(own)).toBeHidden();
  const link = new URL(page.url()).search;

  // A list that shows something else says so, until that is saved.
  await own.getByRole('columnheader', { name }).click();
  await expect(dotOf(own)).toBeVisible();
  const menu = await menuOf(own);
  await menu.getByRole('button', { name: '保存', exact: true }).click();
  await expect(dotOf(own)).toBeHidden();
  await menu.getByRole('button', { name: '共享给团队' }).click();
  await menu.getByRole('button', { name: '取消共享' }).waitFor();
  await menu.getByRole('button', { name: '设为默认' }).click();
  await menu.getByRole('button', { name: '取消默认' }).waitFor();

  // It is what the list opens with, but never over what an address asks.
  const plain = await opened(page);
  await expect(choiceOf(plain)).toContainText('有成本的');
  await expect(page).toHaveURL(/skuCode=WB-/);
  const other = await opened(page, '?skuCode=WB-OUT*');
  await expect(choiceOf(other)).not.toContainText('有成本的');
  await expect(page).not.toHaveURL(/view=/);

  // A colleague chooses it by the link, and hears of what is not for them.
  const context = await browser.newContext({ locale: 'zh-CN' });
  const colleague = await context.newPage();
  await entered(colleague, 'cangku');
  const theirs = await opened(colleague, `?view=${new URLSearchParams(link).get('view') ?? ''}`);
  await expect(theirs.getByRole('status').filter({ hasText: '条件对您不可用' })).toHaveText(
    '视图中的“标准成本”条件对您不可用',
  );
  await expect(colleague).toHaveURL(/skuCode=WB-/);
  await expect(colleague).not.toHaveURL(/standardCost/);
  expect(await heads(theirs)).not.toContain(second);
  const shared = await menuOf(theirs);
  await expect(shared.getByRole('region', { name: '团队视图' })).toContainText('有成本的');
  await expect(shared.getByRole('button', { name: '重命名' })).toBeHidden();
  await expect(shared.getByRole('button', { name: '删除' })).toBeHidden();
  await noSeriousFault(colleague, '.wb-view-menu');
  await colleague.setViewportSize({ width: 390, height: 844 });
  await fitsWidth(colleague);
  await theirs.getByRole('button', { name: '筛选' }).click();
  const sheet = colleague.getByRole('dialog', { name: '筛选' });
  await expect(choiceOf(sheet)).toBeVisible();
  await sheet.getByRole('button', { name: '关闭' }).click();

  // Two windows rename it: the second hears of it, and what was typed there stays.
  const first = await opened(page);
  const window = await page.context().newPage();
  const late = await opened(window);
  for (const one of [first, late]) await (await menuOf(one)).getByRole('button', { name: '重命名' }).click();
  await page.getByRole('textbox', { name: '视图名称' }).fill('先改的');
  await page.keyboard.press('Enter');
  await expect(choiceOf(first)).toContainText('先改的');
  const typed = window.getByRole('textbox', { name: '视图名称' });
  await typed.fill('后改的');
  await typed.press('Enter');
  await expect(window.getByRole('alert')).toHaveText('数据已被他人修改，请刷新');
  await expect(typed).toHaveValue('后改的');
  await typed.press('Enter');
  await expect(choiceOf(late)).toContainText('后改的');

  // It goes for everybody.
  await window.locator('.wb-view-menu').getByRole('button', { name: '删除' }).click();
  await window
    .getByRole('dialog', { name: /删除视图/ })
    .getByRole('button', { name: '删除' })
    .click();
  await expect(choiceOf(late)).not.toContainText('后改的');
  await late.getByRole('button', { name: '列设置' }).click();
  await window.getByRole('button', { name: '恢复默认' }).click();
  await expect.poll(() => heads(late)).toEqual([name, second, third, ...rest]);
  // The one refusal, which the browser notes by itself.
  expect(heard.filter((text) => !text.includes('422'))).toEqual([]);
});
