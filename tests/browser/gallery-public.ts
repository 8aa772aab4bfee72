import type { Page } from '@playwright/test';
import { CONSOLE, PASSWORD, signIn } from './account-steps.ts';
import type { Picture } from './gallery-scene.ts';

const go = async (page: Page, path: string): Promise<void> => {
  await page.goto(CONSOLE() + path);
};
const press = (page: Page, name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();
const answer = async (page: Page, path: string, result: unknown): Promise<void> => {
  await page.route(`**/api${path}*`, (route) =>
    route.fulfill({ json: { success: true, code: 200, message: '成功', result } }),
  );
};

const REFUSED = /status of (401|403|429)/;

/** Providers as an installation with single sign-on names them. */
async function offerProviders(page: Page, titles: readonly string[]): Promise<void> {
  const providers = titles.map((title, at) => ({ key: `p${at}`, title, kind: 'oidc' }));
  await page.route('**/user/**', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback();
    const response = await route.fetch();
    const ways = { phone: true, mail: true, trial: true, ssoDefault: false, providers };
    const body = (await response.text())
      .replace(/<script type="application\/json" id="sign-in">.*?<\/script>/, '')
      .replace('</head>', `<script type="application/json" id="sign-in">${JSON.stringify(ways)}</script></head>`);
    return route.fulfill({ response, body });
  });
}

async function alterationSecondStep(page: Page): Promise<void> {
  await answer(page, '/sys/sms', null);
  await answer(page, '/sys/user/phoneVerification', { username: 'p_clerk', smscode: '123456' });
  await go(page, '/user/alteration');
  await page.getByLabel('手机号').fill('13712345678');
  await press(page, '获取验证码');
  await page.getByLabel('验证码', { exact: true }).fill('123456');
  await press(page, '下一步');
  await page.getByLabel('新密码', { exact: true }).fill('12345678');
}

/** The pages before the sign-in. */
export const publicPictures: readonly Picture[] = [
  { name: 'sign-in', viewer: 'nobody', steps: (page) => go(page, '/user/login') },
  {
    name: 'sign-in-empty',
    viewer: 'nobody',
    steps: async (page) => {
      await go(page, '/user/login');
      await press(page, '登录');
    },
  },
  {
    name: 'sign-in-phone',
    viewer: 'nobody',
    steps: async (page) => {
      await go(page, '/user/login');
      await page.getByRole('tab', { name: '手机登录' }).click();
      await page.getByLabel('手机号').fill('13712345678');
    },
  },
  {
    name: 'sign-in-refusal',
    viewer: 'nobody',
    expected: REFUSED,
    steps: async (page) => {
      await signIn(page, 'nobody_here', 'not-the-password');
      await page.getByRole('alert').first().waitFor();
    },
  },
  {
    name: 'sign-in-after-lost-session',
    viewer: 'leaver',
    expected: REFUSED,
    steps: async (page) => {
      await page.route('**/api/sys/permission/**', (route) =>
        route.fulfill({ status: 401, json: { success: false, code: 401, message: '' } }),
      );
      await go(page, '/orders/pending');
      await page.waitForURL('**/user/login?**');
      await page.getByText('登录已过期').first().waitFor();
    },
  },
  {
    name: 'sign-in-other-ways',
    viewer: 'nobody',
    steps: async (page) => {
      await offerProviders(page, ['企业账号登录', '集团统一身份认证平台（华东区域数据中心）']);
      await go(page, '/user/login');
      await page.getByRole('region', { name: '其他方式登录' }).waitFor();
    },
  },
  {
    name: 'sso',
    viewer: 'nobody',
    steps: async (page) => {
      await offerProviders(page, ['企业账号登录', 'CAS 登录']);
      await go(page, '/user/sso');
    },
  },
  { name: 'sso-not-offered', viewer: 'nobody', steps: (page) => go(page, '/user/sso') },
  { name: 'external-app', viewer: 'nobody', steps: (page) => go(page, '/oauth2-app/login') },
  { name: 'register', viewer: 'nobody', steps: (page) => go(page, '/user/register') },
  {
    name: 'register-faults',
    viewer: 'nobody',
    steps: async (page) => {
      await go(page, '/user/register?invitation=2-ABCD-EFGH-JKLM-NPQR');
      await page.getByLabel('密码', { exact: true }).fill('abc');
      await press(page, '注册');
    },
  },
  {
    name: 'register-result',
    viewer: 'nobody',
    steps: async (page) => {
      const done = { username: 'new_seller_with_a_long_account_name', isTrial: true };
      await page.addInitScript((stored) => sessionStorage.setItem('waybill.registered', stored), JSON.stringify(done));
      await go(page, '/user/register-result');
    },
  },
  { name: 'alteration-1', viewer: 'nobody', steps: (page) => go(page, '/user/alteration') },
  { name: 'alteration-2', viewer: 'nobody', steps: alterationSecondStep },
  {
    name: 'alteration-3',
    viewer: 'nobody',
    steps: async (page) => {
      await answer(page, '/sys/user/passwordChange', null);
      await alterationSecondStep(page);
      await page.getByLabel('新密码', { exact: true }).fill(PASSWORD);
      await page.getByLabel('确认新密码').fill(PASSWORD);
      await press(page, '确定');
      await page.getByText('密码已经重置').waitFor();
    },
  },
  {
    name: 'forced-password-change',
    viewer: 'nobody',
    steps: async (page, { newcomer }) => {
      await signIn(page, newcomer);
      await page.getByText('您的密码由管理员设置').waitFor();
    },
  },
];
