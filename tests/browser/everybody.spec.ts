import { expect, test, type Locator, type Page } from '@playwright/test';
import { noFaintTextInTheDark, noSeriousFault } from './accessibility.ts';
import { complaints, enterHome, fitsWidth, goWithin } from './console-steps.ts';
import { covers } from './covers.ts';
import { ADMIN_PASSWORD } from './start-console.ts';

const CONSOLE = (): string => process.env['CONSOLE_URL'] ?? '';

/** Pages of the shell and of the administration that goes with it. */
const PAGES = [
  '/dashboard/analysis',
  '/403',
  '/404',
  '/500',
  '/test/home',
  '/account/center',
  '/account/settings/base',
  '/account/settings/security',
  '/account/settings/notification',
  '/account/settings/devices',
  '/isps/userAnnouncement',
  '/isystem/annountCement',
  '/isystem/message',
  '/isystem/invitation',
  '/isystem/user',
  '/isystem/roleUserList',
  '/isystem/depart',
  '/isystem/position',
  '/isystem/log',
  '/isystem/online',
  '/base/file-job',
];

/** @param judge what is asked of each page besides that it shows and fits */
async function seeAll(page: Page, judge?: (page: Page) => Promise<void>): Promise<void> {
  for (const path of PAGES) {
    await test.step(path, async () => {
      await goWithin(page, path);
      await expect(page).toHaveURL(CONSOLE() + path);
      const front = await pageAt(page, path);
      await expect(front.locator('h1').filter({ visible: true }).first()).toBeVisible();
      await expect(front.locator('.ant-skeleton, .ant-spin-spinning')).toHaveCount(0);
      await judge?.(page);
      await fitsWidth(page);
    });
  }
}

/** The one in front, once it is: the pages of errors are of no tab. */
async function pageAt(page: Page, path: string): Promise<Locator> {
  const status = /^\/(\d{3})$/.exec(path)?.[1];
  const front = page.locator(status ? '.wb-main' : `.wb-page[data-path="${path}"]`);
  if (status) await expect(page.locator('.wb-page').filter({ visible: true })).toHaveCount(0);
  else await expect(front).toBeVisible();
  return front;
}

test('every page of the shell can be read and used by everybody, on a desk', async ({ page }) => {
  const heard = complaints(page);
  await page.addInitScript(() =>
    localStorage.setItem('waybill.settings', JSON.stringify({ scheme: 'system' })),
  );
  await enterHome(page, CONSOLE(), 'admin', ADMIN_PASSWORD);
  await seeAll(page, async (shown) => {
    await noSeriousFault(shown);
    await noFaintTextInTheDark(shown);
  });
  expect(heard).toEqual([]);
});

test('every page of the shell fits a phone', async ({ page }) => {
  const heard = complaints(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await enterHome(page, CONSOLE(), 'admin', ADMIN_PASSWORD);
  await seeAll(page);
  expect(heard).toEqual([]);
});

test('dialogs of the header open, are used and close by keyboard', async ({ page }) => {
  covers('§2 user menu');
  await enterHome(page, CONSOLE(), 'admin', ADMIN_PASSWORD);
  const menu = page.getByRole('button', { name: /^用户菜单/ });
  for (const [entry, dialog] of [
    ['系统设置', '系统设置'],
    ['修改密码', '修改密码'],
    ['切换部门', /部门切换（当前部门 : .+）/],
  ] as const) {
    await test.step(entry, async () => {
      await menu.focus();
      await page.keyboard.press('Enter');
      await page.getByRole('menuitem', { name: entry }).focus();
      await page.keyboard.press('Enter');
      const opened = page.getByRole('dialog', { name: dialog });
      await expect(opened).toBeVisible();
      await noSeriousFault(page);
      // Tab stays inside, Escape leads out.
      for (let step = 0; step < 5; step++) await page.keyboard.press('Tab');
      expect(await opened.evaluate((node) => node.contains(document.activeElement))).toBe(true);
      await page.keyboard.press('Escape');
      await expect(opened).toBeHidden();
    });
  }
});
