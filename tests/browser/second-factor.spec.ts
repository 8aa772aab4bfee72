import { expect, type Browser, type Locator, type Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { noSeriousFault } from './accessibility.ts';
import { covers } from './covers.ts';
import { test, useConsole } from './fixtures.ts';
import { ADMIN_PASSWORD } from './start-console.ts';
import { api, CONSOLE, consoleNow, open, PASSWORD, person, signIn } from './account-steps.ts';
import { complaints, signIn as signInFully } from './console-steps.ts';

useConsole();

/** 两步验证 as its owner meets it: in the settings, at the sign-in, and when the phone is lost. */

/** What an authenticator shows, `steps` half minutes from now: no code serves twice. */
const codeAt = (key: string, steps: number): string =>
  TOTP.generate({ secret: Secret.fromBase32(key), timestamp: consoleNow() + steps * 30_000 });

interface TurnedOn {
  key: string;
  /** The code that turned it on. */
  used: string;
  recoveryCodes: string[];
  section: Locator;
}

/** 开启两步验证 with the code of now: that of the next step is still good then. */
async function turnOn(page: Page): Promise<TurnedOn> {
  const security = await open(page, '/account/settings/security', '安全设置');
  const section = security.getByRole('region', { name: '两步验证' });
  await section.getByRole('button', { name: '开启两步验证' }).click();
  const dialog = page.getByRole('dialog', { name: '开启两步验证' });
  await expect(dialog.getByLabel('当前密码')).toBeFocused();
  await dialog.getByLabel('当前密码').fill('not this one');
  await dialog.getByRole('button', { name: '下一步' }).click();
  await expect(dialog.getByText('当前密码输入错误!')).toBeVisible();
  await dialog.getByLabel('当前密码').fill(PASSWORD);
  await dialog.getByLabel('当前密码').press('Enter');
  await expect(dialog.getByRole('img', { name: '密钥的二维码' })).toHaveJSProperty('complete', true);
  const shown = (await dialog.locator('.ac-key code').first().textContent()) ?? '';
  const key = shown.replaceAll(' ', '');
  expect(key).toMatch(/^[A-Z2-7]{32}$/);
  await noSeriousFault(page);
  const code = dialog.getByLabel('验证码');
  await code.fill('12345');
  await code.press('Enter');
  await expect(dialog.getByText('验证码为6位数字')).toBeVisible();
  const used = codeAt(key, 0);
  await code.fill(used);
  await code.press('Enter');
  const shownCodes = page.getByRole('dialog', { name: '恢复码' });
  await expect(shownCodes.getByRole('listitem')).toHaveCount(10);
  const recoveryCodes = await shownCodes.getByRole('listitem').allTextContents();
  await noSeriousFault(page);
  await shownCodes.getByRole('button', { name: '我已保存' }).click();
  await expect(section.getByText('已开启', { exact: true })).toBeVisible();
  await expect(section.getByText('剩余 10 个')).toBeVisible();
  return { key, used, recoveryCodes, section };
}

/** A phone of its own, on which the password is right. */
async function firstStepElsewhere(browser: Browser, username: string): Promise<Page> {
  const context = await browser.newContext({
    locale: 'zh-CN',
    viewport: { width: 390, height: 844 },
  });
  const page = await context.newPage();
  await signIn(page, username);
  return page;
}

const codeField = (page: Page): Locator => page.getByLabel('请输入身份验证器中的 6 位验证码');

test('a person turns it on, signs in with a code, and without the phone', async ({ page, browser }) => {
  covers('ours: second factor');
  const heard = complaints(page);
  const { username } = await person(page);
  await signIn(page, username);
  await page.waitForURL('**/dashboard/analysis');
  const { key, used, recoveryCodes, section } = await turnOn(page);

  const phone = await firstStepElsewhere(browser, username);
  const code = codeField(phone);
  await expect(code).toBeFocused();
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code');
  await expect(code).toHaveAttribute('inputmode', 'numeric');
  await code.press('Enter');
  await expect(phone.getByText('请输入验证码')).toBeVisible();
  await noSeriousFault(phone);
  // It has served already, when the second factor was turned on.
  await code.pressSequentially(used);
  await expect(phone.getByText('验证码错误或已使用过，请核对设备的时间是否准确')).toBeVisible();
  await phone.getByRole('button', { name: '返回登录' }).click();
  await expect(phone.getByText('未完成两步验证，请重新登录')).toBeVisible();
  await expect(phone.getByRole('textbox', { name: '账号' })).toHaveValue(username);
  await phone.getByRole('button', { name: '登录', exact: true }).click();
  await expect(code).toBeFocused();
  await phone.evaluate(
    (text) => {
      const pasted = new DataTransfer();
      pasted.setData('text/plain', text);
      document.execCommand('insertText', false, pasted.getData('text/plain'));
    },
    codeAt(key, 1).replace(/^(...)/, '$1 '),
  );
  await phone.waitForURL('**/dashboard/analysis');

  const other = await firstStepElsewhere(browser, username);
  await other.getByRole('button', { name: '使用恢复码' }).click();
  await expect(other.getByLabel('恢复码')).toBeFocused();
  await other.getByLabel('恢复码').fill((recoveryCodes[0] ?? '').toUpperCase());
  await other.getByRole('button', { name: '验证并登录' }).click();
  await other.waitForURL('**/dashboard/analysis');

  await section.getByRole('button', { name: '关闭两步验证' }).click();
  const off = page.getByRole('dialog', { name: '关闭两步验证' });
  await off.getByLabel('当前密码').fill(PASSWORD);
  await off.getByRole('button', { name: '使用恢复码' }).click();
  await off.getByLabel('恢复码').fill(recoveryCodes[0] ?? '');
  await off.getByRole('button', { name: '关闭两步验证' }).click();
  await expect(off.getByText('恢复码错误或已使用过')).toBeVisible();
  await off.getByLabel('恢复码').fill(recoveryCodes[1] ?? '');
  await off.getByRole('button', { name: '关闭两步验证' }).click();
  await expect(section.getByRole('button', { name: '开启两步验证' })).toBeVisible();
  expect(heard).toEqual([]);
});

test('an administrator resets it for somebody who has lost everything', async ({ page, browser }) => {
  const { username } = await person(page, { realname: `丢失手机${process.pid}` });
  const { token } = await api<{ token: string }>(page, '/sys/login', {
    username,
    password: PASSWORD,
  });
  const own = '/sys/user/secondFactor';
  const { key } = await api<{ key: string }>(page, `${own}/begin`, { oldpassword: PASSWORD }, token);
  await api(page, `${own}/turnOn`, { code: codeAt(key, 0) }, token);
  const phone = await firstStepElsewhere(browser, username);
  await expect(codeField(phone)).toBeFocused();

  await signInFully(page, CONSOLE(), 'admin', ADMIN_PASSWORD);
  const users = await open(page, '/isystem/user', '用户管理');
  const row = users.getByRole('row').filter({ hasText: username });
  await row.getByRole('button', { name: '更多' }).click();
  await page.getByRole('menuitem', { name: '重置两步验证' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '重置' }).click();
  await expect(page.getByText('两步验证已重置')).toBeVisible();

  await phone.getByRole('button', { name: '返回登录' }).click();
  await phone.getByRole('button', { name: '登录', exact: true }).click();
  await phone.waitForURL('**/dashboard/analysis');
});
