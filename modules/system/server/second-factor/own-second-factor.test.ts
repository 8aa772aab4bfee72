import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemActor } from '#kit/server/actor.ts';
import { TENANT_ADMIN } from '../../model/preset-roles.ts';
import {
  codeAt,
  firstStep,
  freshCode,
  guardedPerson,
  passwordStep,
  secondStep,
  wrongCode,
  type Guarded,
} from '../fixtures/second-factor-steps.ts';
import { openScene, PASSWORD, roleId, type Scene } from '../test-scene.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
}, 60_000);
afterAll(() => scene?.close());

const own = (token: string, what: string, body: object) =>
  scene.call('POST', `/sys/user/secondFactor/${what}`, { token, body });
const state = async (token: string) => (await scene.call('GET', '/sys/user/secondFactor', { token })).result;
const reset = (token: string, username: string) =>
  scene.call('PUT', '/sys/user/resetSecondFactor', { token, body: { username } });

const deedsOn = (userId: string, tenant = 1): Promise<string[]> =>
  scene.db.tx(systemActor(tenant, 'test'), async (tx) => {
    const rows = await tx.rows<{ action: string }>`
      select action from audit_log where tenant_id = ${tx.tenant} and row_id = ${userId}
      order by at, id`;
    return rows.map(({ action }) => action);
  });

const noticesOf = async (token: string): Promise<string[]> => {
  const { result } = await scene.call('GET', '/sys/annountCement/listByUser', { token });
  return [...result.sysMsgList, ...result.anntMsgList].map((one: { titile: string }) => one.titile);
};

test('turning it on takes the password and one right code, and ends the other sessions', async () => {
  const id = await scene.user(1, { username: 'turning_on' });
  const [token, elsewhere] = [await scene.login('turning_on'), await scene.login('turning_on')];
  expect(await state(token)).toEqual({ isOn: false });
  for (const oldpassword of [undefined, '', 'not this one'])
    expect(await own(token, 'begin', { oldpassword })).toMatchObject({
      success: false,
      result: { errors: [{ field: 'oldpassword' }] },
    });
  expect(await own(token, 'turnOn', { code: '123456' })).toMatchObject({
    success: false,
    message: '密钥已失效，请重新开始',
  });
  const first = (await own(token, 'begin', { oldpassword: PASSWORD })).result;
  const { key, qr } = (await own(token, 'begin', { oldpassword: PASSWORD })).result;
  expect(key).toMatch(/^[A-Z2-7]{32}$/);
  expect(key).not.toBe(first.key);
  expect(qr).toMatch(/^data:image\/svg\+xml;base64,/);
  expect(await firstStep(scene, { username: 'turning_on', password: PASSWORD })).toMatchObject({
    answer: { success: true },
  });
  const wrong = await wrongCode(scene, key);
  expect(await own(token, 'turnOn', { code: wrong })).toMatchObject({
    success: false,
    result: { errors: [{ field: 'code' }] },
  });
  const code = await codeAt(scene, key);
  const turned = await own(token, 'turnOn', { code });
  expect(turned).toMatchObject({ success: true, message: '两步验证已开启' });
  expect(new Set(turned.result.recoveryCodes).size).toBe(10);
  expect(await state(token)).toMatchObject({ isOn: true, recoveryLeft: 10, lastUsed: null });
  expect(await scene.sessions.find(elsewhere)).toBeNull();
  expect(await deedsOn(id)).toContain('turnOnSecondFactor');
  expect(await noticesOf(token)).toContain('已开启两步验证');
  expect(await own(token, 'begin', { oldpassword: PASSWORD })).toMatchObject({
    success: false,
    message: '两步验证已开启',
  });
  const { begun } = await firstStep(scene, { username: 'turning_on', password: PASSWORD });
  expect(await secondStep(scene, begun, { code }), 'the code that turned it on').toMatchObject({
    success: false,
  });
});

test('a key that was shown is forgotten after a quarter of an hour', async () => {
  await scene.user(1, { username: 'too_slow' });
  const token = await scene.login('too_slow');
  const { key } = (await own(token, 'begin', { oldpassword: PASSWORD })).result;
  scene.pass(15 * 60_000 + 1_000);
  expect(await own(token, 'turnOn', { code: await codeAt(scene, key) })).toMatchObject({
    success: false,
    message: '密钥已失效，请重新开始',
  });
});

test('neither key nor recovery codes can be read in the database, and no key serves another', async () => {
  const [person, other] = [await guardedPerson(scene), await guardedPerson(scene)];
  const rows = await scene.db.platform(
    (tx) => tx.rows<{ line: string }>`
      select f::text as line from second_factor f union all
      select r::text from recovery_code r`,
  );
  const all = rows.map(({ line }) => line).join('\n');
  for (const secret of [person.key, ...person.recoveryCodes]) {
    expect(all).not.toContain(secret);
    expect(all).not.toContain(secret.replace('-', ''));
  }
  await scene.db.platform(
    (tx) => tx.run`
      update second_factor set key_sealed =
        (select key_sealed from second_factor where user_id = ${other.id})
      where user_id = ${person.id}`,
  );
  const code = await freshCode(scene, other.key);
  const begun = await passwordStep(scene, person);
  expect((await secondStep(scene, begun, { code })).success).toBe(false);
});

test('turning it off takes the password and a code; a session left open does not suffice', async () => {
  const person = await guardedPerson(scene);
  const { token } = person;
  const code = await freshCode(scene, person.key);
  expect(await own(token, 'turnOff', { code })).toMatchObject({
    result: { errors: [{ field: 'oldpassword' }] },
  });
  expect(await own(token, 'turnOff', { oldpassword: PASSWORD })).toMatchObject({
    result: { errors: [{ field: 'code' }] },
  });
  const wrong = await wrongCode(scene, person.key);
  expect(await own(token, 'turnOff', { oldpassword: PASSWORD, code: wrong })).toMatchObject({
    result: { errors: [{ field: 'code' }] },
  });
  expect((await state(token)).isOn).toBe(true);
  expect(await own(token, 'turnOff', { oldpassword: PASSWORD, code })).toMatchObject({
    success: true,
    message: '两步验证已关闭',
  });
  expect(await deedsOn(person.id)).toContain('turnOffSecondFactor');
  expect(await noticesOf(token)).toContain('已关闭两步验证');
  expect(await scene.login(person.username)).toMatch(/^[\w-]{43}$/);
  expect(await own(token, 'turnOff', { oldpassword: PASSWORD, code })).toMatchObject({
    success: false,
    message: '两步验证未开启',
  });
});

test('a stolen session guesses no code: five tries, together with those at the sign-in', async () => {
  const person = await guardedPerson(scene);
  const body = { oldpassword: PASSWORD, code: await wrongCode(scene, person.key) };
  for (const what of ['turnOff', 'recoveryCodes', 'turnOff', 'turnOff', 'turnOff'])
    expect(await own(person.token, what, body)).toMatchObject({ success: false });
  const code = await freshCode(scene, person.key);
  const locked = { status: 429, message: '登录失败次数过多，请稍后再试' };
  expect(await own(person.token, 'turnOff', { ...body, code })).toMatchObject(locked);
  expect(await secondStep(scene, await passwordStep(scene, person), { code })).toMatchObject(locked);
});

test('new recovery codes end the old ones', async () => {
  const person = await guardedPerson(scene);
  const code = await freshCode(scene, person.key);
  const renewed = await own(person.token, 'recoveryCodes', { oldpassword: PASSWORD, code });
  expect(renewed).toMatchObject({ success: true, message: '恢复码已重新生成' });
  const [fresh] = renewed.result.recoveryCodes as [string];
  const at = async (recoveryCode: string) => secondStep(scene, await passwordStep(scene, person), { recoveryCode });
  expect((await at(person.recoveryCodes[0] as string)).success).toBe(false);
  expect((await at(fresh)).success).toBe(true);
  expect(await deedsOn(person.id)).toContain('renewRecoveryCodes');
  expect(await noticesOf(person.token)).toContain('已重新生成恢复码');
});

/** An administrator of a tenant. */
async function adminOf(tenant: number, username: string): Promise<string> {
  await scene.user(tenant, { username, roles: [await roleId(scene, tenant, TENANT_ADMIN)] });
  return scene.login(username);
}

const join = (tenant: number, { id }: Guarded): Promise<number> =>
  scene.db.tx(
    systemActor(tenant, 'test'),
    (tx) => tx.run`
      insert into membership (tenant_id, user_id, create_time)
      values (${tx.tenant}, ${id}, ${tx.now})`,
  );

test('an administrator resets it for a person of their tenant, who is notified', async () => {
  const admin = await scene.login('admin');
  const person = await guardedPerson(scene);
  const listed = await scene.call('GET', `/sys/user/list?username=${person.username}`, {
    token: admin,
  });
  expect(listed.result.records[0]).toMatchObject({ hasSecondFactor: true });
  expect(await reset(admin, person.username)).toMatchObject({
    success: true,
    message: '两步验证已重置',
  });
  const token = await scene.login(person.username);
  expect(await state(token)).toEqual({ isOn: false });
  expect(await noticesOf(token)).toContain('管理员已重置您的两步验证');
  expect(await deedsOn(person.id)).toContain('resetSecondFactor');
  expect(await reset(admin, person.username)).toMatchObject({
    success: false,
    message: '该用户未开启两步验证',
  });
  const unknown = await reset(admin, 'nobody_here');
  expect(unknown).toMatchObject({ message: '用户不存在！' });
  expect(unknown.result.errors).toEqual([expect.objectContaining({ field: 'username', message: '用户不存在！' })]);
});

test('nobody resets it for somebody of another tenant, above them, or themselves', async () => {
  const second = await adminOf(2, 'second_admin');
  const [foreign, shared] = [await guardedPerson(scene, 1), await guardedPerson(scene, 2)];
  await join(1, shared);
  expect(await reset(second, foreign.username)).toMatchObject({
    success: false,
    message: '用户不存在！',
  });
  expect(await reset(second, shared.username)).toMatchObject({
    success: false,
    message: '该用户同时属于其他租户，两步验证只能由平台管理员重置',
  });
  const plain = await guardedPerson(scene);
  expect(await reset(plain.token, foreign.username)).toMatchObject({ code: 510 });
  for (const { token } of [foreign, shared, plain]) expect((await state(token)).isOn).toBe(true);

  const admin = await scene.login('admin');
  const { key } = (await own(admin, 'begin', { oldpassword: PASSWORD })).result;
  await own(admin, 'turnOn', { code: await codeAt(scene, key) });
  expect(await reset(admin, 'admin')).toMatchObject({
    success: false,
    message: '请在“安全设置”中关闭自己的两步验证',
  });
  expect((await state(admin)).isOn).toBe(true);
  expect(await reset(admin, shared.username)).toMatchObject({ success: true });
  const stranger = await guardedPerson(scene, 2);
  expect(await reset(admin, stranger.username)).toMatchObject({ success: true });
  const token = await scene.login(stranger.username);
  expect(await noticesOf(token)).toContain('管理员已重置您的两步验证');
});
