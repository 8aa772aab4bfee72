import { afterAll, beforeAll, expect, test } from 'vitest';
import { openScene, PASSWORD, type Scene } from './test-scene.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
}, 60_000);
afterAll(() => scene?.close());

const post = (body: unknown, ip?: string) =>
  scene.call('POST', '/sys/login', { body, ...(ip ? { ip } : {}) });

test('a right password opens a session with what the client stores', async () => {
  const { success, code, message, result } = await post({ username: 'Admin', password: PASSWORD });
  expect({ success, code, message }).toEqual({ success: true, code: 200, message: '登录成功' });
  expect(result.token).toMatch(/^[\w-]{43}$/);
  expect(result.userInfo).toMatchObject({ username: 'admin', status: 1, tenantId: 1 });
  expect(result.multi_depart).toBe(1);
  expect(result.departs[0]).toMatchObject({ orgCode: 'A01' });
  expect(result.tenantList).toEqual([{ id: 1, name: '默认租户', status: 1 }]);
  expect(result.sysAllDictItems.sex[0]).toEqual({
    value: '1',
    text: '男',
    title: '男',
    label: '男',
  });
  const stored = await scene.db.platform(
    (tx) => tx.rows<{ hash: string }>`select encode(token_hash, 'escape') as hash from session`,
  );
  expect(stored.some((row) => row.hash.includes(result.token))).toBe(false);
});

test('F4 an unknown account and a wrong password answer alike', async () => {
  await scene.user(1, { username: 'known_one' });
  const wrong = await post({ username: 'known_one', password: 'not this one' }, '10.0.1.1');
  const unknown = await post({ username: 'nobody_here', password: 'not this one' }, '10.0.1.2');
  expect(wrong).toMatchObject({ status: 200, success: false, message: '用户名或密码错误' });
  const plain = ({ status, success, code, message, result }: typeof wrong) => ({
    status,
    success,
    code,
    message,
    result,
  });
  expect(plain(unknown)).toEqual(plain(wrong));
});

test('F13 odd bodies are refused without a fault of ours', async () => {
  for (const body of [
    {},
    { username: { $gt: '' }, password: { $gt: '' } },
    { username: 7, password: 8 },
    { username: 'admin', password: 'x'.repeat(5000) },
    { username: '', password: '' },
    ['admin'],
  ])
    expect(await post(body, '10.0.2.1')).toMatchObject({ status: 200, success: false });
});

test('F14 passwords are neither trimmed nor cut', async () => {
  const long = `${'长'.repeat(40)}尾巴一`;
  await scene.user(1, { username: 'long_pass', password: long });
  await scene.user(1, { username: 'blank_pass', password: ' blanks at the ends ' });
  expect(await post({ username: 'long_pass', password: long })).toMatchObject({ success: true });
  const other = `${'长'.repeat(40)}尾巴二`;
  expect(await post({ username: 'long_pass', password: other }, '10.0.3.1')).toMatchObject({
    success: false,
  });
  const trimmed = 'blanks at the ends';
  expect(await post({ username: 'blank_pass', password: trimmed }, '10.0.3.1')).toMatchObject({
    success: false,
  });
  expect(await post({ username: 'blank_pass', password: ` ${trimmed} ` })).toMatchObject({
    success: true,
  });
});

async function solvedCaptcha(key: string): Promise<string> {
  const picture = await scene.call('GET', `/sys/randomImage/${key}`);
  expect(picture.result).toMatch(/^data:image\/svg\+xml;base64,/);
  const row = await scene.db.platform(
    (tx) => tx.one<{ code: string }>`select code from captcha where key = ${key}`,
  );
  const svg = Buffer.from(String(picture.result).split(',')[1] ?? '', 'base64').toString();
  expect(svg).not.toContain(row.code);
  return row.code;
}

test('F1 after three failures a captcha is asked for; it serves once', async () => {
  await scene.user(1, { username: 'captcha_one' });
  const fail = (ip: string) => post({ username: 'captcha_one', password: 'wrong one' }, ip);
  expect((await fail('10.0.4.1')).result.captchaRequired).toBe(false);
  await fail('10.0.4.2');
  expect((await fail('10.0.4.3')).result.captchaRequired).toBe(true);
  const right = { username: 'captcha_one', password: PASSWORD };
  expect(await post(right)).toMatchObject({
    success: false,
    code: 500,
    message: '验证码无效',
    result: { captchaRequired: true },
  });
  const code = await solvedCaptcha('1700000000001');
  const foreign = await post({ ...right, captcha: code, checkKey: 1700000000002 });
  expect(foreign).toMatchObject({ success: false, code: 412, message: '验证码错误' });
  const wrongPassword = { ...right, password: 'wrong again', captcha: code };
  expect(await post({ ...wrongPassword, checkKey: 1700000000001 })).toMatchObject({
    message: '用户名或密码错误',
  });
  const again = await post({ ...right, captcha: code, checkKey: 1700000000001 });
  expect(again).toMatchObject({ code: 412, message: '验证码错误' });
  const fresh = await solvedCaptcha('1700000000003');
  const answer = { ...right, captcha: fresh.toLowerCase(), checkKey: 1700000000003 };
  expect(await post(answer)).toMatchObject({ success: true });
});

test('F1 a captcha lasts a minute', async () => {
  const code = await solvedCaptcha('1700000000009');
  scene.pass(61_000);
  const late = { username: 'admin', password: PASSWORD, captcha: code, checkKey: 1700000000009 };
  expect(await post(late)).toMatchObject({ code: 412 });
});

test('F2 five failures lock the account for everybody, ten minutes long', async () => {
  await scene.user(1, { username: 'locked_one' });
  for (let n = 0; n < 5; n++) {
    const key = `lock-${n}`;
    const captcha = await solvedCaptcha(key);
    const body = { username: 'locked_one', password: 'wrong', captcha, checkKey: key };
    expect((await post(body, `10.0.5.${n}`)).message).toBe('用户名或密码错误');
  }
  const right = { username: 'locked_one', password: PASSWORD };
  expect(await post(right, '10.0.5.99')).toMatchObject({ status: 429, success: false });
  scene.pass(10 * 60_000 + 1000);
  expect(await post(right, '10.0.5.99')).toMatchObject({ success: true });
});

test('F2 one address cannot try one password on many accounts', async () => {
  const tried = await Promise.all(
    Array.from({ length: 40 }, (_, n) =>
      post({ username: `spray_${n}`, password: 'Winter2026!' }, '10.0.6.1'),
    ),
  );
  const counted = await scene.db.platform(
    (tx) => tx.one<{ hits: number }>`
      select hits from attempt_count where kind = 'address' and subject = '10.0.6.1'`,
  );
  expect(counted.hits).toBeLessThan(10 + 8);
  expect(tried.filter((one) => one.message === '验证码无效').length).toBeGreaterThan(20);
});

test('F2 a burst of guesses does not overtake the lock', async () => {
  await scene.user(1, { username: 'burst_one' });
  await Promise.all(
    Array.from({ length: 60 }, (_, n) =>
      post({ username: 'burst_one', password: `guess ${n}` }, `10.1.${n}.1`),
    ),
  );
  const counted = await scene.db.platform(
    (tx) => tx.one<{ hits: number }>`
      select hits from attempt_count where kind = 'account' and subject = 'burst_one'`,
  );
  expect(counted.hits).toBeLessThan(8);
});

test('what is wrong with an account is said only after the right password', async () => {
  const id = await scene.user(1, { username: 'frozen_one' });
  const admin = await scene.login('admin');
  await scene.call('PUT', '/sys/user/frozenBatch', { token: admin, body: { ids: id, status: 2 } });
  const wrong = await post({ username: 'frozen_one', password: 'wrong' }, '10.0.7.1');
  expect(wrong.message).toBe('用户名或密码错误');
  const right = await post({ username: 'frozen_one', password: PASSWORD }, '10.0.7.1');
  expect(right).toMatchObject({ success: false, message: '该用户已冻结' });
});

test('F11 captcha keys are bounded', async () => {
  expect(await scene.call('GET', `/sys/randomImage/${'k'.repeat(80)}`)).toMatchObject({
    success: false,
  });
  expect(await scene.call('GET', '/sys/randomImage/..%2f..%2fx')).toMatchObject({
    success: false,
  });
});
