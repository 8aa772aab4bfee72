import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemActor } from '#kit/server/actor.ts';
import { openScene, permissionIds, roleId, type Scene } from './test-scene.ts';

let scene: Scene;
let admin: string;
let ops: string;
beforeAll(async () => {
  scene = await openScene();
  admin = await scene.login('admin');
  ops = await roleId(scene, 1, 'OPS');
}, 60_000);
afterAll(() => scene?.close());

const members = (role: string, more = '', token = admin) =>
  scene.call('GET', `/sys/user/userRoleList?roleId=${role}&column=createTime&order=asc${more}`, {
    token,
  });
const give = (role: string, userIdList: string[], token = admin) =>
  scene.call('POST', '/sys/user/addSysUserRole', { token, body: { roleId: role, userIdList } });
const take = (role: string, userId: string, token = admin) =>
  scene.call('DELETE', `/sys/user/deleteUserRole?roleId=${role}&userId=${userId}`, { token });

test('people of a role are listed, added and taken out, and their sessions follow', async () => {
  const one = await scene.user(1, { username: 'member_one' });
  const two = await scene.user(1, { username: 'member_two' });
  expect((await members(ops)).result).toMatchObject({ total: 0, records: [] });
  const token = await scene.login('member_one');
  const lists = async () => (await scene.call('GET', '/sys/user/list', { token })).status;
  const [listing] = await permissionIds(scene, 'system:user:list');
  await scene.call('POST', '/sys/permission/saveRolePermission', {
    token: admin,
    body: { roleId: ops, permissionIds: listing, lastpermissionIds: '' },
  });
  expect(await lists()).toBe(403);
  expect(await give(ops, [one, two])).toMatchObject({ success: true, message: '添加成功!' });
  expect(await lists()).toBe(200);
  expect((await members(ops, '&pageNo=1&pageSize=10&field=id,,username')).result).toMatchObject({
    total: 2,
    records: [
      {
        id: one,
        username: 'member_one',
        realname: 'member_one',
        status: 1,
        status_dictText: '正常',
      },
      { id: two },
    ],
  });
  expect((await members(ops, '&username=*two*')).result.total).toBe(1);
  expect(await take(ops, one)).toMatchObject({ success: true, message: '删除成功!' });
  expect(await lists()).toBe(403);
  const batch = `/sys/user/deleteUserRoleBatch?roleId=${ops}&userIds=${two},`;
  expect(await scene.call('DELETE', batch, { token: admin })).toMatchObject({
    message: '删除成功!',
  });
  expect((await members(ops)).result.total).toBe(0);
  const operations = await scene.db.tx(
    systemActor(1, 'reader'),
    (tx) => tx.rows<{ diff: object }>`select diff from audit_log
      where tenant_id = ${tx.tenant} and row_id = ${two} and action = 'edit' order by at, id`,
  );
  expect(operations.map(({ diff }) => diff)).toEqual([{ role: [null, 'OPS'] }, { role: ['OPS', null] }]);
});

test('the last administrator keeps the role, also when two are taken out at once', async () => {
  const tadm = await roleId(scene, 1, 'TADM');
  const { records } = (await members(tadm)).result as { records: { id: string }[] };
  const second = await scene.user(1, { username: 'second_admin', roles: ['TADM'] });
  const other = await scene.login('second_admin');
  const both = await Promise.all([take(tadm, second), ...records.map(({ id }) => take(tadm, id, other))]);
  expect(both.filter(({ success }) => !success)).not.toEqual([]);
  const left = await scene.db.tx(
    systemActor(1, 'reader'),
    (tx) => tx.rows`select user_id from user_role where tenant_id = ${tx.tenant} and role_id = ${tadm}`,
  );
  expect(left.length).toBeGreaterThan(0);
  await scene.db.tx(
    systemActor(1, 'mender'),
    (tx) => tx.run`insert into user_role (tenant_id, user_id, role_id)
      select ${tx.tenant}, user_id, ${tadm}::uuid from membership m
      join app_user u on u.id = m.user_id where m.tenant_id = ${tx.tenant} and u.username = 'admin'
      on conflict do nothing`,
  );
  scene.sessions.forgetTenant(1);
});

test('nobody gives a role that holds more than they do, nor copies one', async () => {
  const tadm = await roleId(scene, 1, 'TADM');
  const made = await scene.call('POST', '/sys/role/add', {
    token: admin,
    body: { roleName: '人事', roleCode: 'hr_clerk' },
  });
  const held = await permissionIds(
    scene,
    'system:user:list',
    'system:user:edit',
    'system:role:add',
    'system:role:grant',
  );
  await scene.call('POST', '/sys/permission/saveRolePermission', {
    token: admin,
    body: { roleId: made.result.id, permissionIds: held.join(',') },
  });
  const id = await scene.user(1, { username: 'hr_clerk', roles: ['hr_clerk'] });
  const token = await scene.login('hr_clerk');
  expect((await give(tadm, [id], token)).status).toBe(403);
  // Nor to, nor from, somebody who may more than they.
  const above = await scene.user(1, { username: 'hr_above', roles: ['TADM', 'hr_clerk'] });
  const bare = await scene.user(1, { username: 'hr_above_two', roles: ['TADM'] });
  expect((await give(made.result.id, [bare], token)).status).toBe(403);
  expect((await take(made.result.id, above, token)).status).toBe(403);
  const copy = (from: string, code: string) =>
    scene.call('POST', '/sys/role/copy', {
      token,
      body: { id: from, roleName: '副本', roleCode: code },
    });
  expect((await copy(tadm, 'copied_admin')).status).toBe(403);
  const copied = await copy(made.result.id, 'hr_copy');
  expect(copied).toMatchObject({ success: true });
  const grants = await scene.call('GET', `/sys/permission/queryRolePermission?roleId=${copied.result.id}`, {
    token: admin,
  });
  expect([...grants.result].sort()).toEqual([...held].sort());
  expect(await copy(made.result.id, 'hr_copy')).toMatchObject({
    success: false,
    message: '角色编码已存在',
  });
});

test('the list of people is asked by department with those below, and by role', async () => {
  const add = (departName: string, parentId?: string) =>
    scene.call('POST', '/sys/sysDepart/add', { token: admin, body: { departName, parentId } });
  const top = (await add('总部')).result;
  const below = (await add('仓储', top.id)).result;
  const id = await scene.user(1, { username: 'deep_one', departs: [below.id], roles: ['CS'] });
  const ids = async (query: string) =>
    (await scene.call('GET', `/sys/user/list?${query}`, { token: admin })).result.records.map(
      (one: { id: string }) => one.id,
    );
  expect(await ids(`departTree=${top.id}`)).toEqual([id]);
  expect(await ids(`departId=${top.id}`)).toEqual([]);
  expect(await ids(`roleId=${await roleId(scene, 1, 'CS')}`)).toEqual([id]);
  expect(await ids('departTree=nonsense&roleId=nonsense')).toEqual([]);
});

test('a code of a role is said to be taken or free', async () => {
  const check = (query: string) => scene.call('GET', `/sys/role/checkRoleCode?${query}`, { token: admin });
  expect(await check('roleCode=OPS')).toMatchObject({ success: false, message: '角色编码已存在' });
  expect(await check(`roleCode=OPS&id=${ops}`)).toMatchObject({ success: true });
  expect(await check('roleCode=nobody_has_it')).toMatchObject({ success: true });
});
