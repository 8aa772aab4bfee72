import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemActor } from '#kit/server/actor.ts';
import { covers } from '#tests/spec/covers.ts';
import { openScene, PASSWORD, type Scene } from './test-scene.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
}, 60_000);
afterAll(() => scene?.close());

const menu = (token: string) => scene.call('GET', '/sys/permission/getUserPermissionByToken', { token });

const titles = (nodes: { meta: { title: string }; children?: never[] }[]): string[] =>
  nodes.flatMap((node) => [node.meta.title, ...titles(node.children ?? [])]);

test('logging out ends the session', async () => {
  covers('§4 log-out', '§7 account and session');
  const token = await scene.login('admin');
  expect((await menu(token)).status).toBe(200);
  const out = await scene.call('POST', '/sys/logout', { token, body: {} });
  expect(out).toMatchObject({ success: true, message: '退出登录成功！' });
  expect(await menu(token)).toMatchObject({
    status: 401,
    success: false,
    code: 401,
    message: 'Token失效，请重新登录!',
  });
});

test('made-up tokens are no sessions', async () => {
  const unsigned = 'eyJhbGciOiJub25lIn0.eyJ1c2VybmFtZSI6ImFkbWluIn0.';
  for (const token of ['x', 'A'.repeat(43), unsigned]) {
    expect((await menu(token)).status).toBe(401);
    expect((await scene.call('POST', '/sys/logout', { token, body: {} })).success).toBe(false);
  }
});

test('a session ends after seven days', async () => {
  covers('§4 session of seven days');
  const token = await scene.login('admin');
  scene.pass(7 * 86_400_000 - 60_000);
  expect((await menu(token)).status).toBe(200);
  scene.pass(120_000);
  expect((await menu(token)).status).toBe(401);
  expect(await scene.sessions.sweep()).toBeGreaterThan(0);
});

test('changing the own password ends the other sessions only', async () => {
  await scene.user(1, { username: 'changer', roles: ['OPS'] });
  const [here, there] = [await scene.login('changer'), await scene.login('changer')];
  const change = (body: Record<string, string>) => scene.call('PUT', '/sys/user/updatePassword', { token: here, body });
  const wish = {
    oldpassword: PASSWORD,
    password: 'a new Lamp 77',
    confirmpassword: 'a new Lamp 77',
  };
  expect((await change({ ...wish, username: 'admin' })).message).toBe('只允许修改自己的密码！');
  expect((await change({ ...wish, oldpassword: 'no' })).message).toBe('旧密码输入错误!');
  expect((await change({ ...wish, confirmpassword: 'x' })).message).toBe('两次输入密码不一致!');
  const weak = await change({ ...wish, password: '12345678', confirmpassword: '12345678' });
  expect(weak.message).toContain('密码过于简单');
  const named = await change({ ...wish, password: 'xchanger99', confirmpassword: 'xchanger99' });
  expect(named.message).toContain('密码过于简单');
  expect(await change({ ...wish, username: 'changer' })).toMatchObject({
    success: true,
    message: '密码重置成功!',
  });
  expect((await menu(there)).status).toBe(401);
  expect((await menu(here)).status).toBe(200);
  await scene.login('changer', 'a new Lamp 77');
});

test('the menu holds granted pages, home first, and the buttons held', async () => {
  covers('§6 menu and buttons', '§6 menu filtered by permission');
  await scene.user(1, { username: 'plain_ops', roles: ['OPS'] });
  const admin = (await menu(await scene.login('admin'))).result;
  expect(admin.sysSafeMode).toBe(true);
  expect(admin.menu[0]).toMatchObject({
    path: '/dashboard/analysis',
    name: 'dashboard-analysis',
    component: 'dashboard/Analysis',
    route: '1',
    meta: { title: '首页', keepAlive: true, internalOrExternal: false },
  });
  expect(admin.menu[0].children).toBeUndefined();
  expect(titles(admin.menu)).toContain('用户管理');
  const users = admin.menu[1].children[0];
  expect(users.meta.permissionList).toContainEqual({
    action: 'system:user:add',
    type: '1',
    describe: '新增用户',
  });
  expect(admin.auth.map((one: { action: string }) => one.action)).toContain('system:role:grant');
  const ops = (await menu(await scene.login('plain_ops'))).result;
  expect(titles(ops.menu)).toEqual(['首页', '系统管理', '通讯录', '我的通知', '个人中心', '账号设置']);
  const actions = ops.auth.map((one: { action: string }) => one.action);
  expect(actions).toContain('field:cost:view');
  expect(actions).not.toContain('system:user:list');
  expect(ops.allAuth).toContainEqual({
    action: 'system:user:add',
    type: '1',
    describe: '新增用户',
    status: '1',
  });
});

test('a department can be chosen only by its own people', async () => {
  covers('§7 account and session');
  const admin = await scene.login('admin');
  const add = async (departName: string) =>
    (await scene.call('POST', '/sys/sysDepart/add', { token: admin, body: { departName } })).result.orgCode as string;
  const [east, west] = [await add('华东'), await add('华西')];
  await scene.user(1, { username: 'traveller', departs: ['A01', east] });
  const token = await scene.login('traveller');
  const choose = (orgCode: string, username = 'traveller') =>
    scene.call('PUT', '/sys/selectDepart', { token, body: { orgCode, username } });
  expect((await choose(west)).success).toBe(false);
  expect((await choose(east, 'admin')).success).toBe(false);
  const before = await scene.sessions.find(token);
  const moved = await choose(east);
  expect(moved.result.userInfo).toMatchObject({ username: 'traveller', orgCode: east });
  const departs = await scene.call('GET', '/sys/user/getCurrentUserDeparts', {
    token: moved.result.token,
  });
  expect(departs.result.orgCode).toBe(east);
  expect(departs.result.list.map((one: { orgCode: string }) => one.orgCode)).toEqual(['A01', east]);
  // The same session goes on under another token: whoever watches it does not lose it.
  expect((await scene.sessions.find(moved.result.token))?.id).toBe(before?.id);
});

test('online rows carry no token, and a session is ended by its name', async () => {
  covers('§7 system administration');
  await scene.user(1, { username: 'watched' });
  const admin = await scene.login('admin');
  const token = await scene.login('watched');
  const list = await scene.call('GET', '/sys/online/list?username=watched', { token: admin });
  expect(list.result.total).toBe(1);
  const [row] = list.result.records;
  expect(JSON.stringify(row)).not.toContain(token);
  const end = (id: string, by: string) =>
    scene.call('POST', '/sys/online/forceLogout', { token: by, body: { token: id } });
  expect((await end(row.id, token)).status).toBe(403);
  expect((await end(token, admin)).success).toBe(false);
  expect(await end(row.id, admin)).toMatchObject({ success: true, message: '退出登录成功！' });
  expect((await menu(token)).status).toBe(401);
});

test('visits and logins are counted and listed', async () => {
  const admin = await scene.login('admin');
  const info = await scene.call('GET', '/sys/loginfo', { token: admin });
  expect(info.result.todayVisitCount).toBeGreaterThan(0);
  const days = await scene.call('GET', '/sys/visitInfo', { token: admin });
  expect(days.result).toHaveLength(7);
  const logs = await scene.call('GET', '/sys/log/list?logType=1&username=admin&keyWord=登录成功', {
    token: admin,
  });
  expect(logs.result.records[0]).toMatchObject({
    logType: 1,
    username: 'admin',
    logContent: '登录成功',
    ip: '127.0.0.1',
  });
  const operations = await scene.call('GET', '/sys/log/list?logType=2&keyWord=部门', { token: admin });
  expect(operations.result.records[0]).toMatchObject({ logContent: '新增部门', operateType: 2 });
});

test('a forged user agent stays one line of the log', async () => {
  await scene.call('POST', '/sys/login', {
    body: { username: 'admin', password: PASSWORD },
    headers: { 'user-agent': 'evil\tagent' },
  });
  const rows = await scene.db.tx(
    systemActor(1, 'test'),
    (tx) => tx.rows<{ userAgent: string }>`
      select user_agent from login_log where tenant_id = ${tx.tenant} order by id desc limit 1`,
  );
  expect(rows[0]?.userAgent).toBe('evil agent');
});
