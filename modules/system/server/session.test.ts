import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemActor } from '#kit/server/actor.ts';
import { covers } from '#tests/spec/covers.ts';
import { openScene, PASSWORD, type Scene } from './test-scene.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
}, 60_000);
afterAll(() => scene?.close());

const menu = (token: string) =>
  scene.call('GET', '/sys/permission/getUserPermissionByToken', { token });

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
  const change = (body: Record<string, string>) =>
    scene.call('PUT', '/sys/user/updatePassword', { token: here, body });
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
  expect(titles(ops.menu)).toEqual(['首页', '我的通知']);
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
    (await scene.call('POST', '/sys/sysDepart/add', { token: admin, body: { departName } })).result
      .orgCode as string;
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

/** A person of two departments; the second one's code. */
async function commuter(username: string): Promise<string> {
  const admin = await scene.login('admin');
  const body = { departName: `${username} 的部门` };
  const { result } = await scene.call('POST', '/sys/sysDepart/add', { token: admin, body });
  await scene.user(1, { username, departs: ['A01', result.orgCode] });
  return result.orgCode as string;
}

test('of switches with one token all go on, and the life of the session counts again', async () => {
  const orgCode = await commuter('hasty');
  const token = await scene.login('hasty');
  scene.pass(6 * 86_400_000);
  const choose = () =>
    scene.call('POST', '/sys/selectDepart', { token, body: { orgCode, username: 'hasty' } });
  const answers = await Promise.all([choose(), choose(), choose()]);
  expect(answers.map(({ status, success }) => ({ status, success }))).toEqual(
    Array(3).fill({ status: 200, success: true }),
  );
  const tokens = new Set(answers.map(({ result }) => result.token as string));
  expect(tokens.size).toBe(2);
  scene.pass(6 * 86_400_000);
  for (const one of tokens) expect((await menu(one)).status).toBe(200);
});

test('after a switch of department the old token serves who keeps it, and ends once the new is used', async () => {
  const orgCode = await commuter('stock_client');
  const token = await scene.login('stock_client');
  const choose = (by: string, code: string) =>
    // The client of the base names nobody after a sign-in by phone.
    scene.call('PUT', '/sys/selectDepart', { token: by, body: { orgCode: code, username: '' } });
  const moved = await choose(token, orgCode);
  expect(moved).toMatchObject({ success: true, result: { userInfo: { orgCode } } });
  scene.pass(3 * 86_400_000);
  expect((await menu(token)).status).toBe(200);
  expect((await choose(token, 'A01')).result.userInfo.orgCode).toBe('A01');
  expect((await choose(token, orgCode)).result).toMatchObject({ token, userInfo: { orgCode } });
  const next = moved.result.token as string;
  expect((await menu(next)).status).toBe(200);
  scene.pass(30_000);
  expect((await menu(token)).status).toBe(200);
  expect((await choose(token, 'A01')).status).toBe(401);
  scene.pass(36_000);
  expect((await menu(token)).status).toBe(401);
  expect((await menu(next)).status).toBe(200);
});

test('a picture that the browser fetches by itself takes no new token up', async () => {
  const orgCode = await commuter('picture_reader');
  const token = await scene.login('picture_reader');
  const moved = await scene.call('PUT', '/sys/selectDepart', { token, body: { orgCode } });
  const cookie = `waybill_files=${moved.result.token as string}`;
  await scene.call('GET', '/sys/common/static/temp/x.png', { headers: { cookie } });
  scene.pass(10 * 60_000);
  expect((await menu(token)).status).toBe(200);
});

test('who changes their password by the token they kept stays signed in', async () => {
  const orgCode = await commuter('stock_changer');
  const token = await scene.login('stock_changer');
  const other = await scene.login('stock_changer');
  await scene.call('PUT', '/sys/selectDepart', { token, body: { orgCode } });
  const password = 'a new Lamp 77';
  const body = { oldpassword: PASSWORD, password, confirmpassword: password };
  const changed = await scene.call('PUT', '/sys/user/updatePassword', { token, body });
  expect(changed.message).toBe('密码重置成功!');
  expect([(await menu(token)).status, (await menu(other)).status]).toEqual([200, 401]);
});

test('signing out without a session is refused, never with 401', async () => {
  const gone = await scene.login('admin');
  await scene.call('POST', '/sys/logout', { token: gone, body: {} });
  for (const about of [{}, { token: gone }, { token: 'x' }])
    for (const method of ['GET', 'POST'] as const)
      expect(await scene.call(method, '/sys/logout', about)).toMatchObject({
        status: 200,
        success: false,
        code: 500,
        message: 'Token无效!',
      });
});

test('signing out by either token of a session ends it', async () => {
  const orgCode = await commuter('two_tokens');
  for (const which of [0, 1]) {
    const token = await scene.login('two_tokens');
    const moved = await scene.call('PUT', '/sys/selectDepart', { token, body: { orgCode } });
    const both = [token, moved.result.token as string];
    await scene.call('POST', '/sys/logout', { token: both[which] ?? '', body: {} });
    for (const one of both) expect((await menu(one)).status).toBe(401);
  }
});

test('a person of two tenants goes to the other one by naming it', async () => {
  const code = await commuter('both_sides');
  const { id } = await scene.db.platform(
    (tx) => tx.one<{ id: string }>`select id from app_user where username = 'both_sides'`,
  );
  await scene.db.tx(systemActor(2, 'test'), async (tx) => {
    await tx.run`insert into membership (tenant_id, user_id, create_time)
      values (${tx.tenant}, ${id}, ${tx.now})`;
    await tx.run`insert into user_depart (tenant_id, user_id, depart_id)
      select tenant_id, ${id}::uuid, id from depart where tenant_id = ${tx.tenant} and org_code = 'A01'`;
  });
  const token = await scene.login('both_sides');
  const ask = (tenant: string, method: 'GET' | 'PUT' = 'GET', url = '/sys/user/getUserInfo') =>
    scene.call(method, url, {
      token,
      headers: { 'tenant-id': tenant },
      ...(method === 'PUT' ? { body: { orgCode: code, username: 'both_sides' } } : {}),
    });
  const tenants = async (...named: string[]) =>
    (await Promise.all(named.map((tenant) => ask(tenant)))).map(
      ({ status, result }) => result?.userInfo?.tenantId ?? status,
    );
  expect(await tenants('1')).toEqual([1]);
  // The dialog of the base knows the departments of the tenant signed in to alone.
  expect(await ask('2', 'PUT', '/sys/selectDepart')).toMatchObject({
    success: true,
    result: { userInfo: { tenantId: 2, orgCode: 'A01' } },
  });
  expect(await tenants('2', '2', '2', '0', '')).toEqual([2, 2, 2, 2, 2]);
  expect((await scene.sessions.find(token))?.tenant).toBe(2);
  for (const foreign of ['3', '01', '2,1', '-1', '1 or 1=1'])
    expect(await ask(foreign), foreign).toMatchObject({
      status: 401,
      message: '用户租户信息变更,请重新登陆!',
    });
  expect(await tenants('1')).toEqual([1]);
  const freeze = (status: string) =>
    scene.db.platform((tx) => tx.run`update tenant set status = ${status} where id = 2`);
  await freeze('frozen');
  expect(await tenants('2')).toEqual([401]);
  await freeze('active');
  expect(await tenants('1')).toEqual([1]);
});

test('a tenant that is none of the person’s is refused, whatever the header says', async () => {
  const token = await scene.login('admin');
  const ask = (tenant: string) =>
    scene.call('GET', '/sys/user/list', { token, headers: { 'tenant-id': tenant } });
  for (const same of ['1', '0', '']) expect((await ask(same)).status).toBe(200);
  for (const foreign of ['2', '-1', '1,2', '1 or 1=1', 'abc'])
    expect(await ask(foreign)).toMatchObject({
      status: 401,
      message: '用户租户信息变更,请重新登陆!',
    });
});

test('changing tenant gives a new token and ends the old one', async () => {
  const id = await scene.user(1, { username: 'two_homes', roles: ['OPS'] });
  await scene.db.tx(
    systemActor(2, 'test'),
    (tx) => tx.run`
      insert into membership (tenant_id, user_id, create_time) values (${tx.tenant}, ${id}, ${tx.now})`,
  );
  const token = await scene.login('two_homes');
  const go = (tenantId: unknown) =>
    scene.call('PUT', '/sys/selectTenant', { token, body: { tenantId } });
  expect((await go(3)).success).toBe(false);
  const moved = await go(2);
  expect(moved.result.userInfo).toMatchObject({ tenantId: 2 });
  expect(moved.result.tenantList.map((one: { id: number }) => one.id)).toEqual([1, 2]);
  expect((await menu(token)).status).toBe(401);
  expect((await menu(moved.result.token)).status).toBe(200);
  expect((await scene.sessions.find(moved.result.token))?.tenant).toBe(2);
  const again = await scene.call('POST', '/sys/login', {
    body: { username: 'two_homes', password: PASSWORD },
  });
  expect(again.result.userInfo.tenantId).toBe(2);
});

test('of two changes of tenant by one token only the first goes on', async () => {
  const id = await scene.user(1, { username: 'two_places' });
  await scene.db.tx(
    systemActor(2, 'test'),
    (tx) => tx.run`
      insert into membership (tenant_id, user_id, create_time) values (${tx.tenant}, ${id}, ${tx.now})`,
  );
  const token = await scene.login('two_places');
  const go = () => scene.call('PUT', '/sys/selectTenant', { token, body: { tenantId: 2 } });
  const answers = await Promise.all([go(), go(), go()]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401]);
});

test('a frozen tenant lets nobody in and ends what runs there', async () => {
  await scene.user(2, { username: 'other_side' });
  const token = await scene.login('other_side');
  const set = (status: string) =>
    scene.db.platform((tx) => tx.run`update tenant set status = ${status} where id = 2`);
  await set('frozen');
  scene.pass(6000);
  expect((await menu(token)).status).toBe(401);
  const refused = await scene.call('POST', '/sys/login', {
    body: { username: 'other_side', password: PASSWORD },
  });
  expect(refused.message).toBe('与该用户关联的租户均已被冻结，无法登录！');
  await set('active');
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
  const deeds = await scene.call('GET', '/sys/log/list?logType=2&keyWord=部门', { token: admin });
  expect(deeds.result.records[0]).toMatchObject({ logContent: '新增部门', operateType: 2 });
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
