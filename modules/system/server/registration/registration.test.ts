import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemActor } from '#kit/server/actor.ts';
import { covers } from '#tests/spec/covers.ts';
import { codeFor, freshIp, newestCode, otherThan, plain } from '../fixtures/code-steps.ts';
import { openScene, PASSWORD, roleId, type Scene } from '../test-scene.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
}, 60_000);
afterAll(() => scene?.close());

const register = (body: object, ip = freshIp()) => scene.call('POST', '/sys/user/register', { body, ip });

const person = (username: string, phone: string, more: object = {}) => ({
  username,
  password: PASSWORD,
  realname: '新人',
  phone,
  tenantName: '新团队',
  ...more,
});

async function invite(more: object = {}, token?: string) {
  const departs = await scene.db.tx(
    systemActor(2, 'test'),
    (tx) => tx.rows<{ id: string }>`select id from depart where tenant_id = ${tx.tenant}`,
  );
  return scene.call('POST', '/sys/invitation/add', {
    token: token ?? (await boss()),
    body: { roleId: await roleId(scene, 2, 'OPS'), departId: departs[0]?.id, ...more },
  });
}

let bossToken = '';
async function boss(): Promise<string> {
  if (!bossToken) {
    await scene.user(2, { username: 'boss_two', roles: ['TADM'], departs: ['A01'] });
    bossToken = await scene.login('boss_two');
  }
  return bossToken;
}

test('a stranger opens a trial tenant of their own and administers it for thirty days', async () => {
  const smscode = await codeFor(scene, '13700000001', 1);
  const answer = await register(person('trial_one', '13700000001', { smscode }));
  expect(answer).toMatchObject({ success: true, message: '注册成功' });
  const token = await scene.login('trial_one');
  const { userInfo } = (await scene.call('GET', '/sys/user/getUserInfo', { token })).result;
  expect(userInfo).toMatchObject({ username: 'trial_one', phone: '13700000001', orgCode: 'A01' });
  expect(userInfo.tenantId).toBeGreaterThan(2);
  const users = await scene.call('GET', '/sys/user/list', { token });
  expect(users.result.records).toHaveLength(1);
  const tenant = await scene.db.platform(
    (tx) => tx.one<{ name: string; days: number }>`
      select name, end_date - begin_date as days from tenant where id = ${userInfo.tenantId}`,
  );
  expect(tenant).toEqual({ name: '新团队', days: 30 });
  scene.pass(32 * 86_400_000);
  const late = await scene.call('POST', '/sys/login', {
    body: { username: 'trial_one', password: PASSWORD },
    ip: freshIp(),
  });
  expect(late.success, late.message).toBe(true);
  const added = await scene.call('POST', '/sys/role/add', {
    token: late.result.token,
    body: { roleName: '晚了', roleCode: 'late' },
  });
  expect(added.message).toMatch(/^租户已于 \d{4}-\d\d-\d\d 到期，仅可查看，请续费或联系平台$/);
  scene.pass(-32 * 86_400_000);
});

test('by mail it goes alike', async () => {
  const request = await scene.call('POST', '/sys/mailCode', {
    body: { email: 'New.One@example.com', mode: 1 },
    ip: freshIp(),
  });
  expect(request.success).toBe(true);
  const smscode = await newestCode(scene);
  const { phone: _none, ...body } = person('by_mail', '', { smscode });
  const wrong = await register({
    ...body,
    email: 'new.one@example.com',
    smscode: otherThan(smscode),
  });
  expect(wrong.message).toBe('邮箱验证码错误');
  expect(await register({ ...body, email: 'new.one@example.com' })).toMatchObject({
    success: true,
  });
});

test('several at once get a tenant each', async () => {
  const codes: string[] = [];
  for (let n = 0; n < 8; n++) codes.push(await codeFor(scene, `1360000000${n}`, 1));
  const answers = await Promise.all(
    codes.map((smscode, n) => register(person(`at_once_${n}`, `1360000000${n}`, { smscode }))),
  );
  expect(answers.map((one) => one.message)).toEqual(codes.map(() => '注册成功'));
  const homes = await scene.db.platform(
    (tx) => tx.rows<{ createBy: string }>`
      select name from tenant where name = '新团队'`,
  );
  expect(homes.length).toBeGreaterThanOrEqual(8);
});

test('every fault is reported at its field, before a code is tried', async () => {
  covers('§5 registration rules');
  const answer = await register({ username: 'a b', password: '123', phone: '1', smscode: '' });
  const messages = Object.fromEntries(
    (answer.result.errors as { field: string; message: string }[]).map((one) => [one.field, one.message]),
  );
  expect(messages).toMatchObject({
    username: '只允许字母、数字、下划线',
    phone: '请输入正确手机号',
    smscode: '请输入验证码',
  });
  expect(messages['password']).toContain('密码过于简单');
  const short = await register(person('abc', '13700000002', { smscode: '123456' }));
  expect(short.message).toBe('长度6到18个字符');
});

test('what is taken is said only after a right code, which stays right for a correction', async () => {
  await scene.user(1, { username: 'taken_name' });
  const smscode = await codeFor(scene, '13700000003', 1);
  const taken = person('Taken_Name', '13700000003');
  expect((await register({ ...taken, smscode: otherThan(smscode) })).message).toBe('手机验证码错误');
  expect(await register({ ...taken, smscode })).toMatchObject({
    success: false,
    message: '用户名已注册',
    result: { errors: [{ field: 'username' }] },
  });
  expect(await register(person('other_name', '13700000003', { smscode }))).toMatchObject({
    success: true,
  });
  const again = await register(person('third_name', '13700000003', { smscode }));
  expect(again.message).toBe('手机验证码失效，请重新获取');
});

test('a number that somebody took in between is refused', async () => {
  const smscode = await codeFor(scene, '13700000004', 1);
  await scene.user(1, { username: 'was_faster', phone: '13700000004' });
  expect((await register(person('too_late', '13700000004', { smscode }))).message).toBe('该手机号已注册');
});

test('an invitation leads into its tenant, with its role and department, once', async () => {
  const { result } = await invite();
  expect(result.code).toMatch(/^2(-[2-9A-Z]{4}){4}$/);
  const smscode = await codeFor(scene, '13700000005', 1);
  const joined = person('invited_one', '13700000005', { smscode, tenantName: undefined });
  expect(await register({ ...joined, invitation: result.code.toLowerCase() })).toMatchObject({
    success: true,
  });
  const token = await scene.login('invited_one');
  const { userInfo } = (await scene.call('GET', '/sys/user/getUserInfo', { token })).result;
  expect(userInfo).toMatchObject({ tenantId: 2, orgCode: 'A01', roleNames: '运营' });
  const second = await codeFor(scene, '13700000006', 1);
  const late = person('invited_two', '13700000006', { smscode: second });
  expect(await register({ ...late, invitation: result.code })).toMatchObject({
    success: false,
    message: '邀请码无效或已过期',
    result: { errors: [{ field: 'invitation' }] },
  });
});

test('the last use of an invitation is given to one of two', async () => {
  const { result } = await invite();
  const bodies = [];
  for (const n of [0, 1]) {
    const smscode = await codeFor(scene, `1350000000${n}`, 1);
    bodies.push(person(`last_use_${n}`, `1350000000${n}`, { smscode, invitation: result.code }));
  }
  const answers = await Promise.all(bodies.map((body) => register(body)));
  expect(answers.filter((one) => one.success)).toHaveLength(1);
  const listed = await scene.call('GET', '/sys/invitation/list', { token: await boss() });
  expect(listed.result.records[0]).toMatchObject({ uses: 1, maxUses: 1, state: 'used' });
});

test('an invitation ends with its time, and with its giver', async () => {
  const shortLived = (await invite({ days: 1 })).result.code as string;
  const smscode = await codeFor(scene, '13700000007', 1);
  scene.pass(86_400_000 + 1000);
  const invited = person('after_time', '13700000007', { smscode });
  expect((await register({ ...invited, invitation: shortLived })).message).toBe('邀请码无效或已过期');
  const giver = await scene.user(2, { username: 'giver_two', roles: ['TADM'] });
  const given = (await invite({ maxUses: 5 }, await scene.login('giver_two'))).result.code;
  const body = { ids: giver, status: 2 };
  await scene.call('PUT', '/sys/user/frozenBatch', { token: await boss(), body });
  expect((await register({ ...invited, invitation: given })).message).toBe('邀请码无效或已过期');
});

test('an invitation gives no more than its giver has when it is used', async () => {
  const shop = '0199aaaa-0000-7000-8000-000000000001';
  const giver = await scene.user(2, { username: 'giver_few', roles: ['TADM'], shops: [shop] });
  const { code } = (await invite({ maxUses: 5 }, await scene.login('giver_few'))).result;
  const smscode = await codeFor(scene, '13700000009', 1);
  const first = person('sees_few', '13700000009', { smscode, invitation: code });
  expect(await register(first)).toMatchObject({ success: true });
  const scopes = await scene.db.tx(
    systemActor(2, 'test'),
    (tx) => tx.rows<{ shops: string[]; warehouses: string[] | null }>`
      select s.shops, s.warehouses from user_scope s join app_user u on u.id = s.user_id
      where s.tenant_id = ${tx.tenant} and u.username_key = 'sees_few'`,
  );
  expect(scopes).toEqual([{ shops: [shop], warehouses: null }]);
  await scene.call('PUT', '/sys/user/edit', {
    token: await boss(),
    body: { id: giver, selectedroles: 'CS' },
  });
  const later = await codeFor(scene, '13700000010', 1);
  const second = person('sees_none', '13700000010', { smscode: later, invitation: code });
  expect(await register(second)).toMatchObject({ success: false, message: '邀请码无效或已过期' });
});

test('nobody invites with a role they could not grant, or into another tenant', async () => {
  const weak = await scene.user(2, { username: 'weak_two' });
  const role = await scene.call('POST', '/sys/role/add', {
    token: await boss(),
    body: { roleName: '只管邀请', roleCode: 'INVITES' },
  });
  expect(role.success).toBe(true);
  await scene.db.tx(systemActor(2, 'test'), async (tx) => {
    await tx.run`
      insert into role_permission (tenant_id, role_id, permission_id, operate_time)
      select ${tx.tenant}, r.id, p.id, ${tx.now} from role r, permission p
      where r.tenant_id = ${tx.tenant} and r.code = 'INVITES' and p.perms like 'system:invitation:%'`;
    await tx.run`
      insert into user_role (tenant_id, user_id, role_id)
      select ${tx.tenant}, ${weak}::uuid, id from role
      where tenant_id = ${tx.tenant} and code = 'INVITES'`;
  });
  const token = await scene.login('weak_two');
  expect((await invite({}, token)).status).toBe(403);
  expect(await invite({ roleId: await roleId(scene, 1, 'OPS') })).toMatchObject({
    success: false,
    message: '角色不存在',
  });
  const foreign = (await invite()).result.id as string;
  const admin = await scene.login('admin');
  const list = await scene.call('GET', '/sys/invitation/list', { token: admin });
  expect(list.result.records).toEqual([]);
  const gone = await scene.call('DELETE', `/sys/invitation/delete?id=${foreign}`, { token: admin });
  expect(gone).toMatchObject({ success: false, message: '未找到对应实体' });
});

test('a code of an invitation is stored nowhere', async () => {
  const { code } = (await invite()).result as { code: string };
  const stored = await scene.db.tx(
    systemActor(2, 'test'),
    (tx) => tx.rows<{ all: string }>`
      select i::text as all from invitation i where i.tenant_id = ${tx.tenant}`,
  );
  expect(stored.length).toBeGreaterThan(0);
  for (const { all } of stored) expect(all).not.toContain(code.split('-')[1]);
});

test('where trials are closed only an invitation leads in', async () => {
  const closed = await openScene(undefined, { isTrialOpen: false });
  try {
    const answer = await closed.call('POST', '/sys/user/register', {
      body: person('stranger', '13700000008', { smscode: '123456' }),
    });
    expect(plain(answer)).toMatchObject({
      success: false,
      result: { errors: [{ field: 'invitation', message: '请输入邀请码' }] },
    });
  } finally {
    await closed.close();
  }
});
