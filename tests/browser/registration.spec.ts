import { expect, type Page } from '@playwright/test';
import { accessFaults } from './accessibility.ts';
import { fitsWidth } from './console-steps.ts';
import { covers } from './covers.ts';
import { test, useConsole } from './fixtures.ts';
import { ADMIN_PASSWORD } from './start-console.ts';

useConsole();

const CONSOLE = (): string => process.env['CONSOLE_URL'] ?? '';
const PHONE = '13712345678';
const USERNAME = 'new_seller';
const PASSWORD = 'Meihua-6120-Xue';
const NEW_PASSWORD = 'Zhuye-4471-Feng';

/** What the browser complained about. */
function complaints(page: Page): string[] {
  const found: string[] = [];
  page.on('pageerror', (error) => found.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') found.push(message.text());
  });
  return found;
}

async function api<T>(path: string, { token, body }: { token?: string; body?: object } = {}) {
  const response = await fetch(`${CONSOLE()}/api${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...(token ? { 'x-access-token': token } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return ((await response.json()) as { result: T }).result;
}

/** The code as the operator reads it in the message log. */
async function codeFor(purpose: 'login' | 'register' | 'forgot'): Promise<string> {
  const credentials = { username: 'admin', password: ADMIN_PASSWORD };
  const { token } = await api<{ token: string }>('/sys/login', { body: credentials });
  let code = '';
  await expect
    .poll(async () => {
      const { records } = await api<{ records: { esContent: string }[] }>(
        `/sys/message/sysMessage/list?purpose=${purpose}`,
        { token },
      );
      code = /验证码 (\d{6})/.exec(records[0]?.esContent ?? '')?.[1] ?? '';
      return code;
    })
    .toMatch(/^\d{6}$/);
  return code;
}

/** A code by which one person joins the team of the house. */
async function invitationOfTheHouse(): Promise<string> {
  const credentials = { username: 'admin', password: ADMIN_PASSWORD };
  const { token } = await api<{ token: string }>('/sys/login', { body: credentials });
  const roles = await api<{ id: string; roleCode: string }[]>('/sys/role/queryall', { token });
  const departs = await api<{ id: string }[]>('/sys/sysDepart/queryTreeList', { token });
  const roleId = roles.find(({ roleCode }) => roleCode === 'OPS')?.id;
  const body = { roleId, departId: departs[0]?.id, maxUses: 1, days: 1 };
  return (await api<{ code: string }>('/sys/invitation/add', { token, body })).code;
}

async function askForCode(page: Page, purpose: 'login' | 'register' | 'forgot'): Promise<void> {
  await page.getByRole('button', { name: '获取验证码' }).click();
  await expect(page.getByText('验证码已发送')).toBeVisible();
  await expect(page.getByRole('button', { name: /秒后重新获取/ })).toBeDisabled();
  const code = page.getByLabel('验证码', { exact: true });
  await expect(code).toBeFocused();
  await code.fill(await codeFor(purpose));
}

const everyFault = async (page: Page): Promise<string[]> =>
  (await accessFaults(page)).map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);

async function leave(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.clear());
  await page.goto(`${CONSOLE()}/user/login`);
}

test('a stranger registers, forgets the password, and signs in by phone', async ({ page }) => {
  covers('§2 sign-in screens', 'ours: further team');
  const found = complaints(page);
  await page.goto(CONSOLE());
  await page.getByRole('link', { name: '注册账号' }).click();
  await expect(page).toHaveTitle(/^注册/);

  await page.getByRole('button', { name: '注册' }).click();
  await expect(page.getByText('请输入用户名')).toBeVisible();
  await expect(page.getByLabel('用户名')).toBeFocused();

  await page.getByLabel('用户名').fill('admin');
  await page.getByLabel('姓名').fill('王小明');
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD);
  await expect(page.getByText('密码强度：强')).toBeVisible();
  await page.getByLabel('确认密码').fill(PASSWORD);
  await page.getByLabel('手机号').fill(PHONE);
  await askForCode(page, 'register');
  await page.getByLabel('试用团队名称').fill('青山家居');
  await page.getByRole('button', { name: '注册' }).click();
  await expect(page.getByRole('alert')).toHaveText('用户名已注册');
  await expect(page.getByLabel('密码', { exact: true })).toHaveValue(PASSWORD);
  await page.getByLabel('用户名').fill(USERNAME);
  await page.getByRole('button', { name: '注册' }).click();

  await expect(page).toHaveURL(/\/user\/register-result$/);
  await expect(page.getByText(`你的账户：${USERNAME} 注册成功`)).toBeVisible();
  await page.reload();
  await expect(page.getByText(`你的账户：${USERNAME} 注册成功`)).toBeVisible();
  await page.getByRole('button', { name: '去登录' }).click();
  await page.getByLabel('账号').fill(USERNAME);
  await page.getByLabel('密码').fill(PASSWORD);
  await page.getByRole('button', { name: '登录' }).click();
  await expect(page.getByRole('menuitem', { name: '系统管理' })).toBeVisible();

  await leave(page);
  await page.getByRole('link', { name: '忘记密码' }).click();
  await page.getByLabel('手机号').fill(PHONE);
  await askForCode(page, 'forgot');
  await page.getByRole('button', { name: '下一步' }).click();
  await expect(page.getByText(`账号：${USERNAME}`)).toBeVisible();
  await page.getByLabel('新密码', { exact: true }).fill('12345678');
  await page.getByLabel('确认新密码').fill('12345678');
  await page.getByRole('button', { name: '确定' }).click();
  await expect(page.getByRole('alert')).toContainText('密码过于简单');
  await page.getByLabel('新密码', { exact: true }).fill(NEW_PASSWORD);
  await page.getByLabel('确认新密码').fill(NEW_PASSWORD);
  await page.getByRole('button', { name: '确定' }).click();
  await expect(page.getByText('密码已经重置')).toBeVisible();
  await page.getByRole('button', { name: '去登录' }).click();

  await page.getByLabel('账号').fill('typed before');
  await page.getByRole('tab', { name: '手机登录' }).click();
  await page.getByLabel('手机号').fill(PHONE);
  await askForCode(page, 'login');
  await page.getByRole('tab', { name: '账号登录' }).click();
  await expect(page.getByLabel('账号')).toHaveValue('typed before');
  await page.getByRole('tab', { name: '手机登录' }).click();
  await page.getByRole('button', { name: '登录' }).click();
  await expect(page.getByRole('menuitem', { name: '系统管理' })).toBeVisible();

  await page.goto(`${CONSOLE()}/account/center`);
  const shortcuts = page.getByRole('region', { name: '快捷入口' });
  await expect(shortcuts.getByRole('button', { name: '修改密码' })).toBeVisible();
  await expect(shortcuts.getByRole('button', { name: '切换租户' })).toHaveCount(0);
  await shortcuts.getByRole('button', { name: '加入团队' }).click();
  const dialog = page.getByRole('dialog', { name: '加入团队' });
  await dialog.getByLabel('邀请码').fill('1-ABCD-EFGH-JKLM-NPQR');
  await dialog.getByRole('button', { name: '加入' }).click();
  await expect(dialog.getByText('邀请码无效或已过期')).toBeVisible();
  await dialog.getByLabel('邀请码').fill(await invitationOfTheHouse());
  await dialog.getByRole('button', { name: '加入' }).click();
  await expect(page.getByText('可在“切换租户”中进入')).toBeVisible();
  await expect(shortcuts.getByRole('button', { name: '切换租户' })).toBeVisible();
  expect(found).toEqual([]);
});

test('the pages fit a phone and are reached by keyboard; the result leads to a registration', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${CONSOLE()}/user/register?invitation=2-ABCD-EFGH-JKLM-NPQR`);
  await expect(page.getByLabel('邀请码')).toHaveValue('2-ABCD-EFGH-JKLM-NPQR');
  await fitsWidth(page);
  await page.getByRole('tab', { name: '我有邀请码' }).focus();
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByLabel('试用团队名称')).toBeVisible();
  await page.goto(`${CONSOLE()}/user/alteration`);
  await expect(page.getByRole('listitem').filter({ hasText: '验证身份' })).toHaveAttribute('aria-current', 'step');
  await fitsWidth(page);
  await page.goto(`${CONSOLE()}/user/register-result`);
  await expect(page).toHaveURL(/\/user\/register$/);
});

test('who asks for many codes has to wait, and keeps what was typed', async ({ page }) => {
  for (let n = 0; n < 6; n++) await api('/sys/sms', { body: { mobile: `1390000000${n}`, smsmode: 0 } });
  await page.goto(`${CONSOLE()}/user/login`);
  await page.getByRole('tab', { name: '手机登录' }).click();
  await page.getByLabel('手机号').fill('13911112222');
  const ask = page.getByRole('button', { name: '获取验证码' });
  await ask.click();
  await expect(page.getByRole('alert')).toHaveText('请求过于频繁，请稍后重试');
  await expect(page.getByLabel('手机号')).toHaveValue('13911112222');
  await expect(ask).toBeEnabled();
});

test('the pages can be read and used by everybody: labels, contrast, names', async ({ page }) => {
  await page.goto(`${CONSOLE()}/user/login`);
  await page.getByRole('tab', { name: '手机登录' }).click();
  await page.getByRole('button', { name: '登录' }).click();
  await expect(page.getByText('请输入手机号')).toBeVisible();
  expect(await everyFault(page)).toEqual([]);
  await page.goto(`${CONSOLE()}/user/register`);
  await page.getByRole('button', { name: '注册' }).click();
  await expect(page.getByText('请输入用户名')).toBeVisible();
  expect(await everyFault(page)).toEqual([]);
  await page.goto(`${CONSOLE()}/user/alteration`);
  await expect(page.getByRole('button', { name: '下一步' })).toBeVisible();
  expect(await everyFault(page)).toEqual([]);
});
