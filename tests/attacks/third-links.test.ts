import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { systemActor } from '#kit/server/actor.ts';
import { createTenant, createUser } from '#modules/system/server/index.ts';
import { PASSWORD, type Client } from '#tests/harness/app.ts';
import { CookieBrowser } from '#tests/harness/cookie-browser.ts';
import { startSignOnScene, type SignOnScene } from '#tests/harness/sign-on-scene.ts';
import { covers } from '#tests/spec/covers.ts';

/** Whoever once knew a password may have bound their own account elsewhere: the owner gets rid of it. */

let scene: SignOnScene;
let admin: Client;

beforeAll(async () => {
  scene = await startSignOnScene();
  await createTenant(scene.app.db, { id: 2, code: 'second', name: '第二租户' }, scene.app.assembled.grants);
  admin = await scene.as('admin');
});
afterAll(() => scene?.stop());
beforeEach(() => scene.app.db.platform((tx) => tx.run`delete from attempt_count where kind <> 'captcha'`));

interface Link {
  id: string;
  provider: string;
  email: string | null;
  createTime: string;
  lastUsed: string | null;
}

let people = 0;

/** Somebody who has bound the account `sub` of the provider. */
async function bound(): Promise<{ id: string; username: string; sub: string }> {
  people += 1;
  const [username, sub] = [`bound_${people}`, `sub-${people}`];
  const id = await createUser(scene.app.db, systemActor(1, 'test'), {
    username,
    realname: username,
    password: PASSWORD,
    departs: ['A01'],
  });
  const browser = new CookieBrowser();
  scene.provider.person = { sub };
  const request = await scene.signIn<{ bindTicket: string }>(browser);
  const ticket = request.result.bindTicket;
  const body = { ticket, username, password: PASSWORD };
  const answer = await scene.ask(browser, '/sys/thirdLogin/user/checkPassword', body);
  expect(answer).toMatchObject({ success: true });
  return { id, username, sub };
}

const links = async (who: Client): Promise<Link[]> => (await who.get<Link[]>('/sys/thirdLogin/links')).result;
const linkOf = async (who: Client): Promise<Link> => (await links(who))[0] as Link;
const unlink = (who: Client, id: string, oldpassword?: string) =>
  who.post('/sys/thirdLogin/unlink', { id, oldpassword });
/** Whether the provider alone still leads in. */
async function isLetIn(sub: string): Promise<boolean> {
  scene.provider.person = { sub };
  return (await scene.signIn()).success;
}

test('a new link is announced to its owner, who sees it and what it was used for last', async () => {
  covers('ours: own account');
  const { username, sub } = await bound();
  const who = await scene.as(username);
  const inbox = await who.get<{ sysMsgList: { titile: string }[] }>('/sys/annountCement/listByUser');
  expect(JSON.stringify(inbox.result)).toContain('已绑定 企业账号登录');
  const first = await linkOf(who);
  expect(first).toMatchObject({ provider: '企业账号登录', email: null });
  expect(JSON.stringify(first)).not.toContain(sub);
  await scene.pass(60 * 60_000);
  expect(await isLetIn(sub)).toBe(true);
  const later = await linkOf(await scene.as(username));
  expect(later.createTime).toBe(first.createTime);
  expect(Date.parse(later.lastUsed ?? '')).toBeGreaterThan(Date.parse(first.lastUsed ?? ''));
});

test('a link ends by the password of its owner alone', async () => {
  const { username, sub } = await bound();
  const who = await scene.as(username);
  const { id } = await linkOf(who);
  expect(await unlink(who, id)).toMatchObject({
    success: false,
    result: { errors: [{ field: 'oldpassword', message: '请输入当前密码' }] },
  });
  expect(await unlink(who, id, 'not-the-Password-1')).toMatchObject({
    success: false,
    result: { errors: [{ field: 'oldpassword', message: '当前密码输入错误!' }] },
  });
  expect(await isLetIn(sub)).toBe(true);
  expect(await unlink(who, id, PASSWORD)).toMatchObject({
    success: true,
    message: '解除绑定成功!',
  });
  expect(await links(who)).toEqual([]);
  expect(await isLetIn(sub)).toBe(false);
});

test('guesses at the password count as at sign-in', async () => {
  const { username, sub } = await bound();
  const who = await scene.as(username);
  const { id } = await linkOf(who);
  for (let guess = 0; guess < 5; guess++) await unlink(who, id, `Guess-${guess}-guess`);
  expect((await unlink(who, id, PASSWORD)).status).toBe(429);
  expect(await isLetIn(sub)).toBe(true);
});

test("nobody sees or ends another's link, also not the administrator", async () => {
  const owner = await bound();
  const other = await bound();
  const { id } = await linkOf(await scene.as(owner.username));
  const attacker = await scene.as(other.username);
  expect((await links(attacker)).map((link) => link.id)).not.toContain(id);
  for (const who of [attacker, admin])
    for (const foreign of [id, 'no-id', `${id}' or '1'='1`])
      expect(await unlink(who, foreign, PASSWORD)).toMatchObject({
        success: false,
        message: '未找到对应实体',
      });
  const stranger = new CookieBrowser();
  expect((await scene.ask(stranger, '/sys/thirdLogin/links')).status).toBe(401);
  const body = { id, oldpassword: PASSWORD };
  expect((await scene.ask(stranger, '/sys/thirdLogin/unlink', body)).status).toBe(401);
  expect(await isLetIn(owner.sub)).toBe(true);
});

test('a password that an administrator resets ends the links', async () => {
  const { username, sub } = await bound();
  const password = 'Another Lamp 4711';
  const reset = { username, password, confirmPassword: password };
  expect(await admin.put('/sys/user/changePassword', reset)).toMatchObject({ success: true });
  expect(await isLetIn(sub)).toBe(false);
});

test('with their own new password the owner may end them, and need not', async () => {
  const { username, sub } = await bound();
  const change = async (from: string, to: string, unlinkThird?: boolean) => {
    const body = { oldpassword: from, password: to, confirmpassword: to, unlinkThird };
    return (await who.post('/sys/user/updatePassword', body)).success;
  };
  const who = await scene.as(username);
  expect(await change(PASSWORD, 'Another Lamp 4711')).toBe(true);
  expect(await isLetIn(sub)).toBe(true);
  expect(await change('Another Lamp 4711', 'Third Lamp 4712', true)).toBe(true);
  expect(await isLetIn(sub)).toBe(false);
});

test('who leaves their last tenant leaves their links, who leaves one of two keeps them', async () => {
  const [leaver, stayer] = [await bound(), await bound()];
  await scene.app.db.tx(
    systemActor(2, 'test'),
    (tx) => tx.run`
      insert into membership (tenant_id, user_id, create_by, create_time)
      values (${tx.tenant}, ${stayer.id}, 'test', ${tx.now})`,
  );
  const ids = `${leaver.id},${stayer.id}`;
  expect(await admin.delete('/sys/user/deleteBatch', { ids })).toMatchObject({ success: true });
  const left = await scene.app.db.platform(
    (tx) => tx.rows<{ userId: string }>`
      select user_id from third_account where user_id in (${leaver.id}, ${stayer.id})`,
  );
  expect(left).toEqual([{ userId: stayer.id }]);
  expect(await isLetIn(stayer.sub)).toBe(true);
});
