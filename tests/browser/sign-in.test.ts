import { expect, type Page } from '@playwright/test';
import { covers } from './covers.ts';
import { test, useConsole } from './fixtures.ts';
import { PEOPLE_PASSWORD } from './start-console.ts';

useConsole();

const CONSOLE = (): string => process.env['CONSOLE_URL'] ?? '';

/** What the browser complained about, besides answers that a test asks for on purpose. */
function complaints(page: Page): string[] {
  const found: string[] = [];
  page.on('pageerror', (error) => found.push(error.message));
  page.on('console', (message) => {
    const isRefusal = /status of 401/.test(message.text());
    if (message.type() === 'error' && !isRefusal) found.push(message.text());
  });
  return found;
}

async function signIn(page: Page, password: string): Promise<void> {
  await page.getByLabel('账号', { exact: true }).fill('yunying');
  await page.getByLabel('密码', { exact: true }).fill(password);
  await page.getByRole('button', { name: '登录' }).click();
}

test('a clerk is refused with a wrong password and let in with the right one', async ({ page }) => {
  covers('§2 sign-in screens');
  const found = complaints(page);
  await page.goto(CONSOLE());
  await signIn(page, 'not-the-password');
  await expect(page.getByRole('alert')).toContainText('用户名或密码错误');
  await signIn(page, PEOPLE_PASSWORD);
  await expect(page.getByRole('menuitem', { name: '订单', exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('menuitem', { name: '订单', exact: true })).toBeVisible();
  expect(found).toEqual([]);
});

test('a page opened by its address survives the sign-in', async ({ page }) => {
  await page.goto(`${CONSOLE()}/orders/pending`);
  await signIn(page, PEOPLE_PASSWORD);
  await expect(page).toHaveURL(/\/orders\/pending/);
});

test('the sign-in page is small, and fits a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(CONSOLE());
  await expect(page.getByRole('button', { name: '登录' })).toBeVisible();
  const { bytes, overflow } = await page.evaluate(() => ({
    bytes: performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('.js'))
      .reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).encodedBodySize, 0),
    overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
  }));
  expect(bytes).toBeGreaterThan(0);
  expect(bytes).toBeLessThan(180_000);
  expect(overflow).toBe(0);
});
