import { afterAll, beforeAll, expect, test } from 'vitest';
import { covers } from '#tests/spec/covers.ts';
import { openScene, PASSWORD, roleId, type Scene } from './test-scene.ts';

let scene: Scene;
let admin: string;
beforeAll(async () => {
  scene = await openScene();
  admin = await scene.login('admin');
}, 60_000);
afterAll(() => scene?.close());

test('a person is added, found, edited and listed', async () => {
  covers('§2 administration screens', '§7 system administration');
  const body = {
    username: 'zhang_san',
    realname: '张三',
    password: PASSWORD,
    sex: 1,
    phone: '13800000001',
    email: 'Zhang@example.com',
    selectedroles: await roleId(scene, 1, 'OPS'),
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

test('an edit of a person who has changed since is refused, whoever changed what', async () => {
  const id = await scene.user(1, { username: 'two_admins', realname: '原名' });
  const edit = (body: object) => scene.call('PUT', '/sys/user/edit', { token: admin, body: { id, ...body } });
  const shown = async () => (await scene.call('GET', `/sys/user/queryById?id=${id}`, { token: admin })).result;
  const stale = { success: false, message: '数据已被他人修改，请刷新' };
  const { version } = await shown();
  expect(await edit({ realname: '先改', version })).toMatchObject({ message: '修改成功!' });
  expect(await edit({ realname: '后改', version })).toMatchObject(stale);
  // The person writes their account, not their place in the tenant.
  const second = (await shown()).version;
  const own = await scene.call('PUT', '/sys/user/profile', {
    token: await scene.login('two_admins'),
    body: { telephone: '010-1234' },
  });
  expect(own).toMatchObject({ success: true });
  expect(await edit({ telephone: '', version: second })).toMatchObject(stale);
  await scene.call('PUT', '/sys/user/frozenBatch', { token: admin, body: { ids: id, status: 2 } });
  const third = (await shown()).version;
  expect(await edit({ realname: '三改', version: third })).toMatchObject({ success: true });
  expect(await edit({ workNo: 'W-1' })).toMatchObject({ success: true });
  expect(await shown()).toMatchObject({ realname: '三改', telephone: '010-1234', workNo: 'W-1' });
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
  expect((await list('column=password&order=asc')).message).toBe('请注意，将要排序的列字段不存在：password');
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
