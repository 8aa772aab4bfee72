import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { noSeriousFault } from './accessibility.ts';
import type { SignOnServed, Vouched } from '../harness/sign-on-channel.ts';
import { fitsWidth } from './console-steps.ts';
import { covers } from './covers.ts';
import { test } from './fixtures.ts';

const SERVER = join(import.meta.dirname, '../harness/serve-sign-on.ts');

let child: ChildProcess;
let served: SignOnServed;

test.beforeAll(async () => {
  test.setTimeout(120_000);
  child = fork(SERVER, [], { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  [served] = (await once(child, 'message')) as [SignOnServed];
});
test.afterAll(async () => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.disconnect();
  await once(child, 'exit');
});

async function vouchFor(vouched: Partial<Vouched>): Promise<void> {
  child.send({ subject: 'nobody', casUser: 'nobody', ...vouched } satisfies Vouched);
  await once(child, 'message');
}

const seeConsole = (page: Page): Promise<void> =>
  expect(page.getByRole('menuitem', { name: '订单', exact: true })).toBeVisible();

/** Fits a phone, and people who cannot see or point. */
async function seeFit(page: Page): Promise<void> {
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await fitsWidth(page);
    await noSeriousFault(page);
  }
}

test('a person proves their account once, and is let in by their provider from then on', async ({ page }) => {
  covers('§2 single sign-on path', '§2 sign-in screens');
  await vouchFor({ subject: 'clerk at the provider' });
  await page.goto(`${served.consoleUrl}/orders/order?po=PO-1`);
  const others = page.getByRole('region', { name: '其他方式登录' });
  await expect(others).toBeVisible();
  await seeFit(page);
  await others.getByRole('link', { name: '企业账号登录' }).click();

  await expect(page.getByRole('heading', { name: '绑定账号' })).toBeVisible();
  await expect(page).not.toHaveURL(/ticket=/);
  await seeFit(page);
  await page.getByLabel('账号', { exact: true }).fill('yunying');
  await page.getByLabel('密码', { exact: true }).fill('not-the-password');
  await page.getByRole('button', { name: '绑定并登录' }).click();
  await expect(page.getByRole('alert')).toContainText('用户名或密码错误');
  await expect(page.getByLabel('账号', { exact: true })).toHaveValue('yunying');
  await page.getByLabel('密码', { exact: true }).fill(served.password);
  await page.getByRole('button', { name: '绑定并登录' }).click();
  await seeConsole(page);
  await expect(page).toHaveURL(/\/orders\/order\?po=PO-1/);

  await page.evaluate(() => localStorage.clear());
  await page.goto(`${served.consoleUrl}/user/sso?redirect=${encodeURIComponent('/orders/pending')}`);
  await expect(page.getByRole('link', { name: 'CAS 登录' })).toBeVisible();
  await seeFit(page);
  await page.getByRole('link', { name: '企业账号登录' }).click();
  await seeConsole(page);
  await expect(page).toHaveURL(/\/orders\/pending/);
});

test('the owner sees what leads into their account, and ends it with their password', async ({ page }) => {
  await vouchFor({ subject: 'kefu at the provider' });
  await page.goto(`${served.consoleUrl}/user/sso?redirect=${encodeURIComponent('/account/settings/security')}`);
  await page.getByRole('link', { name: '企业账号登录' }).click();
  await page.getByLabel('账号', { exact: true }).fill('kefu');
  await page.getByLabel('密码', { exact: true }).fill(served.password);
  await page.getByRole('button', { name: '绑定并登录' }).click();
  const links = page.getByRole('region', { name: '第三方账号' });
  await expect(links.getByText('企业账号登录')).toBeVisible();
  await seeFit(page);

  await page.getByRole('button', { name: '修改密码' }).click();
  const password = page.getByRole('dialog', { name: '修改密码' });
  await expect(password.getByLabel('同时解除第三方账号绑定')).not.toBeChecked();
  await password.getByRole('button', { name: '取消' }).click();

  await page.setViewportSize({ width: 390, height: 900 });
  await links.getByRole('button', { name: '解除绑定 企业账号登录' }).click();
  const dialog = page.getByRole('dialog', { name: '解除第三方账号绑定' });
  await dialog.getByLabel('当前密码').fill('not-the-password');
  await dialog.getByRole('button', { name: '解除绑定' }).click();
  await expect(dialog.getByText('当前密码输入错误!')).toBeVisible();
  await noSeriousFault(page);
  await dialog.getByLabel('当前密码').fill(served.password);
  await dialog.getByRole('button', { name: '解除绑定' }).click();
  await expect(links.getByText('没有绑定第三方账号')).toBeVisible();
  await seeFit(page);

  await page.evaluate(() => localStorage.clear());
  await page.goto(`${served.consoleUrl}/user/sso`);
  await page.getByRole('link', { name: '企业账号登录' }).click();
  await expect(page.getByRole('heading', { name: '绑定账号' })).toBeVisible();
});

test('the CAS server vouches by user name', async ({ page }) => {
  await vouchFor({ casUser: 'cangku' });
  await page.goto(`${served.consoleUrl}/user/sso?redirect=${encodeURIComponent('/orders/order')}`);
  await page.getByRole('link', { name: 'CAS 登录' }).click();
  await seeConsole(page);
  await expect(page).toHaveURL(/\/orders\/order$/);
  await page.evaluate(() => localStorage.clear());
  await vouchFor({ casUser: 'somebody we do not know' });
  await page.goto(`${served.consoleUrl}/user/sso`);
  await page.getByRole('link', { name: 'CAS 登录' }).click();
  await expect(page.getByRole('alert')).toContainText('单点登录校验失败');
  await page.getByRole('link', { name: '账号登录', exact: true }).click();
  await expect(page.getByLabel('密码', { exact: true })).toBeVisible();
});

test('inside a chat app the provider is asked at once, and again when it said no', async ({ browser }) => {
  covers('§2 chat app sign-in');
  const context = await browser.newContext({ userAgent: 'Mozilla/5.0 wxwork/4.1.10 Mobile' });
  const page = await context.newPage();
  await vouchFor({ subject: null });
  await page.goto(`${served.consoleUrl}/orders/pending`);
  await expect(page.getByRole('alert')).toContainText('拒绝了本次登录');
  await expect(page).toHaveURL(/\/oauth2-app\/login/);
  await seeFit(page);
  await vouchFor({ subject: 'clerk at the provider' });
  await page.getByRole('link', { name: '重试' }).click();
  await seeConsole(page);
  await expect(page).toHaveURL(/\/orders\/pending/);
  await context.close();
});
