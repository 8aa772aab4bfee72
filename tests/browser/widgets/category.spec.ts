import { expect, type Locator, type Page } from '@playwright/test';
import { noSeriousFault } from '../accessibility.ts';
import { admin, api } from '../account-steps.ts';
import { complaints, enter, fitsWidth, inFront, rowOf, save } from '../console-steps.ts';
import { covers } from '../covers.ts';
import { test, useConsole } from '../fixtures.ts';
import { ADMIN_PASSWORD } from '../start-console.ts';

useConsole();

const CONSOLE_URL = (): string => process.env['CONSOLE_URL'] ?? '';

const planted: string[] = [];

/** 户外 > 庭院 > 遮阳伞, and 收纳 beside them. */
async function plant(page: Page): Promise<void> {
  const token = await admin(page);
  const add = async (name: string, code: string, parentId?: string): Promise<string> => {
    const body = { name, code, ...(parentId ? { parentId } : {}) };
    const { id } = await api<{ id: string }>(page, '/system/category/add', body, token);
    planted.push(id);
    return id;
  };
  const outdoor = await add('户外', 'Y01');
  const garden = await add('庭院', 'Y01A01', outdoor);
  await add('遮阳伞', 'Y01A01A01', garden);
  await add('收纳', 'Y02');
}

// Other tests count on the categories that they know.
test.afterEach(async ({ page }) => {
  const headers = { 'x-access-token': await admin(page) };
  const path = `/api/system/category/deleteBatch?ids=${planted.splice(0).join(',')}`;
  expect((await page.request.delete(CONSOLE_URL() + path, { headers })).ok()).toBe(true);
});

const node = (page: Page, title: string): Locator =>
  page.locator('.ant-select-tree-treenode').filter({ has: page.getByTitle(title, { exact: true }) });

test('a category is hung elsewhere in the tree, never below itself', async ({ page }) => {
  const heard = complaints(page);
  await plant(page);
  await enter(page, CONSOLE_URL(), 'admin', ADMIN_PASSWORD);
  await page.goto(`${CONSOLE_URL()}/isys/category`);
  const front = inFront(page, '分类字典');
  await front.getByRole('textbox', { name: '分类编码' }).fill('Y0');
  await front.getByRole('textbox', { name: '分类编码' }).press('Enter');
  await rowOf(front, 'Y01A01').filter({ hasNotText: 'Y01A01A01' }).getByRole('button', { name: '编辑' }).click();
  const form = page.getByRole('dialog', { name: '编辑分类：庭院' });
  await expect(form.getByTitle('户外')).toBeVisible();
  const parent = form.getByRole('combobox', { name: '上级分类' });

  await parent.click();
  const opened = page.waitForResponse(/loadTreeChildren/);
  await node(page, '户外').locator('.ant-select-tree-switcher').click();
  await opened;
  await expect(node(page, '庭院')).toHaveClass(/disabled/);
  await noSeriousFault(page);

  // Nothing of the branch was read further: the server finds what hangs below.
  await parent.fill('遮阳');
  await expect(node(page, '户外 / 庭院 / 遮阳伞')).toHaveClass(/disabled/);
  await parent.fill('收纳');
  await node(page, '收纳').getByTitle('收纳').click();
  await expect(form.getByTitle('收纳')).toBeVisible();
  await save(form);
  await expect(rowOf(front, 'Y01A01').filter({ hasNotText: 'Y01A01A01' })).toContainText('收纳');

  await page.setViewportSize({ width: 390, height: 844 });
  await fitsWidth(page);
  expect(heard).toEqual([]);
});

test('the categories are read as a tree, level by level from the server', async ({ page }) => {
  covers('§2.5 tree table');
  const heard = complaints(page);
  await plant(page);
  await enter(page, CONSOLE_URL(), 'admin', ADMIN_PASSWORD);
  await page.goto(`${CONSOLE_URL()}/isys/category`);
  const front = inFront(page, '分类字典');
  const requests: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname.endsWith('/loadTreeData')) requests.push(searchParams.get('pid') ?? '');
  });
  await front.getByRole('button', { name: '按层级查看' }).click();
  const tree = page.getByRole('dialog', { name: '分类层级' }).getByRole('treegrid');
  const row = (name: string): Locator =>
    tree.getByRole('row').filter({ has: page.locator('.wb-cell', { hasText: name }) });
  await expect(row('户外')).toHaveAttribute('aria-expanded', 'false');
  await expect(row('收纳')).not.toHaveAttribute('aria-expanded');
  expect(requests).toEqual(['0']);
  await row('户外').locator('.wb-grid-expander').click();
  await expect(row('庭院')).toHaveAttribute('aria-level', '2');
  await row('庭院').locator('.wb-grid-expander').click();
  await expect(row('遮阳伞')).toContainText('Y01A01A01');
  await expect(row('遮阳伞')).not.toHaveAttribute('aria-expanded');
  expect(requests).toEqual(['0', ...planted.slice(0, 2)]);
  await noSeriousFault(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await fitsWidth(page);
  expect(heard).toEqual([]);
});
