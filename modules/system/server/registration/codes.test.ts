import { afterAll, beforeAll, expect, test } from 'vitest';
import { covers } from '#tests/spec/covers.ts';
import { requestSmsCode, codeFor, freshIp, newestCode, otherThan, sentMessages } from '../fixtures/code-steps.ts';
import { openScene, type Scene } from '../test-scene.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
}, 60_000);
afterAll(() => scene?.close());

const phoneLogin = (mobile: string, captcha: unknown, ip = freshIp()) =>
  scene.call('POST', '/sys/phoneLogin', { body: { mobile, captcha }, ip });

test('a code by text message opens a session as a password does', async () => {
  covers('§7 other sign-ins');
  await scene.user(2, { username: 'phone_one', phone: '13800000001', roles: ['OPS'] });
  const code = await codeFor(scene, '13800000001', 0);
  const entered = await phoneLogin('13800000001', code);
  expect(entered).toMatchObject({ success: true, code: 200, message: '登录成功' });
  expect(entered.result.userInfo).toMatchObject({ username: 'phone_one', tenantId: 2 });
  expect(entered.result.tenantList).toEqual([{ id: 2, name: '第二租户', status: 1 }]);
  const own = await scene.call('GET', '/sys/user/getUserInfo', { token: entered.result.token });
  expect(own.result.userInfo.username).toBe('phone_one');
  expect(await phoneLogin('13800000001', code)).toMatchObject({
    success: false,
    message: '手机验证码错误',
  });
});

test('a code serves ten minutes, one purpose and one number', async () => {
  await scene.user(1, { username: 'phone_two', phone: '13800000002' });
  const forgot = await codeFor(scene, '13800000002', 2);
  expect(await phoneLogin('13800000002', forgot)).toMatchObject({ success: false });
  const login = await codeFor(scene, '13800000002', 0);
  expect(await phoneLogin('13800000003', login)).toMatchObject({ success: false });
  scene.pass(10 * 60_000 + 1000);
  expect(await phoneLogin('13800000002', login)).toMatchObject({ success: false });
});

test('a frozen person gets no code', async () => {
  const id = await scene.user(1, { username: 'phone_cold', phone: '13800000004' });
  await scene.db.platform((tx) => tx.run`update app_user set status = 'frozen' where id = ${id}`);
  const before = (await sentMessages(scene)).length;
  expect((await requestSmsCode(scene, '13800000004', 0)).success).toBe(true);
  expect(await sentMessages(scene)).toHaveLength(before);
});

test('who registers with a known number hears of it on that phone alone', async () => {
  await scene.user(1, { username: 'phone_known', phone: '13800000005' });
  const answer = await requestSmsCode(scene, '13800000005', 1);
  expect(answer).toMatchObject({ success: true, message: '验证码已发送，请注意查收' });
  const [message] = await sentMessages(scene);
  expect(message).toMatchObject({ purpose: 'register', recipient: '138****0005', status: '0' });
  expect(message?.content).toContain('该手机号已经注册，请直接登录！');
  expect(message?.content).not.toMatch(/\d{6}/);
});

test('a second code within a minute is refused, a later one takes the place of the first', async () => {
  await scene.user(1, { username: 'phone_twice', phone: '13800000006' });
  const first = await codeFor(scene, '13800000006', 0);
  expect(await requestSmsCode(scene, '13800000006', 0)).toMatchObject({
    success: false,
    message: '验证码10分钟内，仍然有效！',
  });
  scene.pass(61_000);
  const second = await codeFor(scene, '13800000006', 0);
  if (first !== second) expect(await phoneLogin('13800000006', first)).toMatchObject({ success: false });
  expect(await phoneLogin('13800000006', second)).toMatchObject({ success: true });
});

test('what is missing or malformed is said at its field', async () => {
  expect(await requestSmsCode(scene, '', 0)).toMatchObject({ message: '手机号不允许为空！' });
  expect(await requestSmsCode(scene, '12345', 0)).toMatchObject({ message: '请输入正确手机号' });
  const mail = (email: unknown, mode: unknown = 1) =>
    scene.call('POST', '/sys/mailCode', { body: { email, mode }, ip: freshIp() });
  expect(await mail('')).toMatchObject({ message: '请输入邮箱' });
  expect(await mail('nobody')).toMatchObject({ message: '邮箱格式不正确' });
  expect((await mail('some.one@example.com', 0)).success).toBe(false);
  expect(await phoneLogin('13800000006', '')).toMatchObject({ message: '请输入验证码' });
});

test('five wrong codes close the number at an address, and end the code at every other', async () => {
  await scene.user(1, { username: 'phone_locked', phone: '13800000009' });
  const code = await codeFor(scene, '13800000009', 0);
  const from = (captcha: string, ip: string) =>
    scene.call('POST', '/sys/phoneLogin', { body: { mobile: '13800000009', captcha }, ip });
  for (let n = 0; n < 5; n++) expect((await from(otherThan(code), '10.7.7.1')).message).toBe('手机验证码错误');
  expect(await from(code, '10.7.7.1')).toMatchObject({
    status: 429,
    message: '登录失败次数过多，请稍后再试',
  });
  expect((await from(code, '10.7.7.2')).message).toBe('手机验证码错误');
  scene.pass(10 * 60_000 + 1000);
  const fresh = await codeFor(scene, '13800000009', 0);
  expect(await phoneLogin('13800000009', fresh)).toMatchObject({ success: true });
});

test('all codes of the install together are limited too', async () => {
  await scene.db.platform(
    (tx) => tx.run`
      insert into attempt_count (kind, subject, hits, window_start)
      values ('codeInAll', '', 600, ${tx.now})
      on conflict (kind, subject) do update set hits = 600, window_start = ${tx.now}`,
  );
  expect(await requestSmsCode(scene, '13800000099', 0)).toMatchObject({ status: 429, success: false });
  scene.pass(10 * 60_000 + 1000);
  expect(await requestSmsCode(scene, '13800000099', 0)).toMatchObject({ success: true });
});

test('sign-ins by phone stand in the login log, wrong ones without the whole number', async () => {
  const admin = await scene.login('admin');
  await phoneLogin('13899990000', '123456');
  const log = await scene.call('GET', '/sys/log/list?logContent=*手机验证码*', { token: admin });
  expect(log.result.records[0]).toMatchObject({
    username: '138****0000',
    logContent: '登录失败：手机验证码错误',
  });
});

test('a code is stored nowhere but in the message that carries it', async () => {
  await scene.user(1, { username: 'phone_digest', phone: '13800000010' });
  const code = await codeFor(scene, '13800000010', 0);
  expect(await newestCode(scene)).toBe(code);
  const rows = await scene.db.platform(
    (tx) => tx.rows<{ all: string }>`select c::text as all from verification_code c`,
  );
  expect(rows.length).toBeGreaterThan(0);
  for (const row of rows) {
    expect(row.all).not.toContain('13800000010');
    expect(row.all.split(',')).not.toContain(code);
  }
});
