import { afterAll, beforeAll, expect, test } from 'vitest';
import { cpuMs } from '#tests/harness/cpu-time.ts';
import { systemActor } from '#kit/server/actor.ts';
import { codeFor, freshIp } from '#modules/system/server/fixtures/code-steps.ts';
import { openScene, PASSWORD, type Scene } from '#modules/system/server/test-scene.ts';

/** Attacks on registration and on passwords that are chosen (group F of the attack list). */

let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
}, 60_000);
afterAll(() => scene?.close());

const post = (path: string, body: unknown, ip = freshIp()) => scene.call('POST', path, { body, ip });

const person = (username: string, phone: string, smscode: string) => ({
  username,
  password: PASSWORD,
  realname: '新人',
  phone,
  smscode,
  tenantName: '新团队',
});

test('F8 nobody sets the password of somebody else with a proof of their own', async () => {
  await scene.user(1, { username: 'f8_victim', phone: '13500000008' });
  await scene.user(1, { username: 'f8_thief', phone: '13500000088' });
  const ticketOf = async (phone: string): Promise<string> => {
    const smscode = await codeFor(scene, phone, 2);
    return (await post('/sys/user/phoneVerification', { phone, smscode })).result.ticket as string;
  };
  const password = 'quiet blue Door 4';
  const own = { phone: '13500000088', username: 'f8_thief', password };
  const ticket = await ticketOf('13500000088');
  expect(await post('/sys/user/passwordChange', { ...own, username: 'f8_victim', ticket })).toMatchObject({
    success: false,
    message: '短信验证码不匹配！',
  });
  // A ticket that was misused is gone.
  expect((await post('/sys/user/passwordChange', { ...own, ticket })).message).toBe('短信验证码失效！');
  scene.pass(61_000);
  const second = await ticketOf('13500000088');
  const foreign = { ...own, phone: '13500000008', username: 'f8_victim', ticket: second };
  expect((await post('/sys/user/passwordChange', foreign)).message).toBe('短信验证码不匹配！');
  await scene.login('f8_victim');
  await scene.login('f8_thief');
});

test('F8 a number that changed hands proves nothing any more', async () => {
  const id = await scene.user(1, { username: 'f8_moved', phone: '13500000080' });
  const smscode = await codeFor(scene, '13500000080', 2);
  const { ticket } = (await post('/sys/user/phoneVerification', { phone: '13500000080', smscode })).result;
  await scene.db.platform((tx) => tx.run`update app_user set phone = '13500000081' where id = ${id}`);
  const body = { phone: '13500000080', username: 'f8_moved', password: 'quiet blue Door 4' };
  expect((await post('/sys/user/passwordChange', { ...body, ticket })).message).toBe('短信验证码不匹配！');
});

test('F8 a password in an address is refused', async () => {
  const answer = await scene.call(
    'GET',
    '/sys/user/passwordChange?username=admin&phone=13500000008&smscode=123456&password=x',
  );
  expect(answer).toMatchObject({ status: 405, success: false, code: 405 });
});

test('F10 nobody registers themselves into roles, tenants or other accounts', async () => {
  const victim = await scene.user(2, { username: 'f10_victim', phone: '13500000100' });
  const smscode = await codeFor(scene, '13500000010', 1);
  const answer = await post('/sys/user/register', {
    ...person('f10_one', '13500000010', smscode),
    id: victim,
    roles: ['PADM'],
    selectedroles: 'PADM',
    relTenantIds: '1,2',
    tenantId: 1,
    userIdentity: 2,
    status: 9,
    email: 'admin@example.com',
    __proto__: { isSystem: true },
  });
  expect(answer.success).toBe(true);
  const rows = await scene.db.platform(
    (tx) => tx.rows<{ id: string; email: string | null; status: string }>`
      select id, email, status from app_user where username_key = 'f10_one'`,
  );
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({ email: null, status: 'active' });
  expect(rows[0]?.id).not.toBe(victim);
  const token = await scene.login('f10_one');
  const { userInfo } = (await scene.call('GET', '/sys/user/getUserInfo', { token })).result;
  expect(userInfo).toMatchObject({ roleNames: '租户管理员', userIdentity: 1 });
  expect([1, 2]).not.toContain(userInfo.tenantId);
  for (const tenant of [1, 2]) {
    const member = await scene.db.tx(
      systemActor(tenant, 'test'),
      (tx) => tx.maybe`
        select 1 from membership where tenant_id = ${tx.tenant} and user_id = ${rows[0]?.id}`,
    );
    expect(member).toBeUndefined();
  }
  expect((await scene.call('GET', '/sys/user/list', { token })).result.total).toBe(1);
});

test('F10 invitations cannot be guessed or pointed elsewhere', async () => {
  const smscode = await codeFor(scene, '13500000011', 1);
  const invited = person('f10_two', '13500000011', smscode);
  for (const invitation of [
    '1-AAAA-AAAA-AAAA-AAAA',
    '2',
    "2-' or 1=1 --",
    '999999999-AAAA-AAAA-AAAA-AAAA',
    '-1-AAAA-AAAA-AAAA-AAAA',
    '0-AAAA-AAAA-AAAA-AAAA',
  ])
    expect(await post('/sys/user/register', { ...invited, invitation })).toMatchObject({
      success: false,
      message: '邀请码无效或已过期',
    });
});

test('F13 odd bodies of every public call are refused without a fault of ours', async () => {
  const paths = [
    '/sys/sms',
    '/sys/mailCode',
    '/sys/phoneLogin',
    '/sys/checkCaptcha',
    '/sys/user/register',
    '/sys/user/phoneVerification',
    '/sys/user/passwordChange',
  ];
  const odd = [
    {},
    [],
    { mobile: { $gt: '' }, phone: { $gt: '' }, email: ['a@b.cn'], captcha: { $gt: '' } },
    { username: 7, password: 8, phone: 9, smscode: 10, invitation: {}, tenantName: [] },
    { phone: '13500000013', smscode: 'x'.repeat(100_000), username: 'x'.repeat(100_000) },
    { email: `${'a'.repeat(60_000)}@example.com`, mode: 1, smscode: '1' },
    { phone: '13500000013', password: 'x'.repeat(500_000), ticket: {}, username: {} },
    JSON.parse('{"__proto__":{"isSystem":true},"constructor":1}') as object,
  ];
  for (const path of paths)
    for (const body of odd) {
      const ms = await cpuMs(async () => {
        const answer = await post(path, body);
        expect(answer.success, `${path} ${JSON.stringify(body).slice(0, 60)}`).toBe(false);
        expect(answer.status).toBeLessThan(500);
        expect(answer.message).not.toMatch(/编号|Error|select /);
      });
      expect(ms).toBeLessThan(2000);
    }
});

test('F14 long and odd passwords are kept whole when they are chosen again', async () => {
  await scene.user(1, { username: 'f14_one', phone: '13500000014' });
  const smscode = await codeFor(scene, '13500000014', 2);
  const { ticket } = (await post('/sys/user/phoneVerification', { phone: '13500000014', smscode })).result;
  const password = ` ${'长'.repeat(60)}尾巴一 `;
  const body = { phone: '13500000014', username: 'f14_one', password, ticket };
  expect((await post('/sys/user/passwordChange', body)).success).toBe(true);
  const login = (typed: string) => post('/sys/login', { username: 'f14_one', password: typed });
  expect((await login(password.trim())).success).toBe(false);
  expect((await login(` ${'长'.repeat(60)}尾巴二 `)).success).toBe(false);
  expect((await login(password)).success).toBe(true);
});
