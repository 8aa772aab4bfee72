import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { systemActor } from '#kit/server/actor.ts';
import { newId } from '#kit/server/new-id.ts';
import { createUser } from '#modules/system/server/index.ts';
import { PASSWORD } from '#tests/harness/app.ts';
import { CookieBrowser } from '#tests/harness/cookie-browser.ts';
import { startSignOnScene, type SignOnScene } from '#tests/harness/sign-on-scene.ts';

/** What strangers try with sign-in at other systems, by the attack list. */

let scene: SignOnScene;
let people = 0;

beforeAll(async () => {
  scene = await startSignOnScene();
});
afterAll(() => scene?.stop());

/** Each test counts its calls for itself. */
beforeEach(() => scene.app.db.platform((tx) => tx.run`delete from attempt_count where kind <> 'captcha'`));

/** Somebody with an account that is linked to their name at the provider. */
async function linkedPerson(): Promise<{ id: string; username: string; sub: string }> {
  people += 1;
  const username = `linked_${people}`;
  const id = await createUser(scene.app.db, systemActor(1, 'test'), {
    username,
    realname: `某人${people}`,
    password: PASSWORD,
    departs: ['A01'],
  });
  const sub = `subject-${people}`;
  await scene.app.db.platform(
    (tx) => tx.run`
      insert into third_account (id, third_type, third_user_uuid, user_id, create_time)
      values (${newId()}, 'oidc', ${`${scene.provider.issuer} ${sub}`}, ${id}, ${tx.now})`,
  );
  scene.provider.person = { sub };
  return { id, username, sub };
}

const ticketOf = (url: URL): string => url.searchParams.get('ticket') ?? '';
const exchange = (browser: CookieBrowser, ticket: string, type = 'oidc') =>
  scene.ask<{ token: string }>(browser, `/sys/thirdLogin/getLoginUser/${ticket}/${type}`);
const isCallback = (url: URL): boolean => url.pathname.endsWith('/oidc/callback');
const render = (): string => `${scene.url}/api/sys/thirdLogin/render/oidc`;

test('E3 forged tokens in the place of a ticket open nothing and end no session', async () => {
  const admin = await scene.as('admin');
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const unsigned = `${part({ alg: 'none', typ: 'JWT' })}.${part({ username: 'admin' })}.`;
  const garbage = `${part({ alg: 'HS256' })}.${part({ username: 'admin', exp: 9e9 })}.AAAA`;
  for (const forged of [unsigned, garbage, 'admin', admin.token, '%00', '..%2f..'])
    for (const type of ['x', 'oidc', 'cas']) {
      const answer = await exchange(new CookieBrowser(), forged, type);
      expect(answer, forged).toMatchObject({ status: 401, success: false, result: null });
    }
  for (const path of ['/sys/user/getUserInfo', '/sys/permission/getUserPermissionByToken'])
    for (const forged of [unsigned, garbage])
      expect((await scene.ask(new CookieBrowser(), path, undefined, { 'x-access-token': forged })).status).toBe(401);
  expect((await admin.get('/sys/user/getUserInfo')).status).toBe(200);
});

test('E7 a signature with the public secret stands for nobody', async () => {
  await linkedPerson();
  const ticket = ticketOf(await scene.dance(new CookieBrowser()));
  const signed = {
    'x-sign': 'D0F0AF5B3DF5A30B3D5BC4D4A2B4BD9D',
    'x-timestamp': String(scene.now().getTime()),
  };
  const path = `/sys/thirdLogin/getLoginUser/${ticket}/oidc`;
  expect((await scene.ask(new CookieBrowser(), path, undefined, signed)).status).toBe(401);
  const enabled = await scene.ask(new CookieBrowser(), '/sys/thirdApp/getEnabledType', undefined, signed);
  expect(enabled.status).toBe(401);
});

test('E9 no other origin may read an answer', async () => {
  const evil = { origin: 'https://evil.example' };
  for (const path of ['/sys/thirdLogin/render/oidc', '/sys/thirdLogin/getLoginUser/x/oidc']) {
    const { headers } = await new CookieBrowser().fetch(`${scene.url}/api${path}`, {
      headers: evil,
    });
    expect(headers.get('access-control-allow-origin')).toBeNull();
    expect(headers.get('access-control-allow-credentials')).toBeNull();
  }
});

test('E10 the log keeps the address of the socket, whatever a caller says', async () => {
  const { username } = await linkedPerson();
  const browser = new CookieBrowser();
  const ticket = ticketOf(await scene.dance(browser));
  const forged = { 'x-forwarded-for': '203.0.113.9', 'x-real-ip': '203.0.113.9' };
  const path = `/sys/thirdLogin/getLoginUser/${ticket}/oidc`;
  expect(await scene.ask(browser, path, undefined, forged)).toMatchObject({ success: true });
  const logged = await scene.app.db.tx(
    systemActor(1, 'test'),
    (tx) => tx.one<{ ip: string }>`
      select ip from login_log where tenant_id = ${tx.tenant} and username = ${username}`,
  );
  expect(logged.ip).toBe('127.0.0.1');
});

test('F12 a ticket serves once, for a minute, and only the browser that set out', async () => {
  await linkedPerson();
  const own = new CookieBrowser();
  const ticket = ticketOf(await scene.dance(own));
  expect(ticket).toMatch(/^[\w-]{43}$/);
  expect((await exchange(new CookieBrowser(), ticket)).status).toBe(401);
  const other = new CookieBrowser();
  await scene.dance(other);
  expect((await exchange(other, ticket)).status).toBe(401);
  expect((await exchange(own, `${ticket.slice(0, -1)}_`)).status).toBe(401);
  expect(await exchange(own, ticket)).toMatchObject({ success: true });
  expect((await exchange(own, ticket)).status).toBe(401);
  const late = new CookieBrowser();
  const lateTicket = ticketOf(await scene.dance(late));
  await scene.pass(61_000);
  expect((await exchange(late, lateTicket)).status).toBe(401);
});

test('a code is taken once, with its state, from the browser that set out', async () => {
  await linkedPerson();
  const victim = new CookieBrowser();
  const attacker = new CookieBrowser();
  const back = await attacker.follow(render(), isCallback);
  const lured = await victim.follow(back.href, () => true);
  expect(lured.searchParams.get('failure')).toBe('expired');

  const wrongState = new URL(back);
  wrongState.searchParams.set('state', 'A'.repeat(43));
  const refused = await attacker.follow(wrongState.href, () => true);
  expect(refused.searchParams.get('failure')).toBe('expired');

  const first = await attacker.follow(back.href, () => true);
  expect(ticketOf(first)).not.toBe('');
  const replayed = await attacker.follow(back.href, () => true);
  expect(replayed.searchParams.get('failure')).toBe('expired');
  expect(await exchange(attacker, ticketOf(first))).toMatchObject({ success: true });
});

test("a code of somebody else's sign-in is refused: nonce and verifier are another's", async () => {
  await linkedPerson();
  const [attacker, victim] = [new CookieBrowser(), new CookieBrowser()];
  const stolen = await attacker.follow(render(), isCallback);
  const own = await victim.follow(render(), isCallback);
  own.searchParams.set('code', stolen.searchParams.get('code') ?? '');
  const mixed = await victim.follow(own.href, () => true);
  expect(mixed.searchParams.get('failure')).toBe('refused');
  expect(mixed.searchParams.get('ticket')).toBeNull();
});

test('no return address leads off the site, and no token stands in an address', async () => {
  await linkedPerson();
  for (const foreign of [
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/.//evil.example',
    'javascript:alert(1)',
    '\t//evil.example',
  ]) {
    const end = await scene.dance(new CookieBrowser(), { redirect: foreign, page: '//evil' });
    expect(end.origin, foreign).toBe(scene.url);
    expect(end.pathname, foreign).toBe('/user/sso');
    expect(end.searchParams.get('redirect'), foreign).toBe('/');
    expect([...end.searchParams.keys()].sort(), foreign).toEqual(['redirect', 'thirdType', 'ticket']);
  }
  const odd = await scene.dance(new CookieBrowser(), { page: 'constructor' });
  expect(odd.pathname).toBe('/user/sso');
  const own = await scene.dance(new CookieBrowser(), {
    redirect: '/orders/order?a=1',
    page: 'app',
  });
  expect(own.pathname).toBe('/oauth2-app/login');
  expect(own.searchParams.get('redirect')).toBe('/orders/order?a=1');
});

test('the cookie is closed to scripts and to requests of other sites', async () => {
  const { headers } = await new CookieBrowser().fetch(render());
  const [cookie = ''] = headers.getSetCookie();
  expect(cookie).toMatch(/^waybill_sso=[\w-]{43}; Path=\/api\/sys; /);
  expect(cookie).toContain('HttpOnly');
  expect(cookie).toContain('SameSite=Lax');
  expect(headers.get('cache-control')).toBe('no-store');
});

test('F3 binding an account counts failures and closes as the sign-in does', async () => {
  scene.provider.person = { sub: 'guesser' };
  const browser = new CookieBrowser();
  const request = await scene.signIn<{ bindTicket: string }>(browser);
  expect(request.success).toBe(false);
  const ticket = request.result.bindTicket;
  const guess = (password: string) =>
    scene.ask<unknown>(browser, '/sys/thirdLogin/user/checkPassword', {
      ticket,
      username: 'caiwu',
      password,
    });
  for (const n of [1, 2, 3, 4, 5]) expect(await guess(`Aaaa-111${n}`)).toMatchObject({ message: '用户名或密码错误' });
  expect(await guess(PASSWORD)).toMatchObject({ status: 429, success: false });
  const stranger = await scene.ask(new CookieBrowser(), '/sys/thirdLogin/user/checkPassword', {
    ticket,
    username: 'kefu',
    password: PASSWORD,
  });
  expect(stranger.status).toBe(401);
  const linked = await scene.app.db.platform(
    (tx) => tx.rows`select 1 from third_account where third_user_uuid like '%guesser'`,
  );
  expect(linked).toEqual([]);
});

test('setting out is limited for each address', async () => {
  const failures = new Set<string | null>();
  for (let call = 0; call < 62; call++) {
    const { headers } = await new CookieBrowser().fetch(render());
    const at = new URL(headers.get('location') ?? '', scene.url);
    failures.add(at.searchParams.get('failure'));
  }
  expect(failures).toEqual(new Set([null, 'busy']));
});
