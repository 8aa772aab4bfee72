import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { systemActor } from '#kit/server/actor.ts';
import { covers } from '#tests/spec/covers.ts';
import { openScene, permissionIds, type Envelope, type Scene } from '../test-scene.ts';

/** Frames of departments and department roles within them (contract §3.2, base calls 4a and 4b). */

const FORBIDDEN = 403;
let scene: Scene;
let admin: string;
let n = 0;
/** A department with one below it and one beside it, new for each test. */
let own: { id: string; orgCode: string };
let below: { id: string; orgCode: string };
let beside: { id: string; orgCode: string };

beforeAll(async () => {
  scene = await openScene();
  admin = await scene.login('admin');
}, 60_000);
afterAll(() => scene?.close());

const call = (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  sent: object = {},
  token = admin,
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
  (await done(call('POST', '/sys/sysDepart/add', { departName, parentId }))).result as typeof own;

beforeEach(async () => {
  n++;
  own = await add(`本部${n}`);
  below = await add(`下级${n}`, own.id);
  beside = await add(`旁部${n}`);
});

const frame = async (departId: string, ...codes: string[]) =>
  done(
    call('POST', '/sys/permission/saveDepartPermission', {
      departId,
      permissionIds: (await permissionIds(scene, ...codes)).join(','),
    }),
  );
const addRole = async (departId: string, token = admin) => {
  const roleCode = `keeper_${departId.slice(-8)}_${++n}`;
  const body = { departId, roleName: '仓管', roleCode };
  return ((await done(call('POST', '/sys/sysDepartRole/add', body, token))).result as { id: string }).id;
};
const grant = async (roleId: string, codes: string[], token = admin) =>
  call(
    'POST',
    '/sys/sysDepartPermission/saveDeptRolePermission',
    { roleId, permissionIds: (await permissionIds(scene, ...codes)).join(',') },
    token,
  );
const give = (userId: string, newRoleId: string, oldRoleId = '', token = admin) =>
  call('POST', '/sys/sysDepartRole/deptRoleUserAdd', { userId, newRoleId, oldRoleId }, token);
const person = (username: string, about: object = {}) => scene.user(1, { username, ...about } as { username: string });
const listStatus = async (token: string) => (await scene.call('GET', '/sys/user/list', { token })).status;

test('the frame of a department is what its roles may grant at most, and grants nothing itself', async () => {
  covers('§7 system administration');
  await person(`framed_${n}`, { departs: [own.orgCode] });
  const token = await scene.login(`framed_${n}`);
  await frame(own.id, 'system:user:list', 'system:role:list');
  const held = await done(call('GET', '/sys/permission/queryDepartPermission', { departId: own.id }));
  expect(held.result.toSorted()).toEqual(
    (await permissionIds(scene, 'system:user:list', 'system:role:list')).toSorted(),
  );
  expect(await listStatus(token)).toBe(FORBIDDEN);
  const roleId = await addRole(own.id);
  expect(await grant(roleId, ['system:user:list', 'system:log:list'])).toMatchObject({
    success: false,
    message: '超出部门权限的范围',
    result: { errors: [{ field: 'permissionIds', code: 'outside' }] },
  });
  expect((await grant(roleId, ['system:user:list'])).message).toBe('保存成功！');
  const ids = await done(call('GET', '/sys/sysDepartPermission/queryDeptRolePermission', { roleId }));
  expect(ids.result).toEqual(await permissionIds(scene, 'system:user:list'));
  const tree = await done(call('GET', '/sys/sysDepartPermission/queryTreeListForDeptRole', { departId: own.id }));
  const pages = await permissionIds(scene, 'system:user:list');
  expect(tree.result.ids).toContain(pages[0]);
  expect(tree.result.ids).not.toContain((await permissionIds(scene, 'system:log:list'))[0]);
  expect(tree.result.treeList[0]).toMatchObject({
    key: expect.any(String),
    title: expect.any(String),
    slotTitle: expect.any(String),
    isLeaf: false,
    ruleFlag: 0,
  });
});

test('a department role counts while its holder is a member, and no longer', async () => {
  const id = await person(`member_${n}`, { departs: [own.orgCode] });
  const stranger = await person(`stranger_${n}`, { departs: [beside.orgCode] });
  const token = await scene.login(`member_${n}`);
  await frame(own.id, 'system:user:list');
  const roleId = await addRole(own.id);
  await done(grant(roleId, ['system:user:list']));
  expect(await give(stranger, roleId)).toMatchObject({
    success: false,
    message: '当前选中部门与用户无关联关系!',
  });
  expect(await listStatus(token)).toBe(FORBIDDEN);
  expect((await done(give(id, roleId))).message).toBe('添加成功!');
  expect(await listStatus(token)).toBe(200);
  const held = await done(call('GET', '/sys/sysDepartRole/getDeptRoleByUserId', { userId: id, departId: own.id }));
  expect(held.result).toMatchObject([{ droleId: roleId, userId: id }]);
  const offered = await done(call('GET', '/sys/sysDepartRole/getDeptRoleList', { departId: own.id, userId: id }));
  expect(offered.result).toMatchObject([{ id: roleId, roleName: '仓管' }]);
  expect(await call('DELETE', '/sys/sysDepartRole/delete', { id: roleId })).toMatchObject({
    success: false,
    message: expect.stringContaining(`member_`),
  });

  await done(call('DELETE', '/sys/user/deleteUserInDepart', { depId: own.id, userId: id }));
  expect(await listStatus(token)).toBe(FORBIDDEN);
  // Whoever comes back does not bring the role along.
  await done(call('POST', '/sys/user/editSysDepartWithUser', { depId: own.id, userIdList: [id] }));
  expect(await listStatus(token)).toBe(FORBIDDEN);
  await done(give(id, roleId));
  expect(await listStatus(token)).toBe(200);
  // So does a change of the person themselves.
  await done(call('PUT', '/sys/user/edit', { id, selecteddeparts: beside.orgCode }));
  expect(await listStatus(token)).toBe(FORBIDDEN);
  await done(call('PUT', '/sys/user/edit', { id, selecteddeparts: own.orgCode }));
  expect(await listStatus(token)).toBe(FORBIDDEN);
});

test('taking a role away and shrinking the frame reach the sessions of its holders at once', async () => {
  const id = await person(`holder_${n}`, { departs: [own.orgCode] });
  const token = await scene.login(`holder_${n}`);
  await frame(own.id, 'system:user:list', 'system:role:list');
  const roleId = await addRole(own.id);
  await done(grant(roleId, ['system:user:list', 'system:role:list']));
  await done(give(id, roleId));
  expect(await listStatus(token)).toBe(200);
  await done(give(id, '', roleId));
  expect(await listStatus(token)).toBe(FORBIDDEN);
  await done(give(id, roleId));
  await frame(own.id, 'system:role:list');
  expect(await listStatus(token)).toBe(FORBIDDEN);
  const left = await done(call('GET', '/sys/sysDepartPermission/queryDeptRolePermission', { roleId }));
  expect(left.result).toEqual(await permissionIds(scene, 'system:role:list'));
  // Widened again, the frame gives nothing back.
  await frame(own.id, 'system:role:list', 'system:user:list');
  expect(await listStatus(token)).toBe(FORBIDDEN);
});

test('nobody puts into a frame or a department role what they lack', async () => {
  const [role] = await scene.db.tx(
    systemActor(1, 'test'),
    (tx) => tx.rows<{ id: string }>`
      insert into role (tenant_id, id, code, name, create_time)
      values (${tx.tenant}, gen_random_uuid(), ${`framer_${n}`}, '部门维护', ${tx.now}) returning id`,
  );
  const mine = ['depart:list', 'depart:edit', 'depart:grant', 'departRole:list']
    .concat('departRole:add', 'departRole:grant', 'user:list')
    .map((code) => `system:${code}`);
  await done(
    call('POST', '/sys/permission/saveRolePermission', {
      roleId: role?.id,
      permissionIds: (await permissionIds(scene, ...mine)).join(','),
    }),
  );
  await person(`framer_${n}`, { roles: [`framer_${n}`] });
  const token = await scene.login(`framer_${n}`);
  const save = async (...codes: string[]) =>
    call(
      'POST',
      '/sys/permission/saveDepartPermission',
      {
        departId: own.id,
        permissionIds: (await permissionIds(scene, ...codes)).join(','),
        lastpermissionIds: '',
      },
      token,
    );
  expect((await save('system:user:list')).success).toBe(true);
  expect((await save('system:user:list', 'system:user:delete')).status).toBe(FORBIDDEN);
  await frame(own.id, 'system:user:list', 'system:user:delete');
  const roleId = await addRole(own.id, token);
  expect((await grant(roleId, ['system:user:delete'], token)).status).toBe(FORBIDDEN);
  expect((await grant(roleId, ['system:user:list'], token)).success).toBe(true);
  // Nor give, or take, a role that somebody else has made of it.
  await done(grant(roleId, ['system:user:list', 'system:user:delete']));
  const id = await person(`wants_${n}`, { departs: [own.orgCode] });
  expect((await give(id, roleId, '', token)).status).toBe(FORBIDDEN);
  // What reaches beyond the tenant is the operator's alone, whoever asks.
  await scene.user(2, { username: `boss2_${n}`, roles: ['TADM'] });
  const second = await scene.login(`boss2_${n}`);
  const theirs = await call('POST', '/sys/sysDepart/add', { departName: '二部' }, second);
  const platform = await call(
    'POST',
    '/sys/permission/saveDepartPermission',
    {
      departId: theirs.result.id,
      permissionIds: (await permissionIds(scene, 'system:permission:add')).join(','),
    },
    second,
  );
  expect(platform.status).toBe(FORBIDDEN);
});

test('a department role never makes an administrator: the last one still stays', async () => {
  const all = await done(call('GET', '/sys/permission/queryTreeList'));
  const permissionIds = (all.result.ids as string[]).join(',');
  await done(call('POST', '/sys/permission/saveDepartPermission', { departId: own.id, permissionIds }));
  const username = `whole_${n}`;
  const id = await person(username, { departs: [own.orgCode] });
  const roleId = await addRole(own.id);
  await done(call('POST', '/sys/sysDepartPermission/saveDeptRolePermission', { roleId, permissionIds }));
  await done(give(id, roleId));
  const token = await scene.login(username);
  const people = await done(call('GET', '/sys/user/list', { username: 'admin' }, token));
  const ids = people.result.records[0].id as string;
  expect(await call('PUT', '/sys/user/frozenBatch', { ids, status: 2 }, token)).toMatchObject({
    success: false,
    message: '至少需要保留一名正常状态的租户管理员',
  });
});

test('codes of department roles are unique, and the check of the form knows it', async () => {
  await addRole(own.id);
  const page = await done(call('GET', '/sys/sysDepartRole/list', { deptId: own.id }));
  const [row] = page.result.records;
  expect(row).toMatchObject({ departId: own.id, departId_dictText: `本部${n - 1}` });
  const taken = { tableName: 'sys_depart_role', fieldName: 'role_code', fieldVal: row.roleCode };
  expect((await call('GET', '/sys/duplicate/check', taken)).success).toBe(false);
  expect((await call('GET', '/sys/duplicate/check', { ...taken, dataId: row.id })).success).toBe(true);
  const again = { departId: beside.id, roleName: '又一', roleCode: row.roleCode };
  expect((await call('POST', '/sys/sysDepartRole/add', again)).result).toMatchObject({
    errors: [{ field: 'roleCode', message: '部门角色编码已存在' }],
  });
  expect((await call('PUT', '/sys/sysDepartRole/edit', { ...row, roleName: '改名' })).message).toBe('编辑成功!');
  const other = await addRole(below.id);
  const whole = await done(call('GET', '/sys/sysDepartRole/list', { deptId: own.id }));
  expect(whole.result.total).toBe(2);
  const gone = await call('DELETE', '/sys/sysDepartRole/deleteBatch', {
    ids: `${row.id},${other},`,
  });
  expect(gone.message).toBe('批量删除成功!');
});

test('rules of a frame hold for all its roles, whatever they carry beyond', async () => {
  const username = `ruled_${n}`;
  const id = await person(username, { departs: [own.orgCode] });
  const [page] = await scene.db.platform(
    (tx) => tx.rows<{ id: string }>`select id from permission where url = '/isystem/user'`,
  );
  const permissionId = page?.id ?? '';
  const rule = async (ruleName: string, ruleValue: string) => {
    const given = {
      permissionId,
      ruleName,
      ruleColumn: 'username',
      ruleConditions: '=',
      ruleValue,
    };
    await done(call('POST', '/sys/permission/addPermissionRule', given));
    const all = await done(call('GET', '/sys/permission/getPermRuleListByPermId', { permissionId }));
    return (all.result as { id: string; ruleName: string }[]).find((one) => one.ruleName === ruleName)?.id as string;
  };
  const [self, nobody] = [await rule(`本人${n}`, '#{sys_user_code}'), await rule(`无${n}`, 'none')];
  const at = `/sys/sysDepartPermission/datarule`;
  const frameRule = { permissionId, departId: own.id, dataRuleIds: self };
  expect((await call('POST', at, frameRule)).message).toBe('请先保存部门菜单权限!');
  await done(
    call('POST', '/sys/permission/saveDepartPermission', {
      departId: own.id,
      permissionIds: permissionId,
    }),
  );
  const roleId = await addRole(own.id);
  const roleRules = `/sys/sysDepartRole/datarule`;
  const ofRole = { permissionId, roleId, dataRuleIds: '' };
  expect((await call('POST', roleRules, ofRole)).message).toBe('请先保存角色菜单权限!');
  await done(
    call('POST', '/sys/sysDepartPermission/saveDeptRolePermission', {
      roleId,
      permissionIds: permissionId,
    }),
  );
  await done(give(id, roleId));
  const token = await scene.login(username);
  const seen = async () =>
    (await done(call('GET', '/sys/user/list', {}, token))).result.records.map(
      (row: { username: string }) => row.username,
    );
  expect((await seen()).length).toBeGreaterThan(1);
  expect((await done(call('POST', at, frameRule))).message).toBe('保存成功!');
  expect(await seen()).toEqual([username]);
  expect((await done(call('GET', `${at}/${permissionId}/${own.id}`))).result).toMatchObject({
    datarule: [{ id: self }, { id: nobody }],
    drChecked: self,
  });
  const read = await done(call('GET', `${roleRules}/${permissionId}/${own.id}/${roleId}`));
  expect(read.result).toMatchObject({ drChecked: self, drFixed: self });
  expect((await call('POST', roleRules, ofRole)).message).toContain('部门权限带有的数据规则不能取消');
  await done(call('POST', roleRules, { ...ofRole, dataRuleIds: `${self},${nobody}` }));
  expect(await seen()).toEqual([]);
  // A rule in use stays, also while a frame alone carries it.
  await done(call('POST', roleRules, { ...ofRole, dataRuleIds: self }));
  expect((await call('DELETE', '/sys/permission/deletePermissionRule', { id: self })).message).toContain(
    '部门权限：本部',
  );
  // A new role of the department comes under it from the start.
  const next = await addRole(own.id);
  await done(
    call('POST', '/sys/sysDepartPermission/saveDeptRolePermission', {
      roleId: next,
      permissionIds: permissionId,
    }),
  );
  await done(give(id, next));
  expect(await seen()).toEqual([username]);
  expect((await call('GET', `${at}/${permissionId}/${roleId}`)).success).toBe(false);
});
