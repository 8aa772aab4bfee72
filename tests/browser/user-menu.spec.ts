import { expect, type Page } from '@playwright/test';
import { enterConsole, forgetSession } from './console-steps.ts';
import { covers } from './covers.ts';
import { test, useConsole } from './fixtures.ts';
import { PEOPLE_PASSWORD } from './start-console.ts';

useConsole();

/** What somebody typed and did not store, whatever would take it away. */

const CONSOLE = (): string => process.env['CONSOLE_URL'] ?? '';

// Each with a session of its own, which it may end.
async function enter(page: Page): Promise<void> {
  forgetSession('yunying');
  await enterConsole(page, CONSOLE(), 'yunying', PEOPLE_PASSWORD);
}

test('signing out on a dead network ends here at once', async ({ page }) => {
  covers('§4 log-out');
  await enter(page);
  // Never answered: as on a network that has lost its way.
  await page.route('**/api/sys/logout*', () => undefined);
  const reported = page.waitForRequest('**/api/sys/logout*');
  await page.getByRole('button', { name: /^用户菜单/ }).click();
  await page.getByRole('menuitem', { name: '退出登录' }).click();
  const question = page.getByRole('dialog', { name: '退出登录' });
  await question.getByRole('button', { name: '退出登录' }).click();
  await expect(page.getByLabel('账号', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(`${CONSOLE()}/user/login`);
  expect(await page.evaluate(() => localStorage.getItem('waybill.session'))).toBeNull();
  expect((await reported).headers()['x-access-token']).toBeTruthy();
});

test('a sign-out that the server refuses says so on the sign-in page', async ({ page }) => {
  covers('§8 log-out failure');
  await enter(page);
  await page.route('**/api/sys/logout*', (route) =>
    route.fulfill({
      status: 200,
      json: { success: false, code: 500, message: '退出登录失败！', result: null },
    }),
  );
  await page.getByRole('button', { name: /^用户菜单/ }).click();
  await page.getByRole('menuitem', { name: '退出登录' }).click();
  const question = page.getByRole('dialog', { name: '退出登录' });
  await question.getByRole('button', { name: '退出登录' }).click();
  await expect(page.getByText('退出登录失败！')).toBeVisible();
  await expect(page.getByLabel('账号', { exact: true })).toBeVisible();
});

test('after a dialog of the user menu the keyboard goes on from its button', async ({ page }) => {
  await enter(page);
  for (const [entry, name] of [
    ['修改密码', '修改密码'],
    ['切换部门', /部门/],
    ['系统设置', '系统设置'],
    ['帮助', '帮助'],
  ] as const) {
    await page.getByRole('button', { name: /^用户菜单/ }).click();
    await page.getByRole('menuitem', { name: entry }).click();
    await page.getByRole('dialog', { name }).waitFor();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog', { name })).toBeHidden();
    await expect(page.getByRole('button', { name: /^用户菜单/ })).toBeFocused();
  }
});
