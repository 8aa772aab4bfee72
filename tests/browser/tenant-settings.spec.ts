import { expect } from '@playwright/test';
import { CONSOLE } from './account-steps.ts';
import { complaints, enter } from './console-steps.ts';
import { covers } from './covers.ts';
import { test, useConsole } from './fixtures.ts';
import { ADMIN_PASSWORD } from './start-console.ts';

useConsole();

test('all settings of a tenant are found on one page, and each group is saved by itself', async ({ page }) => {
  covers('ours: settings of a tenant');
  const heard = complaints(page);
  await enter(page, CONSOLE(), 'admin', ADMIN_PASSWORD);
  await page.goto(`${CONSOLE()}/isystem/settings`);
  const group = (name: string) => page.getByRole('region', { name, exact: true });
  const groups = ['采购设置', '库存设置', '发货设置', '售后设置', '撤回等待'];
  for (const name of groups) await expect(group(name)).toBeVisible();
  const mail = group('采购设置').getByLabel('邮件主题');
  await mail.fill('写了一半');
  await page.getByLabel('搜索设置').fill('截单');
  await expect(group('采购设置')).toBeHidden();
  const shipping = group('发货设置');
  const cutoff = shipping.getByLabel('交接截单时间');
  await cutoff.fill('25:00');
  await shipping.getByRole('button', { name: '保存' }).click();
  await expect(shipping.getByText('时间格式应为 HH:mm，如 17:00')).toBeVisible();
  await cutoff.fill('16:30');
  await shipping.getByRole('button', { name: '保存' }).click();
  await expect(shipping.getByText('交接截单时间：17:00 → 16:30')).toBeVisible();
  await expect(shipping.getByText('未修改')).toBeHidden();
  await expect(group('采购设置')).toBeHidden();
  // What was half typed elsewhere is still there.
  await page.getByLabel('搜索设置').fill('');
  await expect(mail).toHaveValue('写了一半');
  // What has a page of its own is found here too, and leads there.
  await page.getByLabel('搜索设置').fill('时区');
  await expect(group('发货设置')).toBeHidden();
  const others = group('其他设置');
  await expect(others.getByRole('link')).toHaveText(['租户']);
  await page.getByLabel('搜索设置').fill('');
  await expect(others.getByRole('link')).toHaveText(['租户', '定价参数', '存储空间']);
  await others.getByRole('link', { name: '租户' }).click();
  await expect(page).toHaveURL(/\/base\/tenant$/);
  await page.goBack();
  await cutoff.fill('17:00');
  await shipping.getByRole('button', { name: '保存' }).click();
  await expect(shipping.getByText('交接截单时间：16:30 → 17:00')).toBeVisible();
  // The browser notes the one answer that was asked for.
  expect(heard.filter((one) => !one.includes('422'))).toEqual([]);
});
