import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemActor } from '#kit/server/actor.ts';
import type { Tx } from '#kit/server/database.ts';
import { openScene, PASSWORD, type Scene } from './test-scene.ts';
import { setFrozen } from './user-admin.ts';

let scene: Scene;
let admin: string;
beforeAll(async () => {
  scene = await openScene();
  admin = await scene.login('admin');
}, 60_000);
afterAll(() => scene?.close());

const roleId = async (tenant: number, code: string): Promise<string> => {
  const row = await scene.db.tx(
    systemActor(tenant, 'test'),
    (tx) =>
      tx.one<{ id: string }>`select id from role where tenant_id = ${tx.tenant} and code = ${code}`,
  );
  return row.id;
};

const permissionIds = async (...codes: string[]): Promise<string[]> => {
  const rows = await scene.db.platform(
    (tx) => tx.rows<{ id: string }>`
      select id from permission where key = any(${codes}::text[]) order by key`,
  );
  return rows.map((row) => row.id);
};

/** A role with exactly these rights, and a person who has it. */
async function personWith(username: string, ...codes: string[]): Promise<string> {
  const { result } = await scene.call('POST', '/sys/role/add', {
    token: admin,
    body: { roleName: username, roleCode: username },
  });
  const granted = await scene.call('POST', '/sys/permission/saveRolePermission', {
    token: admin,
    body: { roleId: result.id, permissionIds: (await permissionIds(...codes)).join(',') },
  });
  expect(granted.message).toBe('保存成功！');
  return scene.user(1, { username, roles: [username] });
}

test('every route needs a session, but for the public few', async () => {
  const open: string[] = [];
  const { systemRoutes } = await import('./index.ts');
  for (const route of systemRoutes(scene.db, scene.sessions)) {
    const url = route.path.replaceAll(/:\w+/g, 'x');
    const { status } = await scene.call(route.method, url, {
      ...(route.method === 'GET' ? {} : { body: {} }),
    });
    if (status !== 401) open.push(`${route.method} ${route.path}`);
  }
  expect(open).toEqual(['GET /sys/randomImage/:key', 'POST /sys/login']);
});

test('who has no right is refused by every administrative route', async () => {
  await scene.user(1, { username: 'no_rights' });
  const token = await scene.login('no_rights');
  const { systemRoutes } = await import('./index.ts');
  for (const route of systemRoutes(scene.db, scene.sessions)) {
    if (typeof route.access !== 'object') continue;
    const answer = await scene.call(route.method, route.path, {
      token,
      ...(route.method === 'GET' ? {} : { body: {} }),
    });
    expect([route.path, answer.status, answer.code]).toEqual([route.path, 403, 510]);
  }
});

test('a person is added, found, edited and listed', async () => {
  const body = {
    username: 'zhang_san',
    realname: '张三',
    password: PASSWORD,
    sex: 1,
    phone: '13800000001',
    email: 'Zhang@example.com',
    selectedroles: await roleId(1, 'OPS'),
    selecteddeparts: 'A01',
    id: '00000000-0000-7000-8000-000000000001',
    status: 2,
    tenantId: 2,
  };
  const made = await scene.call('POST', '/sys/user/add', { token: admin, body });
  expect(made).toMatchObject({ success: true, message: '添加成功！' });
  expect(made.result.id).not.toBe(body.id);
  const list = (query: string) => scene.call('GET', `/sys/user/list?${query}`, { token: admin });
  const found = await list('username=zhang*&realname=*三*');
  expect(found.result).toMatchObject({ total: 1, size: 10, current: 1, pages: 1 });
  expect(found.result.records[0]).toMatchObject({
    username: 'zhang_san',
    sex: 1,
    sex_dictText: '男',
    status: 1,
    orgCodeTxt: '默认租户',
    roleNames: '运营',
  });
  expect(JSON.stringify(found.result)).not.toMatch(/argon|password"|salt/);
  const edited = await scene.call('PUT', '/sys/user/edit', {
    token: admin,
    body: { id: made.result.id, realname: '张三丰', username: 'admin', status: 2, password: 'x' },
  });
  expect(edited.message).toBe('修改成功!');
  const after = await scene.call('GET', `/sys/user/queryById?id=${made.result.id}`, {
    token: admin,
  });
  expect(after.result).toMatchObject({ username: 'zhang_san', realname: '张三丰', status: 1 });
  await scene.login('zhang_san');
  const roles = await scene.call('GET', `/sys/user/queryUserRole?userid=${made.result.id}`, {
    token: admin,
  });
  expect(roles.result).toEqual([body.selectedroles]);
  const twice = await scene.call('POST', '/sys/user/add', {
    token: admin,
    body: { ...body, username: 'ZHANG_SAN' },
  });
  expect(twice).toMatchObject({ success: false, message: '用户账号已存在' });
  expect(twice.result.errors[0]).toMatchObject({ field: 'username' });
});

test('faults of a form come by field, in Chinese', async () => {
  const bad = await scene.call('POST', '/sys/user/add', {
    token: admin,
    body: { username: 'a b', phone: '123', password: '123' },
  });
  expect(bad).toMatchObject({ status: 200, success: false, code: 500 });
  const fields = bad.result.errors.map((one: { field: string }) => one.field);
  expect(fields).toEqual(['username', 'realname', 'phone', 'password']);
});

test('lists refuse foreign columns and broken advanced queries', async () => {
  const list = (query: string) => scene.call('GET', `/sys/user/list?${query}`, { token: admin });
  const all = (await list('')).result.total;
  for (const query of ['password=a*', 'password_hash=a*', 'delFlag=1', 'salt=*1*'])
    expect((await list(query)).result.total).toBe(all);
  expect((await list('column=password&order=asc')).message).toBe(
    '请注意，将要排序的列字段不存在：password',
  );
  for (const params of [
    '[{"field":"password","rule":"like","val":"a"}]',
    '[{"field":"__proto__","rule":"eq","val":"a"}]',
    '[{"field":"username","rule":"USE_SQL_RULES","val":"a"}]',
    '{}',
    'null',
    '[',
    '%',
  ]) {
    const answer = await list(`superQueryParams=${encodeURIComponent(params)}`);
    expect([params, answer.success]).toEqual([params, false]);
  }
  expect((await list('pageSize=1000000&pageNo=-1')).result.size).toBe(500);
  expect((await list("username=' or 1=1 --")).result.total).toBe(0);
});

test('freezing acts at once, and thawing lets in again', async () => {
  const id = await scene.user(1, { username: 'to_freeze' });
  const token = await scene.login('to_freeze');
  expect((await scene.call('GET', '/sys/user/getCurrentUserDeparts', { token })).status).toBe(200);
  const freeze = (ids: string, status: number) =>
    scene.call('PUT', '/sys/user/frozenBatch', { token: admin, body: { ids, status } });
  expect(await freeze(id, 2)).toMatchObject({ success: true, message: '操作成功!' });
  const after = await scene.call('GET', '/sys/user/getCurrentUserDeparts', { token });
  expect(after.status).toBe(401);
  await freeze(id, 1);
  await scene.login('to_freeze');
});

test('the last administrator stays', async () => {
  const second = await scene.user(1, { username: 'second_admin', roles: ['TADM', 'PADM'] });
  const token = await scene.login('second_admin');
  const [row] = (await scene.call('GET', '/sys/user/list?username=admin', { token })).result
    .records;
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
  const gone = await scene.call('DELETE', `/sys/role/delete?id=${await roleId(1, 'TADM')}`, {
    token: admin,
  });
  expect(gone.message).toBe('预置角色不能删除');
});

test('two administrators cannot remove each other at the same moment', async () => {
  const ids = await Promise.all(
    ['pair_a', 'pair_b'].map((username) => scene.user(2, { username, roles: ['TADM'] })),
  );
  const freeze = (tx: Tx, id: string | undefined) =>
    setFrozen(tx, scene.sessions, [id ?? ''], true);
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

test('nobody grants what he lacks, nor governs who has more', async () => {
  const rights = [
    'system:user:list',
    'system:user:edit',
    'system:user:password',
    'system:user:add',
  ];
  await personWith('hr_clerk', ...rights, 'system:role:list', 'system:role:grant');
  const clerk = await scene.login('hr_clerk');
  const own = await roleId(1, 'hr_clerk');
  const held = await permissionIds(...rights);
  const more = await permissionIds('system:user:freeze');
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
  expect((await save(await roleId(1, 'TADM'), held)).message).toBe('租户管理员的权限不能修改');
  const tree = await scene.call('GET', '/sys/permission/queryTreeList', { token: clerk });
  expect(tree.result.ids).toEqual(expect.arrayContaining(held));
  expect(tree.result.ids).not.toContain(more[0]);
  const [boss] = (await scene.call('GET', '/sys/user/list?username=admin', { token: clerk })).result
    .records;
  const self = (await scene.call('GET', '/sys/user/list?username=hr_clerk', { token: clerk }))
    .result.records[0];
  const promote = await scene.call('PUT', '/sys/user/edit', {
    token: clerk,
    body: { id: self.id, selectedroles: `${own},${await roleId(1, 'TADM')}` },
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
      selectedroles: await roleId(1, 'TADM'),
    },
  });
  expect(hire.status).toBe(403);
});

test('rights taken from a role are gone with the next call', async () => {
  await personWith('reader_one', 'system:user:list');
  const token = await scene.login('reader_one');
  const list = () => scene.call('GET', '/sys/user/list', { token });
  expect((await list()).status).toBe(200);
  await scene.call('POST', '/sys/permission/saveRolePermission', {
    token: admin,
    body: { roleId: await roleId(1, 'reader_one'), permissionIds: '' },
  });
  expect((await list()).status).toBe(403);
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
  expect((await list(token)).status).toBe(403);
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

test('people of another tenant are not there', async () => {
  const foreign = await scene.user(2, { username: 'far_away' });
  const list = await scene.call('GET', '/sys/user/list?username=far_away', { token: admin });
  expect(list.result.total).toBe(0);
  const byId = await scene.call('GET', `/sys/user/queryById?id=${foreign}`, { token: admin });
  expect(byId).toMatchObject({ success: false, message: '未找到对应实体' });
  const edit = await scene.call('PUT', '/sys/user/edit', {
    token: admin,
    body: { id: foreign, realname: 'x' },
  });
  expect(edit).toMatchObject({ success: false, message: '未找到对应实体' });
  const reset = await scene.call('PUT', '/sys/user/changePassword', {
    token: admin,
    body: { username: 'far_away', password: 'Evil lamp 1234' },
  });
  expect(reset.message).toBe('用户不存在！');
  const grant = await scene.call('POST', '/sys/permission/saveRolePermission', {
    token: admin,
    body: { roleId: await roleId(2, 'OPS'), permissionIds: '' },
  });
  expect(grant.success).toBe(false);
});

test('an account that another tenant shares keeps its particulars', async () => {
  const id = await scene.user(1, { username: 'shared_one' });
  await scene.db.tx(
    systemActor(2, 'test'),
    (tx) => tx.run`
      insert into membership (tenant_id, user_id, create_time)
      values (${tx.tenant}, ${id}, ${tx.now})`,
  );
  const edit = await scene.call('PUT', '/sys/user/edit', {
    token: admin,
    body: { id, email: 'taken.over@example.com' },
  });
  expect(edit.message).toContain('同时属于其他租户');
  const reset = await scene.call('PUT', '/sys/user/changePassword', {
    token: admin,
    body: { username: 'shared_one', password: 'Evil lamp 1234' },
  });
  expect(reset.message).toContain('同时属于其他租户');
});

test('roles: codes are unique in a tenant, preset codes stay', async () => {
  const add = (roleCode: string) =>
    scene.call('POST', '/sys/role/add', { token: admin, body: { roleName: '新', roleCode } });
  expect((await add('fresh')).success).toBe(true);
  expect((await add('fresh')).message).toBe('角色编码已存在');
  const list = await scene.call('GET', '/sys/role/list?roleCode=OPS', { token: admin });
  expect(list.result.records[0]).toMatchObject({ roleName: '运营', isPreset: true });
  const renamed = await scene.call('PUT', '/sys/role/edit', {
    token: admin,
    body: { id: await roleId(1, 'OPS'), roleCode: 'OTHER' },
  });
  expect(renamed.message).toBe('预置角色的编码不能修改');
  const all = await scene.call('GET', '/sys/role/queryall', { token: admin });
  expect(all.result.length).toBeGreaterThanOrEqual(9);
});

test('departments: codes grow by level, deleting takes the branch', async () => {
  const add = async (departName: string, parentId?: string) =>
    (
      await scene.call('POST', '/sys/sysDepart/add', {
        token: admin,
        body: { departName, parentId },
      })
    ).result as { id: string; orgCode: string };
  const [north, south] = await Promise.all([add('北方'), add('南方')]);
  expect([north?.orgCode, south?.orgCode].sort()).toEqual(['A02', 'A03']);
  const branch = await add('北方一部', north?.id);
  expect(branch.orgCode).toBe(`${north?.orgCode}A01`);
  const tree = async () =>
    (await scene.call('GET', '/sys/sysDepart/queryTreeList', { token: admin })).result as {
      departName: string;
      children: { orgCode: string }[] | null;
    }[];
  const found = (await tree()).find((node) => node.departName === '北方');
  expect(found?.children?.[0]?.orgCode).toBe(branch.orgCode);
  const gone = await scene.call('DELETE', `/sys/sysDepart/delete?id=${north?.id}`, {
    token: admin,
  });
  expect(gone.message).toBe('删除成功!');
  expect(JSON.stringify(await tree())).not.toContain('北方');
});

test('duplicate and account checks look at registered fields only', async () => {
  const check = (query: string) =>
    scene.call('GET', `/sys/duplicate/check?${query}`, { token: admin });
  expect(await check('tableName=sys_role&fieldName=role_code&fieldVal=OPS')).toMatchObject({
    success: false,
    message: '该值不可用，系统中已存在！',
  });
  const ops = await roleId(1, 'OPS');
  for (const query of [
    `tableName=sys_role&fieldName=roleCode&fieldVal=OPS&dataId=${ops}`,
    `tableName=sys_dict&fieldName=dict_code&fieldVal=' or '1'='1`,
  ])
    expect(await check(query)).toMatchObject({ success: true, message: '该值可用！' });
  for (const query of [
    'tableName=sys_user&fieldName=password&fieldVal=x',
    'tableName=sys_user u,sys_role&fieldName=id&fieldVal=x',
    'tableName=__proto__&fieldName=constructor&fieldVal=x',
    'tableName=sys_user&fieldName=username)=1 or (1&fieldVal=x',
  ])
    expect((await check(query)).message).toBe('不支持的唯一性校验');
  const only = (query: string) =>
    scene.call('GET', `/sys/user/checkOnlyUser?${query}`, { token: admin });
  expect((await only('username=Admin')).message).toBe('用户账号已存在');
  for (const query of ['password=x', 'id=1', 'username=free_name'])
    expect((await only(query)).success).toBe(true);
});

test('looking accounts up is throttled', async () => {
  await scene.user(1, { username: 'curious' });
  const token = await scene.login('curious');
  const statuses: number[] = [];
  for (let n = 0; n < 61; n++)
    statuses.push(
      (await scene.call('GET', `/sys/user/checkOnlyUser?phone=1390000${n}`, { token })).status,
    );
  expect(statuses.filter((status) => status === 200)).toHaveLength(60);
  expect(statuses.at(-1)).toBe(429);
});

test('dictionaries come by code; the table form has no source', async () => {
  const items = (code: string) =>
    scene.call('GET', `/sys/dict/getDictItems/${code}`, { token: admin });
  expect((await items('user_status')).result.map((one: { text: string }) => one.text)).toEqual([
    '正常',
    '冻结',
  ]);
  for (const code of [
    'sys_user,password,username',
    'sys_user,salt,id,1=1',
    'sys_user%20where%201=1,realname,id',
    'pg_catalog.pg_user',
  ])
    expect(await items(code)).toMatchObject({ success: false, message: '字典Code格式不正确！' });
  const anonymous = await scene.call('GET', '/sys/dict/getDictItems/sys_user,username,password.js');
  expect(anonymous.status).toBe(401);
  const refreshed = await scene.call('GET', '/sys/dict/refleshCache', { token: admin });
  expect(refreshed).toMatchObject({ success: true, code: 0 });
});
