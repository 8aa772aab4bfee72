import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { systemActor } from '#kit/server/actor.ts';
import { createUser, signInProviders } from '#modules/system/server/index.ts';
import { PASSWORD } from '#tests/harness/app.ts';
import { casSuccess } from '#tests/harness/cas-server.ts';
import { CookieBrowser } from '#tests/harness/cookie-browser.ts';
import { startSignOnScene, type SignOnScene } from '#tests/harness/sign-on-scene.ts';
import { covers } from '#tests/spec/covers.ts';

let scene: SignOnScene;

beforeAll(async () => {
  scene = await startSignOnScene({ linkByMail: true });
});
afterAll(() => scene?.stop());
beforeEach(() => scene.app.db.platform((tx) => tx.run`delete from attempt_count where kind = 'thirdLogin'`));

const actor = systemActor(1, 'test');
const person = (username: string, more: { email?: string } = {}): Promise<string> =>
  createUser(scene.app.db, actor, {
    username,
    realname: username,
    password: PASSWORD,
    departs: ['A01'],
    ...more,
  });
const setStatus = (username: string, status: string): Promise<number> =>
  scene.app.db.platform((tx) => tx.run`update app_user set status = ${status} where username = ${username}`);
const logOf = (username: string) =>
  scene.app.db.tx(
    actor,
    (tx) => tx.rows<{ kind: string; content: string }>`
      select kind, content from login_log
      where tenant_id = ${tx.tenant} and username = ${username} order by create_time`,
  );
const worksWith = async (token: string): Promise<boolean> =>
  (
    await scene.ask(new CookieBrowser(), '/sys/user/getUserInfo', undefined, {
      'x-access-token': token,
    })
  ).success;

interface Signed {
  token: string;
  userInfo: { username: string };
  bindTicket?: string;
  redirect?: string;
}

describe('OpenID Connect', () => {
  test('an unknown person proves their account once; then the provider is enough', async () => {
    await person('first_timer');
    scene.provider.person = { sub: 'first' };
    const browser = new CookieBrowser();
    const request = await scene.signIn<Signed>(browser);
    expect(request).toMatchObject({ status: 200, success: false });
    expect(request.result.token).toBeUndefined();
    const bind = (password: string, ticket = request.result.bindTicket) =>
      scene.ask<Signed>(browser, '/sys/thirdLogin/user/checkPassword', {
        ticket,
        username: 'first_timer',
        password,
      });
    expect(await bind('wrong-Password-1')).toMatchObject({ message: '用户名或密码错误' });
    expect((await bind(PASSWORD, 'A'.repeat(43))).status).toBe(401);
    const bound = await bind(PASSWORD);
    expect(bound).toMatchObject({
      success: true,
      result: { userInfo: { username: 'first_timer' } },
    });
    expect(bound.result).toHaveProperty('sysAllDictItems');
    expect((await bind(PASSWORD)).status).toBe(401);

    const again = await scene.signIn<Signed>();
    expect(again).toMatchObject({ success: true, message: '登录成功' });
    expect(again.result.userInfo.username).toBe('first_timer');
    expect(await worksWith(again.result.token)).toBe(true);
    expect((await logOf('first_timer')).map(({ kind }) => kind)).toEqual(['failure', 'login', 'login']);
  });

  test('a verified mail address links its owner; an unverified one does not', async () => {
    await person('mail_owner', { email: 'owner@example.com' });
    scene.provider.person = { sub: 'thief', email: 'owner@example.com', email_verified: false };
    expect((await scene.signIn<Signed>()).result).toHaveProperty('bindTicket');
    scene.provider.person = { sub: 'owner', email: 'Owner@Example.com', email_verified: true };
    expect((await scene.signIn<Signed>()).result.userInfo.username).toBe('mail_owner');
    scene.provider.person = { sub: 'owner' };
    expect((await scene.signIn<Signed>()).result.userInfo.username).toBe('mail_owner');
    const accounts = await scene.app.db.platform(
      (tx) => tx.one<{ n: number }>`
        select count(*)::integer as n from app_user where email_key = 'owner@example.com'`,
    );
    expect(accounts.n).toBe(1);
  });

  test('frozen and removed people are refused as at any sign-in, and it is logged', async () => {
    await person('cold_one', { email: 'cold@example.com' });
    scene.provider.person = { sub: 'cold', email: 'cold@example.com', email_verified: true };
    expect(await scene.signIn()).toMatchObject({ success: true });
    await setStatus('cold_one', 'frozen');
    expect(await scene.signIn()).toMatchObject({ success: false, message: '该用户已冻结' });
    await setStatus('cold_one', 'deleted');
    expect(await scene.signIn()).toMatchObject({ success: false, message: '该用户已注销' });
    expect((await logOf('cold_one')).map(({ content }) => content)).toEqual([
      '登录成功',
      '单点登录失败：该用户已冻结',
      '单点登录失败：该用户已注销',
    ]);
  });

  test('a person of a closed tenant is refused', async () => {
    await person('shut_out', { email: 'shut@example.com' });
    scene.provider.person = { sub: 'shut', email: 'shut@example.com', email_verified: true };
    const setTenant = (status: string) =>
      scene.app.db.platform((tx) => tx.run`update tenant set status = ${status} where id = 1`);
    await setTenant('frozen');
    try {
      expect(await scene.signIn()).toMatchObject({
        success: false,
        message: '与该用户关联的租户均已被冻结，无法登录！',
      });
    } finally {
      await setTenant('active');
    }
  });

  test('a provider that says no leads back with a word of ours, never one of theirs', async () => {
    scene.provider.person = null;
    const end = await scene.dance(new CookieBrowser(), { page: 'app', redirect: '/orders/order' });
    expect(end.pathname + end.search).toBe('/oauth2-app/login?failure=denied&redirect=%2Forders%2Forder');
  });

  test('ten minutes on the way are enough, eleven are not', async () => {
    scene.provider.person = { sub: 'slow' };
    const browser = new CookieBrowser();
    const back = await browser.follow(`${scene.url}/api/sys/thirdLogin/render/oidc`, (url) =>
      url.pathname.endsWith('/callback'),
    );
    await scene.pass(11 * 60_000);
    const end = await browser.follow(back.href, () => true);
    expect(end.searchParams.get('failure')).toBe('expired');
  });

  test('under another name of this server the browser sets out from the public one', async () => {
    const elsewhere = `${scene.url.replace('127.0.0.1', 'localhost')}/api/sys/thirdLogin/render/oidc`;
    const first = await new CookieBrowser().fetch(`${elsewhere}?redirect=${encodeURIComponent('/orders/order')}`);
    const location = new URL(first.headers.get('location') ?? '');
    expect(location.origin).toBe(scene.url);
    expect(first.headers.getSetCookie()).toEqual([]);
    scene.provider.person = { sub: 'mover' };
    const end = await new CookieBrowser().follow(
      location.href,
      (url) => url.origin === scene.url && url.pathname === '/user/sso',
    );
    expect(end.searchParams.get('redirect')).toBe('/orders/order');
    expect(end.searchParams.get('ticket')).not.toBeNull();
  });

  test('unknown sources are no way in', async () => {
    for (const path of ['render/github', 'render/constructor', 'cas/callback', 'github/callback']) {
      const { headers } = await new CookieBrowser().fetch(`${scene.url}/api/sys/thirdLogin/${path}`);
      expect(headers.get('location'), path).toMatch(/^\/user\/sso\?failure=unknown/);
    }
  });

  test('the console knows of the providers, and of no address or secret of theirs', async () => {
    const secret = { issuer: 'https://idp.example', clientId: 'id', clientSecret: 'secret' };
    expect(
      signInProviders({
        oidc: { ...secret, title: '企业账号登录', linkByMail: false },
        cas: { url: 'https://cas.example', title: 'CAS 登录' },
      }),
    ).toEqual([
      { key: 'oidc', title: '企业账号登录', kind: 'oidc' },
      { key: 'cas', title: 'CAS 登录', kind: 'cas' },
    ]);
  });

  test('no chat app is said to be connected', async () => {
    const admin = await scene.as('admin');
    expect((await admin.get('/sys/thirdApp/getEnabledType')).result).toEqual({
      wechatEnterprise: false,
      dingtalk: false,
    });
  });
});

describe('CAS', () => {
  /** Follows to the CAS server and back. */
  const setOut = (browser: CookieBrowser, query = ''): Promise<URL> =>
    browser.follow(
      `${scene.url}/api/sys/thirdLogin/render/cas${query}`,
      (url) => url.origin === scene.url && !url.pathname.startsWith('/api/'),
    );
  const validate = (browser: CookieBrowser, ticket: string, service: string) =>
    scene.ask<Signed>(browser, `/sys/cas/client/validateLogin?${new URLSearchParams({ ticket, service }).toString()}`);
  const FAILED = { status: 200, success: false, message: '单点登录校验失败，请重新登录' };
  const ssoPage = (): string => `${scene.url}/user/sso`;
  const ticketOf = (url: URL): string => url.searchParams.get('ticket') ?? '';

  test('a ticket lets its user in where they wanted to go, once', async () => {
    covers('§4 token-validation login', '§7 other sign-ins');
    scene.cas.user = 'cangku';
    const browser = new CookieBrowser();
    const back = await setOut(browser, '?redirect=%2Forders%2Forder');
    expect(back.href).toBe(`${ssoPage()}?ticket=${ticketOf(back)}`);
    const entered = await validate(browser, ticketOf(back), ssoPage());
    expect(entered).toMatchObject({
      success: true,
      result: { userInfo: { username: 'cangku' }, redirect: '/orders/order' },
    });
    expect(await worksWith(entered.result.token)).toBe(true);
    expect(await validate(browser, ticketOf(back), ssoPage())).toMatchObject(FAILED);
  });

  test('a ticket serves the browser that set out, for the page it set out from', async () => {
    scene.cas.user = 'cangku';
    const browser = new CookieBrowser();
    const ticket = ticketOf(await setOut(browser));
    expect(await validate(new CookieBrowser(), ticket, ssoPage())).toMatchObject(FAILED);
    for (const service of [
      'https://evil.example/user/sso',
      `${scene.url}.evil.example/user/sso`,
      `${ssoPage()}?a=1`,
      `${scene.url}/oauth2-app/login`,
      '',
    ])
      expect(await validate(browser, ticket, service), service).toMatchObject(FAILED);
    expect(await validate(browser, ticket, ssoPage())).toMatchObject({ success: true });
  });

  test('hostile answers, unknown users and people who are frozen do not get in', async () => {
    await person('cas_cold');
    await setStatus('cas_cold', 'frozen');
    const attempt = async (user: string, forged: string | null) => {
      scene.cas.user = user;
      const browser = new CookieBrowser();
      const ticket = ticketOf(await setOut(browser));
      scene.cas.forged = forged;
      const answer = await validate(browser, ticket, ssoPage());
      scene.cas.forged = null;
      return answer;
    };
    const two = casSuccess('cangku</cas:user><cas:user>admin');
    const entity = `<!DOCTYPE r [<!ENTITY me "admin">]>${casSuccess('&me;')}`;
    for (const forged of [two, entity, 'yes\nadmin\n', '', 'x'.repeat(70_000)])
      expect(await attempt('cangku', forged)).toMatchObject(FAILED);
    expect(await attempt('nobody_here', null)).toMatchObject(FAILED);
    expect(await attempt('cas_cold', null)).toMatchObject({ message: '该用户已冻结' });
  });
});
