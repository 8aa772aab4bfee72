import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { systemActor } from '#kit/server/actor.ts';
import { createUser } from '#modules/system/server/index.ts';
import { PASSWORD, type Answer } from '#tests/harness/app.ts';
import { CookieBrowser } from '#tests/harness/cookie-browser.ts';
import { startSignOnScene, type SignOnScene } from '#tests/harness/sign-on-scene.ts';
import { covers } from '#tests/spec/covers.ts';

/** What somebody tries who knows the password, or has the account elsewhere, but not the phone. */

let scene: SignOnScene;
beforeAll(async () => {
  scene = await startSignOnScene();
});
afterAll(() => scene?.stop());
beforeEach(() => scene.app.db.platform((tx) => tx.run`delete from attempt_count where kind <> 'captcha'`));

interface Guarded {
  username: string;
  sub: string;
  token: string;
  /** The next code that nobody has used. */
  code(): Promise<string>;
}

let people = 0;

/** Somebody with a second factor, not linked to anybody elsewhere. */
async function guarded(): Promise<Guarded> {
  people += 1;
  const username = `guarded_${people}`;
  await createUser(scene.app.db, systemActor(1, 'test'), {
    username,
    realname: username,
    password: PASSWORD,
    departs: ['A01'],
  });
  const person = await scene.as(username);
  const begun = await person.post<{ key: string }>('/sys/user/secondFactor/begin', {
    oldpassword: PASSWORD,
  });
  const secret = Secret.fromBase32(begun.result.key);
  const code = async (): Promise<string> => {
    await scene.pass(30_000);
    const now = await scene.app.db.platform(async (tx) => tx.now.getTime());
    return TOTP.generate({ secret, timestamp: now });
  };
  const turned = await person.post('/sys/user/secondFactor/turnOn', { code: await code() });
  expect(turned.message).toBe('两步验证已开启');
  return { username, sub: `sub-${people}`, token: person.token, code };
}

interface Asked {
  secondFactorTicket: string;
  redirect?: string;
  token?: string;
}

const post = (browser: CookieBrowser, path: string, body: object) => scene.ask<Asked>(browser, path, body);
const byPassword = (browser: CookieBrowser, { username }: Guarded) =>
  post(browser, '/sys/login', { username, password: PASSWORD });
const second = (browser: CookieBrowser, request: Answer<Asked>, proof: object) =>
  post(browser, '/sys/login/secondFactor', { ticket: request.result.secondFactorTicket, ...proof });

const STEP = { status: 200, success: false, code: 428 };
const EXPIRED = { status: 401, success: false, result: null };

/** Sets out for the provider, and proves by the password which account is one's own. */
async function bind(browser: CookieBrowser, person: Guarded): Promise<Answer<Asked>> {
  scene.provider.person = { sub: person.sub };
  const request = await scene.signIn<{ bindTicket: string }>(browser);
  return post(browser, '/sys/thirdLogin/user/checkPassword', {
    ticket: request.result.bindTicket,
    username: person.username,
    password: PASSWORD,
  });
}

test('F1 the password alone opens nothing at any door', async () => {
  covers('ours: second factor');
  const person = await guarded();
  const browser = new CookieBrowser();
  const request = await byPassword(browser, person);
  expect(request).toMatchObject(STEP);
  expect(JSON.stringify(request)).not.toContain('"token"');
  const ticket = request.result.secondFactorTicket;
  // The ticket is no session, whichever way it is shown.
  for (const path of ['/sys/user/getUserInfo', '/sys/user/secondFactor'])
    expect((await scene.ask(browser, path, undefined, { 'x-access-token': ticket })).status, path).toBe(401);
  expect(await scene.ask(browser, `/sys/thirdLogin/getLoginUser/${ticket}/oidc`)).toMatchObject(EXPIRED);
});

test('F12 a ticket serves only the browser that began, and only once', async () => {
  const person = await guarded();
  const [victim, thief] = [new CookieBrowser(), new CookieBrowser()];
  const request = await byPassword(victim, person);
  await byPassword(thief, await guarded());
  const code = await person.code();
  expect(await second(thief, request, { code })).toMatchObject(EXPIRED);
  expect(await second(new CookieBrowser(), request, { code })).toMatchObject(EXPIRED);
  expect(await second(victim, request, { code })).toMatchObject({ success: true });
  expect(await second(victim, request, { code: await person.code() })).toMatchObject(EXPIRED);
});

test('F12 an account elsewhere is not linked by a password alone', async () => {
  const person = await guarded();
  const browser = new CookieBrowser();
  const request = await bind(browser, person);
  expect(request).toMatchObject(STEP);
  const links = () =>
    scene.ask<unknown[]>(new CookieBrowser(), '/sys/thirdLogin/links', undefined, {
      'x-access-token': person.token,
    });
  expect((await links()).result).toEqual([]);
  expect(await second(browser, request, { code: '000000' })).toMatchObject({ success: false });
  expect((await links()).result).toEqual([]);
  expect(await second(browser, request, { code: await person.code() })).toMatchObject({
    success: true,
  });
  expect((await links()).result).toHaveLength(1);
});

test('F12 whom another system vouches for is asked all the same', async () => {
  const person = await guarded();
  const linking = new CookieBrowser();
  await second(linking, await bind(linking, person), { code: await person.code() });
  const browser = new CookieBrowser();
  const request = await scene.signIn<Asked>(browser);
  expect(request).toMatchObject(STEP);
  expect(request.result.token).toBeUndefined();
  expect(await second(browser, request, { code: await person.code() })).toMatchObject({
    success: true,
    result: { userInfo: { username: person.username } },
  });

  const byCas = new CookieBrowser();
  scene.cas.user = person.username;
  const page = await byCas.follow(
    `${scene.url}/api/sys/thirdLogin/render/cas?redirect=%2Forders`,
    (at) => at.pathname === '/user/sso',
  );
  const query = new URLSearchParams({
    ticket: page.searchParams.get('ticket') ?? '',
    service: `${scene.url}/user/sso`,
  });
  const vouched = await scene.ask<Asked>(byCas, `/sys/cas/client/validateLogin?${query}`);
  expect(vouched).toMatchObject({ ...STEP, result: { redirect: '/orders' } });
  expect(await second(byCas, vouched, { code: await person.code() })).toMatchObject({
    success: true,
  });
});

test('F13 odd bodies of the second step are refused without a fault of ours', async () => {
  const person = await guarded();
  const browser = new CookieBrowser();
  const ticket = (await byPassword(browser, person)).result.secondFactorTicket;
  for (const body of [
    {},
    { ticket },
    { ticket, code: { $gt: '' } },
    { ticket, code: ['123456'] },
    { ticket, code: '1'.repeat(5_000) },
    { ticket, recoveryCode: 7 },
    { ticket: { $gt: '' }, code: '123456' },
    { ticket: '\u0000', code: '123456' },
    { ticket, recoveryCode: "' or 1=1 --" },
  ]) {
    const answer = await post(browser, '/sys/login/secondFactor', body);
    expect([200, 401], JSON.stringify(body)).toContain(answer.status);
    expect(answer.success).toBe(false);
  }
});
