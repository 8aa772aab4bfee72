import { chromium, expect } from '@playwright/test';
import { complaints, signIn } from './console-steps.ts';
import { test, useConsole } from './fixtures.ts';
import { PEOPLE_PASSWORD } from './start-console.ts';

useConsole();

// A warehouse opens the console by the name of a machine on its network, without https: browsers
// then withhold their clipboard, their random keys and more.
test('the console works by plain http from another machine', async ({ launchOptions }) => {
  const home = new URL(process.env['CONSOLE_URL'] ?? '');
  const console = `http://cangku.lan:${home.port}`;
  const browser = await chromium.launch({
    ...launchOptions,
    args: [...(launchOptions.args ?? []), `--host-resolver-rules=MAP cangku.lan ${home.hostname}`],
  });
  const page = await browser.newPage({ locale: 'zh-CN', viewport: { width: 1440, height: 900 } });
  const heard = complaints(page);
  await signIn(page, console, 'yunying', PEOPLE_PASSWORD);
  expect(await page.evaluate(() => isSecureContext)).toBe(false);

  await page.goto(`${console}/orders/pending`);
  await page.locator('.wb-row .wb-row-name').first().click();
  await page.getByRole('button', { name: '复制地址' }).click();
  await expect(page.getByText('地址已复制')).toBeVisible();

  await page.getByRole('tab', { name: '备注' }).click();
  await page.getByLabel('新增备注').fill('仓库电脑，局域网打开');
  await page.getByRole('button', { name: '新增', exact: true }).click();
  await expect(page.getByText('已新增备注')).toBeVisible();
  // The browser says of one header that it counts by https alone.
  expect(heard.filter((text) => !text.includes('Cross-Origin-Opener-Policy'))).toEqual([]);
  await browser.close();
});
