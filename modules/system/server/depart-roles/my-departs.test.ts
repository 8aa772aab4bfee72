import { afterAll, beforeAll, expect, test } from 'vitest';
import { covers } from '#tests/spec/covers.ts';
import { openScene, permissionIds, type Envelope, type Scene } from '../test-scene.ts';

/** 我的部门 (base calls 4b): who leads departments looks after those and the ones below, and no others. */

let scene: Scene;
let admin: string;
let deputy: string;
let deputyId: string;
let plain: string;
let own: { id: string; orgCode: string };
let below: { id: string; orgCode: string };
let beside: { id: string; orgCode: string };
let worker: string;
let outsider: string;

const call = (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  sent: object = {},
  token = deputy,
): Promise<Envelope> =>
  method === 'GET' || method === 'DELETE'
    ? scene.call(method, `${path}?${new URLSearchParams(sent as Record<string, string>)}`, {
        token,
      })
    : scene.call(method, path, { token, body: sent });
const done = async (answer: Promise<Envelope>) => {
  const got = await answer;
  expect(got, got.message).toMatchObject({ status: 200, success: true });
  return got;
};
const add = async (departName: string, parentId?: string) =>
  (await done(call('POST', '/sys/sysDepart/add', { departName, parentId }, admin))).result as typeof own;
const names = (rows: { username: string }[]) => rows.map(({ username }) => username).toSorted();

beforeAll(async () => {
  scene = await openScene();
  admin = await scene.login('admin');
  own = await add('华北');
  below = await add('华北一组', own.id);
  beside = await add('华南');
  deputyId = await scene.user(1, { username: 'deputy_one', roles: ['LEAD'] });
  await scene.user(1, { username: 'plain_lead', roles: ['LEAD'], departs: [own.orgCode] });
  worker = await scene.user(1, { username: 'worker_one', departs: [below.orgCode] });
  outsider = await scene.user(1, { username: 'outsider_one', departs: [beside.orgCode] });
  await done(call('PUT', '/sys/user/edit', { id: deputyId, userIdentity: 2, departIds: own.id }, admin));
  deputy = await scene.login('deputy_one');
  plain = await scene.login('plain_lead');
}, 60_000);
afterAll(() => scene?.close());

test('the tree holds what one leads with all below it, and says who leads nothing', async () => {
  covers('§7 system administration');
  const mine = await done(call('GET', '/sys/sysDepart/queryMyDeptTreeList'));
  expect(mine.message).toBe('2');
  expect(mine.result).toMatchObject([
    { id: own.id, title: '华北', parentId: '', children: [{ id: below.id, children: null }] },
  ]);
  expect(mine.result).toHaveLength(1);
  const none = await done(call('GET', '/sys/sysDepart/queryMyDeptTreeList', {}, plain));
  expect(none).toMatchObject({ message: '1', result: [] });
  const found = await done(call('GET', '/sys/sysDepart/searchBy', { keyWord: '一组', myDeptSearch: '1' }));
  expect(found.result).toMatchObject([{ id: own.id, children: [{ id: below.id }] }]);
  for (const sent of [{ keyWord: '华南', myDeptSearch: '1' }])
    expect(await call('GET', '/sys/sysDepart/searchBy', sent)).toMatchObject({
      success: false,
      message: '未查询匹配数据！',
    });
  const light = await done(call('GET', '/sys/sysDepart/queryIdTree'));
  expect(light.result.find((one: { key: string }) => one.key === own.id)).toEqual({
    key: own.id,
    value: own.id,
    title: '华北',
    isLeaf: false,
    children: [{ key: below.id, value: below.id, title: '华北一组', isLeaf: true, children: null }],
  });
});

test('a leader adds and takes out members of their departments', async () => {
  const list = async (depId: string, more: object = {}) =>
    (await done(call('GET', '/sys/user/departUserList', { depId, ...more }))).result;
  expect(names((await list(own.id)).records)).toEqual(['plain_lead', 'worker_one']);
  expect(names((await list(own.id, { username: '*worker*' })).records)).toEqual(['worker_one']);
  const sent = { depId: below.id, userIdList: [outsider] };
  expect((await done(call('POST', '/sys/user/editSysDepartWithUser', sent))).message).toBe('添加成功!');
  const [row] = (await list(below.id, { username: 'outsider_one' })).records;
  expect(row).toMatchObject({ username: 'outsider_one', realname: 'outsider_one', phone: null });
  const out = { depId: below.id, userIds: `${outsider},${worker},` };
  expect((await done(call('DELETE', '/sys/user/deleteUserInDepartBatch', out))).message).toBe('删除成功!');
  expect((await list(below.id)).total).toBe(0);
  expect(await call('DELETE', '/sys/user/deleteUserInDepart', { depId: below.id, userId: worker })).toMatchObject({
    success: false,
    message: '当前选中部门与用户无关联关系!',
  });
  await done(call('POST', '/sys/user/editSysDepartWithUser', { depId: below.id, userIdList: [worker] }));
});

test('a leader makes roles within the frame for their members, of what they hold themselves', async () => {
  const permissions = await permissionIds(scene, 'system:myDepart:edit', 'system:user:list');
  await done(
    call(
      'POST',
      '/sys/permission/saveDepartPermission',
      { departId: below.id, permissionIds: permissions.join(',') },
      admin,
    ),
  );
  const body = { departId: below.id, roleName: '组长', roleCode: 'group_head' };
  const { id } = (await done(call('POST', '/sys/sysDepartRole/add', body))).result;
  const grant = async (...codes: string[]) =>
    call('POST', '/sys/sysDepartPermission/saveDeptRolePermission', {
      roleId: id,
      permissionIds: (await permissionIds(scene, ...codes)).join(','),
    });
  expect((await grant('system:user:list')).status).toBe(403);
  await done(grant('system:myDepart:edit'));
  const tree = await done(call('GET', '/sys/sysDepartPermission/queryTreeListForDeptRole', { departId: below.id }));
  const [held] = await permissionIds(scene, 'system:myDepart:edit');
  const [lacked] = await permissionIds(scene, 'system:user:list');
  expect(tree.result.ids).toContain(held);
  expect(tree.result.ids).not.toContain(lacked);
  await done(call('POST', '/sys/sysDepartRole/deptRoleUserAdd', { userId: worker, newRoleId: id }));
  // A right that they lack is not taken by the way either, with the member who has it.
  const grantBoth = (...ids: (string | undefined)[]) =>
    call(
      'POST',
      '/sys/sysDepartPermission/saveDeptRolePermission',
      { roleId: id, permissionIds: ids.join(',') },
      admin,
    );
  await done(grantBoth(held, lacked));
  const out = { depId: below.id, userId: worker };
  expect((await call('DELETE', '/sys/user/deleteUserInDepart', out)).status).toBe(403);
  await done(grantBoth(held));
  // The frame itself is not theirs to set.
  expect((await call('POST', '/sys/permission/saveDepartPermission', { departId: below.id })).status).toBe(403);
});

test('departments beside are out of reach, whoever is asked about', async () => {
  const { id: roleId } = (
    await done(
      call('POST', '/sys/sysDepartRole/add', { departId: beside.id, roleName: '他部', roleCode: 'beside_role' }, admin),
    )
  ).result;
  const tries: [method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, sent: object][] = [
    ['GET', '/sys/user/departUserList', { depId: beside.id }],
    ['POST', '/sys/user/editSysDepartWithUser', { depId: beside.id, userIdList: [worker] }],
    ['DELETE', '/sys/user/deleteUserInDepart', { depId: beside.id, userId: outsider }],
    ['DELETE', '/sys/user/deleteUserInDepartBatch', { depId: beside.id, userIds: outsider }],
    ['GET', '/sys/sysDepartRole/list', { deptId: beside.id }],
    ['POST', '/sys/sysDepartRole/add', { departId: beside.id, roleName: 'x', roleCode: 'x_role' }],
    ['PUT', '/sys/sysDepartRole/edit', { id: roleId, roleName: '改' }],
    ['DELETE', '/sys/sysDepartRole/delete', { id: roleId }],
    ['DELETE', '/sys/sysDepartRole/deleteBatch', { ids: roleId }],
    ['GET', '/sys/sysDepartPermission/queryTreeListForDeptRole', { departId: beside.id }],
    ['GET', '/sys/sysDepartPermission/queryDeptRolePermission', { roleId }],
    ['POST', '/sys/sysDepartPermission/saveDeptRolePermission', { roleId, permissionIds: '' }],
    ['GET', '/sys/sysDepartRole/getDeptRoleList', { departId: beside.id, userId: outsider }],
    ['GET', '/sys/sysDepartRole/getDeptRoleByUserId', { departId: beside.id, userId: outsider }],
    ['POST', '/sys/sysDepartRole/deptRoleUserAdd', { userId: outsider, newRoleId: roleId }],
  ];
  for (const [method, path, sent] of tries) expect((await call(method, path, sent)).status, path).toBe(403);
  // Who leads nothing reaches nothing, by the same rights.
  for (const [method, path, sent] of tries) expect((await call(method, path, sent, plain)).status, path).toBe(403);
  // Who lacks the rights is refused before anything is looked up.
  await scene.user(1, { username: 'nobody_one' });
  const nobody = await scene.login('nobody_one');
  for (const [method, path, sent] of tries) expect((await call(method, path, sent, nobody)).status, path).toBe(403);
  // To another tenant none of them is there.
  await scene.user(2, { username: 'boss_two', roles: ['TADM'] });
  const second = await scene.login('boss_two');
  for (const [method, path, sent] of tries)
    expect(await call(method, path, sent, second), path).toMatchObject({
      status: 200,
      success: false,
    });
  // Nothing of a list without a department shows others.
  const roles = await done(call('GET', '/sys/sysDepartRole/list'));
  expect(roles.result.records.map((one: { roleCode: string }) => one.roleCode)).not.toContain('beside_role');
  expect(names((await done(call('GET', '/sys/user/departUserList'))).result.records)).not.toContain('outsider_one');
});

test('whoever leads no longer reaches nothing from that moment', async () => {
  await done(call('GET', '/sys/user/departUserList', { depId: own.id }));
  await done(call('PUT', '/sys/user/edit', { id: deputyId, userIdentity: 1 }, admin));
  expect((await call('GET', '/sys/user/departUserList', { depId: own.id })).status).toBe(403);
  await done(call('PUT', '/sys/user/edit', { id: deputyId, userIdentity: 2 }, admin));
  await done(call('PUT', '/sys/sysDepart/edit', { id: own.id, directorUserIds: '' }, admin));
  expect((await call('GET', '/sys/user/departUserList', { depId: own.id })).status).toBe(403);
});
