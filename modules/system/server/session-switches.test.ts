import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemActor } from '#kit/server/actor.ts';
import { openScene, PASSWORD, type Scene } from './test-scene.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
}, 60_000);
afterAll(() => scene?.close());

const menu = (token: string) => scene.call('GET', '/sys/permission/getUserPermissionByToken', { token });

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
  const choose = () => scene.call('POST', '/sys/selectDepart', { token, body: { orgCode, username: 'hasty' } });
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
  const ask = (tenant: string) => scene.call('GET', '/sys/user/list', { token, headers: { 'tenant-id': tenant } });
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
  const go = (tenantId: unknown) => scene.call('PUT', '/sys/selectTenant', { token, body: { tenantId } });
  expect((await go(3)).success).toBe(false);
  // The tenant that was used last is entered again.
  scene.pass(1000);
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
  const set = (status: string) => scene.db.platform((tx) => tx.run`update tenant set status = ${status} where id = 2`);
  await set('frozen');
  scene.pass(6000);
  expect((await menu(token)).status).toBe(401);
  const refused = await scene.call('POST', '/sys/login', {
    body: { username: 'other_side', password: PASSWORD },
  });
  expect(refused.message).toBe('与该用户关联的租户均已被冻结，无法登录！');
  await set('active');
});
