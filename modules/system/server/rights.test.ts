import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemActor } from '#kit/server/actor.ts';
import type { Tx } from '#kit/server/database.ts';
import { covers } from '#tests/spec/covers.ts';
import { systemRoutes } from './index.ts';
import { openScene, PASSWORD, permissionIds, roleId, type Scene } from './test-scene.ts';
import { setFrozen } from './user-admin.ts';

let scene: Scene;
let admin: string;
beforeAll(async () => {
  scene = await openScene();
  admin = await scene.login('admin');
}, 60_000);
afterAll(() => scene?.close());

/** A role with exactly these rights, and a person who has it. */
async function personWith(username: string, ...codes: string[]): Promise<string> {
  const { result } = await scene.call('POST', '/sys/role/add', {
    token: admin,
    body: { roleName: username, roleCode: username },
  });
  const granted = await scene.call('POST', '/sys/permission/saveRolePermission', {
    token: admin,
    body: { roleId: result.id, permissionIds: (await permissionIds(scene, ...codes)).join(',') },
  });
  expect(granted.message).toBe('保存成功！');
  return scene.user(1, { username, roles: [username] });
}

test('every route needs a session, but for the public few', async () => {
  const open: string[] = [];
  for (const route of systemRoutes({ db: scene.db, sessions: scene.sessions })) {
    // Not by the envelope: sign-in at another system leads the browser on instead.
    const { statusCode } = await scene.app.inject({
      method: route.method,
      url: `/api${route.path.replaceAll(/:\w+/g, 'x')}`,
      ...(route.method === 'GET' ? {} : { payload: {} }),
    });
    if (statusCode !== 401) open.push(`${route.method} ${route.path}`);
  }
  expect(open).toEqual([
    'GET /sys/randomImage/:key',
    'POST /sys/login',
    'POST /sys/logout',
    'GET /sys/logout',
    'POST /sys/login/secondFactor',
    'POST /sys/sms',
    'POST /sys/mailCode',
    'POST /sys/phoneLogin',
    'POST /sys/checkCaptcha',
    'GET /sys/thirdLogin/render/:source',
    'GET /sys/thirdLogin/:source/callback',
    'GET /sys/cas/client/validateLogin',
    'POST /sys/user/register',
    'POST /sys/user/phoneVerification',
    'POST /sys/user/passwordChange',
    'GET /sys/user/passwordChange',
    'GET /sys/user/checkOnlyUser',
  ]);
});

test('who has no right is refused by every administrative route', async () => {
  await scene.user(1, { username: 'no_rights' });
  const token = await scene.login('no_rights');
  for (const route of systemRoutes({ db: scene.db, sessions: scene.sessions })) {
    if (typeof route.access !== 'object') continue;
    const answer = await scene.call(route.method, route.path, {
      token,
      ...(route.method === 'GET' ? {} : { body: {} }),
    });
    expect([route.path, answer.status, answer.code]).toEqual([route.path, 403, 510]);
  }
});

test('the last administrator stays', async () => {
  const second = await scene.user(1, { username: 'second_admin', roles: ['TADM', 'PADM'] });
  const token = await scene.login('second_admin');
  const [row] = (await scene.call('GET', '/sys/user/list?username=admin', { token })).result.records;
  const freeze = (ids: string, by: string) =>
    scene.call('PUT', '/sys/user/frozenBatch', { token: by, body: { ids, status: 2 } });
  expect((await freeze(second, token)).message).toBe('不能冻结自己');
  expect((await freeze(second, admin)).success).toBe(true);
  const stripped = await scene.call('PUT', '/sys/user/edit', {
    token: admin,
    body: { id: row.id, selectedroles: '' },
  });
  expect(stripped.message).toBe('至少需要保留一名正常状态的租户管理员');
  expect((await scene.call('GET', '/sys/user/list', { token: admin })).status).toBe(200);
  const gone = await scene.call('DELETE', `/sys/role/delete?id=${await roleId(scene, 1, 'TADM')}`, {
    token: admin,
  });
  expect(gone.message).toBe('预置角色不能删除');
});

test('a batch that is refused names the rows that refuse, and why', async () => {
  const [own, held] = await Promise.all(
    ['own_role', 'held_role'].map(
      async (roleCode) =>
        (
          await scene.call('POST', '/sys/role/add', {
            token: admin,
            body: { roleName: roleCode === 'own_role' ? '无人' : '有人', roleCode },
          })
        ).result.id as string,
    ),
  );
  const person = await scene.user(1, {
    username: 'role_holder',
    realname: '持有人',
    roles: [held ?? ''],
  });
  const ops = await roleId(scene, 1, 'OPS');
  const remove = (ids: readonly (string | undefined)[]) =>
    scene.call('DELETE', `/sys/role/deleteBatch?ids=${ids.join(',')}`, { token: admin });
  const refused = await remove([own, held, ops]);
  expect(refused.success).toBe(false);
  expect(refused.message).toContain('有人：角色仍被持有人使用，不能删除');
  expect(refused.message).toContain('运营：预置角色不能删除');
  expect(refused.message).not.toContain('无人');
  expect((await remove([held])).message).toBe('角色仍被持有人使用，不能删除');
  const me = (await scene.call('GET', '/sys/user/list?username=admin', { token: admin })).result.records[0];
  const people = await scene.call('DELETE', `/sys/user/deleteBatch?ids=${me.id},${person}`, {
    token: admin,
  });
  expect(people.message).toBe(`${me.realname}（admin）：不能删除自己。选中的记录均未改动`);
  const gone = await scene.call('DELETE', `/sys/user/deleteBatch?ids=${person}`, { token: admin });
  expect(gone).toMatchObject({ success: true });
  expect(await remove([own, held])).toMatchObject({ success: true });
});

test('two administrators cannot remove each other at the same moment', async () => {
  const ids = await Promise.all(['pair_a', 'pair_b'].map((username) => scene.user(2, { username, roles: ['TADM'] })));
  const freeze = (tx: Tx, id: string | undefined) => setFrozen(tx, scene.sessions, [id ?? ''], true);
  let second: Promise<string> | undefined;
  await scene.db.tx(systemActor(2, 'test'), async (tx) => {
    await freeze(tx, ids[0]);
    let isOver = false;
    second = scene.db
      .tx(systemActor(2, 'test'), (other) => freeze(other, ids[1]))
      .then(
        () => 'frozen',
        (error: Error) => error.message,
      )
      .finally(() => (isOver = true));
    // Until the second one waits for the first, or has overtaken it.
    for (let waiting = 0; waiting === 0 && !isOver;)
      waiting = (
        await tx.platform.one<{ n: number }>`
          select count(*)::integer as n from pg_locks where not granted`
      ).n;
  });
  expect(await second).toBe('至少需要保留一名正常状态的租户管理员');
});

test('nobody grants what they lack, nor governs who has more', async () => {
  covers('§7 system administration');
  const rights = ['system:user:list', 'system:user:edit', 'system:user:password', 'system:user:add'];
  await personWith('hr_clerk', ...rights, 'system:role:list', 'system:role:grant');
  const clerk = await scene.login('hr_clerk');
  const own = await roleId(scene, 1, 'hr_clerk');
  const held = await permissionIds(scene, ...rights);
  const more = await permissionIds(scene, 'system:user:freeze');
  const save = (roleIdWanted: string, ids: string[]) =>
    scene.call('POST', '/sys/permission/saveRolePermission', {
      token: clerk,
      body: {
        roleId: roleIdWanted,
        permissionIds: ids.join(','),
        lastpermissionIds: held.join(','),
      },
    });
  expect((await save(own, [...held, ...more])).status).toBe(403);
  expect((await save(await roleId(scene, 1, 'TADM'), held)).message).toBe('租户管理员的权限不能修改');
  const tree = await scene.call('GET', '/sys/permission/queryTreeList', { token: clerk });
  expect(tree.result.ids).toEqual(expect.arrayContaining(held));
  expect(tree.result.ids).not.toContain(more[0]);
  const [boss] = (await scene.call('GET', '/sys/user/list?username=admin', { token: clerk })).result.records;
  const self = (await scene.call('GET', '/sys/user/list?username=hr_clerk', { token: clerk })).result.records[0];
  const promote = await scene.call('PUT', '/sys/user/edit', {
    token: clerk,
    body: { id: self.id, selectedroles: `${own},${await roleId(scene, 1, 'TADM')}` },
  });
  expect(promote.status).toBe(403);
  const takeover = await scene.call('PUT', '/sys/user/changePassword', {
    token: clerk,
    body: { username: 'admin', password: 'Evil lamp 1234' },
  });
  expect(takeover.status).toBe(403);
  const phone = await scene.call('PUT', '/sys/user/edit', {
    token: clerk,
    body: { id: boss.id, email: 'evil@example.com' },
  });
  expect(phone.status).toBe(403);
  const hire = await scene.call('POST', '/sys/user/add', {
    token: clerk,
    body: {
      username: 'straw_man',
      realname: 'x',
      password: PASSWORD,
      selectedroles: await roleId(scene, 1, 'TADM'),
    },
  });
  expect(hire.status).toBe(403);
});

test('a right that the product has no more is held by nobody, whatever roles say', async () => {
  await personWith('late_reader', 'system:user:list');
  const setLive = (isLive: boolean) =>
    scene.db.platform((tx) => tx.run`update permission set is_live = ${isLive} where key = 'system:user:list'`);
  const list = async () =>
    (await scene.call('GET', '/sys/user/list', { token: await scene.login('late_reader') })).status;
  expect(await list()).toBe(200);
  await setLive(false);
  expect(await list()).toBe(403);
  await setLive(true);
  expect(await list()).toBe(200);
});

test('a reset password must be changed before anything else', async () => {
  await scene.user(1, { username: 'forgetful', roles: ['TADM'] });
  const before = await scene.login('forgetful');
  const reset = await scene.call('PUT', '/sys/user/changePassword', {
    token: admin,
    body: {
      username: 'forgetful',
      password: 'given by Hand 1',
      confirmPassword: 'given by Hand 1',
    },
  });
  expect(reset).toMatchObject({ success: true, message: '密码修改成功!' });
  const list = (token: string) => scene.call('GET', '/sys/user/list', { token });
  expect((await list(before)).status).toBe(401);
  const signed = await scene.call('POST', '/sys/login', {
    body: { username: 'forgetful', password: 'given by Hand 1' },
  });
  expect(signed.result.userInfo.mustChangePassword).toBe(true);
  const { token } = signed.result;
  expect(await list(token)).toMatchObject({
    status: 200,
    success: false,
    code: 500,
    message: '请先修改密码',
  });
  await scene.call('POST', '/sys/user/updatePassword', {
    token,
    body: {
      oldpassword: 'given by Hand 1',
      password: 'chosen by Me 22',
      confirmpassword: 'chosen by Me 22',
    },
  });
  expect((await list(token)).status).toBe(200);
});
