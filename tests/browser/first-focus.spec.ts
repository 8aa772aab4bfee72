import { expect } from '@playwright/test';
import { CONSOLE } from './account-steps.ts';
import { complaints, enter } from './console-steps.ts';
import { covers } from './covers.ts';
import { test, useConsole } from './fixtures.ts';
import { ADMIN_PASSWORD } from './start-console.ts';

useConsole();

/* A form begins at its first input on the screen, whatever was declared first. */

test('new rows begin at the first input of their form', async ({ page }) => {
  covers('ours: first focus');
  const heard = complaints(page);
  await enter(page, CONSOLE(), 'admin', ADMIN_PASSWORD);
  for (const [path, button, dialog, field] of [
    ['/isystem/user', '新增', '新增用户', '用户账号'],
    ['/base/warehouse', '新增', '新增仓库', '仓库编码'],
    ['/base/adjustment', '新增调整单', '新增调整单', '类型'],
  ] as const) {
    await page.goto(CONSOLE() + path);
    await page.getByRole('button', { name: button }).first().click();
    const form = page.getByRole('dialog', { name: dialog });
    await expect(form.getByLabel(field, { exact: true })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(form).toBeHidden();
  }
  expect(heard).toEqual([]);
});
