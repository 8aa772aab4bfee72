import { expect } from '@playwright/test';
import { CONSOLE } from './account-steps.ts';
import { choose, complaints, enter, rowOf, save } from './console-steps.ts';
import { test, useConsole } from './fixtures.ts';
import { ADMIN_PASSWORD } from './start-console.ts';

useConsole();

/* Pages of resources whose names on the wire are not ours. */

test.beforeEach(async ({ page }) => enter(page, CONSOLE(), 'admin', ADMIN_PASSWORD));

test('a position is added, found by its rank, changed, and deleted', async ({ page }) => {
  const heard = complaints(page);
  await page.goto(`${CONSOLE()}/isystem/position`);
  for (const [code, name, rank] of [
    ['lead_1', '采购主管', '正高级'],
    ['clerk_1', '采购文员', '员级'],
  ] as const) {
    await page.getByRole('button', { name: '新增', exact: true }).click();
    const form = page.getByRole('dialog', { name: '新增职务' });
    await form.getByLabel('职务编码').fill(code);
    await form.getByLabel('职务名称').fill(name);
    await choose(form.getByLabel('职务级别'), rank);
    await save(form);
    await expect(rowOf(page.locator('.wb-list'), name)).toContainText(rank);
  }
  const list = page.locator('.wb-list');
  await choose(page.getByRole('search').getByLabel('职务级别'), '员级');
  await expect(rowOf(list, '采购文员')).toBeVisible();
  await expect(rowOf(list, '采购主管')).toBeHidden();
  await page.getByRole('button', { name: '重置' }).click();
  await rowOf(list, '采购文员').getByRole('button', { name: '编辑' }).click();
  const form = page.getByRole('dialog', { name: '编辑职务：采购文员' });
  await expect(form.getByText('员级')).toBeVisible();
  await choose(form.getByLabel('职务级别'), '中级');
  await save(form);
  await expect(rowOf(list, '采购文员')).toContainText('中级');
  for (const name of ['采购文员', '采购主管']) {
    await rowOf(list, name).getByRole('button', { name: '更多' }).click();
    await page.getByRole('menuitem', { name: '删除' }).click();
    await page.getByRole('dialog', { name: '删除职务' }).getByRole('button', { name: '删除' }).click();
    await expect(rowOf(list, name)).toBeHidden();
  }
  expect(heard).toEqual([]);
});

test('the logs show who signed in and who did what', async ({ page }) => {
  const heard = complaints(page);
  await page.goto(`${CONSOLE()}/isystem/log`);
  const list = page.locator('.wb-list');
  await expect(list.getByRole('columnheader', { name: '耗时(毫秒)' })).toBeVisible();
  await expect(rowOf(list, 'admin').first()).toBeVisible();
  await list.getByText('操作日志').click();
  await expect(list.getByRole('columnheader', { name: '操作代码' })).toBeVisible();
  await expect(list.getByRole('columnheader', { name: '浏览器' })).toBeHidden();
  expect(heard).toEqual([]);
});
