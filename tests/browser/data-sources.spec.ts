import { expect } from '@playwright/test';
import { CONSOLE } from './account-steps.ts';
import { complaints, enter, fill, inFront, rowOf, save } from './console-steps.ts';
import { covers } from './covers.ts';
import { test, useConsole } from './fixtures.ts';
import { ADMIN_PASSWORD } from './start-console.ts';

useConsole();

test('a data source is tried before it is stored, and its password is never shown', async ({ page }) => {
  covers('ours: data sources', '§2 administration screens');
  const heard = complaints(page);
  await enter(page, CONSOLE(), 'admin', ADMIN_PASSWORD);
  await page.goto(`${CONSOLE()}/isystem/dataSource`);
  const list = inFront(page, '多数据源管理');
  await list.getByRole('button', { name: '新增', exact: true }).first().click();
  const form = page.getByRole('dialog', { name: '新增数据源' });
  await fill(form, { 数据源编码: 'erp', 数据源名称: '进销存', 用户名: 'reader', 密码: 'only-for-erp' });
  await form.getByLabel('数据库类型').click();
  await page.locator('.ant-select-dropdown').getByText('PostgreSQL', { exact: true }).click();
  const address = form.getByLabel('数据源地址');
  await address.fill('jdbc:postgresql://10.0.0.5:5432/erp?socketFactory=x');
  await form.getByRole('button', { name: '测试连接' }).click();
  await expect(page.getByText('连接地址有安全风险，【socketFactory】').first()).toBeVisible();
  await form.getByRole('button', { name: '保存' }).click();
  await expect(form.getByText('连接地址有安全风险，【socketFactory】')).toBeVisible();
  await address.fill('jdbc:postgresql://10.0.0.5:5432/erp');
  await form.getByRole('button', { name: '测试连接' }).click();
  await expect(page.getByText('数据库连接失败：不能连接内网地址，请联系平台运营放行').first()).toBeVisible();
  await save(form);

  const row = rowOf(list, '进销存');
  await expect(row).toContainText('PostgreSQL');
  await row.getByRole('button', { name: '编辑', exact: true }).click();
  const edit = page.getByRole('dialog', { name: /^编辑数据源/ });
  await expect(edit.getByLabel('数据源地址')).toHaveValue('jdbc:postgresql://10.0.0.5:5432/erp');
  await expect(edit.getByLabel('密码')).not.toHaveValue('only-for-erp');
  await edit.getByLabel('备注').fill('只读账号');
  await save(edit);
  await expect(row).toContainText('只读账号');
  expect(heard).toEqual([]);
});
