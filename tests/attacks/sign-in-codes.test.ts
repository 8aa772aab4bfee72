import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  requestSmsCode,
  codeFor,
  freshIp,
  newestCode,
  otherThan,
  plain,
  sentMessages,
} from '#modules/system/server/fixtures/code-steps.ts';
import { openScene, PASSWORD, type Scene } from '#modules/system/server/test-scene.ts';

/**
 * Attacks on codes (group F of the attack list); those on registration and passwords stand beside,
 * and what concerns names and passwords alone in modules/system/server/login.test.ts (F1, F2, F4, F11,
 * F13, F14).
 */

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

test('F3 there is no way in around the picture code and the counters', async () => {
  const right = { username: 'admin', password: PASSWORD };
  expect((await post('/sys/mLogin', right)).status).toBe(404);
  expect((await post('/sys/app/login', right)).status).toBe(404);
  expect((await scene.call('GET', '/sys/getEncryptedString')).status).toBe(404);
  await scene.user(1, { username: 'f3_one', phone: '13500000003' });
  const code = await codeFor(scene, '13500000003', 0);
  const ip = freshIp();
  // Ten by name, then a picture is asked for; forty more by code close the address.
  for (let n = 0; n < 20; n++) await post('/sys/login', { username: `f3_${n}_nobody`, password: 'not this' }, ip);
  for (let n = 0; n < 42; n++) await post('/sys/phoneLogin', { mobile: `1351111${1000 + n}`, captcha: '000000' }, ip);
  // Failures by either way count against the caller.
  const late = await post('/sys/phoneLogin', { mobile: '13500000003', captcha: code }, ip);
  expect(late).toMatchObject({ status: 429, success: false });
});

test('F4 asking for a code answers alike for known, unknown and frozen people', async () => {
  await scene.user(1, { username: 'f4_known', phone: '13500000004', email: 'f4@example.com' });
  const cold = await scene.user(1, { username: 'f4_cold', phone: '13500000044' });
  await scene.db.platform((tx) => tx.run`update app_user set status = 'frozen' where id = ${cold}`);
  for (const mode of [0, 1, 2]) {
    const known = await requestSmsCode(scene, '13500000004', mode);
    for (const phone of ['13500000044', '13599999999'])
      expect(plain(await requestSmsCode(scene, phone, mode))).toEqual(plain(known));
    const again = await requestSmsCode(scene, '13500000004', mode);
    expect(plain(await requestSmsCode(scene, '13599999999', mode))).toEqual(plain(again));
    const wrong = { mobile: '13500000004', captcha: 'abcdef' };
    const known2 = await post('/sys/phoneLogin', wrong);
    const unknown2 = await post('/sys/phoneLogin', { ...wrong, mobile: '13599999999' });
    expect(plain(unknown2)).toEqual(plain(known2));
  }
  const knownMail = await post('/sys/mailCode', { email: 'f4@example.com', mode: 2 });
  const unknownMail = await post('/sys/mailCode', { email: 'nobody@example.com', mode: 2 });
  expect(plain(unknownMail)).toEqual(plain(knownMail));
});

test('F4 a known address costs no work that an unknown one does not, before the answer', async () => {
  await scene.user(1, { username: 'f4_steps', phone: '13500000045' });
  const { platform } = scene.db;
  const workFor = async (phone: string): Promise<number> => {
    let transactions = 0;
    scene.db.platform = (work) => {
      transactions++;
      return platform(work);
    };
    try {
      await requestSmsCode(scene, phone, 0);
      return transactions;
    } finally {
      scene.db.platform = platform;
    }
  };
  const known = await workFor('13500000045');
  expect(known).toBeGreaterThan(2);
  expect(await workFor('13599999998')).toBe(known);
});

test('F5 nobody without a session learns whether a name, phone or mail is taken', async () => {
  for (const query of ['username=admin', 'phone=13500000004', 'email=f4@example.com', 'id=1']) {
    const answer = await scene.call('GET', `/sys/user/checkOnlyUser?${query}`);
    // Taken or free, the answer is the same, and never the 401 that signs a client of the base out.
    expect(answer).toMatchObject({ status: 200, success: true, message: '', result: null });
  }
  const token = await scene.login('admin');
  const odd = await scene.call('GET', '/sys/user/checkOnlyUser?password=x', { token });
  expect(odd.success).toBe(true);
});

test('F6 one phone gets six codes an hour, whoever asks', async () => {
  await scene.user(1, { username: 'f6_one', phone: '13500000006' });
  const before = (await sentMessages(scene)).length;
  const answers = [];
  for (let n = 0; n < 12; n++) {
    answers.push(await requestSmsCode(scene, '13500000006', 0));
    scene.pass(61_000);
  }
  expect(answers.filter((one) => one.success)).toHaveLength(6);
  expect(answers.at(-1)).toMatchObject({ status: 429 });
  expect((await sentMessages(scene)).length - before).toBe(6);
});

test('F6 one caller waits longer after each request, and a burst is no way round it', async () => {
  const ip = freshIp();
  let requested = 1000;
  const ask = () => requestSmsCode(scene, `1352222${(requested += 1)}`, 0, ip);
  const burst = await Promise.all(Array.from({ length: 40 }, ask));
  expect(burst.filter((one) => one.success)).toHaveLength(5);
  expect(burst.filter((one) => one.status === 429)).toHaveLength(35);
  expect(burst.find((one) => one.success)?.result).toBeNull();
  // The sixth waits half a minute, the seventh a minute, the eighth two.
  for (const seconds of [30, 60, 120]) {
    scene.pass((seconds - 1) * 1000);
    expect(await ask(), `${seconds - 1}`).toMatchObject({ status: 429 });
    scene.pass(1000);
    expect(await ask(), `${seconds}`).toMatchObject({ success: true });
  }
});

test('F6 a picture code that is right opens nothing; a wrong one none', async () => {
  const ip = freshIp();
  for (let n = 0; n < 4; n++) await requestSmsCode(scene, `1353333${1000 + n}`, 0, ip);
  await scene.call('GET', '/sys/randomImage/f6-picture');
  const { code } = await scene.db.platform(
    (tx) => tx.one<{ code: string }>`select code from captcha where key = 'f6-picture'`,
  );
  const ask = (captcha: string, mobile: string) =>
    post('/sys/sms', { mobile, smsmode: 0, captcha, checkKey: 'f6-picture' }, ip);
  expect(await ask('none', '13533332001')).toMatchObject({ code: 412, message: '验证码错误' });
  expect(await ask(code, '13533332002')).toMatchObject({ status: 429 });
});

test('F6 other modes and odd bodies are refused, and no answer holds a code', async () => {
  await scene.user(1, { username: 'f6_two', phone: '13500000066' });
  for (const smsmode of [3, -1, '9', '00', null, undefined, {}, [0], true, '__proto__'])
    expect(await post('/sys/sms', { mobile: '13500000066', smsmode })).toMatchObject({
      status: 200,
      success: false,
    });
  for (const mobile of [13500000066, { $gt: '' }, ['13500000066'], '1'.repeat(10_000), null])
    expect(await post('/sys/sms', { mobile, smsmode: 0 })).toMatchObject({ success: false });
  const answer = await requestSmsCode(scene, '13500000066', 0);
  expect(JSON.stringify(answer)).not.toContain(await newestCode(scene));
});

test('F7 a code is good for five tries, wherever they are made and however fast', async () => {
  await scene.user(1, { username: 'f7_login', phone: '13500000007' });
  const login = await codeFor(scene, '13500000007', 0);
  await Promise.all(
    Array.from({ length: 50 }, () => post('/sys/phoneLogin', { mobile: '13500000007', captcha: otherThan(login) })),
  );
  scene.pass(5 * 60_000); // the code would still be good, and so is the lock
  expect((await post('/sys/phoneLogin', { mobile: '13500000007', captcha: login })).success).toBe(false);

  const register = await codeFor(scene, '13500000071', 1);
  const tried = await Promise.all(
    Array.from({ length: 50 }, () =>
      post('/sys/user/register', person('f7_register', '13500000071', otherThan(register))),
    ),
  );
  expect(tried.filter((one) => one.message === '手机验证码错误')).toHaveLength(5);
  const right = await post('/sys/user/register', person('f7_register', '13500000071', register));
  expect(right.message).toBe('手机验证码失效，请重新获取');

  await scene.user(1, { username: 'f7_forgot', phone: '13500000072' });
  const forgot = await codeFor(scene, '13500000072', 2);
  for (let n = 0; n < 5; n++)
    await post('/sys/user/phoneVerification', {
      phone: '13500000072',
      smscode: otherThan(forgot),
    });
  const late = { phone: '13500000072', smscode: forgot };
  expect((await post('/sys/user/phoneVerification', late)).message).toBe('手机验证码失效，请重新获取');
});

test('F7 a code by itself changes no password', async () => {
  await scene.user(1, { username: 'f7_direct', phone: '13500000073' });
  const smscode = await codeFor(scene, '13500000073', 2);
  const body = { phone: '13500000073', username: 'f7_direct', password: 'quiet blue Door 4' };
  expect((await post('/sys/user/passwordChange', { ...body, smscode })).message).toBe('短信验证码失效！');
});

test('F9 a wrong code is no success', async () => {
  const answer = await post('/sys/phoneLogin', { mobile: '13500000009', captcha: '123456' });
  expect(answer).toMatchObject({ success: false, message: '手机验证码错误' });
  expect(answer.code).not.toBe(200);
  expect(answer.result?.token).toBeUndefined();
});

test('F11 open codes and picture codes do not pile up', async () => {
  for (let n = 0; n < 5; n++) await requestSmsCode(scene, `1354444${1000 + n}`, 0);
  scene.pass(11 * 60_000);
  await requestSmsCode(scene, '13544449999', 0);
  const open = await scene.db.platform(
    (tx) => tx.one<{ n: number }>`select count(*)::integer as n from verification_code`,
  );
  expect(open.n).toBe(1);
});

test('a picture code that was checked is used up', async () => {
  await scene.call('GET', '/sys/randomImage/checked');
  const { code } = await scene.db.platform(
    (tx) => tx.one<{ code: string }>`select code from captcha where key = 'checked'`,
  );
  const check = (captcha: unknown) => post('/sys/checkCaptcha', { captcha, checkKey: 'checked' });
  expect((await check('')).message).toBe('验证码无效');
  expect(await check(code)).toMatchObject({ success: true });
  expect((await check(code)).message).toBe('验证码错误');
});
