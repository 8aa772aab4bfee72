import { expect, test } from 'vitest';
import { systemActor } from '#kit/server/actor.ts';
import { PASSWORD } from '#tests/harness/app.ts';
import { covers } from '#tests/spec/covers.ts';
import { admin, isAlive, openAccounts, person, scene, withToken, type Userinfo } from './own-account-scene.ts';

/** What a signed-in person tries with their own account and those of others, by the attack list. */

openAccounts();

test('G2 the password of another person is nobody’s business', async () => {
  const { username } = await person();
  const who = await scene.as(username);
  const tried = await who.put('/sys/user/updatePassword', {
    username: 'admin',
    oldpassword: PASSWORD,
    password: 'Xinmima-4411',
    confirmpassword: 'Xinmima-4411',
  });
  expect(tried).toMatchObject({ success: false, message: '只允许修改自己的密码！' });
  expect(await isAlive(admin)).toBe(true);
  await scene.as('admin');
});

test('G2 a stolen session cannot guess the password, by either door', async () => {
  const { username } = await person();
  const who = await scene.as(username);
  const byProfile = (oldpassword: string) => who.put('/sys/user/profile', { phone: '13800138000', oldpassword });
  expect((await who.put('/sys/user/profile', { phone: '13800138000' })).message).toBe('请输入当前密码');
  for (const guess of ['a', 'b', 'c']) expect((await byProfile(guess)).message).toBe('当前密码输入错误!');
  for (const guess of ['d', 'e'])
    expect(
      (
        await who.put('/sys/user/updatePassword', {
          oldpassword: guess,
          password: 'Xinmima-4411',
          confirmpassword: 'Xinmima-4411',
        })
      ).message,
    ).toBe('旧密码输入错误!');
  expect((await byProfile(PASSWORD)).status).toBe(429);
  const profile = await who.get<{ phone: string | null }>('/sys/user/profile');
  expect(profile.result.phone).toBeNull();
});

test('G3 of a profile only the own particulars are written', async () => {
  const { id, username } = await person();
  const who = await scene.as(username);
  const other = await person();
  const state = () =>
    scene.app.db.tx(
      systemActor(1, 'test'),
      (tx) => tx.rows`
        select u.id, u.username, u.password_hash, u.status, u.must_change_password, u.avatar,
          u.create_by, m.status as place, m.is_superior, m.led_departs, m.org_code, m.posts,
          m.work_no, (select count(*)::integer from user_role r
            where r.tenant_id = m.tenant_id and r.user_id = m.user_id) as roles,
          (select count(*)::integer from membership x where x.user_id = u.id) as places
        from app_user u join membership m on m.user_id = u.id and m.tenant_id = ${tx.tenant}
        where u.id = any(${[id, other.id]}::uuid[]) order by u.id`,
    );
  const before = await state();
  const written = await who.put<{ userInfo: Userinfo }>('/sys/user/profile', {
    id: other.id,
    realname: '改了的名字',
    username: 'admin',
    userIdentity: 2,
    departIds: 'x',
    relTenantIds: '1,2',
    tenantId: 2,
    selectedroles: 'TENANT_ADMIN',
    selecteddeparts: '',
    post: 'CEO',
    workNo: '1',
    status: 2,
    orgCode: 'A01A01',
    password: 'x',
    salt: 'x',
    delFlag: 1,
    mustChangePassword: false,
    avatar: 'https://evil.example/track.png',
    createBy: 'x',
    __proto__: { isAdmin: true },
  });
  expect(written).toMatchObject({ success: true, message: '保存成功' });
  expect(written.result.userInfo).toMatchObject({ id, realname: '改了的名字' });
  expect(await state()).toEqual(before);
  const edited = await who.put('/sys/user/edit', { id, realname: '又改' });
  expect(edited.status).toBe(403);
});

test('a profile is judged at its fields, and a stale one is not written', async () => {
  const { username } = await person();
  const taken = await person();
  await (
    await scene.as(taken.username)
  ).put('/sys/user/profile', {
    email: 'taken@example.com',
    oldpassword: PASSWORD,
  });
  const who = await scene.as(username);
  const put = (body: object) => who.put<{ errors: { field: string }[] }>('/sys/user/profile', body);
  expect((await put({ realname: '' })).result.errors[0]?.field).toBe('realname');
  expect((await put({ realname: '名'.repeat(101) })).result.errors[0]?.field).toBe('realname');
  expect((await put({ sex: 3 })).result.errors[0]?.field).toBe('sex');
  expect((await put({ birthday: '2020-02-30' })).result.errors[0]?.field).toBe('birthday');
  expect((await put({ phone: '123', oldpassword: PASSWORD })).message).toBe('请输入正确手机号');
  const twice = await put({ email: 'Taken@example.com', oldpassword: PASSWORD });
  expect(twice).toMatchObject({ success: false, message: '邮箱已存在' });
  const profile = await who.get<{ version: number; email: string | null }>('/sys/user/profile');
  const { version } = profile.result;
  expect(await put({ telephone: '010-1', version })).toMatchObject({ success: true });
  expect(await put({ telephone: '010-2', version })).toMatchObject({
    success: false,
    message: '数据已被他人修改，请刷新',
  });
});

test('G5 only the own departments, and only for oneself', async () => {
  const { username } = await person();
  const who = await scene.as(username);
  const { orgCode } = (await admin.post<{ orgCode: string }>('/sys/sysDepart/add', { departName: '别人的部门' }))
    .result;
  for (const body of [
    { orgCode: 'A01', username: 'admin' },
    { orgCode, username },
    { orgCode: "A01' or '1'='1", username },
    { orgCode: ['A01'], username },
    { username },
  ])
    for (const method of ['put', 'post'] as const)
      expect(await who[method]('/sys/selectDepart', body)).toMatchObject({ success: false });
  expect(await isAlive(who)).toBe(true);
});

test('who has to change their password may do nothing else first', async () => {
  const { username } = await person(1, ['WH']);
  await admin.put('/sys/user/changePassword', {
    username,
    password: 'Guanli-8890',
    confirmPassword: 'Guanli-8890',
  });
  const signedIn = await withToken('')('POST', '/sys/login', { username, password: 'Guanli-8890' });
  const { token, userInfo } = signedIn.result as { token: string; userInfo: object };
  expect(userInfo).toMatchObject({ mustChangePassword: true });
  const who = withToken(token);
  const held = await who('GET', '/sys/permission/getUserPermissionByToken');
  expect(held.result).toMatchObject({ auth: [] });
  const stock = async () => (await who('GET', '/inventory/stockLevel/list')).status;
  expect(await stock()).toBe(403);
  expect((await who('GET', '/inventory/stockLevel/list')).message).toBe('请先修改密码');
  for (const [method, path, body] of [
    ['PUT', '/sys/user/profile', { realname: '不行' }],
    ['POST', '/sys/user/sessions/endOthers', {}],
    ['DELETE', '/sys/user/avatar', undefined],
  ] as const)
    expect(await who(method, path, body), path).toMatchObject({
      status: 200,
      success: false,
      message: '请先修改密码',
    });
  const change = (password: string) =>
    who('PUT', '/sys/user/updatePassword', {
      username,
      oldpassword: 'Guanli-8890',
      password,
      confirmpassword: password,
    });
  expect((await change('Guanli-8890')).message).toBe('新密码不能与旧密码相同');
  expect(await change('Wode-7712-mima')).toMatchObject({ success: true });
  expect(await stock()).toBe(200);
});

test('the cache is not refreshed by the hundred', async () => {
  covers('§7 other sign-ins');
  const { username } = await person();
  const who = await scene.as(username);
  const statuses: number[] = [];
  for (let turn = 0; turn < 12; turn++) statuses.push((await who.get('/sys/dict/refleshCache')).status);
  expect(statuses.slice(0, 10)).toEqual(Array(10).fill(200));
  expect(statuses.slice(10)).toEqual([429, 429]);
  const items = await who.get<Record<string, unknown[]>>('/sys/dict/queryAllDictItems');
  expect(items.result['sex']).toHaveLength(2);
});
