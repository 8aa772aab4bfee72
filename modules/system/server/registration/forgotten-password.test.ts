import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#kit/server/new-id.ts';
import { codeFor, freshIp, newestCode, otherThan } from '../fixtures/code-steps.ts';
import { openScene, PASSWORD, type Scene } from '../test-scene.ts';

const NEW_PASSWORD = 'quiet blue Door 4';

let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
}, 60_000);
afterAll(() => scene?.close());

const verify = (body: object) => scene.call('POST', '/sys/user/phoneVerification', { body, ip: freshIp() });
const change = (body: object) => scene.call('POST', '/sys/user/passwordChange', { body, ip: freshIp() });

async function ticketFor(phone: string): Promise<string> {
  const smscode = await codeFor(scene, phone, 2);
  return (await verify({ phone, smscode })).result.ticket as string;
}

test('a proved number leads to a new password, and every session ends', async () => {
  await scene.user(1, { username: 'forgot_one', phone: '13900000001' });
  const old = await scene.login('forgot_one');
  const smscode = await codeFor(scene, '13900000001', 2);
  const wrong = await verify({ phone: '13900000001', smscode: otherThan(smscode) });
  expect(wrong.message).toBe('手机验证码错误');
  const proved = await verify({ phone: '13900000001', smscode });
  expect(proved.result).toMatchObject({ username: 'forgot_one' });
  // The stock client hands on what it got as `smscode`.
  const body = {
    phone: '13900000001',
    username: 'forgot_one',
    password: NEW_PASSWORD,
    smscode: proved.result.smscode,
  };
  expect(await change(body)).toMatchObject({ success: true, message: '密码重置成功!' });
  expect((await scene.call('GET', '/sys/user/getUserInfo', { token: old })).status).toBe(401);
  await scene.login('forgot_one', NEW_PASSWORD);
  const refused = await scene.call('POST', '/sys/login', {
    body: { username: 'forgot_one', password: PASSWORD },
    ip: freshIp(),
  });
  expect(refused.success).toBe(false);
  expect((await change(body)).message).toBe('短信验证码失效！');
});

test('by mail it goes alike', async () => {
  await scene.user(1, { username: 'forgot_mail', email: 'Lost@example.com' });
  await scene.call('POST', '/sys/mailCode', {
    body: { email: 'lost@example.com', mode: 2 },
    ip: freshIp(),
  });
  const proved = await verify({ email: 'lost@example.com', smscode: await newestCode(scene) });
  const { ticket, username } = proved.result;
  const body = { email: 'lost@example.com', username, password: NEW_PASSWORD, ticket };
  expect((await change(body)).success).toBe(true);
  await scene.login('forgot_mail', NEW_PASSWORD);
});

test('accounts at other systems that were linked under the old password lead in no more', async () => {
  const owner = await scene.user(1, { username: 'forgot_linked', phone: '13900000012' });
  const other = await scene.user(1, { username: 'forgot_nothing' });
  for (const id of [owner, other])
    await scene.db.platform(
      (tx) => tx.run`
        insert into third_account (id, third_type, third_user_uuid, user_id, create_time)
        values (${newId()}, 'oidc', ${`thief of ${id}`}, ${id}, ${tx.now})`,
    );
  const ticket = await ticketFor('13900000012');
  const body = { phone: '13900000012', username: 'forgot_linked', ticket };
  expect((await change({ ...body, password: NEW_PASSWORD })).success).toBe(true);
  const left = await scene.db.platform((tx) => tx.rows<{ userId: string }>`select user_id from third_account`);
  expect(left).toEqual([{ userId: other }]);
});

test('a weak password is refused at its field and leaves the ticket good', async () => {
  await scene.user(1, { username: 'forgot_weak', phone: '13900000002' });
  const ticket = await ticketFor('13900000002');
  const body = { phone: '13900000002', username: 'forgot_weak', ticket };
  const weak = await change({ ...body, password: 'forgot_weak1' });
  expect(weak.result.errors[0]).toMatchObject({ field: 'password' });
  expect(weak.message).toContain('密码过于简单');
  expect((await change({ ...body, password: '' })).message).toBe('新密码不允许为空!');
  const unlike = { ...body, password: NEW_PASSWORD, confirmpassword: `${NEW_PASSWORD}x` };
  expect((await change(unlike)).message).toBe('两次输入密码不一致!');
  expect((await change({ ...body, password: NEW_PASSWORD })).success).toBe(true);
});

test('a ticket lasts ten minutes', async () => {
  await scene.user(1, { username: 'forgot_late', phone: '13900000003' });
  const ticket = await ticketFor('13900000003');
  scene.pass(10 * 60_000 + 1000);
  const body = { phone: '13900000003', username: 'forgot_late', password: NEW_PASSWORD, ticket };
  expect((await change(body)).message).toBe('短信验证码失效！');
});

test('a new password lifts the lock of the account', async () => {
  await scene.user(1, { username: 'forgot_lock', phone: '13900000004' });
  for (let n = 0; n < 3; n++)
    await scene.call('POST', '/sys/login', {
      body: { username: 'forgot_lock', password: 'not this' },
      ip: freshIp(),
    });
  const ticket = await ticketFor('13900000004');
  const body = { phone: '13900000004', username: 'forgot_lock', password: NEW_PASSWORD, ticket };
  expect((await change(body)).success).toBe(true);
  await scene.login('forgot_lock', NEW_PASSWORD);
});
