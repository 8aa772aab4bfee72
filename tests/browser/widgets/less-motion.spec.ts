import { expect } from '@playwright/test';
import { choose, enter, inFront } from '../console-steps.ts';
import { test, useConsole } from '../fixtures.ts';
import { ADMIN_PASSWORD } from '../start-console.ts';

useConsole();

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('who asked for less motion finds every list of choices where it belongs', async ({ page }) => {
  const consoleUrl = process.env['CONSOLE_URL'] ?? '';
  await enter(page, consoleUrl, 'admin', ADMIN_PASSWORD);
  await page.goto(`${consoleUrl}/base/sku`);
  await inFront(page, 'SKU').getByRole('button', { name: '高级查询', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: '高级查询构造器' });
  await choose(dialog.getByLabel('条件1字段', { exact: true }), 'SKU', 'SKU');
  await choose(dialog.getByLabel('条件1规则', { exact: true }), '包含');
  await expect(dialog.getByTitle('包含', { exact: true })).toBeVisible();
});
