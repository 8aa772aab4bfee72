import { expect } from '@playwright/test';
import { admin, api, CONSOLE } from './account-steps.ts';
import { complaints, enter } from './console-steps.ts';
import { covers } from './covers.ts';
import { test, useConsole } from './fixtures.ts';
import { ADMIN_PASSWORD } from './start-console.ts';

useConsole();

/* A form says that a code is taken when it is left, not after everything was typed. */

const TAKEN = '该值不可用，系统中已存在！';

test.beforeEach(async ({ page }) => enter(page, CONSOLE(), 'admin', ADMIN_PASSWORD));

test('a taken SPU is reported at its input, and the row that has it keeps it', async ({ page }) => {
  covers('§5 duplicate and number check');
  const heard = complaints(page);
  const body = { spuCode: 'TAKEN-1', name: '胡桃木边几' };
  await api(page, '/catalog/product/add', body, await admin(page));
  await page.goto(`${CONSOLE()}/base/product`);
  await page.getByRole('button', { name: '新增', exact: true }).click();
  const form = page.getByRole('dialog', { name: '新增产品' });
  await form.getByLabel('SPU').fill('TAKEN-1');
  await form.getByLabel('产品名称').fill('另一张边几');
  await expect(form.getByText(TAKEN)).toBeVisible();
  await form.getByRole('button', { name: '保存' }).click();
  await expect(form.getByText(TAKEN)).toBeVisible();
  await form.getByLabel('SPU').fill('TAKEN-2');
  await expect(form.getByText(TAKEN)).toBeHidden();
  await form.getByRole('button', { name: '保存' }).click();
  await expect(form).toBeHidden();
  // A new product opens at once: its SKUs come next.
  await expect(page.getByRole('heading', { name: '另一张边几' })).toBeVisible();
  const code = page.getByText('TAKEN-2', { exact: true });
  await expect(code.filter({ visible: true })).toBeVisible();
  expect(heard).toEqual([]);
});

test('a taken account is reported to who adds a person', async ({ page }) => {
  await page.goto(`${CONSOLE()}/isystem/user`);
  await page.getByRole('button', { name: '新增', exact: true }).click();
  const form = page.getByRole('dialog', { name: '新增用户' });
  await form.getByLabel('用户账号').fill('yunying');
  await form.getByLabel('用户姓名').fill('赵运营');
  await expect(form.getByText(TAKEN)).toBeVisible();
});
