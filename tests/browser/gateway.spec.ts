import { expect } from '@playwright/test';
import { CONSOLE } from './account-steps.ts';
import { complaints, enter, fill, inFront, rowOf, save } from './console-steps.ts';
import { covers } from './covers.ts';
import { test, useConsole } from './fixtures.ts';
import { ADMIN_PASSWORD } from './start-console.ts';

useConsole();

test('a gateway route is written, tried, switched off and deleted', async ({ page }) => {
  covers('ours: gateway routes', '§2 administration screens');
  const heard = complaints(page);
  await enter(page, CONSOLE(), 'admin', ADMIN_PASSWORD);
  await page.goto(`${CONSOLE()}/isystem/gatewayroute`);
  const list = inFront(page, '网关路由');
  await list.getByRole('button', { name: '新增', exact: true }).first().click();
  const form = page.getByRole('dialog', { name: '新增网关路由' });
  await fill(form, { 路由ID: 'erp', 路由名称: '进销存', 路由URI: 'https://elsewhere.example.com' });
  const conditions = form.getByRole('group', { name: '路由条件' });
  const paths = conditions.getByRole('combobox', { name: '路径', exact: true });
  await paths.fill('/sys/**');
  await paths.press('Enter');
  await form.getByRole('button', { name: '保存' }).click();
  await expect(form.getByText('平台没有放行 https://elsewhere.example.com')).toBeVisible();
  await expect(form.getByText('“/sys”是本系统自己的路径，不能转发')).toBeVisible();

  await form.getByLabel('路由URI').fill('https://erp.example.com');
  // Right after a refusal the first key goes nowhere.
  await expect(async () => {
    await paths.press('Backspace');
    await expect(conditions.getByText('/sys/**')).toHaveCount(0, { timeout: 1_000 });
  }).toPass();
  await paths.fill('/erp/**');
  await paths.press('Enter');
  const choose = async (group: string, kind: string): Promise<void> => {
    await form.getByRole('combobox', { name: `添加${group}` }).click();
    await page.locator('.ant-select-dropdown:visible').getByText(kind, { exact: true }).click();
  };
  await choose('路由条件', '请求头（Header）');
  await conditions.getByLabel('Header名称').fill('X-Channel');
  await choose('过滤器', '去掉路径前几段（StripPrefix）');
  await form.getByRole('group', { name: '过滤器' }).getByLabel('段数').fill('1');
  await save(form);

  const row = rowOf(list, '进销存');
  await expect(row).toContainText('/erp/**');
  await expect(row).toContainText('启用');
  await row.getByRole('button', { name: '预览', exact: true }).click();
  const preview = page.getByRole('dialog', { name: '预览：进销存' });
  await preview.getByLabel('路径').fill('/erp/items?page=2');
  await preview.getByRole('button', { name: '预览' }).click();
  await expect(preview.getByText('不满足：请求头')).toBeVisible();
  await preview.getByLabel('请求头').fill('X-Channel: wayfair');
  await preview.getByRole('button', { name: '预览' }).click();
  await expect(preview.getByText('https://erp.example.com/items?page=2')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(preview).toBeHidden();

  const operate = async (name: string): Promise<void> => {
    await row.getByRole('button', { name: '更多' }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  await operate('编辑');
  const edit = page.getByRole('dialog', { name: /^编辑网关路由/ });
  await expect(edit.getByLabel('Header名称')).toHaveValue('X-Channel');
  await edit.getByLabel('备注').fill('测试环境');
  await save(edit);
  await expect(row).toContainText('测试环境');

  await row.getByRole('button', { name: '停用', exact: true }).click();
  await page.getByRole('dialog', { name: '停用“进销存”？' }).getByRole('button', { name: '停用' }).click();
  await expect(row.getByText('停用', { exact: true }).first()).toBeVisible();
  await operate('删除');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /删.?除/ })
    .click();
  await expect(list.getByText('进销存')).toHaveCount(0);
  expect(heard).toEqual([]);
});
