import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemActor } from '#kit/server/actor.ts';
import { covers } from '#tests/spec/covers.ts';
import {
  codeAt,
  firstStep,
  freshCode,
  guardedPerson,
  passwordStep,
  secondStep,
  wrongCode,
} from '../fixtures/second-factor-steps.ts';
import { codeFor, freshIp } from '../fixtures/code-steps.ts';
import { openScene, PASSWORD, type Scene } from '../test-scene.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
}, 60_000);
afterAll(() => scene?.close());

const EXPIRED = { status: 401, success: false, message: '登录校验已失效，请重新登录' };
const WRONG = {
  success: false,
  message: '验证码错误或已使用过，请核对设备的时间是否准确，再输入最新的验证码',
  result: { errors: [{ field: 'code' }] },
};

const sessionsOf = async (userId: string): Promise<number> =>
  (
    await scene.db.platform(
      (tx) => tx.one<{ n: number }>`
        select count(*)::integer as n from session where user_id = ${userId}`,
    )
  ).n;

const titlesOf = async (token: string): Promise<string[]> => {
  const { result } = await scene.call('GET', '/sys/annountCement/listByUser', { token });
  return [...result.sysMsgList, ...result.anntMsgList].map((one: { titile: string }) => one.titile);
};

test('the right password asks for the code, and the right code opens the session', async () => {
  covers('ours: second factor');
  const person = await guardedPerson(scene);
  const before = await sessionsOf(person.id);
  const { answer, begun } = await firstStep(scene, {
    username: person.username,
    password: PASSWORD,
  });
  expect(answer).toMatchObject({
    status: 200,
    success: false,
    code: 428,
    message: '请输入身份验证器中的 6 位验证码',
  });
  expect(Object.keys(answer.result).toSorted()).toEqual(['expiresInSeconds', 'secondFactorTicket']);
  expect(await sessionsOf(person.id)).toBe(before);

  const code = await freshCode(scene, person.key);
  const entered = await secondStep(scene, begun, { code: `${code.slice(0, 3)} ${code.slice(3)}` });
  expect(entered).toMatchObject({
    success: true,
    code: 200,
    message: '登录成功',
    result: { userInfo: { username: person.username }, multi_depart: 0 },
  });
  const info = await scene.call('GET', '/sys/user/getUserInfo', { token: entered.result.token });
  expect(info.result.userInfo.username).toBe(person.username);
});

test('a wrong password is answered as to anybody else', async () => {
  const person = await guardedPerson(scene);
  const { answer } = await firstStep(scene, { username: person.username, password: 'not this' });
  const { username } = { username: 'nobody_at_all' };
  const { answer: other } = await firstStep(scene, { username, password: 'not this' });
  const plain = ({ status, success, code, message, result }: typeof answer) => ({
    status,
    success,
    code,
    message,
    result,
  });
  expect(plain(answer)).toEqual(plain(other));
});

test('a code of half a minute ago or ahead is taken, one of a minute or an hour is not', async () => {
  const person = await guardedPerson(scene);
  for (const [steps, isTaken] of [
    [-2, false],
    [2, false],
    [-120, false],
    [120, false],
    [-1, true],
    [1, true],
  ] as const) {
    // Long enough that the codes before this one are of other steps, and the count is a new one.
    scene.pass(11 * 60_000);
    const begun = await passwordStep(scene, person);
    // Away from the edge between two steps, or the code would be of another one on arrival.
    await midStep();
    const code = await codeAt(scene, person.key, steps);
    const answer = await secondStep(scene, begun, { code });
    if (isTaken) expect(answer.success, `${steps}`).toBe(true);
    else expect(answer, `${steps}`).toMatchObject(WRONG);
  }
});

/** Moves the clock to the middle of a step. */
async function midStep(): Promise<void> {
  const now = await scene.db.platform(async (tx) => tx.now.getTime());
  scene.pass((45_000 - (now % 30_000)) % 30_000);
}

test('a code serves once, in a later sign-in and in two at once', async () => {
  const person = await guardedPerson(scene);
  const code = await freshCode(scene, person.key);
  const begun = await Promise.all([1, 2, 3].map(() => passwordStep(scene, person)));
  const answers = await Promise.all(begun.map((one) => secondStep(scene, one, { code })));
  expect(answers.filter(({ success }) => success)).toHaveLength(1);
  for (const refused of answers.filter(({ success }) => !success)) expect(refused).toMatchObject(WRONG);
  expect(await secondStep(scene, await passwordStep(scene, person), { code })).toMatchObject(WRONG);
  const earlier = await codeAt(scene, person.key, -1);
  expect(await secondStep(scene, await passwordStep(scene, person), { code: earlier })).toMatchObject(WRONG);
});

test('a ticket opens one session, for the browser that began, for five minutes', async () => {
  const person = await guardedPerson(scene);
  const code = await freshCode(scene, person.key);
  const stolen = await passwordStep(scene, person);
  const otherBrowser = await passwordStep(scene, person);
  for (const cookie of ['', otherBrowser.cookie, 'waybill_second_factor=guess'])
    expect(await secondStep(scene, { ...stolen, cookie }, { code })).toMatchObject(EXPIRED);
  expect(await secondStep(scene, stolen, { code })).toMatchObject({ success: true });
  const again = { code: await freshCode(scene, person.key) };
  expect(await secondStep(scene, stolen, again)).toMatchObject(EXPIRED);

  const late = await passwordStep(scene, person);
  scene.pass(5 * 60_000 + 1_000);
  expect(await secondStep(scene, late, { code: await codeAt(scene, person.key) })).toMatchObject(EXPIRED);
  for (const ticket of ['', 'x'.repeat(5_000), person.token])
    expect(await secondStep(scene, { ...late, ticket }, again)).toMatchObject(EXPIRED);
});

test('five wrong codes lock, across tickets and addresses, and a right password does not help', async () => {
  const person = await guardedPerson(scene);
  const wrong = { code: await wrongCode(scene, person.key) };
  for (let n = 0; n < 5; n++)
    expect(await secondStep(scene, await passwordStep(scene, person), wrong)).toMatchObject(WRONG);
  const begun = await passwordStep(scene, person);
  const locked = { status: 429, success: false, message: '登录失败次数过多，请稍后再试' };
  const right = { code: await freshCode(scene, person.key) };
  expect(await secondStep(scene, begun, right)).toMatchObject(locked);
  expect(await secondStep(scene, begun, { recoveryCode: person.recoveryCodes[0] as string })).toMatchObject(locked);

  scene.pass(10 * 60_000 + 1_000);
  const later = await secondStep(scene, await passwordStep(scene, person), {
    code: await codeAt(scene, person.key),
  });
  expect(later.success).toBe(true);
  expect(await titlesOf(later.result.token)).toContain('两步验证多次失败');
  const failures = await scene.db.tx(
    systemActor(1, 'test'),
    (tx) => tx.rows<{ content: string }>`
      select content from login_log
      where tenant_id = ${tx.tenant} and user_id = ${person.id} and kind = 'failure'`,
  );
  expect(failures.map(({ content }) => content)).toEqual(Array.from({ length: 5 }, () => '登录失败：两步验证码错误'));
});

test('a ticket takes five tries, and a burst of them no more', async () => {
  const person = await guardedPerson(scene);
  const begun = await passwordStep(scene, person);
  const wrong = { code: await wrongCode(scene, person.key) };
  const answers = await Promise.all(Array.from({ length: 9 }, () => secondStep(scene, begun, wrong)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(4);
});

test('what cannot be a code costs no try', async () => {
  const person = await guardedPerson(scene);
  const begun = await passwordStep(scene, person);
  for (const code of ['', '12345', '1234567', 'abcdef', { $gt: '' }, 123456, null])
    expect(await secondStep(scene, begun, { code: code as string })).toMatchObject({
      status: 200,
      success: false,
      result: { errors: [{ field: 'code' }] },
    });
  const code = await freshCode(scene, person.key);
  const wide = [...code].map((digit) => String.fromCodePoint(0xff10 + Number(digit))).join('');
  expect(await secondStep(scene, begun, { code: wide })).toMatchObject({ success: true });
});

test('a recovery code opens once, however it is typed, and its owner is notified', async () => {
  const person = await guardedPerson(scene);
  const [first, second] = person.recoveryCodes as [string, string];
  const typed = ` ${first.toUpperCase().replace('-', ' ')} `;
  const at = async (recoveryCode: string) => secondStep(scene, await passwordStep(scene, person), { recoveryCode });
  const entered = await at(typed);
  expect(entered.success).toBe(true);
  expect(await titlesOf(entered.result.token)).toContain('已使用恢复码登录');
  const used = { success: false, result: { errors: [{ field: 'recoveryCode' }] } };
  expect(await at(first)).toMatchObject({ ...used, message: '恢复码错误或已使用过' });
  const twice = await Promise.all([at(second), at(second)]);
  expect(twice.filter(({ success }) => success)).toHaveLength(1);
  const state = await scene.call('GET', '/sys/user/secondFactor', { token: entered.result.token });
  expect(state.result).toMatchObject({ isOn: true, recoveryLeft: 8 });
  const other = await guardedPerson(scene);
  expect(await at(other.recoveryCodes[0] as string)).toMatchObject(used);
});

test('a code by text message is no way around it', async () => {
  const person = await guardedPerson(scene);
  const { phone } = await scene.db.platform(
    (tx) => tx.one<{ phone: string }>`select phone from app_user where id = ${person.id}`,
  );
  const captcha = await codeFor(scene, phone, 0);
  const { answer, begun } = await firstStep(scene, { mobile: phone, captcha }, '/sys/phoneLogin');
  expect(answer).toMatchObject({ success: false, code: 428 });
  const code = await freshCode(scene, person.key);
  expect(await secondStep(scene, begun, { code })).toMatchObject({ success: true });
});

test('a new password leaves it on and ends the sign-in that was under way with the old one', async () => {
  const person = await guardedPerson(scene);
  const begun = await passwordStep(scene, person);
  const changed = 'another fine Lamp 8';
  const body = {
    username: person.username,
    oldpassword: PASSWORD,
    password: changed,
    confirmpassword: changed,
  };
  const { token } = person;
  expect(await scene.call('PUT', '/sys/user/updatePassword', { token, body })).toMatchObject({
    success: true,
  });
  const code = await freshCode(scene, person.key);
  expect(await secondStep(scene, begun, { code })).toMatchObject(EXPIRED);
  const next = await firstStep(scene, { username: person.username, password: changed });
  expect(next.answer).toMatchObject({ code: 428 });
  expect(await secondStep(scene, next.begun, { code })).toMatchObject({ success: true });
});

test('whoever was frozen meanwhile is not let in by a right code', async () => {
  const person = await guardedPerson(scene);
  const begun = await passwordStep(scene, person);
  await scene.db.tx(
    systemActor(1, 'test'),
    (tx) => tx.run`update membership set status = 'frozen'
      where tenant_id = ${tx.tenant} and user_id = ${person.id}`,
  );
  const code = await freshCode(scene, person.key);
  expect(await secondStep(scene, begun, { code })).toMatchObject({
    success: false,
    message: '该用户已冻结',
  });
});

test('failures at an address count with those of passwords', async () => {
  const ip = freshIp();
  for (let n = 0; n < 4; n++) {
    const person = await guardedPerson(scene);
    const wrong = { code: await wrongCode(scene, person.key) };
    for (let k = 0; k < 5; k++) await secondStep(scene, { ...(await passwordStep(scene, person)), ip }, wrong);
  }
  const { answer } = await firstStep(scene, { username: 'admin', password: PASSWORD }, '/sys/login', ip);
  expect(answer).toMatchObject({ status: 429, success: false });
});
