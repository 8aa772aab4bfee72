import type { Browser, Locator, Page } from '@playwright/test';
import { enter } from '../console-steps.ts';
import { ADMIN_PASSWORD } from '../start-console.ts';

export const consoleUrl = (): string => process.env['CONSOLE_URL'] ?? '';

/** A window of a desktop, signed in by the administrator. */
export async function openWindow(browser: Browser): Promise<Page> {
  const viewport = { width: 1440, height: 900 };
  const page = await (await browser.newContext({ locale: 'zh-CN', viewport })).newPage();
  await enter(page, consoleUrl(), 'admin', ADMIN_PASSWORD);
  return page;
}

/** Opens a part of the gallery; a state of it by its title. */
export async function openPart(page: Page, part: string): Promise<(title: string) => Locator> {
  await page.goto(`${consoleUrl()}/dev/gallery/${part}`);
  return (title) => page.getByRole('region', { name: title, exact: true });
}
