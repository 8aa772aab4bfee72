import { expect, type Browser, type Locator, type Page } from '@playwright/test';
import { enter, goWithin } from '../console-steps.ts';
import { ADMIN_PASSWORD } from '../start-console.ts';

export const consoleUrl = (): string => process.env['CONSOLE_URL'] ?? '';

/**
 * A window of a desktop, signed in by the administrator. It keeps one page at a time, for
 * {@link openAgain}, unless its tabs are what a test is about.
 */
export async function openWindow(browser: Browser, { width = 1440, hasTabs = false } = {}): Promise<Page> {
  const viewport = { width, height: 900 };
  const page = await (await browser.newContext({ locale: 'zh-CN', viewport })).newPage();
  if (!hasTabs)
    await page.addInitScript(() => localStorage.setItem('waybill.settings', JSON.stringify({ multipage: false })));
  await enter(page, consoleUrl(), 'admin', ADMIN_PASSWORD);
  return page;
}

/**
 * The part that is open as it was at first: left for a page that has nothing on it, which alone is kept
 * where one page is open at a time, and come back to: the console itself is not loaded again.
 */
export async function openAgain(page: Page): Promise<void> {
  const { pathname, search } = new URL(page.url());
  await page.keyboard.press('Escape');
  await goWithin(page, '/test/home');
  await page.locator('.wb-page[data-path="/test/home"]').waitFor();
  // What was said to the test before stands for some seconds, and is no answer to this one.
  await expect(page.locator('.ant-message-notice')).toHaveCount(0);
  await goWithin(page, pathname + search);
}

/** Opens a part of the gallery; a state of it by its title. */
export async function openPart(page: Page, part: string): Promise<(title: string) => Locator> {
  await page.goto(`${consoleUrl()}/dev/gallery/${part}`);
  return (title) => page.getByRole('region', { name: title, exact: true });
}
